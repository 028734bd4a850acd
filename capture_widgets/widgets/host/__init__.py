"""What every widget shares: the front end, its messages, its lifetime and its still picture."""

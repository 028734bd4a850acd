"""The homework template under real graders: ``python -m tests.graders [folder]``."""

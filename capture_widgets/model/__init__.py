"""What was played, and who knows what of it."""

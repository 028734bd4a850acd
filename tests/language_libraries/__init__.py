"""What is tried in an environment of its own with TextArena, whose dependencies no other test needs."""

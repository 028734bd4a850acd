"""What is tried in an environment of its own with TextArena and verifiers, whose dependencies no other test needs."""

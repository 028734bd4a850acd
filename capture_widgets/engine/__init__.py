"""What a game is made of, and the interface that every game implements."""

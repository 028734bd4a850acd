"""The parts of every game (cards, seats, options, states) and the interface that each game implements."""

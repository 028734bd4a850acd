"""What the first hands state, sentence by sentence, with a check of each on its position."""

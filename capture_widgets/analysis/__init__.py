"""Games judged, positions solved, bots compared."""

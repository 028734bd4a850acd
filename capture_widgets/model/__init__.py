"""The data of a game: its history, rounds and deals, and the views of it that seats and spectators get."""

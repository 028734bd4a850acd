"""Tournaments of bots: a referee, entrants in closed processes of their own, ratings, sequential tests, grades."""

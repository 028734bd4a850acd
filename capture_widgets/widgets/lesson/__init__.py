"""Lessons and their editor."""

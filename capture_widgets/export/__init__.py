"""Exports of games: pictures, offline pages, frozen notebooks and data frames."""

"""The game that a first hand offers at its end: against Beginner, or an easy deal of a solitaire."""

from __future__ import annotations

from typing import Final

from capture_widgets.bots.levels import make_bot
from capture_widgets.games import game_type
from capture_widgets.model.deal import LEVELS
from capture_widgets.play.game import Game
from capture_widgets.widgets.table.choices import chosen_game

OPPONENT: Final = "beginner"
"""The identifier of the bot that plays against people after their first hand."""


def first_game_words(slug: str | None) -> str:
    """What the button says that begins the game; empty if there is no such game."""
    if slug is None:
        return ""
    if game_type(slug).graded is not None:
        return f"Now play an {LEVELS[0]} map"
    return f"Now play against {make_bot(OPPONENT).name}"


def first_game(slug: str) -> Game:
    """Make the game: a new deal, with Beginner at every other seat."""
    deal = "" if game_type(slug).graded is None else LEVELS[0]
    return chosen_game({"game": slug, "opponent": OPPONENT, "match": False, "options": {}, "deal": deal})

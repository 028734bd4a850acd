"""Chances in words, as people count them: of 100 games from a position, so many are won."""

from __future__ import annotations

from typing import NamedTuple

from capture_widgets.analysis.standing import Standing
from capture_widgets.core.phrases import about, be


class Chances(NamedTuple):
    """Of 100 games from a position, how many are won."""

    best: int
    """With the best move found."""
    after: int
    """With the move that was played."""


def chances_of(row: Standing) -> Chances | None:
    """Of 100 games from a position, how many are won with the best move found and with the one that was played.

    None if the search cannot say it, or counts turns.
    """
    if row.chance is None or row.loss is None:
        return None
    best = round(100 * row.chance)
    return Chances(best, max(0, best - max(1, round(100 * row.loss))))


def compared(chances: Chances, whose: str = "Your") -> str:
    """What a move brings and what the best one, the one way in which lists, questions and verdicts tell it."""
    return f"{whose} move: {about(chances.after)} of 100 games won. Best move: {about(chances.best)}."


def wins_lost(row: Standing) -> int:
    """How many of 100 games a move costs: as many as lie between both chances that are told of it.

    A search measures the loss and the chances apart, so that the loss can be larger than the chance with the best
    move; but nobody can lose more games than could be won. With all cards open the chance is that of seat A and not
    of the seat to play, and the loss stands alone.
    """
    chances = None if row.seat is None else chances_of(row)
    return round(100 * (row.loss or 0.0)) if chances is None else chances.best - chances.after


def won_words(games: int) -> str:
    """How many of 100 games from a position are won, as a clause."""
    return f"{about(games)} of 100 games from here {be(games)} won"

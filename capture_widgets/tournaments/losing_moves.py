"""The move that lost a game of a tournament, by an analysis."""

from __future__ import annotations

from typing import Final, NamedTuple

from capture_widgets.analysis.analysis import Analysis
from capture_widgets.analysis.standing import Standing
from capture_widgets.games import game_type
from capture_widgets.tournaments.referee import PlayedGame

_SIMULATIONS: Final = 500
"""Below 400 the search can hardly tell what a move lost."""
_MAPS: Final = 25
"""The same for a game that a solver judges, where each simulation solves a whole map."""


class Loss(NamedTuple):
    """How a game was lost, as far as the analysis could tell."""

    worst: Standing | None
    """The move with which a loser of the game lost most; None if no loss was found."""
    moves: int
    """The number of moves of the losers."""
    unknown: int
    """The number of those whose loss the search could not tell."""


def usual_simulations(slug: str) -> int:
    """How many simulations the analysis of a game makes at each ply, if the caller names no number."""
    return _SIMULATIONS if game_type(slug).solver is None else _MAPS


def loss_in(played: PlayedGame, judged: Analysis) -> Loss:
    """Find the move with which a loser of a game lost most."""
    losers = {seat for seat, sign in enumerate(played.returns) if sign < 0}
    rows = [row for row in judged.standings if row.seat in losers and row.loss_known is not None]
    lost = [row for row in rows if row.loss]
    worst = max(lost, key=lambda row: row.loss or 0.0, default=None)
    return Loss(worst, len(rows), sum(not row.loss_known for row in rows))

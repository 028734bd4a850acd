"""The scores of matches (GE-8): running totals, and the winner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from capture_widgets.engine.state import GameType, State


def totals_after(totals: Sequence[int], state: State) -> list[int]:
    """The totals after the points of a round are added."""
    return [total + points for total, points in zip(totals, state.points, strict=True)]


def match_returns(game: GameType, options: Any, totals: Sequence[int]) -> list[int]:
    """+1 for the seats with the most points and their partners, -1 for the others (GE-8)."""
    most = max(totals)
    leaders = {seat for seat, total in enumerate(totals) if total == most}
    leaders |= {partner for seat in leaders if (partner := game.partners(options, seat)) is not None}
    return [1 if seat in leaders else -1 for seat in range(len(totals))]


def opener(game: GameType, options: Any, round_number: int) -> int | None:
    """The seat that deals or starts a round: in the first round that of the option, then each time the next (GE-8)."""
    if game.opener is None:
        return None
    first: int = getattr(options, game.opener)
    return (first + round_number) % game.seats(options)

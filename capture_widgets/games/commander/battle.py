"""Battles of Capture the Commander: which cards may join a war, and which seats are still in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from capture_widgets.engine.state import Seat
from capture_widgets.games.commander.formation import ADJACENT, FULL, OPEN, WHOLE, CommanderOptions, Position


class War(NamedTuple):
    """A tied battle: its two seats, and the cards of each in the order in which they joined."""

    attacker: Seat
    attacking: tuple[Position, ...]
    defender: Seat
    defending: tuple[Position, ...]
    chosen: Position
    """The position that the attacker has chosen, until the defender has chosen, too; else 0 (CC-9)."""


def choosable(own: tuple[Position, ...], lying: int, options: CommanderOptions) -> int:
    """The mask of the cards that a side may choose next, given its cards in the battle (CC-8)."""
    if len(own) == 1:
        return ADJACENT[own[0]] & lying
    chain = options.war == "chain"
    reach = ADJACENT[own[0]]
    for position in own:
        if chain:
            reach |= ADJACENT[position]
        lying &= ~(1 << position - 1)
    return reach & lying


def seat_after(seat: Seat, out: tuple[Seat, ...], players: int) -> Seat:
    """The seat that moves after a seat: the next one clockwise that is not out (CC-6)."""
    seat += 1
    if seat == players:
        seat = 0
    while seat in out:
        seat = (seat + 1) % players
    return seat


def is_decided(out: Sequence[Seat], options: CommanderOptions) -> bool:
    """Whether the round is over because too few commanders are left (CC-7, CC-12, CC-15)."""
    if options.teams:
        return 0 in out and 2 in out or 1 in out and 3 in out
    return len(out) == options.players - 1


def returns_of(out: Sequence[Seat], options: CommanderOptions) -> list[int]:
    """The returns of a finished round; it was drawn unless the captured commanders decide it (CC-11)."""
    seats = range(options.players)
    if not is_decided(out, options):
        return [-1 if seat in out and not options.teams else 0 for seat in seats]
    winners = [seat for seat in seats if seat not in out]
    return [1 if seat in winners or options.teams and seat ^ 2 in winners else -1 for seat in seats]


def team_points(present: int, out: Sequence[Seat]) -> tuple[int, ...]:
    """Points by seat: three for each commander that the team captured, and one for each card that it has
    left (CC-17).
    """
    teams = [
        3 * sum(seat % 2 != team for seat in out)
        + sum((present >> 13 * seat & WHOLE).bit_count() for seat in (team, team + 2))
        for team in (0, 1)
    ]
    return teams[0], teams[1], teams[0], teams[1]


def how_uncovered(lying: int, position: Position) -> Literal["full", "partial", "no"]:
    """How far a card of a formation is uncovered: "full", "partial" or "no" (CC-3)."""
    bit = 1 << position - 1
    return "full" if FULL[lying] & bit else "partial" if OPEN[lying] & bit else "no"

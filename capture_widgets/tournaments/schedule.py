"""Who sits where: every group of entrants plays the same deals, and each deal in every seating of the group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import combinations, product
from typing import Any, NamedTuple

from capture_widgets.engine.state import GameType

MOST_GAMES = 5_000_000


class Meeting(NamedTuple):
    """One game to be played."""

    deal: int
    """The number of the deal, from 0."""
    seating: tuple[str, ...]
    """The name of the entrant at each seat."""


def sides(kind: GameType, options: Any) -> tuple[tuple[int, ...], ...]:
    """The seats that one entrant takes together: one each, or both seats of a team."""
    found: list[tuple[int, ...]] = []
    for seat in range(kind.seats(options)):
        partner = kind.partners(options, seat)
        side = tuple(sorted({seat} if partner is None else {seat, partner}))
        if side not in found:
            found.append(side)
    return tuple(found)


def seatings(group: Sequence[str], where: Sequence[tuple[int, ...]]) -> list[tuple[str, ...]]:
    """Every way to seat a group in which each of them plays, and partners are the same entrant.

    Two entrants have 2 seatings in a game for two, 6 in one for three, 14 in one for four, and 2 in one of teams; three
    entrants have 6 at three seats and 36 at four, four entrants 24.
    """
    found = []
    for choice in product(group, repeat=len(where)):
        if set(choice) == set(group):
            by_seat = {seat: name for name, seats in zip(choice, where, strict=True) for seat in seats}
            found.append(tuple(by_seat[seat] for seat in sorted(by_seat)))
    return found


def groups(names: Sequence[str], where: Sequence[tuple[int, ...]]) -> list[tuple[str, ...]]:
    """The groups that meet: all of as many entrants as there are sides, or of all entrants if there are fewer."""
    return list(combinations(sorted(names), min(len(names), len(where))))


def meetings(names: Sequence[str], deals: int, where: Sequence[tuple[int, ...]]) -> Iterator[Meeting]:
    """All games of a tournament: deal by deal, so that an interrupted tournament has whole deals."""
    tables = [seating for group in groups(names, where) for seating in seatings(group, where)]
    for deal in range(deals):
        for seating in tables:
            yield Meeting(deal, seating)


def deal_seed(seed: int, deal: int) -> int:
    """The seed of a deal; whoever does not know the seed of the tournament cannot guess it."""
    return int.from_bytes(sha256(f"capture-widgets tournament 1 | {seed} | {deal}".encode()).digest()[:6], "big")

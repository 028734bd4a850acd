"""Where the cards lie on the table of Capture the Commander."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from capture_widgets.engine.card_groups import Group, group, one
from capture_widgets.engine.cards import HIDDEN
from capture_widgets.engine.seats import SEAT_NAMES, Seat, Viewer
from capture_widgets.engine.state import Move
from capture_widgets.games.commander.rules import CommanderState


def groups(table: Any) -> Iterator[Group]:
    """All groups of cards on a table, empty ones too, in reading order."""
    for seat, formation in enumerate(table["formations"]):
        for i, entry in enumerate(formation):
            words = f"{SEAT_NAMES[seat]}'s position {i + 1}"
            yield one(("formations", seat, i), words, entry and entry["card"], up=entry and entry["seen"], seat=seat)
    yield group(("removed",), "the cards out of play", [card for _, _, card in table["removed"]], "taken")


_PLACE = re.compile(r"([A-D]?)(\d+)")


def aims(move: str, seat: Seat, before: Any, after: Any) -> Iterator[str]:
    """The positions that a move names, and those of a battle that is open before or after it."""
    for owner, position in _PLACE.findall(move):
        yield f"formations/{SEAT_NAMES.index(owner) if owner else seat}/{int(position) - 1}"
    for table in (before, after):
        for side, positions in (table["war"] or {}).values():
            yield from (f"formations/{side}/{position - 1}" for position in positions)


def events(move: str, seat: Seat, before: Any, after: Any) -> Iterator[tuple[str, str]]:
    """The event of the mover's own card that a move names: the player played it, whether it stayed or left play."""
    for owner, position in _PLACE.findall(move)[:1]:
        assert not owner
        at = int(position) - 1
        entry = after["formations"][seat][at]
        gone = after["removed"][len(before["removed"]) :]
        fell = [card for whose, where, card in gone if (whose, where) == (seat, at + 1)]
        card = entry["card"] if entry is not None else fell[-1] if fell else HIDDEN
        if card != HIDDEN:
            yield "played", card


def learners(before: CommanderState, _move: Move, after: CommanderState) -> tuple[Viewer, ...]:
    """The viewers who see a new card: everybody if a card is shown for the first time, since all see it (CC-1)."""
    return () if after.shown == before.shown else (*range(before.options.players), "public")

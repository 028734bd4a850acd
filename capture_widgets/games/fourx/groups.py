"""Where the cards lie on the table of 4X Solitaire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from capture_widgets.engine.card_groups import Group, one
from capture_widgets.engine.seats import Seat
from capture_widgets.games.fourx.moves import SPACES


def groups(table: Any) -> Iterator[Group]:
    """All groups of cards on a table, empty ones too, in reading order."""
    for i, entry in enumerate(table["map"]):
        if entry is not None:
            yield one(("map", i), f"space {SPACES[i]}", entry["card"], up=entry["up"])
    for i, card in enumerate(table["arsenal"]):
        yield one(("arsenal", i), "the arsenal", card, "hand", seat=0)
    tech = table["tech"]
    yield one(("tech",), "the technology", None if tech is None else tech["card"])


def territory(table: Any) -> list[str]:
    """The names of the spaces that are territory."""
    return [SPACES[i] for i, entry in enumerate(table["map"]) if entry and entry["territory"]]


def aims(move: str, _seat: Seat, _before: Any, _after: Any) -> Iterator[str]:
    """The spaces that a move names; not the one from which it explores, where nothing was turned up."""
    if not move.startswith("explore "):
        yield from (f"map/{SPACES.index(word)}" for word in move.split() if word in SPACES)


def events(move: str, _seat: Seat, before: Any, after: Any) -> Iterator[tuple[str, str]]:
    """What happened to cards: an arsenal card that captures was played, and a card that leaves the map was taken."""
    named = move.split()
    yield from (("played", card) for card in before["arsenal"] if card in named)
    for was, now in zip(before["map"], after["map"], strict=True):
        if was and now and was["card"] is not None and now["card"] is None and was["up"]:
            yield "taken", was["card"]

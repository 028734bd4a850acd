"""The table of a dump as named groups of cards, in one form for every game.

Diffs, pictures and data frames are computed from these groups, so they need no code for a particular game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from capture_widgets.engine.cards import HIDDEN
from capture_widgets.engine.seats import SEAT_NAMES, Seat

Kind = Literal["hand", "table", "pile", "taken"]


@dataclass(frozen=True)
class Group:
    """Cards that lie together on the table.

    Attributes:
        key: its name for programs, such as ``"hands/0"``; the same in every dump of a game.
        words: its name for people, such as "A's hand".
        cards: texts of its cards in the order of the dump, "??" for a hidden card.
        kind: a hand, a place on the table, a pile, or cards taken or out of play.
        path: the path of the group below the dump's ``table``.
        up: whether the cards lie face up for all players; None if the game does not say.
        seat: the seat that the cards belong to, or None.
    """

    key: str
    words: str
    cards: tuple[str, ...]
    kind: Kind
    path: tuple[str | int, ...]
    up: bool | None = None
    seat: Seat | None = None

    @property
    def hidden(self) -> int:
        """The number of its cards that the viewer does not know."""
        return self.cards.count(HIDDEN)


def group(
    path: tuple[str | int, ...],
    words: str,
    cards: Any,
    kind: Kind = "table",
    up: bool | None = None,
    seat: Seat | None = None,
) -> Group:
    """A group at a path below the table."""
    return Group("/".join(map(str, path)), words, tuple(cards), kind, path, up, seat)


def one(
    path: tuple[str | int, ...],
    words: str,
    card: str | None,
    kind: Kind = "table",
    up: bool | None = None,
    seat: Seat | None = None,
) -> Group:
    """A group for a place with at most one card."""
    return group(path, words, () if card is None else (card,), kind, up, seat)


def hands(table: Mapping[str, Any]) -> Iterator[Group]:
    """A group for each hand of a table."""
    for seat, cards in enumerate(table["hands"]):
        yield group(("hands", seat), f"{SEAT_NAMES[seat]}'s hand", cards, "hand", seat=seat)


def lists(table: Any, path: tuple[str | int, ...] = ()) -> Iterator[Group]:
    """A group for each list of texts in a table: the default for games without groups of their own."""
    if isinstance(table, Mapping):
        for key, value in table.items():
            yield from lists(value, (*path, key))
    elif isinstance(table, list):
        if len(path) == 2 and path[0] == "hands" and isinstance(seat := path[1], int) and seat < len(SEAT_NAMES):
            yield group(path, f"{SEAT_NAMES[seat]}'s hand", table, "hand", seat=seat)
        elif table and all(isinstance(item, str) for item in table):
            yield group(path, " ".join(map(str, path)), table)
        else:
            for i, value in enumerate(table):
                yield from lists(value, (*path, i))

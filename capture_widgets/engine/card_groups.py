"""Groups of cards: the table of a dump as named groups, the same kind of thing for every game.

Differences between positions, pictures and data frames are made from these groups, so none of them knows a game.
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
    """Cards that lie together.

    Attributes:
        key: its name for programs, such as ``"hands/0"``; the same in every dump of a game.
        words: its name for people, such as "A's hand".
        cards: texts of its cards in the dump's order, "??" for each hidden one.
        kind: a hand, a place on the table, a pile, or cards taken or out of play.
        path: where the group stands below the dump's ``table``.
        up: whether its cards lie open for all players, also where the viewer sees everything; None where that is not
            said of them.
        seat: whose cards they are, where they are somebody's.
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
        """How many of its cards the viewer does not know."""
        return self.cards.count(HIDDEN)


def group(
    path: tuple[str | int, ...],
    words: str,
    cards: Any,
    kind: Kind = "table",
    up: bool | None = None,
    seat: Seat | None = None,
) -> Group:
    """Cards that lie together somewhere in a table."""
    return Group("/".join(map(str, path)), words, tuple(cards), kind, path, up, seat)


def one(
    path: tuple[str | int, ...],
    words: str,
    card: str | None,
    kind: Kind = "table",
    up: bool | None = None,
    seat: Seat | None = None,
) -> Group:
    """A place for one card, which may be empty."""
    return group(path, words, () if card is None else (card,), kind, up, seat)


def hands(table: Mapping[str, Any]) -> Iterator[Group]:
    """The hands of a table, by seat."""
    for seat, cards in enumerate(table["hands"]):
        yield group(("hands", seat), f"{SEAT_NAMES[seat]}'s hand", cards, "hand", seat=seat)


def lists(table: Any, path: tuple[str | int, ...] = ()) -> Iterator[Group]:
    """Every list of texts in a table, for a game that has not said more."""
    if isinstance(table, Mapping):
        for key, value in table.items():
            yield from lists(value, (*path, key))
    elif isinstance(table, list):
        if table and all(isinstance(item, str) for item in table):
            yield group(path, " ".join(map(str, path)), table)
        else:
            for i, value in enumerate(table):
                yield from lists(value, (*path, i))

"""Where the cards of a dump lie: the table as named groups of cards, the same for every game.

Differences between positions, pictures and data frames are made from these groups, so none of them knows a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from capture_widgets.cards import HIDDEN, UNIVERSAL
from capture_widgets.state import SEAT_NAMES

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
    """

    key: str
    words: str
    cards: tuple[str, ...]
    kind: Kind
    path: tuple[str | int, ...]
    up: bool | None = None

    @property
    def hidden(self) -> int:
        """How many of its cards the viewer does not know."""
        return self.cards.count(HIDDEN)


def groups(dump: Mapping[str, Any]) -> list[Group]:
    """All groups of a dump's table, empty ones too, in reading order."""
    table: Any = dump["table"]
    return list(_GAMES.get(dump["game"], _any)(table))


def _group(path: tuple[str | int, ...], words: str, cards: Any, kind: Kind = "table", up: bool | None = None) -> Group:
    return Group("/".join(map(str, path)), words, tuple(cards), kind, path, up)


def _one(
    path: tuple[str | int, ...], words: str, card: str | None, kind: Kind = "table", up: bool | None = None
) -> Group:
    return _group(path, words, () if card is None else (card,), kind, up)


def _hands(table: Any) -> Iterator[Group]:
    for seat, cards in enumerate(table["hands"]):
        yield _group(("hands", seat), f"{SEAT_NAMES[seat]}'s hand", cards, "hand")


def _kommando(table: Any) -> Iterator[Group]:
    yield from _hands(table)
    for i, entry in enumerate(table["row"]):
        yield _one(("row", i, "card"), f"place {i + 1} of the row", entry["card"])
        for side, words in (("attack", "the attack on"), ("defence", "the defence of")):
            laid = entry[side]
            yield _one(("row", i, side), f"{words} place {i + 1}", laid and laid[1])


def _commander(table: Any) -> Iterator[Group]:
    for seat, formation in enumerate(table["formations"]):
        for i, entry in enumerate(formation):
            words = f"{SEAT_NAMES[seat]}'s position {i + 1}"
            yield _one(("formations", seat, i), words, entry and entry["card"], up=entry and entry["seen"])
    yield _group(("removed",), "the cards out of play", [card for _, _, card in table["removed"]], "taken")


def _columns(table: Any) -> Iterator[Group]:
    yield from _hands(table)
    for seat, placed in enumerate(table["placed"]):
        cards = [] if placed is None else [HIDDEN] * placed[HIDDEN] if HIDDEN in placed else list(placed.values())
        yield _group(("placed", seat), f"{SEAT_NAMES[seat]}'s placement", cards, up=False)
    for i, column in enumerate(table["slots"]):
        for seat, cards in enumerate(column or ([], [])):
            yield _group(("slots", i, seat), f"{SEAT_NAMES[seat]}'s side of column {'ABCDE'[i]}", cards, up=True)
    for seat, cards in enumerate(table["captured"]):
        yield _group(("captured", seat), f"{SEAT_NAMES[seat]}'s captured cards", cards, "taken")
    yield _group(("left",), "the cards not yet dealt", table["left"], "pile")


def _fourx(table: Any) -> Iterator[Group]:
    for i, entry in enumerate(table["map"]):
        if entry is not None:
            yield _one(("map", i), f"space {space_name(i)}", entry["card"], up=entry["up"])
    for i, card in enumerate(table["arsenal"]):
        yield _one(("arsenal", i), "the arsenal", card, "hand")
    tech = table["tech"]
    yield _one(("tech",), "the technology", None if tech is None else tech["card"])


def _universal(table: Any) -> Iterator[Group]:
    yield from _hands(table)
    for seat, board in enumerate(table["boards"]):
        for i, column in enumerate(board):
            where = f"{SEAT_NAMES[seat]}'s column {i + 1}"
            yield _group(("boards", seat, i, "down"), f"the down cards of {where}", column["down"], up=False)
            yield _group(("boards", seat, i, "up"), where, column["up"], up=True)
    for suit, count in table["bar"].items():
        cards = [rank + suit for rank in UNIVERSAL.ranks[:count]]
        yield _group(("bar", suit), "the bar", cards, "taken")
    yield _group(("discard",), "the discard pile", table["discard"], "pile")
    yield _group(("stock",), "the stock", table["stock"], "pile")


def _any(table: Any, path: tuple[str | int, ...] = ()) -> Iterator[Group]:
    """Every list of texts in a table, for a game that has not said more."""
    if isinstance(table, Mapping):
        for key, value in table.items():
            yield from _any(value, (*path, key))
    elif isinstance(table, list):
        if table and all(isinstance(item, str) for item in table):
            yield _group(path, " ".join(map(str, path)), table)
        else:
            for i, value in enumerate(table):
                yield from _any(value, (*path, i))


_GAMES: Final[Mapping[str, Callable[[Any], Iterator[Group]]]] = {
    "columns": _columns,
    "commander": _commander,
    "fourx": _fourx,
    "kommando": _kommando,
    "universal": _universal,
}


def space_name(i: int) -> str:
    """The name of a space of the map of 4X Solitaire, counted in reading order from 0: "a1"."""
    return "abcdefg"[i % 7] + str(i // 7 + 1)

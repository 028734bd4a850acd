"""Whether a move showed hidden cards to anybody, so that taking it back would be unfair."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from capture_widgets.cards import HIDDEN
from capture_widgets.dump import Dump
from capture_widgets.games import game_type


def reveals(before: Iterable[Dump], after: Iterable[Dump]) -> bool:
    """Whether a move showed something to a viewer; takes each viewer's dump before and after the move.

    It did if a table has a card that it did not have, or fewer hidden ones. A new round shows its deal.
    """
    return any(_reveals(one, other) for one, other in zip(before, after, strict=True))


def _reveals(before: Dump, after: Dump) -> bool:
    if before["round"] != after["round"]:
        return True
    (earlier, hidden), (later, left) = _texts(before["table"]), _texts(after["table"])
    return left < hidden or not _cards(after) & later <= earlier


def known(dump: Dump) -> set[str]:
    """The cards on a table that its viewer knows."""
    return _texts(dump["table"])[0] & _cards(dump)


def _cards(dump: Dump) -> set[str]:
    return set(game_type(dump["game"]).deck.text)


def _texts(what: Any) -> tuple[set[str], int]:
    """All texts of a table, cards among them, and how many cards in it are hidden."""
    texts: set[str] = set()
    hidden = 0
    waiting = [what]
    while waiting:
        one = waiting.pop()
        if one == HIDDEN:
            hidden += 1
        elif isinstance(one, str):
            texts.add(one)
        elif isinstance(one, dict):
            # unseen cards that lie together are counted: {"??": 5}
            hidden += one.get(HIDDEN, 0)
            waiting.extend(value for key, value in one.items() if key != HIDDEN)
        elif isinstance(one, list | tuple):
            waiting.extend(one)
    return texts, hidden

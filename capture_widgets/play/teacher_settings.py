"""The settings of a teacher for the tables of a game: frozen seats, revealed cards, a spotlight and a clock."""

from __future__ import annotations

import time
from collections.abc import Iterable
from copy import deepcopy
from typing import Any, Final, Literal, NamedTuple

from capture_widgets.core.interrupts import Flag
from capture_widgets.engine.card_groups import Group
from capture_widgets.engine.cards import HIDDEN
from capture_widgets.engine.seats import SEAT_NAMES, Seat, Viewer
from capture_widgets.model.dump import Dump
from capture_widgets.model.dump_groups import groups

MARK: Final = "Teacher: "
"""The prefix of comment lines that record what a teacher did."""


class Reveal(NamedTuple):
    """Hidden cards that a teacher shows.

    Attributes:
        what: one card, the hand of a seat, or everything.
        which: the text of the card, or the seat; None for everything.
        to: the viewers who see the cards; None for everybody.
        number: the round.
        deal: the first state of the round, so that no cards of another deal are shown.
    """

    what: Literal["card", "hand", "all"]
    which: str | Seat | None
    to: tuple[Viewer, ...] | None
    number: int
    deal: Any

    def words(self) -> str:
        """A description that does not name the card."""
        if self.what == "hand":
            assert isinstance(self.which, int)
            return f"{SEAT_NAMES[self.which]}'s hand"
        return "one card" if self.what == "card" else "everything"


class Clock(NamedTuple):
    """A countdown.

    Attributes:
        seconds: the length of the countdown.
        ends: its end, in seconds since 1970.
        stops: whether the tables are frozen at the end.
        cancelled: set when the teacher removes the clock or sets another one.
    """

    seconds: float
    ends: float
    stops: bool
    cancelled: Flag

    def left(self) -> float:
        """The seconds that are left now."""
        return max(0.0, self.ends - time.time())


class TeacherSettings(NamedTuple):
    """All settings of a teacher.

    Attributes:
        frozen: the seats that cannot move.
        revealed: the cards that are shown.
        spot: the place or the card in the spotlight.
        clock: the clock, if one runs.
        said: the last action of the teacher, in words.
    """

    frozen: frozenset[Seat] = frozenset()
    revealed: tuple[Reveal, ...] = ()
    spot: str | None = None
    clock: Clock | None = None
    said: str = ""


def with_reveals(dump: Dump, truth: Dump, reveals: Iterable[Reveal]) -> Dump:
    """A copy of a viewer's dump in which the cards that the teacher reveals to this viewer are face up."""
    reveals = tuple(reveals)
    if not reveals:
        return dump
    table: Any
    if any(one.what == "all" for one in reveals):
        table = truth["table"]
    else:
        table = deepcopy(dump["table"])
        true = groups(truth)
        known = {group.key: group for group in groups(dump)}
        cards = {one.which for one in reveals if one.what == "card"}
        for group in true:
            open_cards = set(group.cards) if group.key in _hands(true, reveals) else cards.intersection(group.cards)
            own = known.get(group.key)
            if open_cards and own is not None and own.hidden:
                _open(table, truth["table"], group, own, open_cards)
    opened: Any = {**dump, "table": table}
    result: Dump = opened
    return result


def _hands(all_groups: list[Group], reveals: Iterable[Reveal]) -> set[str]:
    """The keys of the revealed hands; in games without hands, of all groups of the seat."""
    keys: set[str] = set()
    for one in reveals:
        if one.what == "hand":
            own = [group for group in all_groups if group.seat == one.which]
            keys.update(group.key for group in [group for group in own if group.kind == "hand"] or own)
    return keys


def _open(table: Any, true: Any, group: Group, own: Group, cards: set[Any]) -> None:
    """Turn some cards of a group face up in a table."""
    *way, last = group.path
    holder, whole = table, true
    for step in way:
        holder, whole = holder[step], whole[step]
    there = holder[last]
    if isinstance(there, list) and group.kind == "hand":
        # the known cards come first: the position of a card in a sorted hand would tell something about the others
        known = [card for card in group.cards if card in cards or card in own.cards]
        holder[last] = known + [HIDDEN] * (len(group.cards) - len(known))
    elif isinstance(there, list) and len(there) == len(group.cards):
        holder[last] = [card if card in cards else seen for card, seen in zip(group.cards, there, strict=True)]
    elif isinstance(there, dict) and "card" in there:
        there["card"] = group.cards[0]
    elif isinstance(there, str) and len(group.cards) == 1:
        holder[last] = group.cards[0]
    elif cards >= set(group.cards):
        holder[last] = deepcopy(whole[last])  # such a group shows only the number of its hidden cards


def led_lines(comment: str) -> list[str]:
    """The lines of a comment that record what a teacher did."""
    return [line for line in comment.split("\n") if line.startswith(MARK)]

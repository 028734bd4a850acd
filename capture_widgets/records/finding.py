"""Finding the plies of a game where something happened: to a card, or to the position."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from capture_widgets.core.errors import did_you_mean, shown
from capture_widgets.engine.cards import HIDDEN
from capture_widgets.engine.state import Seat, Viewer
from capture_widgets.model.dump_groups import Group, groups
from capture_widgets.model.history import History
from capture_widgets.model.record_format import place

EVENTS: Final = ("played", "taken", "drawn", "turned", "moved")
"""What can happen to a card: it leaves a hand or attacks, is captured, comes to a hand, is turned up where it lies,
goes elsewhere.
"""


class Moment(NamedTuple):
    """A ply where something happened.

    Attributes:
        round, ply: the position after it.
        seat: who moved; None at the deal.
        move: the move that led there; None at the deal.
        text: the same in a sentence.
        events: what happened to which card, as ("played", "10r").
    """

    round: int
    ply: int
    seat: Seat | None
    move: str | None
    text: str
    events: tuple[tuple[str, str], ...]

    @property
    def at(self) -> str:
        """The position as records write it: ``"0/12"``."""
        return place(self.round, self.ply)


def moments(
    history: History,
    where: Callable[[Any], object] | None = None,
    *,
    card: str | None = None,
    event: str | None = None,
    by: Seat | None = None,
    viewer: Viewer = None,
    until: tuple[int, int] | None = None,
) -> list[Moment]:
    """The plies where all that is asked for holds, in order, as a viewer could see it happen.

    Args:
        history: what was played.
        where: called with the viewer's dump of each position, the deal's too.
        card: the text of a card to which something happened; at the deal nothing happens.
        event: what happened, one of `EVENTS`.
        by: the seat that moved.
        viewer: who looks; what it could not see happen is not found.
        until: the round and ply beyond which nothing is told.

    Raises:
        ValueError: there is no such card, event, seat or viewer, or nothing is asked for.
    """
    deck = history.type.deck
    if where is None and card is None and event is None and by is None:
        raise ValueError('say what to find: card="...", event="played", by=0, or a function of a dump')
    if where is not None and not callable(where):
        raise ValueError(f"find({shown(where)}): a function that gets a dump, or card=..., event=..., by=...")
    if card is not None and deck.find(card) is None:
        raise ValueError(f"there is no card {shown(card)}{did_you_mean(card, deck.text)}")
    if event is not None and event not in EVENTS:
        raise ValueError(f"there is no event {shown(event)}; there are {', '.join(EVENTS)}")
    if by is not None and (type(by) is not int or by not in range(len(history.seats))):
        raise ValueError(f"there is no seat {shown(by)}; seats are 0 to {len(history.seats) - 1}")
    history.check_viewer(viewer)
    found = []
    for moment, dump in _all(history, viewer, until):
        if by is not None and moment.seat != by:
            continue
        if (card, event) != (None, None) and not any(
            card in (None, of) and event in (None, what) for what, of in moment.events
        ):
            continue
        if where is None or where(dump):
            found.append(moment)
    return found


def _all(history: History, viewer: Viewer, until: tuple[int, int] | None) -> Iterator[tuple[Moment, Any]]:
    """Every position that may be looked at, with what led there."""
    for number in history.round_numbers():
        plies = history.plies(number)
        last = plies[-1]
        if until is not None:
            if number > until[0]:
                return
            if number == until[0]:
                last = min(last, until[1])
        before: Any = history.dump_at(plies[0], round=number, seat=viewer)
        yield Moment(number, plies[0], None, None, "The deal.", ()), before
        log = history.log(viewer, ply=last, round=number)
        for entry in log:
            after: Any = history.dump_at(entry["ply"], round=number, seat=viewer)
            seat = entry["seat"]
            happened = tuple(_events(history, entry["move"], seat, before, after))
            # the text is that of the moment: what was hidden then is told at the ply that showed it
            text = entry.get("veiled", entry["text"])
            move = None if "veiled" in entry else entry["move"]
            yield Moment(number, entry["ply"], seat, move, text, happened), after
            before = after


def _events(history: History, move: str | None, seat: Seat, before: Any, after: Any) -> Iterator[tuple[str, str]]:
    """What happened to which card between two of a viewer's dumps; each pair once."""
    was = groups(before)
    old, new = _lying(was), _lying(groups(after))
    named = set(re.findall(r"\w+", move or ""))
    told = [
        (what, card)
        for card in history.type.deck.text
        if (end := new.get(card)) is not None and (what := _event(old.get(card), end, card in named)) is not None
    ]
    if move is not None:
        told += history.type.events(move, seat, before["table"], after["table"])
    yield from dict.fromkeys(told)


def _event(start: Group | None, end: Group, named: bool) -> str | None:
    """What happened to a card that is seen in a group, and before lay in one or was not seen; a move may name it."""
    if start is not None and start.key == end.key:
        return "turned" if start.up is False and end.up else None
    if end.kind == "taken":
        return "taken"
    if end.kind == "hand":
        return "taken" if start is not None and start.kind == "table" else "drawn"
    if start is None:
        return "played" if named else "turned"
    if start.kind == "hand":
        return "played"
    return "turned" if start.kind == "pile" or (start.up is False and end.up) else "moved"


def _lying(found: list[Group]) -> dict[str, Group]:
    return {card: group for group in found for card in group.cards if card != HIDDEN}

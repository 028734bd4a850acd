"""Searches a game for the plies at which something happened to a card or to the position."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from capture_widgets.core.errors import did_you_mean, shown
from capture_widgets.engine.card_groups import Group
from capture_widgets.engine.cards import HIDDEN
from capture_widgets.engine.state import Seat, Viewer
from capture_widgets.model.dump_groups import groups
from capture_widgets.model.history import History
from capture_widgets.model.record_format import place

EVENTS: Final = ("played", "taken", "drawn", "turned", "moved")
"""Events of a card: it leaves a hand or attacks; is captured; comes into a hand; is turned up in place; moves."""


class Moment(NamedTuple):
    """A ply at which something happened.

    Attributes:
        round, ply: the position after the move.
        seat: the seat that moved; None at the deal.
        move: the move that led there; None at the deal.
        text: the move in a sentence.
        events: each event with its card, such as ("played", "10r").
    """

    round: int
    ply: int
    seat: Seat | None
    move: str | None
    text: str
    events: tuple[tuple[str, str], ...]

    @property
    def at(self) -> str:
        """The key of the position in a record: ``"0/12"``."""
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
    """The plies at which all the given conditions hold, in order, as far as a viewer could see it.

    Args:
        history: the game.
        where: a function that gets the viewer's dump of each position, the deal included, and returns true or false.
        card: the text of a card that has an event; there are no events at the deal.
        event: one of `EVENTS`.
        by: the seat that moved.
        viewer: the viewer; events that it could not see are not found.
        until: the last round and ply to search.

    Raises:
        ValueError: there is no such card, event, seat or viewer, or no condition is given.
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
    matches = []
    for moment, dump in _all(history, viewer, until):
        if by is not None and moment.seat != by:
            continue
        if (card, event) != (None, None) and not any(
            card in (None, of) and event in (None, what) for what, of in moment.events
        ):
            continue
        if where is None or where(dump):
            matches.append(moment)
    return matches


def _all(history: History, viewer: Viewer, until: tuple[int, int] | None) -> Iterator[tuple[Moment, Any]]:
    """Every position up to ``until``: its moment, and the viewer's dump."""
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
            card_events = tuple(_events(history, entry["move"], seat, before, after))
            # the text is the one shown at that ply: a hidden move is revealed only at a later ply
            text = entry.get("veiled", entry["text"])
            move = None if "veiled" in entry else entry["move"]
            yield Moment(number, entry["ply"], seat, move, text, card_events), after
            before = after


def _events(history: History, move: str | None, seat: Seat, before: Any, after: Any) -> Iterator[tuple[str, str]]:
    """Each event with its card between two dumps of a viewer, without duplicates."""
    was = groups(before)
    old, new = _groups_by_card(was), _groups_by_card(groups(after))
    named = set(re.findall(r"\w+", move or ""))
    events = [
        (what, card)
        for card in history.type.deck.text
        if (end := new.get(card)) is not None and (what := _event(old.get(card), end, card in named)) is not None
    ]
    if move is not None:
        events += history.type.events(move, seat, before["table"], after["table"])
    yield from dict.fromkeys(events)


def _event(start: Group | None, end: Group, named: bool) -> str | None:
    """The event of a card from its earlier group (None if it was hidden); ``named`` if the move names the card."""
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


def _groups_by_card(all_groups: list[Group]) -> dict[str, Group]:
    return {card: group for group in all_groups for card in group.cards if card != HIDDEN}

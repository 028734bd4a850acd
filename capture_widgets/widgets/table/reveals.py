"""Who comes to see a card by a move, so that taking it back would be unfair."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from capture_widgets.engine.cards import HIDDEN
from capture_widgets.engine.seats import Viewer
from capture_widgets.engine.state import GameType, Move, State
from capture_widgets.games import game_type
from capture_widgets.model.dump import Dump
from capture_widgets.model.history import History


def learners_since(history: History, moves: int) -> set[Viewer] | None:
    """The viewers who have come to see a card by the last moves of this round; None if the deal is among them."""
    entry = history.current
    if moves > entry.length:
        return None
    found: set[Viewer] = set()
    for ply in range(entry.ply, entry.ply - moves, -1):
        before = entry.state_at(ply - 1)
        found.update(learners(history.type, before, entry.move_to(ply), entry.state_at(ply), len(history.seats)))
    return found


def learners(game: GameType, before: State, move: Move, after: State, seats: int) -> Collection[Viewer]:
    """The viewers who come to see a card by a move.

    The game says it from its states, which tables ask at every repaint; for one that does not, it is read off every
    viewer's tables.
    """
    if game.learners is not None:
        return tuple(game.learners(before, move, after))
    viewers: Sequence[Viewer] = [*range(seats), "public"]
    return [one for one in viewers if shows_more(game, before.table(one), after.table(one))]


def shows_more(game: GameType, before: Any, after: Any) -> bool:
    """Whether a viewer's table after a move has a card that it did not have, or fewer hidden ones."""
    (earlier, hidden), (later, left) = _texts(before), _texts(after)
    return left < hidden or not {*game.deck.text} & later <= earlier


def known(dump: Dump) -> set[str]:
    """The cards on a table that its viewer knows."""
    return _texts(dump["table"])[0] & {*game_type(dump["game"]).deck.text}


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

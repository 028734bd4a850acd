"""Who sees a new card by a move, so that taking the move back would be unfair."""

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
    """The viewers who saw a new card by the last moves; None if these moves reach back over the deal of this round."""
    entry = history.current
    if moves > entry.length:
        return None
    seen_by: set[Viewer] = set()
    for ply in range(entry.ply, entry.ply - moves, -1):
        before = entry.state_at(ply - 1)
        seen_by.update(learners(history.type, before, entry.move_to(ply), entry.state_at(ply), len(history.seats)))
    return seen_by


def learners(game: GameType, before: State, move: Move, after: State, seats: int) -> Collection[Viewer]:
    """The viewers who see a new card by a move.

    A game type may compute this quickly from its states, since tables ask at every repaint. For other game types this
    function compares the tables of every viewer.
    """
    if game.learners is not None:
        return tuple(game.learners(before, move, after))
    viewers: Sequence[Viewer] = [*range(seats), "public"]
    return [one for one in viewers if shows_more(game, before.table(one), after.table(one))]


def shows_more(game: GameType, before: Any, after: Any) -> bool:
    """Whether a viewer's table after a move names a card that it did not name before, or has fewer hidden ones."""
    (earlier, hidden_before), (later, hidden_after) = _texts(before), _texts(after)
    return hidden_after < hidden_before or not {*game.deck.text} & later <= earlier


def known_cards(dump: Dump) -> set[str]:
    """The cards on a table that its viewer knows."""
    return _texts(dump["table"])[0] & {*game_type(dump["game"]).deck.text}


def _texts(what: Any) -> tuple[set[str], int]:
    """All texts in a table, the cards among them, and its number of hidden cards."""
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
            # a table counts hidden cards that lie together: {"??": 5}
            hidden += one.get(HIDDEN, 0)
            waiting.extend(value for key, value in one.items() if key != HIDDEN)
        elif isinstance(one, list | tuple):
            waiting.extend(one)
    return texts, hidden

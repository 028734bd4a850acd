"""What a move touched: the places of a table where it laid, took, turned or aimed at something, as a viewer knows it.

It is read off the viewer's own tables before and after the move, so it says nothing that those do not. A place is named
by its path in the table, as in `Group.key`: ``"row/3/attack"``, ``"formations/1/4"``; a card that has come into a known
hand by the hand and its text, ``"hands/0/7b"``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from capture_widgets.engine.cards import HIDDEN
from capture_widgets.engine.state import State, Viewer
from capture_widgets.model.dump import Patch, patch
from capture_widgets.model.history import History


class Laid(NamedTuple):
    """A table that has been worked out for a viewer."""

    state: State
    seat: Viewer
    table: Any

    def of(self, state: State, seat: Viewer) -> bool:
        """Whether it is that of a state for a viewer."""
        return self.state is state and self.seat == seat


def touched(
    history: History,
    ply: int,
    *,
    round: int | None = None,  # noqa: A002
    seat: Viewer = None,
    laid: Sequence[Laid] = (),  # as in History
) -> list[str]:
    """The places that the move to a ply touched, as a viewer knows them at that ply, sorted.

    Where a move touches nothing (a turn is ended), those of the last one before it that did; none at the deal. What is
    ``laid`` already is not worked out again.
    """
    entry = history.round_at(round)

    def table(at: int) -> Any:
        state = entry.state_at(at)
        return next((one.table for one in laid if one.of(state, seat)), None) or state.table(seat)

    for after in range(ply, entry.base, -1):
        old, new = table(after - 1), table(after)
        if found := touched_by(history, after, patch({"table": old}, {"table": new}), old, new, round=round, seat=seat):
            return found
    return []


def touched_by(
    history: History,
    ply: int,
    steps: Patch,
    before: Any,
    after: Any,
    *,
    round: int | None = None,  # noqa: A002
    seat: Viewer = None,
) -> list[str]:
    """The same of one move, where the viewer's tables and the patch between their dumps are at hand; empty where it
    touched nothing.
    """
    entry, game = history.round_at(round), history.type
    paths = (path[1:] for path, *_ in steps if path[0] == "table")
    found = {"/".join(map(str, path)) for path in paths if not game.aside.intersection(path)}
    found.update(_arrived(before, after))
    state = entry.state_at(ply - 1)
    mover = state.to_play
    assert mover is not None
    if not (state.hides_move and seat is not None and seat != mover):  # GE-4
        found.update(game.aims(str(entry.move_to(ply)), mover, before, after))
    return sorted(found)


def turn_before(history: History, seat: Viewer, round: int, ply: int) -> int:  # noqa: A002
    """The ply at which the moves begin that a viewer is shown again: all since their own last turn, and that turn too
    where it came last. For those who have no turns, and in a game for one, those of whoever moved last.
    """
    entry = history.round_at(round)
    movers = [state.to_play for state in entry.states[: ply - entry.base]]
    last = movers[-1:]
    if isinstance(seat, int) and any(mover != seat for mover in movers):
        while movers and movers[-1] == seat:
            movers.pop()
        while movers and movers[-1] != seat:
            movers.pop()
    elif len(history.seats) > 1:
        while movers[-1:] == last != []:
            movers.pop()
    else:
        movers = movers[:-1]  # there may be none
    return entry.base + len(movers)


def _arrived(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The known cards that have come into a hand beside those that it held."""
    came = []
    hands: tuple[Sequence[Sequence[str]], ...] = (before.get("hands", ()), after.get("hands", ()))
    for seat, (held, holds) in enumerate(zip(*hands, strict=True)):
        if held and set(held) < set(holds):
            came += [f"hands/{seat}/{card}" for card in holds if card not in held and card != HIDDEN]
    return came

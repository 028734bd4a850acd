"""The places of a table that a move changed or aimed at, as a viewer knows them.

They are computed from the viewer's own tables before and after the move, so they reveal nothing else. The name of a
place is its path in the table, as in `Group.key`: ``"row/3/attack"``, ``"formations/1/4"``; a card that came into a
visible hand has the path of the hand and its text, ``"hands/0/7b"``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from capture_widgets.engine.cards import HIDDEN
from capture_widgets.engine.state import State, Viewer
from capture_widgets.model.dump import Patch, patch
from capture_widgets.model.history import History


class ViewerTable(NamedTuple):
    """A table that was computed for a viewer before."""

    state: State
    seat: Viewer
    table: Any

    def is_of(self, state: State, seat: Viewer) -> bool:
        """Whether this is the table of a state for a viewer."""
        return self.state is state and self.seat == seat


def touched(
    history: History,
    ply: int,
    *,
    round: int | None = None,  # noqa: A002
    seat: Viewer = None,
    known: Sequence[ViewerTable] = (),  # as in History
) -> list[str]:
    """The places that the move to a ply touched, as a viewer knows them at that ply, sorted.

    If the move touched none (it only ended a turn), those of the last move that did; none at the deal. A table in
    ``known`` is not computed again.
    """
    entry = history.round_at(round)

    def table(at: int) -> Any:
        state = entry.state_at(at)
        return next((one.table for one in known if one.is_of(state, seat)), None) or state.table(seat)

    for after in range(ply, entry.base, -1):
        old, new = table(after - 1), table(after)
        if places := touched_by(
            history, after, patch({"table": old}, {"table": new}), old, new, round=round, seat=seat
        ):
            return places
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
    """The places that one move touched, from the viewer's tables and the patch between their dumps; may be empty."""
    entry, game = history.round_at(round), history.type
    paths = (path[1:] for path, *_ in steps if path[0] == "table")
    places = {"/".join(map(str, path)) for path in paths if not game.aside.intersection(path)}
    places.update(_arrived(before, after))
    state = entry.state_at(ply - 1)
    mover = state.to_play
    assert mover is not None
    if not (state.hides_move and seat is not None and seat != mover):  # GE-4
        places.update(game.aims(str(entry.move_to(ply)), mover, before, after))
    return sorted(places)


def drawn(history: History, ply: int, *, round: int | None = None, seat: Viewer = None) -> list[str]:  # noqa: A002
    """The card that the viewer's own last move drew, as `touched` names it, if others have moved since."""
    entry = history.round_at(round)
    for at in range(ply, entry.base if isinstance(seat, int) else ply, -1):  # nobody else has a move of their own
        before = entry.state_at(at - 1)
        if before.to_play == seat:
            draws = at < ply and str(entry.move_to(at)).startswith("draw ")
            return _arrived(before.table(seat), entry.state_at(at).table(seat)) if draws else []
    return []


def turn_before(history: History, seat: Viewer, round: int, ply: int) -> int:  # noqa: A002
    """The ply from which a table shows the last moves again to a viewer.

    For a seat these are all moves since its own last turn, and that turn too if it was the last one. For a spectator,
    and in a game for one player, they are the moves of the last seat that moved.
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
        movers = movers[:-1]  # correct for an empty list, too
    return entry.base + len(movers)


def _arrived(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The visible cards that came into a hand."""
    came = []
    hands: tuple[Sequence[Sequence[str]], ...] = (before.get("hands", ()), after.get("hands", ()))
    for seat, (held, holds) in enumerate(zip(*hands, strict=True)):
        if held and set(held) < set(holds):
            came += [f"hands/{seat}/{card}" for card in holds if card not in held and card != HIDDEN]
    return came

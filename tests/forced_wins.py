"""Proves which moves are right, whatever lies hidden: by a search through sets of worlds, or by solving each world."""

from __future__ import annotations

import json
from typing import Any

from capture_widgets.core.background import run_to_end
from capture_widgets.engine.state import State
from capture_widgets.model.view import View

Worlds = frozenset[Any]


class TooLarge(Exception):
    """The search needs more sets of worlds than it may look at."""


def winning_moves(view: View, sets: int = 60_000) -> list[str]:
    """The moves after which the seat of a view can force a win in every world that fits its view, sorted.

    Raises:
        TooLarge: there are too many worlds, or this cannot be decided with so many sets of them.
    """
    worlds = view.worlds(1000)
    if worlds is None:
        raise TooLarge
    search = _Search(view.seat, sets)
    first: State = worlds[0]
    return sorted(str(move) for move in first.legal_moves() if search.after(frozenset(worlds), move))


def shortest_wins(view: View) -> tuple[list[str], int]:
    """The moves that begin a shortest win in every world that fits a view, and the turns of that win.

    Raises:
        TooLarge: there are too many worlds, a world is not solved, or the worlds do not agree.
    """
    found = {_shortest(view, world) for world in view.worlds(100) or ()}
    if len(found) != 1:
        raise TooLarge
    ((moves, turns),) = found
    return [*moves], turns


def _shortest(view: View, world: State) -> tuple[tuple[str, ...], int]:
    """The moves that begin a shortest win in a world, and its turns; giving up is not tried."""

    def turns(state: State) -> int | None:
        solution = run_to_end(view.game.solving().solving(state, 30, None, lambda: False, lambda *_: None))
        if solution.status not in ("solved", "unwinnable"):
            raise TooLarge
        return solution.turns

    least = turns(world)
    if least is None:
        raise TooLarge
    moves = [move for move in world.legal_moves() if str(move) != "resign"]
    return tuple(sorted(str(move) for move in moves if turns(world.apply(move)) == least - 1)), least


class _Search:
    def __init__(self, seat: int, sets: int) -> None:
        self.seat = seat
        self.left = sets
        self.known: dict[Worlds, bool] = {}

    def after(self, worlds: Worlds, move: Any) -> bool:
        """Whether the seat can force a win after a move of its own."""
        return all(map(self.forced, self._told_apart({world.apply(move) for world in worlds})))

    def forced(self, worlds: Worlds) -> bool:
        """Whether the seat can force a win from worlds that it cannot tell apart."""
        if worlds not in self.known:
            self.left -= 1
            if self.left < 0:
                raise TooLarge
            self.known[worlds] = self._forced(worlds)
        return self.known[worlds]

    def _forced(self, worlds: Worlds) -> bool:
        over = frozenset(world for world in worlds if world.to_play is None)
        if any(world.returns[self.seat] < 1 for world in over):
            return False
        for to_play in {world.to_play for world in worlds - over}:
            group = frozenset(world for world in worlds - over if world.to_play == to_play)
            if to_play == self.seat:
                if not any(self.after(group, move) for move in next(iter(group)).legal_moves()):
                    return False
            elif not all(
                map(
                    self.forced,
                    self._told_apart({world.apply(move) for world in group for move in world.legal_moves()}),
                )
            ):
                return False
        return True

    def _told_apart(self, worlds: set[Any]) -> list[Worlds]:
        """The sets of worlds that look alike to the seat."""
        groups: dict[str, set[Any]] = {}
        for world in worlds:
            groups.setdefault(json.dumps(world.table(self.seat), sort_keys=True), set()).add(world)
        return [frozenset(group) for group in groups.values()]

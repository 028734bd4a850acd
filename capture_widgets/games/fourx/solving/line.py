"""The way from the solver's plan to moves that the rules allow."""

from __future__ import annotations

from collections.abc import Sequence

from capture_widgets.core.bit_masks import bits
from capture_widgets.engine.state import Move
from capture_widgets.games.fourx.moves import (
    CAPTURE,
    CONQUER,
    KING_OF,
    NEAR,
    TECH_CAPTURE,
    TECH_COLUMN,
    TECH_CONQUER,
    TECH_FLIP,
    TECH_ROW,
    TRAVEL,
    Conquer,
    Explore,
)
from capture_widgets.games.fourx.rules import FourXState
from capture_widgets.games.fourx.solving.facts import MapFacts, Step


class Line:
    """A line of moves from a position; the rules check each move when it is added.

    Args:
        state: a position with the map laid out.
    """

    def __init__(self, state: FourXState) -> None:
        self.state = state
        self.moves: list[Move] = []
        self._facts = MapFacts(state)
        assert state.own is not None
        self._throne = state.cards.index(KING_OF[state.own])

    def follow(self, plan: Sequence[Step]) -> None:
        """Play a plan, and make each conquest as soon as it is possible."""
        self._conquer()
        for step in self._ordered(plan):
            self._do(step)
            self._conquer()

    def explore_all(self) -> None:
        """Explore and conquer as long as cards lie face down; the exploration that shows most cards for its turns comes
        first.
        """
        self._conquer()
        while not self.state.result:
            state = self.state
            best, most = -1, 0.0
            for space in bits(state.territory):
                worth = (NEAR[space] & state.down).bit_count() / (1 if state.movers >> space & 1 else 2)
                if worth > most:
                    best, most = space, worth
            if best < 0:
                return
            self._do(Step("explore", best))
            self._conquer()

    def _play(self, move: Move) -> None:
        self.state.check(move)
        self.state = self.state.apply(move)
        self.moves.append(move)

    def _conquer(self) -> None:
        """Conquer every king who can be conquered."""
        while True:
            conquest = next((move for move in self.state.standing if isinstance(move, Conquer)), None)
            if conquest is None:
                return
            self._play(CONQUER[conquest.space])

    def _ordered(self, plan: Sequence[Step]) -> list[Step]:
        """The plan, reordered so that the king explores the spaces where he stands anyway; early explorations never
        hurt.
        """
        steps = list(plan)
        home = Step("explore", self._throne)
        if home in steps:
            steps.remove(home)
            steps.insert(0, home)
        used = next((step for step in steps if step.what == "line"), None)
        if used is not None:
            place = steps.index(used)
            line = self._facts.lines[used.at]
            stood = [at for at, step in enumerate(steps[:place]) if step.what == "explore" and line >> step.at & 1]
            if line >> self._throne & 1:
                steps.insert(0, steps.pop(place))
            elif stood:
                steps.insert(stood[0] + 1, steps.pop(place))
        return steps

    def _do(self, step: Step) -> None:
        state, at = self.state, step.at
        if state.result:
            return
        if step.what == "explore":
            if NEAR[at] & state.down:
                self._bring_king(at)
                self._play(Explore(at))
        elif step.what == "capture":
            if state.foes >> state.cards[at] & 1:
                self._play(CAPTURE[step.card][at])
        elif step.what == "seize":
            if state.foes >> state.cards[at] & 1:
                self._play(TECH_CAPTURE[at])
        elif step.what == "besiege":
            if state.foes >> state.cards[at] & 1:
                self._play(TECH_CONQUER[at])
        elif step.what == "flip":
            if state.down >> at & 1:
                self._play(TECH_FLIP[at])
        else:
            line = self._facts.lines[at]
            if line & state.down:
                if not line & state.movers:
                    self._bring_king((line & state.territory).bit_length() - 1)
                space = (line & self.state.movers).bit_length() - 1
                self._play((TECH_ROW if at < 7 else TECH_COLUMN)[space])

    def _bring_king(self, space: int) -> None:
        """Move the king to a space whose own card cannot explore."""
        state = self.state
        if not state.movers >> space & 1:
            assert state.own is not None
            self._play(TRAVEL[state.cards.index(KING_OF[state.own])][space])

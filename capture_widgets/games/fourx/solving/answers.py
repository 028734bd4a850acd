"""The solver: it searches for the shortest win with each king and technology that can still be chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from time import perf_counter
from typing import Final, TypeVar

from capture_widgets.core.background import Steps, run_to_end
from capture_widgets.core.errors import shown
from capture_widgets.core.phrases import number_of
from capture_widgets.engine.cards import FRENCH
from capture_widgets.engine.solver_interface import Solved, Stop, Tell
from capture_widgets.engine.state import Move
from capture_widgets.games.fourx.moves import WHOLE, King, SetAside, suit_name
from capture_widgets.games.fourx.rules import FourXState
from capture_widgets.games.fourx.solving.facts import Arsenal, MapFacts, Step
from capture_widgets.games.fourx.solving.line import Line
from capture_widgets.games.fourx.solving.shortest import Shortest
from capture_widgets.games.fourx.solving.winning import Winning

_Result = TypeVar("_Result")

SLICE: Final = 0.05
"""Seconds that a search in steps runs before other work gets its turn."""
_CHECK_EVERY = 128
"""The number of positions between two looks at the clock."""
_REPORT_EVERY = 0.1
"""Seconds between two reports of progress."""
_PROVING = 0.7
"""The share of the time in which the solver searches for a shortest win; in the rest it is content with any win."""


class _TimeIsUp(Exception):
    """Raised to end the search."""


class _PauseSearch(Exception):
    """Raised to let other work run; then the search starts again.

    A search remembers which positions failed, so it soon is where it was.
    """


class _Clock:
    """Counts positions, and ends a search when its time is up or when the caller stops it."""

    def __init__(
        self, seconds: float, stop: Stop, tell: Callable[[], object] = lambda: None, turn: float = inf
    ) -> None:
        self.started = perf_counter()
        self.end = self.started + seconds
        self.stop = stop
        self._turn = turn
        self._pause_at = self.started + turn
        self.nodes = 0
        self.stopped = False
        self._tell = tell
        self._reported = self.started

    def tick(self) -> None:
        """Count a position."""
        self.nodes += 1
        if not self.nodes % _CHECK_EVERY:
            self.check_time()

    def check_time(self) -> None:
        """Raise `_TimeIsUp` or `_PauseSearch` if it is time for either; report progress if that is due."""
        if self.stop():
            self.stopped = True
            raise _TimeIsUp
        now = perf_counter()
        if now >= self.end:
            raise _TimeIsUp
        if now >= self._reported + _REPORT_EVERY:
            self._reported = now
            self._tell()
        if now >= self._pause_at:
            raise _PauseSearch

    def pause(self) -> Steps[None]:
        """Let other work run if it is time for that. The time of that work does not count as time of the search."""
        since = perf_counter()
        if since < self._pause_at:
            return
        yield 0
        now = perf_counter()
        self.started += now - since
        self.end += now - since
        self._pause_at = now + self._turn

    def with_pauses(self, search: Callable[[], _Result]) -> Steps[_Result]:
        """The result of a search that is interrupted by pauses whenever they are due."""
        while True:
            try:
                return search()
            except _PauseSearch:
                yield from self.pause()


class _Choice:
    """A choice of the king, and of the technology in a game with one; and what is known of the game after it."""

    def __init__(self, first: tuple[Move, ...], state: FourXState, clock: _Clock) -> None:
        self.first = first
        self.state = state
        self.facts = MapFacts(state)
        self.up = WHOLE[state.options.tech] & ~state.down
        self.arsenal: Arsenal = tuple(sorted(state.arsenal))
        self.search = Shortest(self.facts, self.up, self.arsenal, clock.tick)
        self.bound = len(self.facts.kings)
        self.possible: bool | None = None

    def line(self, plan: list[Step]) -> tuple[Move, ...]:
        """The moves of a plan, played by the rules to the end of the game."""
        line = Line(self.state)
        line.follow(plan)
        if line.state.result != 1:
            raise AssertionError("the solver's plan does not win")
        return (*self.first, *line.moves)

    def some_line(self) -> tuple[Move, ...]:
        """The moves of any win; it is seldom a short one. The caller must know that there is a win."""
        way = Winning(self.facts, lambda: None).winning_steps(
            (self.up, self.facts.ours, 0, self.arsenal, self.facts.ability)
        )
        line = Line(self.state)
        line.explore_all()
        for step in way:
            line.follow([step])
            line.explore_all()
        if line.state.result != 1:
            raise AssertionError("the solver's line does not win")
        return (*self.first, *line.moves)


def _choices(state: FourXState, suit: int | None) -> Iterator[tuple[tuple[Move, ...], FourXState]]:
    """All choices before the first turn, each with the position after it."""
    if state.laid_out:
        yield (), state
        return
    for move in state.standing:
        if (isinstance(move, King) and suit in (None, move.suit)) or isinstance(move, SetAside):
            for later, after in _choices(state.apply(move), suit):
                yield (move, *later), after


class Solving:
    """A search for the shortest win from a position, and what is proved so far.

    Args:
        state: the position, with all cards known.
        seconds: the time limit.
        suit: the king to choose, if that is still open; None for the best king.
        stop: asked often; if it says yes, the search ends with what is proved so far.
        tell: receives reports of progress.
        turn: seconds until other work gets its turn.
    """

    def __init__(
        self, state: FourXState, seconds: float, suit: int | None, stop: Stop, tell: Tell, turn: float = inf
    ) -> None:
        self._state = state
        self._clock = _Clock(seconds, stop, lambda: tell(self._bound(), self._turns, self._clock.nodes), turn)
        self._seconds = seconds
        self._suit = suit
        self._choices: list[_Choice] = []
        self._decided = False
        """Whether the search has decided which choices can win."""
        self._best: tuple[Move, ...] | None = None
        self._turns: int | None = None
        self._best_suit: int | None = None

    def steps(self) -> Steps[Solved]:
        """Search, and return the answer. An interrupt (KeyboardInterrupt) ends the search like ``stop``."""
        if self._state.result:
            return self._finished_answer()
        clock = self._clock
        try:
            for first, after in _choices(self._state, self._suit):
                self._choices.append(_Choice(first, after, clock))
                yield from clock.pause()
            for choice in self._choices:
                choice.possible = yield from clock.with_pauses(choice.search.possible)
            self._choices = [choice for choice in self._choices if choice.possible]
            self._decided = True
            yield from self._prove()
        except (_TimeIsUp, KeyboardInterrupt) as error:
            self._clock.stopped |= isinstance(error, KeyboardInterrupt)
        return self._answer()

    def _bound(self) -> int:
        """The number of turns that any win takes at least, as far as it is proved."""
        return min((choice.bound for choice in self._choices if choice.possible is not False), default=0)

    def _finished_answer(self) -> Solved:
        won = self._state.result > 0
        why = "The game is won." if won else "The game was given up."
        suit = None if self._state.own is None else FRENCH.suits[self._state.own]
        if won:
            return Solved("solved", 0, 0, (), suit, 0, 0.0, why)
        return Solved("unwinnable", None, None, (), None, 0, 0.0, why)

    def _prove(self) -> Steps[None]:
        """Search for wins of one more turn each time, until there is one."""
        if not self._choices:
            return
        clock = self._clock
        clock.end = clock.started + _PROVING * self._seconds
        try:
            turns = min(choice.bound for choice in self._choices)
            while True:
                for choice in self._choices:
                    if choice.bound <= turns:
                        plan = yield from clock.with_pauses(lambda: choice.search.within(turns))  # noqa: B023 # at once
                        if plan is not None:
                            self._take(choice, choice.line(plan))
                            return
                        choice.bound = turns + 1
                turns += 1
        except _TimeIsUp:
            if clock.stopped:
                raise
        clock.end = clock.started + self._seconds
        yield from self._improve()

    def _improve(self) -> Steps[None]:
        """Find any win, and then shorter ones while there is time."""
        clock = self._clock
        for choice in self._choices:
            self._take(choice, choice.some_line())
            yield from clock.pause()
        while self._turns is not None and self._turns > self._bound():
            for choice in self._choices:
                if choice.bound < self._turns:
                    fewer = self._turns - 1
                    plan = yield from clock.with_pauses(lambda: choice.search.within(fewer))  # noqa: B023 # at once
                    if plan is not None:
                        self._take(choice, choice.line(plan))
                        break
                    choice.bound = self._turns
            else:
                return

    def _take(self, choice: _Choice, moves: tuple[Move, ...]) -> None:
        """Keep a line if it is shorter than the best one so far."""
        turns = len(moves) - len(choice.first)
        if self._turns is None or turns < self._turns:
            self._best, self._turns, self._best_suit = moves, turns, choice.state.own

    def _answer(self) -> Solved:
        clock = self._clock
        possible = [choice for choice in self._choices if choice.possible]
        if self._best is None and possible:
            self._take(possible[0], possible[0].some_line())
        seconds = perf_counter() - clock.started
        ended = "it was stopped" if clock.stopped else f"{self._seconds:g} s were not enough"
        if self._best is None or self._turns is None:
            if not self._decided:
                why = f"Whether it can be won was not decided: {ended}."
                return Solved("unknown", None, None, (), None, clock.nodes, seconds, why)
            other = self._suit is not None and self._state.own is None
            king = f" with the king of {suit_name(self._suit or 0)}" if other else ""
            why = f"It cannot be won{king}, whatever is explored and captured."
            return Solved("unwinnable", None, None, (), None, clock.nodes, seconds, why)
        bound = self._bound()
        line = tuple(map(str, self._best))
        suit = None if self._best_suit is None else FRENCH.suits[self._best_suit]
        if self._decided and bound >= self._turns:
            why = f"No win takes fewer than {number_of(self._turns, 'turn')}."
            return Solved("solved", self._turns, self._turns, line, suit, clock.nodes, seconds, why)
        why = f"A win takes {number_of(bound, 'turn')} at least; whether this one is the shortest is open: {ended}."
        return Solved("won", self._turns, bound, line, suit, clock.nodes, seconds, why)


def solve(state: FourXState, seconds: float, suit: str | None, stop: Stop, tell: Tell) -> Solved:
    """Find the shortest win from a position, with every card known, without pauses; see `solving`."""
    return run_to_end(Solving(state, seconds, _own(state, suit), stop, tell).steps())


def solving(state: FourXState, seconds: float, suit: str | None, stop: Stop, tell: Tell) -> Steps[Solved]:
    """Find the shortest win from a position, with every card known.

    Args:
        state: the position.
        seconds: the time limit.
        suit: the player's own suit; None for the best of the suits that can still be chosen.
        stop: asked often; if it says yes, the search ends with what is proved by then. An interrupt (KeyboardInterrupt)
            does the same.
        tell: receives reports of progress.

    Raises:
        ValueError: there is no such suit, or the player has chosen another one.
    """
    return Solving(state, seconds, _own(state, suit), stop, tell, SLICE).steps()


def _own(state: FourXState, suit: str | None) -> int | None:
    chosen = None
    if suit is not None:
        if suit not in FRENCH.suits:
            raise ValueError(f'suit={shown(suit)}: None, or one of "c", "d", "h", "s"')
        chosen = FRENCH.suits.index(suit)
        if state.own not in (None, chosen):
            assert state.own is not None
            raise ValueError(f'suit="{suit}": the king of {suit_name(state.own)} is chosen already')
    return chosen


def winnable(state: FourXState, seconds: float, stop: Stop) -> bool | None:
    """Whether the player can still win, with every card known; None if the time is too short to decide it."""
    return run_to_end(_deciding(state, _Clock(seconds, stop)))


def deciding(state: FourXState, seconds: float, stop: Stop) -> Steps[bool | None]:
    """The same as `winnable`, in steps with pauses."""
    return _deciding(state, _Clock(seconds, stop, turn=SLICE))


def _deciding(state: FourXState, clock: _Clock) -> Steps[bool | None]:
    if state.result:
        return state.result > 0
    try:
        for _, after in _choices(state, None):
            facts = MapFacts(after)
            place = (
                WHOLE[after.options.tech] & ~after.down,
                facts.ours,
                0,
                tuple(sorted(after.arsenal)),
                facts.ability,
            )
            search = Winning(facts, clock.tick)
            if (yield from clock.with_pauses(lambda: search.possible(place))):  # noqa: B023 # at once
                return True
    except _TimeIsUp:
        return None
    return False

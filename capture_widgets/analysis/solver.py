"""Solving a position of a game with all cards known: the shortest win, or the proof that there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, Any

from capture_widgets.core.errors import shown
from capture_widgets.core.phrases import number_of
from capture_widgets.core.progress import progress_bar
from capture_widgets.engine.solver_interface import Status, Tell, check_seconds
from capture_widgets.engine.solver_notes import LOOKED, remember
from capture_widgets.engine.state import Viewer
from capture_widgets.export.html import moves_html
from capture_widgets.model.dump import Dump, read_dump
from capture_widgets.play.game import Game
from capture_widgets.play.loading import from_dump

if TYPE_CHECKING:
    from capture_widgets.play.upward import Replay


@dataclass(frozen=True)
class Solution:
    """What `solve` found out about a position; it shows itself in a notebook.

    Turns are counted from the position on.

    Attributes:
        status: "solved" (the shortest win is proved), "won" (a win is known), "unwinnable" (proved) or "unknown".
        turns: turns of the best line, None where none is known.
        bound: no win takes fewer turns; None where there is no win, or none is known.
        line: the moves of the best line, in notation; empty where none is known.
        suit: the own suit of that line.
        nodes: how many positions were looked at.
        seconds: how long it took.
        why: what was proved, or why no more is known, in a sentence.
    """

    status: Status
    turns: int | None
    bound: int | None
    line: tuple[str, ...]
    suit: str | None
    nodes: int
    seconds: float
    why: str
    _dump: Dump = field(repr=False, compare=False)

    def game(self) -> Game:
        """A new game that begins with the position, in which the line has been played."""
        game = from_dump(self._dump)
        for move in self.line:
            game.play(move)
        return game

    def replay(self, seat: Viewer = None, **settings: Any) -> Replay:
        """A replay that steps the line, by default with all cards open.

        Raises:
            ValueError: there is no line to step.
        """
        if not self.line:
            raise ValueError(f"there is no line to step: {self}")
        return self.game().replay(seat, **settings)

    def __str__(self) -> str:
        if self.turns is None:
            return self.why
        words = "Won" if self.turns == 0 else f"A win in {number_of(self.turns, 'turn')}"
        return f"{words}. {self.why}"

    def text(self) -> str:
        """What was found, and the moves of the line in words."""
        moves = self.game().log() if self.line else []
        return "\n".join([str(self), *(f"{entry['ply']:>4} {entry['text']}" for entry in moves)])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(self.text())

    def _repr_html_(self) -> str:
        cost = f"{number_of(self.nodes, 'position')} in {self.seconds:.1f} s"
        return f"<p>{escape(str(self))} ({cost})</p>{moves_html(self.game().log() if self.line else [])}"


def solve(
    game_or_dump: Game | Dump | Mapping[str, Any],
    seconds: float = 10,
    suit: str | None = None,
    *,
    stop: Event | Callable[[], bool] | None = None,
    progress: bool | Tell = True,
) -> Solution:
    """Find the shortest win of a position of 4X Solitaire with the whole map known, and prove that none is shorter.

    It looks at every card, so it is no help to take in a game that counts: in a game under way at a table a comment
    remembers that it was asked.

    Args:
        game_or_dump: a game, or a dump of everything; at the start or in the middle, with any options.
        seconds: how long to search, at most.
        suit: the own king to choose, where that is still open; None for the best.
        stop: set it, or let it return True, to end the search with what is known by then; so does an interrupt.
        progress: show a bar, where tqdm is installed and it takes longer than a second; or what is called now and
            then with the bound, the turns of the best line so far (None without one), and the positions looked at.

    Raises:
        RecordError: the dump is a seat's view, or no position that the rules allow.
        ValueError: the game is another one; or a suit or time that cannot be.
    """
    game = game_or_dump if isinstance(game_or_dump, Game) else None
    position = read_dump(game_or_dump.dump() if isinstance(game_or_dump, Game) else game_or_dump)
    solver = position["game"].solving()
    check_seconds(seconds)
    asked = stop.is_set if isinstance(stop, Event) else stop
    if asked is not None and not callable(asked):
        raise ValueError(f"stop={shown(stop)}: an Event, or a function that says when to stop")
    with _telling(progress, seconds) as tell:
        found = solver.solve(position["state"], seconds, suit, asked or (lambda: False), tell)
    if game is not None and game.at_table and game.history.under_way:
        remember(game, LOOKED)
    return Solution(*found, position["dump"])


@contextmanager
def _telling(progress: bool | Tell, seconds: float) -> Iterator[Tell]:
    """What hears of progress: the caller's function, or a bar."""
    if callable(progress):
        yield progress
        return
    begun = perf_counter()
    looks = "{desc}: {bar} {elapsed} of {total} s"
    with progress_bar(progress, total=seconds, unit="s", delay=1, bar_format=looks) as bar:

        def tell(bound: int, turns: int | None, nodes: int) -> None:
            if bar is not None:
                won = "no win known yet" if turns is None else f"a win in {turns}"
                bar.set_description(f"at least {number_of(bound, 'turn')}, {won}, {nodes:,} positions", refresh=False)
                bar.update(min(seconds, perf_counter() - begun) - bar.n)

        yield tell

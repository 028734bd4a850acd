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
from capture_widgets.engine.solver_notes import SOLVER_CONSULTED, add_solver_note
from capture_widgets.engine.state import Viewer
from capture_widgets.export.html import moves_html
from capture_widgets.model.dump import Dump, read_dump
from capture_widgets.play.game import Game
from capture_widgets.play.loading import from_dump

if TYPE_CHECKING:
    from capture_widgets.play.upward import Replay


@dataclass(frozen=True)
class Solution:
    """The result of `solve`; a notebook shows it as text.

    Turns are counted from the position on.

    Attributes:
        status: "solved" (the shortest win is proved), "won" (a win is known), "unwinnable" (proved) or "unknown".
        turns: the number of turns of the best line; None if no win is known.
        bound: no win takes fewer turns than this; None if there is no win, or none is known.
        line: the moves of the best line, in notation; empty if no win is known.
        suit: the own suit of that line.
        nodes: the number of positions that the search visited.
        seconds: the time that the search took.
        why: one sentence that says what was proved, or why nothing more is known.
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
        """A new game from the position, in which the line has been played."""
        game = from_dump(self._dump)
        for move in self.line:
            game.play(move)
        return game

    def replay(self, seat: Viewer = None, **settings: Any) -> Replay:
        """A replay of the line, by default with all cards open.

        Raises:
            ValueError: there is no line.
        """
        if not self.line:
            raise ValueError(f"there is no line to replay: {self}")
        return self.game().replay(seat, **settings)

    def __str__(self) -> str:
        if self.turns is None:
            return self.why
        words = "Won" if self.turns == 0 else f"A win in {number_of(self.turns, 'turn')}"
        return f"{words}. {self.why}"

    def text(self) -> str:
        """The result in a sentence, and the moves of the line in words."""
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

    The solver sees every card, so do not use it in a game that counts. If the game is under way at a table, a comment
    records that the solver was consulted.

    Args:
        game_or_dump: a game, or a dump of everything; at the start or in the middle of a game, with any options.
        seconds: the time limit.
        suit: the suit of the own king, if it is not chosen yet; None for the best one.
        stop: set the event, or let the function return True, to end the search with what it knows by then; an
            interrupt does the same.
        progress: True shows a bar if tqdm is installed and the search takes longer than a second. A function is called
            now and then with the bound, the turns of the best line so far (or None), and the positions visited.

    Raises:
        RecordError: the dump is a seat's view, or a position that the rules do not allow.
        ValueError: the game has no solver, or the suit or the time is not valid.
    """
    game = game_or_dump if isinstance(game_or_dump, Game) else None
    position = read_dump(game_or_dump.dump() if isinstance(game_or_dump, Game) else game_or_dump)
    solver = position["game"].solving()
    check_seconds(seconds)
    should_stop = stop.is_set if isinstance(stop, Event) else stop
    if should_stop is not None and not callable(should_stop):
        raise ValueError(f"stop={shown(stop)}: an Event, or a function that says when to stop")
    with _progress_callback(progress, seconds) as tell:
        solved = solver.solve(position["state"], seconds, suit, should_stop or (lambda: False), tell)
    if game is not None and game.at_table and game.history.under_way:
        add_solver_note(game, SOLVER_CONSULTED)
    return Solution(*solved, position["dump"])


@contextmanager
def _progress_callback(progress: bool | Tell, seconds: float) -> Iterator[Tell]:
    """The caller's own function, or one that moves a bar."""
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

"""A search for the viewer's mistakes, which a page of a replay may start, stop and let go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from capture_widgets.analysis.analysis import Analysis
from capture_widgets.analysis.reasons import reason_steps
from capture_widgets.analysis.standing import closing_words
from capture_widgets.core.background import Steps, run_in_background
from capture_widgets.core.phrases import number_of
from capture_widgets.library.kept_analyses import AnalysisStore
from capture_widgets.widgets.replay.learning import Learning
from capture_widgets.widgets.replay.seat_search import SeatSearch
from capture_widgets.widgets.replay.stepping import STEPPING

if TYPE_CHECKING:
    from capture_widgets.engine.state import Seat
    from capture_widgets.protocol.replay_messages import MistakeProgress
    from capture_widgets.widgets.replay.replay import Replay


class MistakeFinder:
    """Searches a finished game for the mistakes of one seat, when a page asks for them, and begins to teach them.

    The search judges each move by what the seat could know. What it found when it is stopped stays, and it can go on
    from there.

    Attributes:
        words: what came of the search, or why a kept one is not used; empty before and while it searches.
    """

    def __init__(self, replay: Replay, own: Seat, store: AnalysisStore | None, search: SeatSearch | None) -> None:
        """Let the pages of a replay ask for the mistakes of a seat; a store keeps what was found with the game.

        The table of the game may have begun a search already, which then goes on here.
        """
        self._replay = replay
        self._own = own
        self._store = store
        self._search = search or SeatSearch(own)
        self.words = ""

    @property
    def is_running(self) -> bool:
        """Whether the search goes on."""
        return self._search.is_running

    def progress(self) -> MistakeProgress | None:
        """How far the search is, while it runs or waits to go on; None before it starts and at its end."""
        if not self.is_running and self._search.part is None:
            return None
        done, of = self._search.progress
        return {"done": done, "of": of, "runs": self.is_running}

    def recall(self) -> None:
        """Show the mistakes that were found at the table or kept with the game, or follow the search for them."""
        found = self._search.found
        if self._search.is_running:
            run_in_background(self._follow(), "capture-widgets-mistakes")
            return
        if found is not None and found.fits(self._replay.game.history):
            self._replay.analysis = found
            self._tell(found)
            return
        if self._store is None:
            return
        kept = self._store.read(self._replay.game.history)
        if kept.analysis is not None:
            self._replay.analysis = kept.analysis
            if not kept.analysis.told(self._own):
                self.words = self._no_mistake(kept.analysis)
            else:
                run_in_background(self._find_reasons(kept.analysis), "capture-widgets-reasons")
        elif kept.fault is not None:
            self.words = _UNREADABLE

    def _find_reasons(self, kept: Analysis) -> Steps[None]:
        """Find out why better moves are better; what was kept does not say it."""
        replay = self._replay
        history = replay.game.history.settled()
        yield 0
        yield from reason_steps(kept, history, self._own, lambda: replay.closed)
        if not replay.closed and replay.analysis is kept:
            with STEPPING, replay.hold_sync():
                if not kept.told(self._own):
                    self.words = self._no_mistake(kept)
                replay._update_scene()
                replay._update_annotations()

    def can_start(self) -> bool:
        """Whether a page may ask now: the seat looks at its whole game, which was not searched to its end yet."""
        replay = self._replay
        free = replay.analysis is self._search.part and not self.is_running
        return free and replay.game.history.is_over and self._looks_at_whole_game()

    def _looks_at_whole_game(self) -> bool:
        replay = self._replay
        return replay.seat == self._own and not replay.line and replay._positions.limit is None

    def start(self) -> None:
        """Start the search in the background, or let it go on."""
        self._search.begin()
        self.words = ""
        run_in_background(self._steps(), "capture-widgets-mistakes")

    def stop(self) -> None:
        """Stop the search; what it has found stays."""
        self._search.stop()

    def _steps(self) -> Steps[None]:
        replay = self._replay
        history, before = replay.game.history.settled(), self._search.part
        found = yield from self._search.steps(history, self._store, self._report, lambda: replay.closed)
        if not replay.closed:
            self._show(found, before)
        yield from complete_curve(replay, self._search, self._store, found)

    def _follow(self) -> Steps[None]:
        """Show how far the search of the table is, and at its end what it found; the replay stays where it is."""
        replay = self._replay
        found = yield from self._search.follow(self._report, lambda: replay.closed)
        if found is not None and not replay.closed:
            self._show(found, None, teach=False)

    def _report(self, _done: int, _of: int) -> None:
        with STEPPING:
            self._replay._update_scene()

    def _show(self, found: Analysis, before: Analysis | None, *, teach: bool = True) -> None:
        """Show what was found, and begin with the first mistake if the seat still looks at the whole game.

        ``before`` is what the replay showed when the search began.
        """
        replay = self._replay
        with STEPPING, replay.hold_sync():
            # the main line may be another by now
            if replay.analysis is before and found.fits(replay.game.history):
                replay.analysis = found
                if self._search.part is None and teach:
                    self._teach(found)
                else:
                    self._tell(found)
            replay._update_scene()
            replay._update_annotations()

    def _tell(self, found: Analysis) -> None:
        """Say how many mistakes were found."""
        mistakes = number_of(len(found.told(self._own)), "mistake")
        if self._search.part is not None:
            done, of = self._search.progress
            self.words = f"{mistakes} in {done} of {of} moves so far."
        else:
            self.words = f"{mistakes} found." if found.told(self._own) else self._no_mistake(found)

    def _no_mistake(self, analysis: Analysis) -> str:
        none = _NONE_IN_TURNS if analysis.unit == "turns" else _NONE
        return f"{none} {closing_words(analysis.of(self._own), complete=False)}".rstrip()

    def _teach(self, found: Analysis) -> None:
        replay = self._replay
        learns = isinstance(replay._questions.quiz, Learning)
        if not found.told(self._own):
            self.words = self._no_mistake(found)
        elif self._looks_at_whole_game() and not learns:
            replay.learn()


_NONE = "No clear mistake: no move cost you much of your chances."
_NONE_IN_TURNS = "No clear mistake: by what you saw, no move surely cost a turn. Who knows all cards may need fewer."
_UNREADABLE = "Your mistakes were saved with this game but cannot be read any more; they can be found again."


def complete_curve(replay: Replay, search: SeatSearch, store: AnalysisStore | None, found: Analysis) -> Steps[None]:
    """Judge the positions between the seat's moves too, which the curve of a replay shows, while it shows ``found``."""
    whole = yield from search.other_positions(found, replay.game.history.settled(), store, lambda: replay.closed)
    if not replay.closed and replay.analysis is found and whole is not found:
        with STEPPING, replay.hold_sync():
            replay.analysis = whole
            replay._update_scene()
            replay._update_annotations()


def offer_mistakes(
    replay: Replay, own: Seat, store: AnalysisStore | None = None, search: SeatSearch | None = None
) -> None:
    """Let the pages of a replay ask for the mistakes of a seat, once its game is over; show at once what was kept.

    A search that was begun elsewhere goes on here.
    """
    replay._builder.finder = finder = MistakeFinder(replay, own, store, search)
    finder.recall()
    replay._update_scene()
    replay._update_annotations()

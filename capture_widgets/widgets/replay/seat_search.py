"""The search for the mistakes of one seat in a finished game, which can be stopped and go on."""

from __future__ import annotations

from collections.abc import Callable

from capture_widgets.analysis.analysis import Analysis
from capture_widgets.core.background import Steps
from capture_widgets.core.interrupts import Flag
from capture_widgets.engine.state import Seat
from capture_widgets.library import kept_analyses
from capture_widgets.library.kept_analyses import AnalysisStore
from capture_widgets.model.history import History
from capture_widgets.play.game import Game


class SeatSearch:
    """Searches a finished game for the mistakes of one seat, judged by what the seat could know; one search at a time.

    Attributes:
        own: the seat.
        part: what a search found that was stopped; the next one goes on from there.
    """

    def __init__(self, own: Seat) -> None:
        """Prepare the search for a seat's mistakes."""
        self.own = own
        self._stop: Flag | None = None
        """Ends the search; None while none runs."""
        self.part: Analysis | None = None

    @property
    def is_running(self) -> bool:
        """Whether a search goes on."""
        return self._stop is not None

    def stop(self) -> None:
        """End the search; what it has found stays."""
        if self._stop is not None:
            self._stop.set()

    def begin(self) -> None:
        """Count as running, before the steps are made."""
        self._stop = Flag()

    def steps(
        self,
        history: History,
        store: AnalysisStore | None,
        report: Callable[[int, int], object],
        ends: Callable[[], bool] = lambda: False,
    ) -> Steps[Analysis]:
        """Judge the seat's moves in the background, after `begin`; the store may hold the result already.

        Args:
            history: the finished game.
            store: where the analysis of the game is kept; None if the game is not saved.
            report: is called with the number of the seat's moves that are judged and the number of all; then the
                mistakes, which are looked at once more, count too.
            ends: returns True when nobody waits for the result any more.
        """
        from capture_widgets.analysis.analysis_run import analysis_steps  # most games are never searched
        from capture_widgets.analysis.reasons import reason_steps

        stop = self._stop or Flag()

        def stops() -> bool:
            return stop.is_set() or ends()

        moves = 0

        def report_moves(done: int, of: int) -> None:
            nonlocal moves
            moves = of
            report(done, of)

        try:
            yield 0
            analysis = None if store is None else store.read(history).analysis
            if analysis is None:
                known = self.part if self.part is not None and self.part.fits(history) else None
                seconds = kept_analyses.SECONDS
                analysis = yield from analysis_steps(
                    Game(history), seconds, self.own, report_moves, stops, known=known, moves_of=self.own
                )
                if store is not None:
                    store.write(analysis, history)  # complete already where nobody else moves
            yield from reason_steps(
                analysis, history, self.own, stops, lambda done, of: report(moves + done, moves + of)
            )
            done = analysis.judges_moves_of(self.own, history)
        finally:
            self._stop = None
        self.part = None if done else analysis
        return analysis

    def other_positions(
        self, found: Analysis, history: History, store: AnalysisStore | None, ends: Callable[[], bool]
    ) -> Steps[Analysis]:
        """Judge the positions between the seat's moves, for the curve, and keep the whole in the store.

        Args:
            found: what `steps` returned.
            history: the finished game.
            store: where the analysis of the game is kept; None if the game is not saved.
            ends: returns True when nobody looks at it any more.
        """
        from capture_widgets.analysis.analysis_run import analysis_steps

        if found.complete or self.part is not None:
            return found
        seconds = kept_analyses.SECONDS
        whole = yield from analysis_steps(Game(history), seconds, self.own, lambda *_: None, ends, known=found)
        whole.contrasts.update(found.contrasts)
        whole.unexplained.update(found.unexplained)
        if store is not None:
            store.write(whole, history)
        return whole

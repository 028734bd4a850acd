"""A search for the viewer's mistakes, which a page of a replay may start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from capture_widgets.analysis.analysis import Analysis
from capture_widgets.core.background import Steps, run_in_background
from capture_widgets.play.game import Game
from capture_widgets.widgets.replay.learning import instructive
from capture_widgets.widgets.replay.stepping import STEPPING

if TYPE_CHECKING:
    from capture_widgets.engine.state import Seat
    from capture_widgets.widgets.replay.replay import Replay

SECONDS: Final = 0.1
"""How long the search takes for each position: a few seconds for a whole hand."""


class MistakeFinder:
    """Searches a finished game for the mistakes of one seat, when a page asks for them, and begins to teach them.

    The search judges each move by what the seat could know.

    Attributes:
        is_running: whether the search goes on.
        words: how far the search is, or that it found nothing; empty before it starts and once there are mistakes.
    """

    def __init__(self, replay: Replay, own: Seat) -> None:
        """Let the pages of a replay ask for the mistakes of a seat."""
        self._replay = replay
        self._own = own
        self.is_running = False
        self.words = ""

    def can_start(self) -> bool:
        """Whether a page may ask now: the seat looks at its whole game, which nothing has been searched for yet."""
        replay = self._replay
        free = replay.analysis is None and not self.is_running and not replay.line
        return free and replay.seat == self._own and replay.game.history.is_over and replay._positions.limit is None

    def start(self) -> None:
        """Start the search in the background."""
        self.is_running = True
        run_in_background(self._steps(), "capture-widgets-mistakes")

    def _steps(self) -> Steps[None]:
        from capture_widgets.analysis.analysis_run import analysis_steps  # most replays are never searched

        replay = self._replay
        try:
            yield 0
            game = Game(replay.game.history.settled())
            found = yield from analysis_steps(game, SECONDS, self._own, self._report, lambda: replay.closed)
        finally:
            self.is_running, self.words = False, ""
        if not replay.closed:
            self._show(found)

    def _report(self, done: int, of: int) -> None:
        with STEPPING:
            self.words = f"Looking for your mistakes: {done} of {of} positions."
            self._replay._update_scene()

    def _show(self, found: Analysis) -> None:
        """Show what was found, and begin with the first mistake if the seat still looks at the game."""
        replay = self._replay
        with STEPPING, replay.hold_sync():
            if replay.analysis is None and found.fits(replay.game.history):  # the main line may be another by now
                replay.analysis = found
                mistakes = instructive(found.of(self._own))
                if not mistakes:
                    self.words = "No clear mistake was found."
                elif replay.seat == self._own and not replay.line and replay._positions.limit is None:
                    replay.learn()
            replay._update_scene()
            replay._update_annotations()


def offer_mistakes(replay: Replay, own: Seat) -> None:
    """Let the pages of a replay ask for the mistakes of a seat, once its game is over."""
    replay._builder.finder = MistakeFinder(replay, own)
    replay._update_scene()

"""Par and the best line of a finished game, which its tables show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from capture_widgets.core.background import Steps, run_in_background
from capture_widgets.core.interrupts import Flag
from capture_widgets.library.analysis_files import digest
from capture_widgets.play.game import Game

if TYPE_CHECKING:
    from capture_widgets.analysis.par import ParAnalysis
    from capture_widgets.protocol.table_messages import Par
    from capture_widgets.widgets.replay.replay import Replay
    from capture_widgets.widgets.table.session import Session

ANSWERED: Final[dict[str, str]] = {}
"""What was possible in games, by their digests, as this kernel has told it already: nobody asks for it twice."""


class ParReport:
    """Computes in the background what was possible in a session's game, once it is over and a page shows a table of it.

    It shows the best line as a replay.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._cancelled: Flag | None = None
        """Cancels the search; None before a search was started for this game."""
        self._result: ParAnalysis | None = None
        self._replay: Replay | None = None

    def message(self) -> Par | None:
        """What a table shows of it; None before a search was started."""
        if self._cancelled is None:
            return None
        result, replay = self._result, self._replay
        return {
            "text": "" if result is None else result.words,
            "line": result is not None and bool(result.line),
            "replay": None if replay is None else str(replay.model_id),
        }

    @property
    def was_shown(self) -> bool:
        """Whether somebody may have read the result."""
        return self._result is not None

    def follow(self, game: Game) -> None:
        """Forget the result when the game goes on or another game begins."""
        if not game.is_over and self._cancelled is not None:
            self._cancelled.set()
            self._cancelled = self._result = None
            self.close_line()

    def start(self) -> bool:
        """Start the search if the game is over, a page shows a table of it, and no search was started before.

        Returns:
            whether this call started it.
        """
        session, game = self._session, self._session.game
        if game is None or self._cancelled is not None or not session.watched():
            return False
        if game.type.solver is None or not game.is_over:
            return False
        self._cancelled = cancelled = Flag()
        run_in_background(self._search(game, cancelled), "capture-widgets-par")
        return True

    def _search(self, game: Game, cancelled: Flag) -> Steps[None]:
        from capture_widgets.analysis.par import par_steps  # only finished games need it

        yield 0
        result = yield from par_steps(game.history, cancelled.is_set)
        if result is not None and cancelled is self._cancelled:
            self._result = result
            ANSWERED[digest(game.history)] = result.words
            self._session.refresh_tables()

    def show_line(self) -> bool:
        """Open the best line as a replay; returns False if no line is known."""
        if self._result is None or not self._result.line:
            return False
        if self._replay is None or self._replay.closed:
            from capture_widgets.widgets.replay.replay import Replay  # no other table needs it

            # cards that are not explored yet lie face down in it, so it is not called open
            self._replay = Replay(self._result.game(), 0, lenses=[0])
            self._replay._builder.about = "the best line"
            self._replay._update_scene()
        return True

    def close_line(self) -> None:
        """Close the replay of the best line."""
        replay, self._replay = self._replay, None
        if replay is not None:
            replay.close()

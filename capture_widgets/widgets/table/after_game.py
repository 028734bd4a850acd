"""What tables tell of a game that is over: what was possible, looked for beside them, and the best line as a replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from capture_widgets.analysis.par import ParAnalysis, par_steps
from capture_widgets.core.background import Steps, beside
from capture_widgets.core.interrupts import Flag
from capture_widgets.play.game import Game
from capture_widgets.protocol.table_messages import Par

if TYPE_CHECKING:
    from capture_widgets.widgets.replay.replay import Replay
    from capture_widgets.widgets.table.session import Session


class Telling:
    """What was possible in the game of a session, while it is over and a table of it is on screen."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._stop: Flag | None = None
        """Set when what is looked for is no longer wanted; None while nothing was looked for."""
        self._found: ParAnalysis | None = None
        self._replay: Replay | None = None

    @property
    def par(self) -> Par | None:
        """What a table shows of it."""
        if self._stop is None:
            return None
        found, shown = self._found, self._replay
        return {
            "text": "" if found is None else found.words,
            "line": found is not None and bool(found.line),
            "replay": None if shown is None else str(shown.model_id),
        }

    @property
    def told(self) -> bool:
        """Whether somebody may have read it."""
        return self._found is not None

    def follow(self, game: Game) -> None:
        """The game has changed: what is known of another one is forgotten."""
        if not game.is_over and self._stop is not None:
            self._stop.set()
            self._stop = self._found = None
            self.put_away()

    def look(self) -> bool:
        """Look once for what was possible, if the game is over and a table of it on screen; says whether it does."""
        session, game = self._session, self._session.game
        if game is None or self._stop is not None or not session.watched():
            return False
        if game.type.solver is None or not game.is_over:
            return False
        self._stop = stop = Flag()
        beside(self._looking(game, stop), "capture-widgets-par")
        return True

    def _looking(self, game: Game, stop: Flag) -> Steps[None]:
        yield 0
        found = yield from par_steps(game.history, stop.is_set)
        if found is not None and stop is self._stop:
            self._found = found
            self._session.tell()

    def show(self) -> bool:
        """Show the best line, where one is known."""
        if self._found is None or not self._found.line:
            return False
        if self._replay is None or self._replay.closed:
            from capture_widgets.widgets.replay.replay import Replay  # which is not needed for any other table

            self._replay = Replay(self._found.game(), None)
        return True

    def put_away(self) -> None:
        """Show the best line no longer."""
        shown, self._replay = self._replay, None
        if shown is not None:
            shown.close()

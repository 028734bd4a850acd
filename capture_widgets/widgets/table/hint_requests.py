"""Searches that a table starts for the player to move: a hint, and whether the game can still be won."""

from __future__ import annotations

from typing import Any, Final

from capture_widgets.core.background import Steps
from capture_widgets.core.errors import ActionRefused
from capture_widgets.core.interrupts import Flag
from capture_widgets.engine.solver_notes import add_solver_note, winnable_words
from capture_widgets.play.game import Game
from capture_widgets.widgets.table.seating import Seating
from capture_widgets.widgets.table.session import Session

KINDS: Final = ("hint", "winnable")
"""The requests that start a search."""

_SOLVER_SECONDS: Final = 1.0
"""How long the solver may search for the answer whether a game can still be won."""

_WINNABLE_TEXTS: Final = {
    True: "It can still be won, by a player who knows every card.",
    False: "It cannot be won any more, whatever you play.",
    None: "The solver could not decide in time whether it can still be won.",
}


_NOTED: Final = "The record of the game says that you asked."


class HintRequests:
    """The searches of one table that are under way; a person may cancel them."""

    def __init__(self, game: Game, seating: Seating, session: Session) -> None:
        self._game = game
        self._seating = seating
        self._session = session
        self.running: dict[int, Flag] = {}
        """What cancels each search, by the identity of its request."""
        self._dropped: set[int] = set()
        """The requests whose searches a person has cancelled."""

    def begin(self, message: dict[str, Any]) -> None:
        """Register a request before its search starts, so that `cancel` reaches it at once."""
        self.running[id(message)] = Flag()

    def end(self, message: object) -> None:
        """Forget a request that has been answered."""
        self.running.pop(id(message), None)
        self._dropped.discard(id(message))

    def cancel(self) -> None:
        """Cancel all searches: nobody waits for them any more."""
        for number, cancelled in [*self.running.items()]:
            self._dropped.add(number)
            cancelled.set()

    def answer(self, message: dict[str, Any]) -> Steps[dict[str, Any] | None]:
        """Search and return the reply; None if the search was cancelled.

        Raises:
            ActionRefused: no player of this table is to move, or the game went on during the search.
        """
        game = self._game
        cancelled = self.running.get(id(message)) or Flag()
        revision = game.revision

        def on_change(_change: object) -> None:
            cancelled.set()

        with game.lock:
            if self._session.finished_round is not None or game.to_play not in self._seating.acting():
                raise ActionRefused("hint", "only the player to move at this table may ask for a hint")
            game.observe(on_change, "revision")
        note, reply = "", dict[str, Any]()
        try:
            if message["kind"] == "hint":
                from capture_widgets.bots.hints import hint_steps

                hint = yield from hint_steps(game.view(cancelled=cancelled), names=game.names)
                reply = {
                    "kind": "hint",
                    "move": hint.move,
                    "text": hint.first,
                    "more": hint.text[len(hint.first) :].strip(),
                }
            else:
                yield 0
                answer = yield from game.type.solving().deciding(game.state, _SOLVER_SECONDS, cancelled.is_set)
                note = winnable_words(answer)
                reply = {"kind": "hint", "move": None, "text": _WINNABLE_TEXTS[answer], "more": _NOTED}
        finally:
            game.unobserve(on_change, "revision")
        # who moves instead of waiting has cancelled the search, and is told of no error
        if game.revision != revision and id(message) not in self._dropped:
            raise ActionRefused("hint", "the game has moved on; ask again for this position")
        if cancelled.is_set():
            return None
        if note:
            add_solver_note(game, note)
        return reply

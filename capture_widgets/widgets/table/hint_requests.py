"""Searches that a table starts for the player to move: a hint, and whether the game can still be won."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from capture_widgets.core.background import Steps
from capture_widgets.core.errors import ActionRefused
from capture_widgets.core.interrupts import Flag
from capture_widgets.engine.solver_notes import add_solver_note, winnable_words
from capture_widgets.play.game import Game
from capture_widgets.widgets.table.seating import Seating
from capture_widgets.widgets.table.session import Session

if TYPE_CHECKING:
    from capture_widgets.bots.hints import Hint
    from capture_widgets.model.view import View

Send = Callable[[dict[str, Any]], object]

KINDS: Final = ("hint", "winnable")
"""The requests that start a search."""

EARLY_SECONDS: Final = 0.2
"""The CPU seconds of the short search whose hint is shown while the whole search goes on, if it is sure enough."""

EARLY_CONFIDENCE: Final = 0.75
"""The confidence from which the hint of the short search is shown, as a first guess. Below, the whole search takes it
back too often (in 6 of 12 positions of Kommando, above in 3 of 16), and advice should not turn over before one's eyes.
"""

SLOW_SECONDS: Final = 0.6
"""If the short search took longer by the clock, the machine is busy and the whole search will take many seconds. Then
its hint is shown in any case, as a first idea that may change: at the first move of a game it is often not sure enough.
"""

_SOLVER_SECONDS: Final = 1.0
"""How long the solver may search for the answer whether a game can still be won."""

_NOTED: Final = "The game’s record notes this question."


class HintRequests:
    """The searches of one table that are under way; a person may cancel them."""

    def __init__(self, game: Game, seating: Seating, session: Session) -> None:
        self._game = game
        self._seating = seating
        self._session = session
        self.running: dict[int, Flag] = {}
        """What cancels each search, by the identity of its request."""

    def begin(self, message: dict[str, Any]) -> None:
        """Register a request before its search starts, so that `cancel` reaches it at once."""
        self.running[id(message)] = Flag()

    def end(self, message: object) -> None:
        """Forget a request that has been answered."""
        self.running.pop(id(message), None)

    def cancel(self) -> None:
        """Cancel all searches: nobody waits for them any more."""
        for cancelled in [*self.running.values()]:
            cancelled.set()

    def answer(self, message: dict[str, Any], send: Send) -> Steps[dict[str, Any] | None]:
        """Search and return the reply; None if the search was cancelled, or the game went on meanwhile.

        A page gets the hint of a short search first, as a first guess, if that is sure enough; else the better move so
        far, if its comparison with others takes over a second.

        Args:
            message: the request.
            send: sends a message to the pages while the search goes on.

        Raises:
            ActionRefused: no player of this table is to move.
        """
        game = self._game
        cancelled = self.running.get(id(message)) or Flag()

        def on_change(_change: object) -> None:
            cancelled.set()

        with game.lock:
            if self._session.finished_round is not None or game.to_play not in self._seating.acting():
                raise ActionRefused("hint", "only the player to move at this table may ask for a hint")
            view = game.view(cancelled=cancelled)  # later it might be the view of another seat
            game.observe(on_change, "revision")
        note, reply = "", dict[str, Any]()
        try:
            if message["kind"] == "hint":
                reply = yield from self._hint(view, message["id"], send)
            else:
                yield 0
                solver, state = game.type.solving(), game.state
                answer = yield from solver.deciding(state, _SOLVER_SECONDS, cancelled.is_set)
                note = winnable_words(answer)
                text = solver.decided(state, answer)
                reply = {"kind": "hint", "move": None, "text": text, "more": _NOTED, "sure": "", "goes_on": False}
        finally:
            game.unobserve(on_change, "revision")
        if cancelled.is_set():  # who moves instead of waiting needs neither a hint nor an error
            return None
        if note:
            add_solver_note(game, note)
        return reply

    def _hint(self, view: View, number: int, send: Send) -> Steps[dict[str, Any]]:
        """Search for a hint; tell the pages at once what a short search found, if it is sure enough.

        It also does so on a slow machine. Else, if the best moves are compared for over a second, the pages get the
        better one so far.
        """
        from capture_widgets.bots.hints import hint_steps

        names = self._game.names
        began = monotonic()
        early = yield from hint_steps(view, seconds=EARLY_SECONDS, names=names)
        if early.simulations == 0 or view.cancelled.is_set():  # there is nothing to search, or nobody waits
            return _reply(early)
        shown: list[str] = []

        def show(hint: Hint, **changes: str) -> None:
            """Show a hint while the search goes on, unless one is shown: advice should not turn over twice."""
            if not shown:
                shown.append(hint.move)
                send({**_reply(hint), **changes, "goes_on": True, "id": number})

        if early.confidence >= EARLY_CONFIDENCE:
            show(early, sure="first")
        elif monotonic() - began > SLOW_SECONDS:
            show(early, sure="closer")
        hint = yield from hint_steps(view, names=names, so_far=lambda hint: show(hint, sure="closer"))
        reply = _reply(hint)
        if shown and hint.move not in shown:
            reply["text"] = f"{_LONGER} {hint.first[:1].lower()}{hint.first[1:]}"
        return reply


_LONGER: Final = "A longer search found better:"
"""What comes before the sentence of a hint that differs from the one of the short search."""


def _reply(hint: Hint) -> dict[str, Any]:
    """A hint as a page gets it."""
    from capture_widgets.bots.hint_words import is_hopeless, sureness_of  # it is loaded with the search

    more = hint.text[len(hint.first) :].strip()
    sure = sureness_of(hint.confidence) if hint.simulations and not is_hopeless(hint.high) else ""
    return {"kind": "hint", "move": hint.move, "text": hint.first, "more": more, "sure": sure, "goes_on": False}

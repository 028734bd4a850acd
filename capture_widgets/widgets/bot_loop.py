"""The thread on which bots at a table move, one move after the other, until none is due."""

from __future__ import annotations

import threading
import time
import weakref
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from capture_widgets.bots.asking import Trouble, ask, trouble_asking, trouble_playing
from capture_widgets.interrupts import Flag
from capture_widgets.view import Bot, View

if TYPE_CHECKING:
    from capture_widgets.game import Game
    from capture_widgets.widgets.session import Session

LINGER = 1.0
"""Seconds that the thread waits for a bot to be due before it ends."""


@dataclass
class _Question:
    """A bot that was asked for a move."""

    bot: Bot
    view: View
    revision: int
    """The game's, when it was asked."""
    cancelled: threading.Event
    answers: list[str | BaseException] = field(default_factory=list)


class BotLoop:
    """Lets the bots of a session move, on a thread that exists only while there is something to do.

    The thread holds neither the session nor its game while it waits.
    """

    def __init__(self, session: Session) -> None:
        self._session = weakref.ref(session)
        self._lock = threading.RLock()
        self._wake = threading.Condition(self._lock)
        self._thread: threading.Thread | None = None
        self._cancelled = Flag()

    def wake(self) -> None:
        """Something has changed: check whether a bot is due."""
        with self._lock:  # and not the condition, whose way in is in Python: an interrupt may come within it
            if self._thread is None and self._due():
                self._thread = threading.Thread(target=self._run, name="capture-widgets-bots", daemon=True)
                try:
                    self._thread.start()
                except BaseException:
                    self._thread = None
                    raise
            self._wake.notify_all()

    def cancel(self) -> None:
        """Cancel the bot that is thinking: nobody wants its answer any more."""
        self._cancelled.set()
        with self._lock:
            self._wake.notify_all()

    def _due(self) -> bool:
        session = self._session()
        return session is not None and session.due() is not None

    def _watched(self) -> bool:
        session = self._session()
        return session is not None and session.watched()

    def _moment(self) -> Any:
        session = self._session()
        return None if session is None else session.moment()

    def _game(self) -> Game | None:
        session = self._session()
        return None if session is None else session.game

    def _run(self) -> None:
        try:
            while self._is_due_in_time():
                moment = self._moment()
                if moment is not None and self._paused(moment):
                    self._step(moment)
        finally:
            with self._wake:
                if self._thread is threading.current_thread():
                    self._thread = None

    def _is_due_in_time(self) -> bool:
        """Wait until a bot is due; False if none is for a while: then the thread ends, and `wake` starts another."""
        with self._wake:
            self._wake.wait_for(lambda: self._due() or not self._watched(), LINGER)
            if self._due():
                return True
            self._thread = None
            return False

    def _paused(self, moment: Any) -> bool:
        """Wait for the pause to pass; False if something else is due by then."""
        session = self._session()
        until = time.monotonic() + (0 if session is None else session.pause())
        del session
        with self._wake:
            while self._moment() == moment:
                left = until - time.monotonic()
                if left <= 0:
                    return True
                self._wake.wait(min(left, LINGER))
        return False

    def _step(self, moment: Any) -> None:
        question = self._begin(moment)
        if question is not None:
            self._end(question, self._answer(question))

    def _begin(self, moment: Any) -> _Question | None:
        """Make the view for the bot that is due, unless something has changed since."""
        session, game = self._session(), self._game()
        if session is None or game is None:
            return None
        cancelled = self._cancelled = Flag()
        with game.held():
            # what changes from here on cancels this question
            bot = session.due()
            if bot is None or session.moment() != moment:
                return None
            question = _Question(bot, game.view(cancelled), game.revision, cancelled)
            session.thinking = question.view.seat
        session.tell()
        return question

    def _answer(self, question: _Question) -> str | BaseException | None:
        """Ask the bot on another thread, so that a bot that never answers can be left behind."""
        wake, answers, cancelled = self._wake, question.answers, question.cancelled
        bot, view = question.bot, question.view

        def think() -> None:
            try:
                answer: str | BaseException = ask(bot, view)
            except BaseException as error:  # noqa: BLE001 # a bot is anybody's code: whatever it raises is said
                answer = error
            with wake:
                answers.append(answer)
                wake.notify_all()

        threading.Thread(target=think, name="capture-widgets-thinking", daemon=True).start()
        with wake:
            while not answers and not cancelled.is_set():
                if self._game() is None:
                    cancelled.set()
                wake.wait(LINGER)
            return None if cancelled.is_set() else answers[0]

    def _end(self, question: _Question, answer: str | BaseException | None) -> None:
        """Make the move that a bot has chosen, or say what is wrong with it."""
        session, game = self._session(), self._game()
        if session is None or game is None:
            return
        with game.held():
            session.thinking = None
            if answer is not None and not question.cancelled.is_set() and game.revision == question.revision:
                session.trouble = _take(game, question, answer)
                if session.trouble is None:
                    return  # the game notifies its observers of the move
        session.tell()


def _take(game: Game, question: _Question, answer: str | BaseException) -> Trouble | None:
    if isinstance(answer, BaseException):
        return trouble_asking(question.bot, question.view, answer)
    try:
        game.play(answer)
    except Exception as error:  # noqa: BLE001 # the rules refuse it, or the journal cannot be written
        return trouble_playing(question.bot, question.view, answer, error)
    return None

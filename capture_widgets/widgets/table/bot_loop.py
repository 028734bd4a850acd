"""The loop in which the bots of a table move, one after the other, until a person is to move."""

from __future__ import annotations

import threading
import time
import weakref
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from capture_widgets.bots.greedy import Greedy
from capture_widgets.bots.ismcts import ISMCTS
from capture_widgets.core.background import Steps, run_in_background
from capture_widgets.core.interrupts import Flag
from capture_widgets.model.view import Bot, View
from capture_widgets.play.shared_history import set_trouble

if TYPE_CHECKING:
    from capture_widgets.bots.asking import BotFailure
    from capture_widgets.play.game import Game
    from capture_widgets.widgets.table.session import Session

LINGER = 1.0
"""If no bot may move for so many seconds, the loop ends."""


@dataclass
class _Question:
    """A question to a bot for its move."""

    bot: Bot
    view: View
    revision: int
    """The revision of the game for which the bot chooses."""
    cancelled: threading.Event
    answers: list[str | BaseException] = field(default_factory=list)


class BotLoop:
    """Lets the bots of a session move, in the background, as long as a bot may move.

    While it waits it keeps neither the session nor the game alive.
    """

    def __init__(self, session: Session) -> None:
        self._session = weakref.ref(session)
        self._lock = threading.RLock()
        self._awake = Flag()
        self._run: object | None = None
        """A token of the loop that is running, or None."""
        self._cancelled = Flag()

    def wake(self) -> None:
        """Check whether a bot may move, after something has changed."""
        with self._lock:
            if self._run is None and self._due():
                self._run = object()
                try:
                    run_in_background(self._loop(self._run), "capture-widgets-bots", self._awake)
                except BaseException:
                    self._run = None
                    raise
        self._awake.set()

    def cancel(self) -> None:
        """Cancel the question to the bot that is thinking."""
        self._cancelled.set()
        self._awake.set()

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

    def _loop(self, run: object) -> Steps[None]:
        try:
            while (yield from self._wait_until_due()):
                moment = self._moment()
                if moment is not None and (yield from self._pause(moment)):
                    yield from self._step(moment)
        finally:
            with self._lock:
                if self._run is run:
                    self._run = None

    def _wait_until_due(self) -> Steps[bool]:
        """Wait until a bot may move; False if none may for a while: then the loop ends."""
        until = time.monotonic() + LINGER
        while not self._due() and self._watched() and (left := until - time.monotonic()) > 0:
            yield left
        with self._lock:
            if self._due():
                return True
            self._run = None
            return False

    def _pause(self, moment: Any) -> Steps[bool]:
        """Wait for the bot's pause; False if the bot may not move any more, or its pause has to begin anew."""
        session = self._session()
        until = time.monotonic() + (0 if session is None else session.pause())
        del session
        while self._moment() == moment:
            left = until - time.monotonic()
            if left <= 0:
                return True
            yield min(left, LINGER)
        return False

    def _step(self, moment: Any) -> Steps[None]:
        question = self._begin(moment)
        if question is not None:
            answer = yield from self._answer(question)
            self._end(question, answer)

    def _begin(self, moment: Any) -> _Question | None:
        """Make the view for the bot that may move, unless the game has changed since its pause began."""
        session, game = self._session(), self._game()
        if session is None or game is None:
            return None
        cancelled = self._cancelled = Flag()
        with game.held():
            # a change from here on cancels this question
            bot = session.due()
            if bot is None or session.moment() != moment:
                return None
            # nobody waits for the rest of a round without persons, so a bot that takes its time plays it as Greedy does
            chooser = Greedy() if session.hurries and isinstance(bot, ISMCTS) else bot
            question = _Question(chooser, game.view(cancelled=cancelled), game.revision, cancelled)
            session.thinking = question.view.seat
        session.refresh_tables()
        return question

    def _answer(self, question: _Question) -> Steps[str | BaseException | None]:
        """Ask the bot in other background work, so that the loop can leave a bot that never answers."""
        from capture_widgets.bots.asking import asking  # tables without bots do not need it

        awake, answers, cancelled = self._awake, question.answers, question.cancelled
        bot, view = question.bot, question.view

        def think() -> Steps[None]:
            try:
                answer: str | BaseException = yield from asking(bot, view)
            except BaseException as error:  # noqa: BLE001 # a bot may be any code: the table shows whatever it raises
                answer = error
            answers.append(answer)
            awake.set()

        run_in_background(think(), "capture-widgets-thinking")
        while not answers and not cancelled.is_set():
            if self._game() is None:
                cancelled.set()
            yield LINGER
        return None if cancelled.is_set() else answers[0]

    def _end(self, question: _Question, answer: str | BaseException | None) -> None:
        """Make the move that a bot has chosen, or let the tables show what is wrong with it."""
        session, game = self._session(), self._game()
        if session is None or game is None:
            return
        with game.held():
            session.thinking = None
            if answer is not None and not question.cancelled.is_set() and game.revision == question.revision:
                failure = _take(game, question, answer)
                if failure is None:
                    return  # the game notifies its observers of the move
                set_trouble(game, failure.full)  # first, since the session takes any news of the game for a change
                session.trouble = failure
        session.refresh_tables()


def _take(game: Game, question: _Question, answer: str | BaseException) -> BotFailure | None:
    from capture_widgets.bots.asking import failure_asking, failure_playing

    if isinstance(answer, BaseException):
        return failure_asking(question.bot, question.view, answer)
    try:
        game.play(answer)
    except Exception as error:  # noqa: BLE001 # the rules refuse it, or the journal cannot be written
        return failure_playing(question.bot, question.view, answer, error)
    return None

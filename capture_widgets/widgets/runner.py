"""Bots at a table on screen: they move by themselves, on a thread of their own, at a pace, and can be stopped."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from capture_widgets.errors import IllegalMove, failure_words
from capture_widgets.game import Game
from capture_widgets.state import SEAT_NAMES, Seat
from capture_widgets.view import Bot, View
from capture_widgets.wire import Reason

READING = 2.0
"""Seconds, beside the pace, for each thing that a move decided: a bot waits until it can have been read."""

SHOWING = 2.6
"""The same where things that have names are shown one after the other, and what they come to at the end: a little
longer than the table in the browser takes for each (``READING`` in table.tsx)."""


def reading_time(decided: Sequence[Reason], pace: float) -> float:
    """Seconds until what a move decided can have been read at a table."""
    if not any(reason["of"] for reason in decided):
        return len(decided) * (READING + pace)
    return (len(decided) + 1) * (SHOWING + pace) + pace


@dataclass(frozen=True)
class Trouble:
    """What went wrong while a bot was to move."""

    seat: Seat
    """The bot's."""
    whole: str
    """In words; they may name cards that only this seat knows."""
    short: str
    """The same for everybody."""


_MORE = "; `table.trouble` in a cell says more and may name hidden cards"
_WAY_ON = ". The game stands as it was; let it try again, or give the seat to somebody else."


class Runner:
    """Moves the bots of one game while a table of it is on screen.

    Attributes:
        thinking: the bot's seat that is choosing, or None.
        stopped: whether bots wait for `go`.
        trouble: what went wrong with a bot, or None.
        held: number of the finished round that tables still show, until somebody goes on (None: none).
        pace: seconds between a change of the position and a bot's move; more where there is something to read.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        # one lock for the game and for its bots: two would sooner or later be taken in both orders
        self._wake = threading.Condition(game._lock)
        self._thread: threading.Thread | None = None
        self._cancelled = threading.Event()
        self._listeners: weakref.WeakSet[Any] = weakref.WeakSet()
        self._round = game.round
        self.thinking: Seat | None = None
        self.stopped = False
        self.trouble: Trouble | None = None
        self.held: int | None = None
        self.pace = 0.4
        self._read_by = 0.0
        game.observe(self._changed, "revision")

    def listen(self, table: Any) -> None:
        """Call ``table.refresh()`` after every change; a table that is gone is forgotten."""
        self._listeners.add(table)

    def start(self) -> None:
        """A table is on screen: let bots move from now on."""
        with self._wake:
            if self._thread is None:
                self._thread = threading.Thread(target=self._loop, name="capture-widgets-bots", daemon=True)
                self._thread.start()
            self._wake.notify_all()

    def stop(self) -> None:
        """Let bots wait; one that is thinking is cancelled."""
        self._cancelled.set()
        self._set(stopped=True)

    def go(self) -> None:
        """Let bots move again."""
        self._set(stopped=False, trouble=None)

    def go_on(self) -> None:
        """Leave the finished round behind."""
        self._set(held=None)

    def _set(self, **values: Any) -> None:
        with self._wake:
            for name, value in values.items():
                setattr(self, name, value)
            self._wake.notify_all()
        self._tell()

    def _tell(self) -> None:
        for table in list(self._listeners):
            table.refresh()

    def read(self) -> None:
        """Somebody has read what was decided: bots need not wait for that any longer."""
        with self._wake:
            self._read_by = 0.0
            self._wake.notify_all()

    def _changed(self, _change: object) -> None:
        game = self._game
        self._cancelled.set()
        if game.round > self._round and not game.ply:
            self.held = game.round - 1
        elif game.ply or game.round < self._round:
            self.held = None
        self._round = game.round
        self.trouble = None
        self._let_read()
        self._tell()
        with self._wake:
            self._wake.notify_all()

    def _let_read(self) -> None:
        """Set by when the last move's decisions can have been read; a person who moves has read them."""
        game = self._game
        last = game.log("public", after=game.ply - 1)
        decided = last[0].get("why", ()) if last else ()
        if decided and self.pace:
            self._read_by = time.monotonic() + reading_time(decided, self.pace)
        elif not last or not isinstance(game.seats[last[0]["seat"]], Bot):
            self._read_by = 0.0

    def _pause(self) -> float:
        """Seconds until the bot may move; a move that nobody sees yet (GE-4) need not wait for readers."""
        if self._game.state.hides_move:
            return self.pace
        return max(self.pace, self._read_by - time.monotonic())

    def _due(self) -> Bot | None:
        """The bot that is to move now, if it may."""
        game = self._game
        if self.stopped or self.trouble or self.held is not None or game.to_play is None:
            return None
        player = game.seats[game.to_play]
        return player if isinstance(player, Bot) else None

    def _loop(self) -> None:
        while True:
            with self._wake:
                while (bot := self._due()) is None:
                    self._wake.wait()
                moment = self._moment()
                self._wake.wait_for(partial(self._interrupted, moment), timeout=self._pause())
                if self._moment() != moment or self._due() is not bot:
                    continue
                cancelled = self._cancelled = threading.Event()
                view = self._game.view(cancelled)
                self.thinking = view.seat
            self._tell()
            self._move(bot, view, cancelled)

    def _moment(self) -> tuple[int, float]:
        """What a bot waits for: while this stays the same, its pause goes on."""
        return self._game.revision, self._read_by

    def _interrupted(self, moment: tuple[int, float]) -> bool:
        return self.stopped or self._moment() != moment

    def _move(self, bot: Bot, view: View, cancelled: threading.Event) -> None:
        """Ask on a thread of its own, so that a bot which never answers can be left alone with its question."""
        answers: list[object] = []

        def ask() -> None:
            try:
                answer: object = bot.choose(view)
            except BaseException as error:  # noqa: BLE001 # a bot is anybody's code: whatever it raises is said
                answer = error
            with self._wake:
                answers.append(answer)
                self._wake.notify_all()

        threading.Thread(target=ask, name="capture-widgets-thinking", daemon=True).start()
        with self._wake:
            self._wake.wait_for(lambda: bool(answers) or cancelled.is_set())
            self.thinking = None
            taken = not cancelled.is_set()
        if taken:
            trouble = self._take(answers[0], bot, view)
            if trouble is not None:
                self._set(trouble=trouble)
            return
        self._tell()

    def _take(self, answer: object, bot: Bot, view: View) -> Trouble | None:
        """Make the move that a bot has chosen; else say what is wrong with it."""
        who = f"{bot.name[:60]} ({SEAT_NAMES[view.seat]})"
        if isinstance(answer, BaseException):
            return _trouble(view, f"{who} failed with ", failure_words(answer), type(answer).__name__)
        if not isinstance(answer, str):
            return _trouble(view, f"{who} answered with something that is no move, but ", type(answer).__name__)
        try:
            self._game.play(answer, at=(view.dump["round"], view.dump["ply"]))
        except IllegalMove as error:
            words = f"“{answer[:60]}”, which is not legal here: {error.reason}"
            return _trouble(view, f"{who} chose ", words, "what is not legal here")
        except Exception as error:  # noqa: BLE001 # an observer of the game is anybody's code too
            made = f"Something that follows the game failed with {type(error).__name__}"
            return Trouble(view.seat, f"{made}: {failure_words(error)}"[:600], f"{made}{_MORE}.")
        return None


def _trouble(view: View, what: str, whole: str, short: str | None = None) -> Trouble:
    told = f"{what}{whole}{_WAY_ON}" if short is None else f"{what}{short}{_MORE}{_WAY_ON}"
    return Trouble(view.seat, f"{what}{whole[:400].rstrip('.')}{_WAY_ON}", told)


_runners: weakref.WeakKeyDictionary[Game, Runner] = weakref.WeakKeyDictionary()
_lock = threading.Lock()


def runner_of(game: Game) -> Runner:
    """The one runner of a game, made when first asked for."""
    with _lock:
        found = _runners.get(game)
        if found is None:
            found = _runners[game] = Runner(game)
        return found

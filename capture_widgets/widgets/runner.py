"""Bots at a table on screen: they move by themselves, on a thread of their own, at a pace, and can be stopped."""

from __future__ import annotations

import threading
import weakref
from functools import partial
from typing import Any

from capture_widgets.game import Game
from capture_widgets.state import Seat
from capture_widgets.view import Bot


class Runner:
    """Moves the bots of one game while a table of it is on screen.

    Attributes:
        thinking: the bot's seat that is choosing, or None.
        stopped: whether bots wait for `go`.
        trouble: what went wrong with a bot, in words, or None.
        held: number of the finished round that tables still show, until somebody goes on (None: none).
        pace: seconds between a change of the position and a bot's move.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        # one lock for the game and for its bots: two would sooner or later be taken in both orders
        self._wake = threading.Condition(game.held())
        self._thread: threading.Thread | None = None
        self._cancelled = threading.Event()
        self._listeners: weakref.WeakSet[Any] = weakref.WeakSet()
        self._round = game.round
        self.thinking: Seat | None = None
        self.stopped = False
        self.trouble: str | None = None
        self.held: int | None = None
        self.pace = 0.4
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
        self._set(stopped=True)
        self._cancelled.set()

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

    def _changed(self, _change: object) -> None:
        game = self._game
        self._cancelled.set()
        if game.round > self._round and not game.ply:
            self.held = game.round - 1
        elif game.ply or game.round < self._round:
            self.held = None
        self._round = game.round
        self.trouble = None
        self._tell()
        with self._wake:
            self._wake.notify_all()

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
                revision = self._game.revision
                self._wake.wait_for(partial(self._interrupted, revision), timeout=self.pace)
                if self._game.revision != revision or self._due() is not bot:
                    continue
                self._cancelled = threading.Event()
            self._move(bot)

    def _interrupted(self, revision: int) -> bool:
        return self.stopped or self._game.revision != revision

    def _move(self, bot: Bot) -> None:
        game, cancelled = self._game, self._cancelled
        view = game.view(cancelled)
        at = (game.round, game.ply)
        self.thinking = view.seat
        self._tell()
        try:
            move = bot.choose(view)
            self.thinking = None
            if not cancelled.is_set():
                game.play(move, at=at)
        except Exception as error:  # noqa: BLE001 # a bot is anybody's code: whatever it raises is said on the table
            self.thinking = None
            if not cancelled.is_set():
                self._set(trouble=f"{bot.name} failed: {type(error).__name__}: {error}"[:400])
        else:
            if cancelled.is_set():
                self._tell()


_runners: weakref.WeakKeyDictionary[Game, Runner] = weakref.WeakKeyDictionary()
_lock = threading.Lock()


def runner_of(game: Game) -> Runner:
    """The one runner of a game, made when first asked for."""
    with _lock:
        found = _runners.get(game)
        if found is None:
            found = _runners[game] = Runner(game)
        return found

"""What all tables of one game share: whether bots may move, which finished round is shown, what went wrong."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from capture_widgets.bots.asking import BotFailure
from capture_widgets.engine.state import SEAT_NAMES, Seat
from capture_widgets.library.kept_games import keep
from capture_widgets.model.log_entry import Reason
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.widgets.host.weak_observers import WeakObserver
from capture_widgets.widgets.table.after_game import Telling
from capture_widgets.widgets.table.bot_loop import BotLoop

if TYPE_CHECKING:
    from capture_widgets.widgets.table.table import Table

READING = 2.0
"""Seconds, beside the pace, for each thing that a move decided: a bot waits until it can have been read."""

SHOWING = 2.6
"""The same where things that have names are shown one after the other, and what they come to at the end: a little
longer than the table in the browser takes for each (``STAGE_TIME`` in screens/table/table.tsx)."""


FOLLOWING = 1.2
"""Seconds between the moves of different bots that follow one another, where a person plays and there is a pace at all:
each can be followed."""

GOING_ON = 0.8
"""The same between the moves of one bot's turn."""


def reading_time(decided: Sequence[Reason], pace: float) -> float:
    """Seconds that people need at a table to read what a move decided."""
    if not any(reason["of"] for reason in decided):
        return len(decided) * (READING + pace)
    return (len(decided) + 1) * (SHOWING + pace) + pace


class Session:
    """One game at its tables; it lives as long as the game, and keeps neither game nor tables alive.

    It follows the game while there is a table.

    Attributes:
        thinking: the bot's seat that is choosing, or None.
        stopped: whether bots wait for `go`.
        trouble: what went wrong with a bot, or None.
        telling: what was possible in a game that is over.
        held: number of the finished round that tables still show, until somebody goes on (None: none).
        pace: seconds between a change of the position and a bot's move; more where there is something to read.
        opened: whether what was hidden has been shown at the end of this deal.
        kept: whether it has been seen to that the game is kept, which is done once.
        taken_back: how often moves were taken back at these tables since the deal.
    """

    def __init__(self, game: Game) -> None:
        self._game = weakref.ref(game)
        # objects may die, and so tables leave, anywhere: while this lock is held, too
        self._lock = threading.RLock()
        self._tables: tuple[weakref.ref[Table], ...] = ()
        self._models: dict[object, weakref.ref[Table]] = {}
        self._round, self._followed = game.round, game.revision
        self.thinking: Seat | None = None
        self.stopped = False
        self.trouble: BotFailure | None = None
        self.held: int | None = None
        self.pace = 0.4
        self.taken_back = 0
        self.kept = False
        self.opened = False
        self._read_by = 0.0
        self._persons: dict[Seat, str] = {}
        self._bots = BotLoop(self)
        self.telling = Telling(self)
        self._follows: tuple[WeakObserver, ...] = ()

    @property
    def game(self) -> Game | None:
        """The game, while there is one."""
        return self._game()

    # -- tables

    def join(self, table: Table) -> None:
        """Call ``table.refresh()`` after every change; a table that is gone is forgotten."""
        game = table.game
        with self._lock:
            self._tables = (*(one for one in self._tables if one() is not None), weakref.ref(table))
            first = not self._follows
            if first:
                self._follows = (
                    WeakObserver(self._changed, game, ["revision"]),
                    WeakObserver(self._troubled, game, ["trouble"]),
                )
        if first:
            with game.lock:
                if self.held is not None and (self.held != game.round - 1 or game.ply):
                    self.held = None
                self._follow(game)

    def leave(self, table: Table) -> None:
        """Stop refreshing a table."""
        with self._lock:
            self._tables = tuple(one for one in self._tables if one() not in (None, table))
            left = () if self._tables else self._follows
            if left:
                self._follows = ()
        for follower in left:
            follower.stop()
        self._bots.wake()

    def tables(self) -> list[Table]:
        """The tables there are."""
        return [table for one in self._tables if (table := one()) is not None]

    def model(self, key: object) -> Table | None:
        """The table that was kept under a key, unless it is closed or gone."""
        with self._lock:
            found = self._models.get(key)
            table = None if found is None else found()
        return None if table is None or table.closed else table

    def keep_model(self, key: object, table: Table) -> None:
        """Find a table under this key as long as it lives."""
        with self._lock:
            self._models = {one: there for one, there in self._models.items() if there() is not None}
            self._models[key] = weakref.ref(table)

    def tell(self) -> None:
        """Bring all tables up to date, each apart from the others."""
        failed: Exception | None = None
        for table in self.tables():
            try:
                table.refresh()
            except Exception as error:  # noqa: BLE001 # raised below
                failed = error
        if failed is not None:
            raise failed

    # -- what tables ask for

    def on_screen(self) -> None:
        """A table is on screen: bots that are due may move, and what was possible is looked for."""
        self._bots.wake()
        game = self.game
        if game is not None:
            game.at_table = game.at_table or any(table.on_screen and table.seat != "public" for table in self.tables())
            if self.telling.look():
                self.tell()

    def stop(self) -> None:
        """Let bots wait; one that is thinking is cancelled."""
        self.stopped = True
        self._bots.cancel()
        self._told()

    def go(self) -> None:
        """Let bots move again."""
        self.stopped, self.trouble = False, None
        self._told()

    def keep(self) -> None:
        """Keep the game on this machine, where that is wanted; whoever lets its journal go later has the last word."""
        game = self.game
        if game is not None and not self.kept and any(table.seat != "public" for table in self.tables()):
            self.kept = True
            keep(game)

    def go_on(self) -> None:
        """Stop showing the finished round."""
        self.held = None
        self._told()

    def read(self) -> None:
        """Somebody has read what a move decided: bots need not wait for that any more."""
        self._read_by = 0.0
        self._bots.wake()

    def _told(self) -> None:
        self._bots.wake()
        self.tell()

    def person(self, seat: Seat) -> str:
        """The name that the person at a seat has, or had when last one sat there."""
        return self._persons.get(seat, SEAT_NAMES[seat])

    # -- what the game tells

    def _changed(self, _change: object) -> None:
        game = self.game
        if game is None:
            return
        self._bots.cancel()
        with game.lock:
            self._follow(game)
        if not self.kept and game.history.under_way and self.watched():
            self.keep()  # somebody moved in a cell, beside a table
        self.telling.look()
        self._told()

    def _follow(self, game: Game) -> None:
        # can be done again after a fault at any line, with the same result
        self._persons.update((seat, one) for seat, one in enumerate(game.seats) if not isinstance(one, Bot))
        if game.round > self._round and not game.ply:
            self.held = game.round - 1
        elif game.ply or game.round < self._round:
            self.held = None
        self._round, self._followed = game.round, game.revision
        self.trouble = None
        self.telling.follow(game)
        if not game.can_undo and not game.can_redo:
            self.taken_back, self.opened = 0, False  # a new deal
        self._let_read(game)

    def _troubled(self, change: object) -> None:
        """An observer failed, maybe this one: follow the game again, and let tables say so."""
        self._changed(change)

    def _let_read(self, game: Game) -> None:
        """Set the time until which people read what the last move decided; a person who moves has read it."""
        if not any(isinstance(player, Bot) for player in game.seats):
            return  # nobody who would wait
        last = game.log("public", after=game.ply - 1)
        decided = last[0].get("why", ()) if last else ()
        if decided and self.pace:
            self._read_by = time.monotonic() + reading_time(decided, self.pace)
        elif not last or not isinstance(game.seats[last[0]["seat"]], Bot):
            self._read_by = 0.0

    # -- what the bots' loop asks

    def due(self) -> Bot | None:
        """The bot that is to move now, if it may: while a table of the game is on screen."""
        game = self.game
        if game is None or self.stopped or self.trouble or self.held is not None:
            return None
        if game.revision != self._followed:
            # its observers have not heard of the last move yet: it may have ended a round, which is shown first
            return None
        seat = game.to_play
        if seat is None or not isinstance(player := game.seats[seat], Bot) or not self.watched():
            return None
        return None if seat in game.teacher.settings.frozen else player

    def watched(self) -> bool:
        """Whether a table of the game is on screen."""
        return self.game is not None and any(table.on_screen for table in self.tables())

    def moment(self) -> Any:
        """A value that stays the same while the bot's pause goes on; None if no bot is due."""
        bot, game = self.due(), self.game
        return None if bot is None or game is None else (game.revision, self._read_by, bot)

    def pause(self) -> float:
        """Seconds until the bot may move; a move that nobody sees yet (GE-4) need not wait for readers."""
        game = self.game
        if game is None or game.state.hides_move:
            return self.pace
        return max(self.pace, self._follow_by(game), self._read_by - time.monotonic())

    def _follow_by(self, game: Game) -> float:
        """Seconds that people need to see what a bot did before a bot moves again."""
        last = game.log("public", after=game.ply - 1)
        persons = any(not isinstance(player, Bot) for player in game.seats)
        if not (self.pace and persons and last and isinstance(game.seats[last[0]["seat"]], Bot)):
            return 0.0
        return GOING_ON if last[0]["seat"] == game.to_play else FOLLOWING


_sessions: dict[weakref.ref[Game], Session] = {}
"""Each goes with its game, by no function of ours: a press of the stop button that comes in one while it finalizes is
lost."""

_lock = threading.RLock()


def session_of(game: Game) -> Session:
    """The one session of a game, made when first asked for."""
    with _lock:
        session = _sessions.get(weakref.ref(game))
        if session is None:
            session = _sessions[weakref.ref(game, _sessions.pop)] = Session(game)
        return session

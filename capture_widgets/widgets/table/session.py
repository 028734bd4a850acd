"""What all tables of one game share: whether bots may move, which finished round is shown, what went wrong."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from capture_widgets.bots.greedy import Greedy
from capture_widgets.engine.names import LETTERS, Names
from capture_widgets.engine.state import SEAT_NAMES, Seat
from capture_widgets.model.log_entry import Reason
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.play.shared_history import set_trouble
from capture_widgets.widgets.host.weak_observers import WeakObserver
from capture_widgets.widgets.table.after_game import ParReport
from capture_widgets.widgets.table.bot_loop import BotLoop

if TYPE_CHECKING:
    from capture_widgets.bots.asking import BotFailure
    from capture_widgets.widgets.table.table import Table

READING = 2.2
"""Seconds, in addition to the pace, that a bot waits for people to read each thing that the last move decided."""

TURNS = 3.3
"""Seconds that the turns of several bots in a row take at the usual pace if each of them decides one thing. What a
person at a table has a part in stays as if two bots played."""

STAGE = 2.5
"""Seconds, in addition to the pace, for which the browser shows a stage of a short reveal: `STAGE_TIME` there."""

REVEAL = 6.0
"""Seconds that a whole reveal takes at most at the usual pace: `REVEAL_TIME` in the browser."""

AT_NO_PACE = 0.6
"""The part of `REVEAL` and `TURNS` that is taken without a pause; each second of pace adds the whole once more, so that
it is whole at the usual pace."""

LATER = 0.1
"""Seconds for each stage of a reveal that a bot waits longer than the browser shows it."""

FOLLOWING = 1.0
"""Seconds between the moves of different bots, so that persons can follow each of them. This holds only if a person
plays and the pace is not 0."""

GOING_ON = 1.0
"""The same between the moves of one turn of a bot."""

SCORED = 1.4
"""Seconds until a bot moves after a person's move that changed the points, so that the person sees what it brought."""

WANTED = 0.8
"""The most seconds until a bot moves after somebody has clicked to go on."""


def reading_time(decided: Sequence[Reason], pace: float, bots: int = 1) -> float:
    """Seconds for which people at a table may read what a move decided, before the next of several bots moves."""
    if not any(reason["of"] for reason in decided):
        return len(decided) * max(pace, min(READING + pace, TURNS / max(bots, 1) * (AT_NO_PACE + pace)))
    stages = len(decided) + 1
    return stages * (stage_time(stages, pace) + LATER)


def stage_time(stages: int, pace: float) -> float:
    """Seconds for which the browser shows one stage of a reveal."""
    return min(STAGE + pace, REVEAL / stages * (AT_NO_PACE + pace))


class Session:
    """What all tables of one game share.

    It lives as long as the game, but keeps neither the game nor the tables alive. It observes the game while there is a
    table.

    Attributes:
        thinking: the seat whose bot is choosing a move, or None.
        stopped: whether the bots wait for `go`.
        trouble: what went wrong with a bot, or None.
        par_report: par and the best line, once the game is over.
        finished_round: the number of the finished round that the tables show until somebody goes on, or None.
        pace: seconds between a change of the position and a bot's move; a bot waits longer if there is much to read.
        opened: whether the tables have shown the hidden cards or the best line of this game.
        kept: whether this session has already kept the game on this machine, or need not.
        undo_count: how often persons took moves back at these tables since the deal.
        hurries: whether bots play to the end without pauses, because no person is left in the round or its result is
            settled.
        by_hand: the revision of the game that a move at a table makes, or made last.
    """

    def __init__(self, game: Game) -> None:
        self._game = weakref.ref(game)
        # a table may be collected, and then leaves, while this thread holds the lock: so an RLock
        self._lock = threading.RLock()
        self._tables: tuple[weakref.ref[Table], ...] = ()
        self._models: dict[object, weakref.ref[Table]] = {}
        self._round, self._followed = game.round, game.revision
        self.thinking: Seat | None = None
        self.stopped = False
        self.trouble: BotFailure | None = None
        self.finished_round: int | None = None
        self.pace = 0.4
        self._points = game.points
        self.undo_count = 0
        self._dealt = (-1, 0)
        self.hurries = False
        self._substitute = Greedy()
        self.kept = False
        self.opened = False
        self.by_hand = 0
        self._plays_here = False
        self._read_by = 0.0
        self._wanted_on = False
        self._persons: dict[Seat, str] = {}
        self._bots = BotLoop(self)
        self.par_report = ParReport(self)
        self._observers: tuple[WeakObserver, ...] = ()

    @property
    def game(self) -> Game | None:
        """The game, while there is one."""
        return self._game()

    # -- tables

    def join(self, table: Table) -> None:
        """Call ``table.refresh()`` after every change from now on, as long as the table lives."""
        game = table.game
        with self._lock:
            self._tables = (*(one for one in self._tables if one() is not None), weakref.ref(table))
            first = not self._observers
            if first:
                self._observers = (
                    WeakObserver(self._changed, game, ["revision"]),
                    WeakObserver(self._trouble_changed, game, ["trouble"]),
                )
        if first:
            with game.lock:
                if self.finished_round is not None and (self.finished_round != game.round - 1 or game.ply):
                    self.finished_round = None
                self._follow(game)

    def leave(self, table: Table) -> None:
        """Stop refreshing a table."""
        with self._lock:
            self._tables = tuple(one for one in self._tables if one() not in (None, table))
            observers = () if self._tables else self._observers
            if observers:
                self._observers = ()
        for observer in observers:
            observer.stop()
        self._bots.wake()

    def tables(self) -> list[Table]:
        """The tables that are open."""
        return [table for one in self._tables if (table := one()) is not None]

    def model(self, key: object) -> Table | None:
        """The open table under a key, or None."""
        with self._lock:
            reference = self._models.get(key)
            table = None if reference is None else reference()
        return None if table is None or table.closed else table

    def keep_model(self, key: object, table: Table) -> None:
        """Let `model` return a table under this key as long as the table lives."""
        with self._lock:
            self._models = {one: model for one, model in self._models.items() if model() is not None}
            self._models[key] = weakref.ref(table)

    def refresh_tables(self) -> None:
        """Bring all tables up to date, even if one of them fails."""
        failed: Exception | None = None
        # those who play come first, so that nobody's own move waits for a hundred spectators
        for table in sorted(self.tables(), key=lambda one: one.seat == "public"):
            try:
                table.refresh()
            except Exception as error:  # noqa: BLE001 # raised below
                failed = error
        if failed is not None:
            raise failed

    # -- what tables ask for

    def on_screen(self) -> None:
        """Let the bots move, and start the search for par, now that a page shows a table."""
        self._bots.wake()
        game = self.game
        if game is not None:
            game.at_table = game.at_table or any(table.on_screen and table.seat != "public" for table in self.tables())
            if self.par_report.start():
                self.refresh_tables()

    def stop(self) -> None:
        """Let the bots wait, and cancel the one that is thinking."""
        self.stopped = True
        self._bots.cancel()
        self._wake_and_refresh()

    def go(self) -> None:
        """Let the bots move again."""
        self.stopped = False
        if self.trouble is not None and self.game is not None:
            set_trouble(self.game, None)
        self.trouble = None
        self._wake_and_refresh()

    def keep(self) -> None:
        """Keep the game on this machine, once, unless its player does not want that."""
        game = self.game
        if game is not None and not self.kept and any(table.seat != "public" for table in self.tables()):
            from capture_widgets.library.kept_games import keep  # the first move needs it, the first sight does not

            self.kept = True
            keep(game)

    def go_on(self) -> None:
        """Stop showing the finished round."""
        self.finished_round = None
        self._wake_and_refresh()

    @property
    def deal(self) -> int:
        """The number of deals that the tables have shown; every deal starts the hand clock anew."""
        return self._dealt[1]

    def only_bots_left(self) -> bool:
        """Whether the round goes on although all persons are out of it."""
        game = self.game
        if game is None or game.is_over or self.finished_round is not None:
            return False
        out, persons = game.state.seats_out, [not isinstance(player, Bot) for player in game.seats]
        return any(persons) and all(seat in out for seat, is_person in enumerate(persons) if is_person)

    def is_settled(self) -> bool:
        """Whether the only person who plays, against bots, knows the result before the round is over.

        In a match it is not over for them: each point still counts.
        """
        game = self.game
        if game is None or game.is_over or self.finished_round is not None or game.history.match:
            return False
        bots = [isinstance(player, Bot) for player in game.seats]
        return any(bots) and bots.count(False) == 1 and game.state.settled is not None

    def may_skip(self) -> bool:
        """Whether the round may be played to its end at once."""
        return self.only_bots_left() or self.is_settled()

    def hurry(self) -> None:
        """Play to the end of the round without pauses; a bot moves for a person who knows the result."""
        self.hurries, self.stopped = True, False
        self._bots.cancel()
        self._wake_and_refresh()

    def read(self) -> None:
        """Let the bots go on at once: a person has seen the last move, and read what it decided."""
        self._read_by, self._wanted_on = 0.0, True
        self._bots.wake()

    def _wake_and_refresh(self) -> None:
        self._bots.wake()
        self.refresh_tables()

    def person(self, seat: Seat) -> str:
        """The name of the person at a seat, or of the last person who sat there."""
        return self._persons.get(seat, SEAT_NAMES[seat])

    # -- changes of the game

    def _changed(self, _change: object) -> None:
        game = self.game
        if game is None:
            return
        self._bots.cancel()
        with game.lock:
            self._follow(game)
        if not self.kept and game.history.under_way and self.watched():
            self.keep()  # a cell made a move while a page shows a table
        self.par_report.start()
        self._wake_and_refresh()

    def _follow(self, game: Game) -> None:
        # After a fault at any line, this runs again from its beginning, with the same result.
        self._persons.update((seat, one) for seat, one in enumerate(game.seats) if not isinstance(one, Bot))
        if game.round > self._round and not game.ply:
            self.finished_round = game.round - 1
        elif game.ply or game.round < self._round:
            self.finished_round = None
        self._round, self._followed = game.round, game.revision
        self.trouble = None
        self.par_report.follow(game)
        if not game.can_undo and not game.can_redo:
            self.undo_count, self.opened = 0, False  # a new deal
            if not game.ply and self._dealt[0] != game.revision:  # moves that cannot be taken back are not deals
                self._dealt = (game.revision, self.deal + 1)
        self.hurries = self.hurries and self.may_skip()
        self._let_read(game)

    def _trouble_changed(self, change: object) -> None:
        """An observer of the game failed, perhaps `_changed`: call it again, so that the tables show the failure."""
        self._changed(change)

    def _let_read(self, game: Game) -> None:
        """Set the time until which the bots wait for people to read what the last move decided.

        A person who moves has read it. What somebody who plays at a table has a part in stays as long as if at most two
        bots played; moves that a cell makes wait for no such reader.
        """
        self._wanted_on = False
        out = game.state.seats_out
        bots = sum(isinstance(player, Bot) and seat not in out for seat, player in enumerate(game.seats))
        if bots == 0:
            return  # no bot would wait
        last = game.log("public", after=game.ply - 1)
        decided = last[0].get("why", ()) if last else ()
        moved = bool(last) and not isinstance(game.seats[last[0]["seat"]], Bot)
        if moved:
            self._plays_here = self.by_hand == game.revision
        if decided and self.pace:
            own = self._plays_here and (moved or _names_person(game))
            self._read_by = time.monotonic() + reading_time(decided, self.pace, min(bots, 2) if own else bots)
        elif moved or not last:
            scored = moved and self.pace and game.points != self._points
            self._read_by = time.monotonic() + SCORED if scored else 0.0
        self._points = game.points

    # -- questions of the bot loop

    def due(self) -> Bot | None:
        """The bot that may move now: only while a page shows a table of the game."""
        game = self.game
        if game is None or self.stopped or self.trouble or self.finished_round is not None:
            return None
        if game.revision != self._followed:
            # `_changed` has not run yet after the last move, which may have ended a round: the tables show that first
            return None
        seat = game.to_play
        player = None if seat is None else game.seats[seat]
        if self.hurries and player is not None and not isinstance(player, Bot):
            player = self._substitute
        if seat is None or not isinstance(player, Bot) or not self.watched():
            return None
        return None if seat in game.teacher.settings.frozen else player

    def watched(self) -> bool:
        """Whether a page shows a table of the game."""
        return self.game is not None and any(table.on_screen for table in self.tables())

    def moment(self) -> Any:
        """A value that changes whenever the bot's pause has to begin anew; None if no bot may move."""
        bot, game = self.due(), self.game
        return None if bot is None or game is None else (game.revision, self._read_by, self._wanted_on, bot)

    def pause(self) -> float:
        """Seconds until the bot may move. A move that nobody sees yet (GE-4) need not wait for readers."""
        game = self.game
        if self.hurries:
            return 0.0
        if game is None or game.state.hides_move:
            return self.pace
        if self._wanted_on:
            return min(self.pace, WANTED)
        return max(self.pace, self._pause_after_bot(game), self._read_by - time.monotonic())

    def _pause_after_bot(self, game: Game) -> float:
        """Seconds that people need to see what a bot did before a bot moves again."""
        last = game.log("public", after=game.ply - 1)
        persons = any(not isinstance(player, Bot) for player in game.seats)
        if not (self.pace and persons and last and isinstance(game.seats[last[0]["seat"]], Bot)):
            return 0.0
        return GOING_ON if last[0]["seat"] == game.to_play else FOLLOWING


def _names_person(game: Game) -> bool:
    """Whether what the last move decided names a person, whose card it was that a bot attacked."""

    def told(names: Names) -> list[str]:
        last = game.history.log("public", after=game.ply - 1, names=names)
        return [reason["text"] for entry in last for reason in entry.get("why", ())]

    persons = [seat for seat, player in enumerate(game.seats) if not isinstance(player, Bot)]
    return any(told(Names(you=seat)) != told(LETTERS) for seat in persons)


_sessions: dict[weakref.ref[Game], Session] = {}
"""The session of each game. The callback that removes it is the dict's own ``pop``: in a function written in Python, a
press of the stop button that comes during finalization would be lost."""

_lock = threading.RLock()


def session_of(game: Game) -> Session:
    """The session of a game; the first call makes it."""
    with _lock:
        session = _sessions.get(weakref.ref(game))
        if session is None:
            session = _sessions[weakref.ref(game, _sessions.pop)] = Session(game)
        return session

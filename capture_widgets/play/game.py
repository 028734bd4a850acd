"""Game: a game to play, undo, save, observe and show; thread-safe."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Self, Unpack

from capture_widgets.core.atomic_files import replace_file
from capture_widgets.core.errors import ActionRefused, shown
from capture_widgets.core.file_names import path_of
from capture_widgets.core.plain_data import is_a
from capture_widgets.core.whole_numbers import whole
from capture_widgets.engine.names import Names
from capture_widgets.engine.seats import check_seat
from capture_widgets.engine.state import SEAT_NAMES, Seat, Viewer
from capture_widgets.model.deal import is_seed
from capture_widgets.model.history import History
from capture_widgets.model.notes import with_note
from capture_widgets.model.players import check_player, name_of
from capture_widgets.model.record_format import GLYPHS, place
from capture_widgets.model.view import Bot, View
from capture_widgets.play import upward
from capture_widgets.play.marimo import WIDGET_NAMES, MarimoAdapter
from capture_widgets.play.shared_history import notify_journal_changed
from capture_widgets.play.snapshot import EarlierGame, Snapshot, Step, play_step
from capture_widgets.play.teacher_settings import TeacherSettings
from capture_widgets.play.undo import ReversibleHistory

if TYPE_CHECKING:
    from threading import Event

    from capture_widgets.bots.hints import Hint
    from capture_widgets.core.locked_files import Stamp
    from capture_widgets.play.upward import Inspector, Replay, Room, Table, Teacher
    from capture_widgets.protocol.widget_settings import InspectorSettings, ReplaySettings, RoomSettings, TableSettings
    from capture_widgets.records.journal import Journal


class Game(ReversibleHistory):
    """A game that people and bots play; `new`, `load` and `from_dump` make one.

    ``ply``, ``round``, ``to_play``, ``is_over``, ``points`` and ``returns`` are traits that can be observed and linked.
    All methods may be called from any thread; `SharedHistory` describes when observers are notified.
    """

    at_table: bool = False
    """Whether a page has shown a table to play at. Then a comment records each use of a function that sees all cards.
    """

    def __init__(
        self,
        history: History,
        *,
        players: Sequence[str | Bot] | None = None,
        can_undo: bool | None = None,
        kept_in: Stamp | None = None,
        earlier: Sequence[EarlierGame] = (),
        frozen: Iterable[Seat] = (),
    ) -> None:
        """Make a game from a history.

        Args:
            history: the moves played so far.
            players: the players by seat; by default persons with the names in the history.
            can_undo: whether moves may be taken back; None: yes, except moves of a match that showed cards at a table.
            kept_in: the stamp of the journal that the history was read from, which the game may overwrite.
            earlier: the games that were replaced, the latest one last.
            frozen: the seats that a teacher had frozen when the journal was closed.
        """
        given = tuple(players or ())
        names = (*map(name_of, given), *history.seats[len(given) :])
        if names != history.seats:
            history = history.with_names(names)
        super().__init__(history, (*given, *names[len(given) :]), can_undo=can_undo, earlier=earlier)
        self._now = self._now._replace(teacher=TeacherSettings(frozen=frozenset(frozen)))
        self._file = kept_in
        self._bot_seeds = [secrets.randbits(32) for _ in SEAT_NAMES]
        self._bot_chance = ""
        self._marimo = MarimoAdapter()

    # -- playing

    def play(self, move: str, *, at: tuple[int, int] | None = None) -> Self:
        """Make a move; in a match, the last move of a round also deals the next round (GE-8).

        Args:
            move: the notation of the move.
            at: the round and ply for which the move is meant; the game refuses it at any other position.

        Raises:
            IllegalMove: the text is not a move, or the move is not legal here; nothing has changed.
            ActionRefused: the game is not at the position ``at``; nothing has changed.
            OSError: the journal cannot be written; nothing has changed.
        """

        def work(now: Snapshot) -> tuple[Snapshot, Step | None]:
            before = now.history
            if at is not None and at != (before.round, before.ply):
                raise ActionRefused("play", "the game has moved on; look again and choose again")
            after = before.play(move)
            return now.then(after), None if now.journal is None else play_step(before, after)

        self._change(work)
        return self

    def comment(self, text: str, *, ply: int | None = None, round: int | None = None) -> Self:
        """Set the comment at a position, by default the current one; an empty text removes it.

        Raises:
            ValueError: the comment is not a text, or there is no such position.
        """
        if not is_a(text, str):
            raise ValueError(f"a comment is a text, not {shown(text)}")
        text = text.encode("utf-8", "replace").decode()  # half a surrogate pair could not be written
        return self._note("comment", text, ply, round)

    def glyph(self, sign: str, *, ply: int | None = None, round: int | None = None) -> Self:
        """Set the sign (!, ?, !!, ??, !?, ?!) of the move that led to a position; an empty text removes it.

        Raises:
            ValueError: there is no such sign or no such position.
        """
        if sign not in ("", *GLYPHS):
            raise ValueError(f"there is no sign {shown(sign)}; choose one of {' '.join(GLYPHS)}")
        return self._note("glyph", sign, ply, round)

    def _note(self, kind: Any, text: str, ply: int | None, round: int | None) -> Self:
        def work(now: Snapshot) -> tuple[Snapshot, Step | None]:
            history, key = with_note(now.history, kind, text, ply=ply, round_number=round)
            return now.then(history), {kind: [key, text]}

        self._change(work)
        return self

    # -- seats and bots

    def sit(self, seat: Seat, player: str | Bot) -> Self:
        """Give a seat to a person (a name) or a bot.

        Raises:
            ValueError: there is no such seat, or the player is neither a name nor a bot.
            OSError: the journal cannot be written; nothing has changed.
        """
        check_player(player)

        def work(now: Snapshot) -> tuple[Snapshot, Step | None]:
            players = list(now.players)
            at = check_seat(whole(seat), len(players))
            players[at], name = player, name_of(player)
            history = now.history.with_names(tuple(map(name_of, players)))
            return now.then(history, tuple(players)), {"sit": [at, name]}

        self._change(work)
        return self

    def seed_bots(self, seed: str | int) -> Self:
        """Make the random choices of all bots in this game repeatable, even of bots without a seed.

        Raises:
            ValueError: the argument is not a seed.
        """
        seed = whole(seed)
        if type(seed) is not str and not is_seed(seed):
            raise ValueError(f"seed={shown(seed)}: a text, or a whole number of at most 300 digits")
        with self._lock:
            self._bot_seeds = list(range(len(SEAT_NAMES)))
            self._bot_chance = f"{seed}/"
        return self

    def view(self, *, seat: Seat | None = None, cancelled: Event | None = None) -> View:
        """The view of a seat, by default of the seat to play, as a bot gets it.

        Raises:
            ActionRefused: no seat is given, and the game is over.
            ValueError: there is no such seat.
        """
        with self._lock:
            history, players = self._now.history, self._now.players
            seat = history.to_play if seat is None else check_seat(whole(seat), len(players))
            if seat is None:
                raise ActionRefused("view", "the game is over; nobody is to play")
            player = players[seat]
            seed = player.seed if isinstance(player, Bot) and player.seed is not None else self._bot_seeds[seat]
            rng = Random(f"{self._bot_chance}{seed}/{history.round}/{history.ply}/{seat}")
            reads = not isinstance(player, Bot) or getattr(player, "reads_log", False)
            log = history.log(seat, names=Names(SEAT_NAMES[: len(players)], seat)) if reads else ()
            return View(history.type, history.settings, seat, history.dump(seat), history.state, rng, cancelled, log)

    def run(self) -> Self:
        """Let bots play until a person is to move or the game is over.

        Raises:
            IllegalMove: a bot chose an illegal move; the moves before it stay.
        """
        from capture_widgets.bots.asking import ask

        while True:
            with self._lock:
                now = self._now
                if self.to_play is None or not isinstance(bot := now.players[self.to_play], Bot):
                    return self
                view = self.view()
            choice = ask(bot, view)
            with self.held():
                if self._now is now:
                    self.play(choice)

    def hint(
        self,
        seconds: float | None = None,
        simulations: int | None = None,
        seed: int | None = None,
        cancelled: Event | None = None,
    ) -> Hint:
        """A good move for the seat to play, with its purpose and a confidence; uses only what that seat may know.

        Args:
            seconds: the most CPU seconds of the search; by default 7.5 in Kommando, 1.5 in other games with a tree
                and half of one in games whose moves are only compared. Where one move is clearly best, it takes less.
                On a busy machine the search ends after six times as long, and is less sure.
            simulations: the number of simulations; the same seed then gives the same hint.
            seed: together with ``simulations``, makes the hint repeatable.
            cancelled: set this event to get the hint at once, from the search so far.

        Raises:
            ActionRefused: the game is over.
        """
        from capture_widgets.bots.hints import hint_steps
        from capture_widgets.core.background import run_to_end

        return run_to_end(hint_steps(self.view(cancelled=cancelled), seconds, simulations, seed, self.names))

    def still_winnable(self, seconds: float = 0.2) -> bool | None:
        """Whether 4X Solitaire can still be won, judged with all cards known; None if the time is too short to tell.

        If the game is under way at a table, a comment records that this was asked.

        Raises:
            ValueError: the game has no solver, or the time is not valid.
        """
        from capture_widgets.engine.solver_interface import still_winnable

        return still_winnable(self, seconds)

    # -- going back

    def at(self, ply: int, *, round: int | None = None, bots: bool = False) -> Game:
        """An independent game at an earlier position of this one.

        The call takes about the same time for every position.

        Args:
            ply: the number of moves that had been made in the round.
            round: the number of the round, from 0; None for the current round.
            bots: whether the bots of this game play in the new one, too; otherwise persons of the same names do.

        Raises:
            ValueError: there is no such round or ply.
        """
        now = self._now
        players = now.players if bots else None
        return Game(now.history.at(ply, round=round), players=players, can_undo=self._undo)

    def copy(self) -> Game:
        """An independent game with the same moves, variations, comments and players.

        The copy has no tables, observers and journal. ``copy.deepcopy`` and ``pickle`` copy the bots, too.
        """
        return self.__copy__()

    def __copy__(self) -> Game:
        kind, parts = self.__reduce__()
        return kind(*parts)

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        kind, parts = self.__reduce__()
        return kind(*deepcopy(parts, memo))

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[Any, ...]]:
        now = self._now
        return _copied, (now.history, now.players, self._undo, self.faults, self._bot_chance, now.earlier)

    def _independent_game(self, history: History, players: Sequence[str | Bot]) -> Game:
        return Game(history, players=players, can_undo=self._undo)

    # -- keeping

    def save(self, path: str | Path) -> Path:
        """Write the record to a file as JSON and return its path; if writing fails, the old file stays."""
        return replace_file(path_of(path), json.dumps(self.record(), ensure_ascii=False, indent=1) + "\n")

    def autosave(self, path: str | Path) -> Self:
        """Keep a journal from now on: every move is on disk before `play` returns, and `load` reads the game.

        If the file holds another game, it is renamed to ``game-1.jsonl``, with a warning.

        Raises:
            FileExistsError: the file exists and is not a journal; it is not changed.
            JournalHeld: another game uses this journal.
            OSError: the file cannot be written.
        """
        return self._keep_in(path)

    def _keep_in(self, path: str | Path, *, first: bool = False) -> Self:
        """Keep a journal (`autosave`); with ``first``, only if there is no journal at the path yet."""
        from capture_widgets.records.journal import journal_at
        from capture_widgets.records.new_journal import begin_journal

        def work(now: Snapshot) -> tuple[Snapshot, Step | None]:
            history = now.history.with_seed()  # the journal stores the seed of the next deals only in the record
            ahead = history
            while ahead.undone:  # the journal repeats moves that were taken back, and takes them back
                ahead = ahead.redo()
            undone, own = len(history.undone), now.journal or self._file
            # an observer may begin the journal while other changes still wait for theirs
            handover = _JournalHandover(self, now.then(history)._replace(news=now.news))
            ended = [one.history.record() for one in now.earlier]
            begin_journal(
                path, ahead.record(), can_undo=self._may_undo, undone=undone, ended=ended,
                more=_frozen_lines(self._now, history), own=own, keeper=handover,
                first=first,
            )  # fmt: skip
            return self._now, None

        path = path_of(path)
        earlier, there = self._now.journal, journal_at(path)
        self._change(work)
        if earlier is not None and earlier is not self._now.journal:
            earlier.give_way()
        if there is not None and isinstance(other := there.owner, Game) and other is not self:
            notify_journal_changed(other)
        return self

    @property
    def kept_in(self) -> str | None:
        """The path of the journal as the caller wrote it; None without a journal that holds the whole game."""
        journal = self._now.journal
        return None if journal is None or journal.closed or journal.behind else str(journal.path)

    def close(self) -> None:
        """Close the journal: the game is no longer saved, and another game may use the file."""
        earlier = self._now.journal
        self._change(lambda now: (now.then(now.history)._replace(journal=None, mark=0), None))
        if earlier is not None:
            self._file = earlier.stamp  # the game may use this file again
            earlier.close()

    # -- showing

    def save_html(self, path: str | Path, seat: Viewer = "public") -> Path:
        """Write a page that replays the game offline with only what a viewer may know; a failure keeps the old file."""
        from capture_widgets.export.pages import replay_html

        return replace_file(path_of(path), replay_html(self.history, seat))

    def __str__(self) -> str:
        return self.text(self._default_viewer())

    def __repr__(self) -> str:
        return f"<Game {self.type.slug}, round {self.round}, ply {self.ply}>"

    def _default_viewer(self) -> Viewer:
        """The viewer for `str`: the seat of the only person, else of the person to play, else the public."""
        now = self._now
        persons = [seat for seat, player in enumerate(now.players) if isinstance(player, str)]
        if len(persons) == 1:
            return persons[0]
        to_play = now.history.to_play
        return to_play if to_play in persons else "public"

    def table(self, seat: Viewer | str = "auto", **settings: Unpack[TableSettings]) -> Table:
        """A table to play at, for a seat, ``"public"`` (only to watch), None (everything face up) or ``"auto"``.

        With ``"auto"`` the table shows the seat of the only person. Several persons share the screen in turn, and the
        table is covered between turns. A game of bots is shown as a spectator sees it. Another call with the same
        settings returns the same table, as long as it is open.

        Args:
            seat: the viewer of the table, who plays at it.
            **settings: any of the following.
            size: ``"normal"``, or ``"projector"`` for a table as high as the window.
            theme: ``"auto"``, ``"light"``, ``"dark"`` or ``"contrast"``.
            colours: ``"two"`` or ``"four"`` colours of suits.
            memory: which public events stay marked: ``"none"``, the ``"last"`` move, or ``"all"``.
            pace: the pause between bots' moves, in milliseconds, 0 to 10,000; 400 by default.
            legal: whether the list of legal moves is open.

        Raises:
            ValueError: there is no such viewer, setting or value.
        """
        return upward.table_of(self, seat, **settings)

    def replay(self, seat: Viewer = "public", **settings: Unpack[ReplaySettings]) -> Replay:
        """A replay of the game so far, with what a viewer could see.

        Args:
            seat: the viewer: a seat, ``"public"``, or None for everything.
            **settings: any of the following.
            spoilers: False hides later moves, their number and the result until the replay reaches them.
            predict: True asks for a prediction before each move of the viewer; a list of positions (``"0/12"``, or 12)
                asks only there; a mapping gives each position a question, a list of right moves, or both (`Replay`).
            keep: a folder with a file for each viewer, or one file: answers are saved there, and are read again after
                a restart of the kernel.
            code: the viewer's code (`class_codes`), with which the replay marks each answer that it saves.
            lenses: the viewers that may be chosen; by default all for a finished game, else only ``seat``.
            analysis: a result of `analyse` or its file; the timeline shows the part that the viewer may see.
            round: the round to begin with.
            ply: the ply in that round to begin at.
            line: the variation to begin with, from 1; 0 is the main line.
            playing: whether the replay runs from the start.
            who: the viewer's name, for the answers of ``predict``.
            size: ``"normal"`` or ``"projector"``; theme: ``"auto"``, ``"light"``, ``"dark"`` or ``"contrast"``.
            colours: ``"two"`` or ``"four"``; memory: ``"none"``, ``"last"`` or ``"all"`` (`table` says what they mean).
            settings: the four settings above in one dict.

        Raises:
            ValueError: there is no such viewer, setting or value.
        """
        return upward.replay_of(self, seat, **settings)

    def inspect(self, seat: Viewer = None, **settings: Unpack[InspectorSettings]) -> Inspector:
        """An inspector: the dump as a tree beside the table, always of the current position.

        Args:
            seat: the viewer; None sees everything.
            **settings: ``lenses``, the viewers that may be chosen, and ``settings``, the appearance.
        """
        return upward.inspector_of(self, seat, **settings)

    def open_room(self, host: str = "127.0.0.1", port: int = 0, **settings: Unpack[RoomSettings]) -> Room:
        """Open a room: each person plays on a page of their own, in any browser, by a link with a secret.

        `Room` describes the arguments.

        Raises:
            ValueError, ActionRefused: no room can be opened there, or the game is in a browser, which serves nobody.
        """
        return upward.room_of(self, host, port, **settings)

    @property
    def teacher(self) -> Teacher:
        """A teacher's control of the tables of this game: `Teacher.freeze`, `Teacher.reveal`, `Teacher.clock` ..."""
        return upward.teacher_of(self)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.table()._repr_mimebundle_(**kwargs)

    def _ipython_display_(self, **kwargs: Any) -> None:
        self.table()._ipython_display_(**kwargs)

    if not TYPE_CHECKING:  # a type checker would otherwise accept any attribute

        def __getattr__(self, name: str) -> Any:
            if name in WIDGET_NAMES:
                return self._marimo.get(self, name)
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)


def _copied(
    history: History,
    players: tuple[str | Bot, ...],
    can_undo: bool | None,
    faults: tuple[tuple[str, str], ...],
    chance: str,
    earlier: tuple[EarlierGame, ...],
) -> Game:
    """Make a game from the parts that `Game.__reduce__` returns."""
    game = Game(history, players=players, can_undo=can_undo, earlier=earlier)
    game.faults = faults
    if chance:
        game.seed_bots(chance.removesuffix("/"))
    return game


def _frozen_lines(now: Snapshot, history: History) -> list[Step]:
    """The journal lines that record the seats which a teacher has frozen."""
    frozen, key = now.teacher.frozen, place(history.round, history.ply)
    return [{"comment": [key, history.comments.get(key, "")], "stopped": sorted(frozen)}] if frozen else []


class _JournalHandover:
    """Hands a new journal to its game at the moment when the journal's file gets its final name."""

    def __init__(self, game: Game, after: Snapshot) -> None:
        self._game = game
        self._after = after

    def take(self, journal: Journal) -> None:
        """Let the game use the journal from now on."""
        journal.owner = self._game
        self._game._now = self._after._replace(journal=journal, mark=journal.length)

    def has(self, journal: Journal) -> bool:
        """Whether the game uses the journal."""
        return self._game._now.journal is journal

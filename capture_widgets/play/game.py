"""Game: a thread-safe, observable game to play, take back, keep and look into."""

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
from capture_widgets.engine.state import SEAT_NAMES, Seat, Viewer
from capture_widgets.model.deal import is_seed
from capture_widgets.model.history import History
from capture_widgets.model.notes import with_note
from capture_widgets.model.players import check_player, name_of
from capture_widgets.model.record_format import GLYPHS, place
from capture_widgets.model.view import Bot, View
from capture_widgets.play import upward
from capture_widgets.play.marimo import WIDGET_NAMES, MarimoAdapter
from capture_widgets.play.snapshot import EarlierGame, Snapshot, Step
from capture_widgets.play.teacher_settings import TeacherSettings
from capture_widgets.play.undo import ReversibleHistory

if TYPE_CHECKING:
    from threading import Event

    from capture_widgets.bots.hints import Hint
    from capture_widgets.core.locked_files import Stamp
    from capture_widgets.play.upward import Inspector, Replay, Table, Teacher
    from capture_widgets.protocol.widget_settings import InspectorSettings, ReplaySettings, TableSettings
    from capture_widgets.records.journal import Journal


class Game(ReversibleHistory):
    """A game that is played, watched and kept; `new`, `load` and `from_dump` make one.

    ``ply``, ``round``, ``to_play``, ``is_over``, ``points`` and ``returns`` are traits to observe or link. Everything
    may be called from any thread; observers hear of a change as `SharedHistory` says.
    """

    at_table: bool = False
    """Whether a page has shown a table of it to play at: it is somebody's own game then, and what looks at every card
    is remembered.
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
        """Make a game of a history.

        Args:
            history: what was played.
            players: who sits where; the history's names by default.
            can_undo: whether moves may be taken back; None: yes, but not at a match's tables once they showed cards.
            kept_in: stamp of the journal that the history was read from, which may be written anew.
            earlier: the games that others took the place of, the last one last.
            frozen: the seats that a teacher had stopped when the journal was closed.
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
        """Make a move, given in notation; in a match the move that ends a round deals the next (GE-8).

        Args:
            move: its notation.
            at: the round and ply it is meant for; refused when the game stands elsewhere by now.

        Raises:
            IllegalMove: it is no move, or the position refuses it; nothing has changed.
            ActionRefused: the game stands elsewhere than ``at``; nothing has changed.
            OSError: the journal cannot be written; nothing has changed.
        """

        def work(now: Snapshot) -> tuple[Snapshot, Step | None]:
            before = now.history
            if at is not None and at != (before.round, before.ply):
                raise ActionRefused("play", "the game has moved on; look again and choose again")
            after = before.play(move)
            return now.then(after), None if now.journal is None else _play_step(before, after)

        self._change(work)
        return self

    def comment(self, text: str, *, ply: int | None = None, round: int | None = None) -> Self:
        """Set the comment at a position (this one by default); an empty text takes it away.

        Raises:
            ValueError: it is no text, or there is no such position.
        """
        if not is_a(text, str):
            raise ValueError(f"a comment is a text, not {shown(text)}")
        text = text.encode("utf-8", "replace").decode()  # half a surrogate pair could not be written
        return self._note("comment", text, ply, round)

    def glyph(self, sign: str, *, ply: int | None = None, round: int | None = None) -> Self:
        """Set the sign (!, ?, !!, ??, !?, ?!) that judges the move leading to a position; empty takes it away.

        Raises:
            ValueError: it is no such sign, or there is no such position.
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
            ValueError: there is no such seat, or this is neither a name nor a bot.
            OSError: the journal cannot be written; nothing has changed.
        """
        check_player(player)

        def work(now: Snapshot) -> tuple[Snapshot, Step | None]:
            players = list(now.players)
            if type(seat) is not int or seat not in range(len(players)):
                raise ValueError(f"there is no seat {shown(seat)}; seats are 0 to {len(players) - 1}")
            players[seat], name = player, name_of(player)
            history = now.history.with_names(tuple(map(name_of, players)))
            return now.then(history, tuple(players)), {"sit": [seat, name]}

        self._change(work)
        return self

    def seed_bots(self, seed: str | int) -> Self:
        """Make all chance of this game's bots repeatable, also of bots without a seed.

        Raises:
            ValueError: this is no seed.
        """
        if type(seed) is not str and not is_seed(seed):
            raise ValueError(f"seed={shown(seed)}: a text, or a whole number of at most 300 digits")
        with self._lock:
            self._bot_seeds = list(range(len(SEAT_NAMES)))
            self._bot_chance = f"{seed}/"
        return self

    def view(self, cancelled: Event | None = None) -> View:
        """What the seat to play may know, as a bot is given it.

        Raises:
            ActionRefused: the game is over.
        """
        with self._lock:
            history, players = self._now.history, self._now.players
            seat = history.to_play
            if seat is None:
                raise ActionRefused("view", "the game is over; nobody is to play")
            player = players[seat]
            seed = player.seed if isinstance(player, Bot) and player.seed is not None else self._bot_seeds[seat]
            rng = Random(f"{self._bot_chance}{seed}/{history.round}/{history.ply}/{seat}")
            return View(history.type, history.settings, seat, history.dump(seat), history.state, rng, cancelled)

    def run(self) -> Self:
        """Let bots play until a person is to move or the game is over.

        Raises:
            IllegalMove: a bot chose a move that is not legal; the game stands before it.
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
        """A move for the seat to play, its purpose, and how sure the search is; uses only what that seat may know.

        Args:
            seconds: how long to search, at most; half a second where neither this nor ``simulations`` is given.
            simulations: how many simulations to make, so that the same hint comes again for a seed.
            seed: makes the search repeatable, together with ``simulations``.
            cancelled: set it to have the answer at once, as good as it is by then.

        Raises:
            ActionRefused: the game is over.
        """
        from capture_widgets.bots.hints import hint_steps
        from capture_widgets.core.background import run_to_end

        return run_to_end(hint_steps(self.view(cancelled), seconds, simulations, seed))

    def still_winnable(self, seconds: float = 0.2) -> bool | None:
        """Whether 4X Solitaire can still be won from here; looks at every card, and says None where it cannot tell.

        In a game under way at a table a comment remembers that it was asked.

        Raises:
            ValueError: the game is another one, or the time is none.
        """
        from capture_widgets.engine.solver_interface import still_winnable

        return still_winnable(self, seconds)

    # -- going back

    def at(self, ply: int, *, round: int | None = None, bots: bool = False) -> Game:
        """The game as it stood after so many moves of a round, this one by default, independent of this game.

        Costs the same for any ply; for a late round of a match, copying a few references more.

        Args:
            ply: how many moves of the round had been made.
            round: its number, from 0; None is this round.
            bots: whether this game's bots sit there too and play on; else persons of their names do.

        Raises:
            ValueError: there is no such round or ply.
        """
        now = self._now
        players = now.players if bots else None
        return Game(now.history.at(ply, round=round), players=players, can_undo=self._undo)

    def copy(self) -> Game:
        """An independent game with all that was played, taken back and said, and the same players.

        Its tables and observers are its own, and it is kept in no journal. ``copy.deepcopy`` and ``pickle`` copy bots,
        too.
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

    def _beside(self, history: History, players: Sequence[str | Bot]) -> Game:
        return Game(history, players=players, can_undo=self._undo)

    # -- keeping

    def save(self, path: str | Path) -> Path:
        """Write the record to a file as JSON and return its path; if that fails, the old file stays."""
        return replace_file(path_of(path), json.dumps(self.record(), ensure_ascii=False, indent=1) + "\n")

    def autosave(self, path: str | Path) -> Self:
        """Keep a journal from now on: every move is on disk before `play` returns; `load` gives the game back.

        Where the file holds another game, that one moves aside, to ``game-1.jsonl``, and a warning says so.

        Raises:
            FileExistsError: the file is there and is no journal; it stays as it is.
            JournalHeld: somebody else keeps a game in it.
            OSError: the file cannot be written.
        """
        return self._keep_in(path)

    def _keep_in(self, path: str | Path, *, first: bool = False) -> Self:
        """Keep a journal (`autosave`); as the first game at its path, or not at all, where that is asked for."""
        from capture_widgets.records.journal import journal_at
        from capture_widgets.records.new_journal import begin_journal

        def work(now: Snapshot) -> tuple[Snapshot, Step | None]:
            history = now.history.with_seed()  # the next deals' seed has no line of its own
            ahead = history
            while ahead.undone:  # moves taken back are made and taken back in the journal as well
                ahead = ahead.redo()
            undone, own = len(history.undone), now.journal or self._file
            keeper = _JournalHandover(self, now.then(history))
            ended = [one.history.record() for one in now.earlier]
            begin_journal(
                path, ahead.record(), can_undo=self._may_undo, undone=undone, ended=ended,
                more=_stopped_lines(self._now, history), own=own, keeper=keeper,
                first=first,
            )  # fmt: skip
            return self._now, None

        path = path_of(path)
        earlier, there = self._now.journal, journal_at(path)
        self._change(work)
        if earlier is not None and earlier is not self._now.journal:
            earlier.give_way()
        if there is not None and isinstance(other := there.owner, Game) and other is not self:
            other.tell_kept()
        return self

    def tell_kept(self) -> None:
        """Where it is kept has changed: let tables say so."""
        self._change(lambda now: (now.then(now.history), None))

    @property
    def kept_in(self) -> str | None:
        """The path of its journal as it was written in code; None where it keeps none that has all of it."""
        journal = self._now.journal
        return None if journal is None or journal.closed or journal.behind else str(journal.path)

    def close(self) -> None:
        """Let go of the journal: its file may be kept by another game, and this one is no longer kept."""
        earlier = self._now.journal
        self._change(lambda now: (now.then(now.history)._replace(journal=None, mark=0), None))
        if earlier is not None:
            self._file = earlier.stamp  # it may go on there
            earlier.close()

    # -- showing

    def save_html(self, path: str | Path, seat: Viewer = "public") -> Path:
        """Write a file that replays the game offline, with only what a viewer may know; a failure keeps the old one."""
        from capture_widgets.export.pages import replay_html

        return replace_file(path_of(path), replay_html(self.history, seat))

    def __str__(self) -> str:
        return self.text(self._default_viewer())

    def __repr__(self) -> str:
        return f"<Game {self.type.slug}, round {self.round}, ply {self.ply}>"

    def _default_viewer(self) -> Viewer:
        """For whom a table is drawn when nobody says: the only person's seat, else the person to play, else the
        public.
        """
        now = self._now
        persons = [seat for seat, player in enumerate(now.players) if isinstance(player, str)]
        if len(persons) == 1:
            return persons[0]
        to_play = now.history.to_play
        return to_play if to_play in persons else "public"

    def table(self, seat: Viewer | str = "auto", **settings: Unpack[TableSettings]) -> Table:
        """A table to play at: for a seat, ``"public"`` (only for watching), None (everything face up), or ``"auto"``.

        ``"auto"`` shows the only person's seat, lets several persons share the screen in turn (covered between turns),
        and shows bots among themselves as a spectator sees them. Asked for again with the same settings, it is the same
        table, as long as that is open.

        Args:
            seat: who looks, and acts.
            **settings: any of the following.
            size: ``"normal"`` or ``"projector"``, as large as the window is high.
            theme: ``"auto"``, ``"light"``, ``"dark"`` or ``"contrast"``.
            colours: ``"two"`` or ``"four"`` colours of suits.
            memory: what stays marked that everybody has seen: ``"none"``, the ``"last"`` move, or ``"all"``.
            pace: the pause between bots' moves, in milliseconds, 0 to 10,000; 400 by default.
            legal: whether the list of legal moves is unfolded.

        Raises:
            ValueError: there is no such viewer, setting or value.
        """
        return upward.table_of(self, seat, **settings)

    def replay(self, seat: Viewer = "public", **settings: Unpack[ReplaySettings]) -> Replay:
        """A replay of the game so far as a viewer could follow it.

        Args:
            seat: who looks: a seat, ``"public"``, or None for everything.
            **settings: any of the following.
            spoilers: False hides the future, its length and the result until they are reached.
            predict: True asks before each move of the viewer; a list of positions (``"0/12"``, or 12) before those; a
                mapping of positions has for each the question's words, a list of right moves, or both (`Replay`).
            keep: a folder with a file for each viewer, or one file: each answer is added to it, and there again after a
                restart of the kernel.
            lenses: the viewers that may be chosen; by default all of a finished game, else ``seat`` alone.
            analysis: what `analyse` found out, or its file; its timeline tells what the viewer could know.
            round: the round to begin with.
            ply: the ply of it to begin at.
            line: the variation to begin with, counted from 1; 0 is the main line.
            playing: whether it steps by itself.
            who: the viewer's name, for the answers of ``predict``.
            size: ``"normal"`` or ``"projector"``, as large as the window is high.
            theme: ``"auto"``, ``"light"``, ``"dark"`` or ``"contrast"``.
            colours: ``"two"`` or ``"four"`` colours of suits.
            memory: what stays marked that everybody has seen: ``"none"``, the ``"last"`` move, or ``"all"``.
            settings: the looks together, as a dict.

        Raises:
            ValueError: there is no such viewer, setting or value.
        """
        return upward.replay_of(self, seat, **settings)

    def inspect(self, seat: Viewer = None, **settings: Unpack[InspectorSettings]) -> Inspector:
        """The dump as a tree beside the table, following the game.

        Args:
            seat: who looks; None sees everything.
            **settings: ``lenses``, the viewers that may be chosen, and ``settings``, how it looks.
        """
        return upward.inspector_of(self, seat, **settings)

    @property
    def teacher(self) -> Teacher:
        """What a teacher does at the tables of this game: `Teacher.freeze`, `Teacher.reveal`, `Teacher.clock` ..."""
        return upward.teacher_of(self)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.table()._repr_mimebundle_(**kwargs)

    def _ipython_display_(self, **kwargs: Any) -> None:
        self.table()._ipython_display_(**kwargs)

    if not TYPE_CHECKING:  # for which it would make every name one that there is

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
    """A game again from what a copy keeps of one."""
    game = Game(history, players=players, can_undo=can_undo, earlier=earlier)
    game.faults = faults
    if chance:
        game.seed_bots(chance.removesuffix("/"))
    return game


def _stopped_lines(now: Snapshot, history: History) -> list[Step]:
    """What a journal that begins here keeps of the seats that a teacher has stopped."""
    frozen, key = now.teacher.frozen, place(history.round, history.ply)
    return [{"comment": [key, history.comments.get(key, "")], "stopped": sorted(frozen)}] if frozen else []


class _JournalHandover:
    """Lets a game keep a journal at the moment at which its file has its name."""

    def __init__(self, game: Game, after: Snapshot) -> None:
        self._game = game
        self._after = after

    def take(self, journal: Journal) -> None:
        """Keep it from now on."""
        journal.owner = self._game
        self._game._now = self._after._replace(journal=journal, mark=journal.length)

    def has(self, journal: Journal) -> bool:
        """Whether it is kept."""
        return self._game._now.journal is journal


def _play_step(before: History, after: History) -> Step:
    """The journal step of a move: its notation, and the deal of the round that it began."""
    if after.round == before.round:
        return {"play": str(after.current.move_to(after.ply))}
    step = {"play": str(after.past[-1].move_to(after.past[-1].ply))}
    cards = after.current.cards
    return step if cards is None else {**step, "deal": after.type.deck.texts(cards)}

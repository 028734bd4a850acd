"""A poll: a class votes on a move; its teacher shows what it chose, what was played, and what a search thinks of it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from traitlets import Dict

from capture_widgets.bots.levels import make_bot
from capture_widgets.bots.outlook import Estimate
from capture_widgets.core.background import Steps, run_in_background, run_to_end
from capture_widgets.core.class_keys import as_codes, as_name, key_for
from capture_widgets.core.errors import ActionRefused, IllegalMove, shown
from capture_widgets.core.interrupts import Flag
from capture_widgets.engine.solver_interface import check_seconds
from capture_widgets.engine.state import SEAT_NAMES, Seat, Viewer
from capture_widgets.export.replay_frames import seat_names, viewer_words
from capture_widgets.model.dump import Dump
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.protocol.class_messages import PollChoice, PollScene
from capture_widgets.teaching.class_folder import (
    MOST_WORDS,
    Asked,
    Said,
    as_folder,
    name_of_poll,
    newest,
    start_of,
)
from capture_widgets.teaching.class_reading import READ_SECONDS, AnswerReader
from capture_widgets.teaching.leading import Leader, Watch, leader_in
from capture_widgets.teaching.votes import (
    CastVote,
    Source,
    Vote,
    counted,
    judging,
    legal_text,
    read_answers,
    read_stamp,
    said_of,
    votes_frame,
)
from capture_widgets.widgets.host.base import CaptureWidget
from capture_widgets.widgets.host.json_null import received
from capture_widgets.widgets.host.weak_observers import WeakObserver
from capture_widgets.widgets.replay.replay import Replay
from capture_widgets.widgets.settings import LOOKS, check_settings
from capture_widgets.widgets.table.table import Table, table_of

if TYPE_CHECKING:
    from pandas import DataFrame

PARTS: Final = ("votes", "played", "search")
"""What a poll holds back until it is shown."""

SECONDS: Final = 2.0
"""How long the search takes that a page asks for."""

_SLICE: Final = 0.25
"""Seconds for which one is read beside the cells."""

_LEVEL: Final = "club"
"""Who answers where the class plays on in a game that is on record."""

Voter = Game | Table | Replay | str | Path


class Poll(CaptureWidget):
    """A class votes on the move at a position; `capture_widgets.poll` makes one.

    The page holds the position as its viewer knows it and how many have voted; what they chose, what was played and
    what a search thinks goes there when it is shown.

    Attributes:
        game: the game that is voted on.
        round, ply: the position.
        seat: whose knowledge the position is shown with.
        question: what is asked.
        shown: which of ``"votes"``, ``"played"`` and ``"search"`` are shown.
    """

    again = "a poll to vote in"

    dump: Dict[str, Any] = Dict().tag(sync=True)
    scene: Dict[str, Any] = Dict().tag(sync=True)
    settings: Dict[str, Any] = Dict().tag(sync=True)

    def __init__(
        self,
        game_or_replay: Game | Table | Replay,
        question: str = "",
        *,
        voters: Iterable[Voter] | Mapping[str, Voter] = (),
        seat: Viewer | str = "auto",
        folder: str | Path | None = None,
        codes: Mapping[str, str] | None = None,
        **settings: Any,
    ) -> None:
        """Ask what to play; see `capture_widgets.poll`."""
        source = game_or_replay.game if isinstance(game_or_replay, Table) else game_or_replay
        if not isinstance(source, Game | Replay):
            raise ValueError(f"a poll is of a game or a replay, not of {shown(source)}")
        # typed by hand: both are widgets or traits to mypy, which it does not tell apart
        self.source: Any = source
        self.game: Game
        self.game = game = source.game if isinstance(source, Replay) else source
        if isinstance(source, Replay) and source.line:
            raise ValueError("this replay shows a variation; a class votes on a position of the main line")
        self._history = game.history.settled()
        self.round, self.ply = source.round, source.ply
        self._state = self._history.round_at(self.round).state_at(self.ply)
        to_play = self._state.to_play
        if to_play is None:
            raise ValueError("nobody is to play here: there is nothing to vote on")
        self.to_play: Seat = to_play
        for name in settings:
            if name not in LOOKS:
                raise ValueError(f"there is no setting {shown(name)}; a poll has {', '.join(LOOKS)}")
        check_settings(settings)
        self.seat: Viewer = self._viewer(seat)
        self.question = _words(question) or f"What would you play for {SEAT_NAMES[to_play]}?"
        self._start = start_of(self._history)
        self._name = name_of_poll(self._start, self.round, self.ply, self.question)
        self._shown: tuple[str, ...] = ()
        self._direct: dict[str, CastVote] = {}
        self._closed: list[CastVote] | None = None
        self._judged: tuple[str, Mapping[str, Estimate]] | None = None
        self._stop: Flag | None = None
        self._on: Game | None = None
        self._table: Table | None = None
        self._faults: list[tuple[str, str]] = []
        self._files: dict[Path, tuple[Any, list[tuple[str, str, float | None]], list[str]]] = {}
        self._follows: list[WeakObserver] = []
        self._watch: Watch | None = None
        self._leader: Leader | None = None
        own = source.led_folder if folder is None and isinstance(source, Replay) else folder
        self._folder = None if own is None else as_folder(own)
        self._voters = _voters(voters)
        self._looked: Any = None
        self._codes: Mapping[str, str] | None = None if codes is None else as_codes(codes)
        if self._folder is not None:
            self._leader = leader_in(self._folder)
            self._codes = self._leader.codes if self._codes is None else self._codes
        self._folders = [
            AnswerReader(path, key_for(path, make=False), self._codes, self._is_here) for path in self._folder_paths()
        ]
        self._read(READ_SECONDS)
        super().__init__(view="poll", settings=dict(settings), dump=dict(self._seen()), scene=dict(self._scene()))
        self._begin()

    def __repr__(self) -> str:
        return f"<Poll of {self.game!r}, {viewer_words(self.seat)}>"

    def _viewer(self, seat: Any) -> Viewer:
        if seat == "auto":
            if isinstance(self.source, Replay):
                own: Viewer = self.source.seat
                return own
            players = self.game.seats
            return "public" if isinstance(players[self.to_play], Bot) else self.to_play
        self._history.dump(seat)  # raises ValueError where there is no such viewer
        viewer: Viewer = seat
        return viewer

    def _folder_paths(self) -> list[Path]:
        own = [] if self._folder is None else [self._folder]
        return [*own, *(one for _, one in self._voters if isinstance(one, Path) and one.is_dir())]

    def _begin(self) -> None:
        """Ask the voters, and follow what they do."""
        for _, voter in self._voters:
            if isinstance(voter, Replay):
                voter.be_asked(self._asked(), self._take)
                self._follows.append(WeakObserver(self._changed, voter, ["answers"]))
            elif isinstance(voter, Game):
                self._follows.append(WeakObserver(self._changed, voter, ["revision"]))
        self._follows.append(WeakObserver(self._changed, self.game, ["revision"]))
        if self._leader is not None:
            self._leader.users.add(self)
            self._leader.ask(self._history, self.round, self.ply, self._asked())
        if self._folders or any(isinstance(voter, Path) for _, voter in self._voters):
            self._watch = Watch(self._look, "poll")

    def _asked(self) -> Asked:
        return Asked(self._name, self.round, self.ply, self.question, self.is_open)

    def _let_go(self) -> None:
        for one in self._follows:
            one.stop()
        if self._watch is not None:
            self._watch.stop()
        if self._stop is not None:
            self._stop.set()
        self._ask(None)
        if self._leader is not None:
            self._leader.users.discard(self)

    def _ask(self, asked: Asked | None) -> None:
        for _, voter in self._voters:
            if isinstance(voter, Replay):
                voter.be_asked(asked, None if asked is None else self._take)
        leader = self._leader
        if leader is not None and leader.poll is not None and leader.poll.name == self._name:
            leader.ask(self._history, self.round, self.ply, asked)

    @property
    def fingerprint(self) -> str | None:
        """By which those who follow in the folder know that it is you who asks; None without a folder."""
        return None if self._leader is None else self._leader.fingerprint

    # -- votes

    @property
    def is_open(self) -> bool:
        """Whether votes are taken."""
        return self._closed is None

    @property
    def votes(self) -> list[Vote]:
        """Who voted for what: who, move, source (``"table"``, ``"replay"``, ``"file"``, ``"folder"`` or ``"code"``),
        and seconds where they are known.
        """
        self._read(READ_SECONDS)
        return [
            {"who": vote.who, "move": vote.move, "source": vote.source, "seconds": vote.seconds}
            for vote in self._votes()
        ]

    def frame(self) -> DataFrame:
        """The votes as a pandas data frame: who, move, source, seconds."""
        self._read(READ_SECONDS)
        return votes_frame(self._votes())

    def tally(self) -> dict[str, int]:
        """How many votes each move has, most first."""
        self._read(READ_SECONDS)
        return self._tally()

    def _tally(self) -> dict[str, int]:
        return counted(self._votes())

    @property
    def choice(self) -> str | None:
        """The move with most votes; None where there is none, or several have as many."""
        tally = self.tally()
        best = [move for move, votes in tally.items() if votes == max(tally.values())]
        return best[0] if len(best) == 1 else None

    @property
    def faults(self) -> list[tuple[str, str]]:
        """What could not be read or does not count, as (where, reason)."""
        self._read(READ_SECONDS)
        self._votes()
        return list(self._faults)

    def vote(self, who: str, move: str) -> Self:
        """Count a vote of somebody; the last one of each person counts.

        Raises:
            ActionRefused: votes are not taken any more.
            IllegalMove: the position refuses the move.
            ValueError: this is no name.
        """
        name = as_name(who) if type(who) is str else ""
        if not name:
            raise ValueError(f"who={shown(who)}: whoever votes has a name")
        if not self.is_open:
            raise ActionRefused("vote", "votes on this are not taken any more; whoever asked can open it again")
        text = str(self._history.at(self.ply, round=self.round).play(move).round_at(self.round).move_to(self.ply + 1))
        self._direct[name] = CastVote(name, text, "code")
        self.refresh()
        return self

    def _take(self, who: str, move: str, seconds: float) -> None:
        """A vote of a replay's viewer, who has been told that it counts."""
        if self.is_open and not self.closed:
            self._direct[who] = CastVote(who, move, "replay", seconds)
            self.refresh()

    def ballot(self, who: str = "", seat: Viewer | str = "auto", **settings: Any) -> Replay:
        """A replay that ends at this position, for somebody to vote at: nothing that came later is in it.

        Args:
            who: their name, which they can write there as well.
            seat: whose knowledge they see; by default that of the seat to play.
            **settings: those of `Game.replay`.
        """
        there = self._history.at(self.ply, round=self.round).record()
        viewer: Any = self.to_play if seat == "auto" else seat
        made = Replay(there, viewer, lenses=[viewer], round=self.round, ply=self.ply, who=who, **settings)
        self._voters.append((None, made))
        made.be_asked(self._asked(), self._take)
        return made

    def end(self) -> Self:
        """Take no more votes."""
        if self._closed is None:
            self._closed = self._gathered()
            self._ask(self._asked())
            self.refresh()
        return self

    def reopen(self) -> Self:
        """Take votes again."""
        if self._closed is not None:
            self._closed = None
            self._ask(self._asked())
            self.refresh()
        return self

    def _votes(self) -> list[CastVote]:
        return self._gathered() if self._closed is None else self._closed

    def _gathered(self) -> list[CastVote]:
        """All votes, each person's last one: from files, the folder, games, and those that were handed in here."""
        found: dict[str, CastVote] = {}
        faults: list[tuple[str, str]] = []

        def count(who: str, move: str, source: Source, seconds: float | None, where: str) -> None:
            text = legal_text(self._state, move)
            if text is None:
                faults.append((where, f"{who}: {move} is no legal move here"))
            else:
                found[who] = CastVote(who, text, source, seconds)

        for name, voter in self._voters:
            if isinstance(voter, Path) and not voter.is_dir():
                answers, wrong = self._file(voter)
                faults += [(str(voter), words) for words in wrong]
                for who, move, seconds in answers:
                    count(who if name is None else f"{name}: {who}", move, "file", seconds, str(voter))
        for folder in self._folders:
            for said in newest(folder.said()):
                count(said.who, said.move, "folder", said.seconds, str(folder.path))
            faults += folder.faults
        if self._leader is not None:
            faults += [(str(self._folder), words) for words in self._leader.faults]
        for name, voter in self._named():
            if not isinstance(voter, Replay):
                made = self._move_in(voter)
                if made is not None:
                    count(name, made, "table", None, name)
                elif not self._stands_here(voter):
                    faults.append((name, "this game does not come through the position that is voted on"))
            else:
                for one in voter.answers:
                    if (one["round"], one["ply"]) == (self.round, self.ply) and self._stands_here(voter.game):
                        who = as_name(one["who"]) or name
                        count(who, one["chosen"], "replay", one["seconds"], who)
        self._faults = faults  # at once: a cell may ask for them while a thread gathers
        return list({**found, **self._direct}.values())

    def _is_here(self, said: Said) -> bool:
        """Whether an answer is one to this question."""
        here = said.start == self._start and (said.round, said.ply) == (self.round, self.ply)
        return here and (said.of == "answer" or said.poll == self._name)

    def _read(self, seconds: float) -> None:
        """Read what is new in the folders."""
        if self.is_open:
            for folder in self._folders:
                folder.look(seconds)

    def _named(self) -> list[tuple[str, Game | Replay]]:
        """Games and replays with a name that no other one has."""
        played = [(name, voter) for name, voter in self._voters if isinstance(voter, Game | Replay)]
        given = [name or _name_of(voter, self.to_play) for name, voter in played]
        twice = {name for name, count in Counter(given).items() if count > 1}
        return [
            (f"{name} ({number})" if name in twice else name, voter)
            for number, (name, (_, voter)) in enumerate(zip(given, played, strict=True), 1)
        ]

    def _stands_here(self, game: Game) -> bool:
        """Whether a game comes through the position, as its viewers here know it."""
        history = game.history
        if self.round not in history.round_numbers() or self.ply not in history.plies(self.round):
            return False
        one, other = (kept.dump_at(self.ply, round=self.round, seat=self.to_play) for kept in (history, self._history))
        return one["game"] == other["game"] and one["options"] == other["options"] and one["table"] == other["table"]

    def _move_in(self, game: Game) -> str | None:
        """The move that was made from the position in a game."""
        if not self._stands_here(game) or self.ply + 1 not in game.plies(self.round):
            return None
        return game.moves(self.round)[self.ply - game.plies(self.round)[0]]

    def _file(self, path: Path) -> tuple[list[tuple[str, str, float | None]], list[str]]:
        """The answers in a file, read again when it has changed."""
        stamp = read_stamp(path)
        if stamp is None or path not in self._files or self._files[path][0] != stamp:
            self._files[path] = (stamp, *read_answers(path, self.round, self.ply))
        return self._files[path][1:]

    # -- what is shown

    @property
    def shown(self) -> list[str]:
        """What is shown of votes, move played and search."""
        return list(self._shown)

    def show(self, what: str = "votes") -> Self:
        """Show the votes, the move that was ``"played"``, or what the ``"search"`` thinks of each choice (`search`).

        Raises:
            ValueError: there is no such thing, or nothing has been played from here.
        """
        self._check(what)
        if what == "played" and self._played() is None:
            raise ValueError("nothing has been played from here yet")
        if what == "search" and self._judged is None:
            return self.search()
        if what not in self._shown:
            self._shown = (*self._shown, what)
        self.refresh()
        return self

    def hide(self, what: str = "votes") -> Self:
        """Hide it again: it leaves the page."""
        self._check(what)
        self._shown = tuple(one for one in self._shown if one != what)
        self.refresh()
        return self

    def _check(self, what: object) -> None:
        if what not in PARTS:
            raise ValueError(f"a poll does not show {shown(what)}; it shows {', '.join(PARTS)}")

    def search(self, seconds: float | None = None, simulations: int | None = None, seed: int = 0) -> Self:
        """Let a search judge each choice by what the seat to play knows, and show that.

        Args:
            seconds: how long, at most; two where neither this nor ``simulations`` is given.
            simulations: how many simulations, so that the same comes again for a seed.
            seed: makes it repeatable, together with ``simulations``.

        Raises:
            ValueError: a time or a number that cannot be.
        """
        if seconds is None and simulations is None:
            seconds = SECONDS
        if seconds is not None:
            check_seconds(seconds)
        if simulations is not None and (type(simulations) is not int or simulations < 1):
            raise ValueError(f"simulations={shown(simulations)}: a whole number, 1 or more")
        run_to_end(self._searching(seconds, simulations, seed, Flag()))
        return self

    @property
    def judged(self) -> dict[str, dict[str, float | None]]:
        """What the search thinks of each choice: value, low and high, its chance to win, or turns in 4X Solitaire."""
        if self._judged is None:
            return {}
        return {move: dict(estimate._asdict()) for move, estimate in self._judged[1].items()}

    def _searching(self, seconds: float | None, simulations: int | None, seed: int, stop: Flag) -> Steps[None]:
        self._stop = stop
        self.refresh()
        try:
            moves = list(dict.fromkeys([*self._tally(), *([played] if (played := self._played()) else [])]))
            found = yield from judging(self._history, self.round, self.ply, moves, seconds, simulations, seed, stop)
            if not stop.is_set():
                self._judged = found
                self._shown = tuple(dict.fromkeys([*self._shown, "search"]))
        finally:
            self._stop = None
            self.refresh()

    def _played(self) -> str | None:
        """The move that was made from here, where it was."""
        if isinstance(self.source, Replay):
            history = self._history
        else:
            history = self.game.history
            if not self._stands_here(self.game):
                return None
        if self.round not in history.round_numbers() or self.ply + 1 not in history.plies(self.round):
            return None
        return str(history.round_at(self.round).move_to(self.ply + 1))

    def play(self, move: str | None = None, *, against: Bot | None = None) -> Game:
        """Play on with the class's move, and return the game: the one that was polled, or where a replay was, a game
        that goes on from here.

        Args:
            move: another move than the one with most votes.
            against: who sits at the other seats in a game that goes on from a replay; those of the record by default.

        Raises:
            IllegalMove: the position refuses the move.
            ActionRefused: the game has moved on.
            ValueError: there is no vote, or several moves have as many: choose one of them.
        """
        chosen = self._classes_move() if move is None else move
        if not isinstance(self.source, Replay):
            game: Game = self.source.play(chosen, at=(self.round, self.ply))
            return game
        players: list[str | Bot] = list(self._history.seats)
        if against is not None:
            players = [name if seat == self.to_play else against for seat, name in enumerate(players)]
        self._on = Game(self._history.at(self.ply, round=self.round), players=players).play(chosen)
        self._table = table_of(self._on, self.to_play if against is not None else "auto", **self.settings)
        self.refresh()
        return self._on

    def _classes_move(self) -> str:
        chosen, tally = self.choice, self.tally()
        if chosen is None:
            most = [one for one, votes in tally.items() if votes == max(tally.values())]
            words = f"as many votes for {' and '.join(most)}: play one of them" if most else "nobody has voted yet"
            raise ValueError(words)
        return chosen

    def refresh(self) -> None:
        """Bring the page up to the votes."""
        self._turns(self._show)

    def _changed(self, _change: object) -> None:
        self.refresh()

    def _look(self) -> None:
        """Look whether the folder or a file has something new."""
        if self._leader is not None:
            self._leader.check()
        self._read(_SLICE)
        files = [read_stamp(voter) for _, voter in self._voters if isinstance(voter, Path)]
        now = [files, [(folder.said(), folder.faults) for folder in self._folders]]
        if self.is_open and now != self._looked:
            self._looked = now
            self.refresh()

    def _show(self) -> None:
        if self.closed:
            return
        scene = dict(self._scene())
        if scene != self.scene:
            self.scene = scene
            self._still.change()

    def _seen(self) -> Dump:
        dump = self._history.dump_at(self.ply, round=self.round, seat=self.seat)
        dump["legal_moves"] = []  # nothing is played here
        return dump

    def _scene(self) -> PollScene:
        votes = self._votes()
        tally = counted(votes)
        can: list[Any] = ["votes", "search"]
        if self._played() is not None:
            can.append("played")
        if votes and self._may_play():
            can.append("play")
        shown: Any = [one for one in PARTS if one in self._shown]
        faults = self._faults
        notice = None
        if faults:
            notice = f"{faults[0][0]} does not count: {faults[0][1]}"[:300]
            notice += f" ({len(faults) - 1} more)" if len(faults) > 1 else ""
            if "votes" not in shown:  # a fault may quote a vote
                number = f"{len(faults)} files or votes do" if len(faults) > 1 else "One file or vote does"
                notice = f"{number} not count; poll.faults in a cell says why."
        return {
            "title": self.game.type.title,
            "seats": seat_names(self._history),
            "question": self.question,
            "open": self.is_open,
            "count": len(votes),
            "shown": shown,
            "choices": self._choices(tally),
            "can": can,
            "searching": self._stop is not None,
            "unit": "chances" if self.game.type.solver is None else "turns",
            "table": None if self._table is None or self._table.closed else str(self._table.model_id),
            "notice": notice,
        }

    def _may_play(self) -> bool:
        game = self.source
        return isinstance(game, Replay) or (game.round, game.ply) == (self.round, self.ply)

    def _choices(self, tally: dict[str, int]) -> list[PollChoice]:
        """The moves that something is shown of."""
        shown = self._shown
        best, judged = self._judged if self._judged is not None and "search" in shown else (None, {})
        played = self._played() if "played" in shown else None
        moves = [*(tally if "votes" in shown else ()), *([played] if played else ())]
        # what was judged is what was voted for: while the votes are hidden, the best and the one played alone
        moves += [move for move in judged if move == best or "votes" in shown]
        turns = self.game.type.solver is not None
        found: list[PollChoice] = []
        for move in dict.fromkeys(moves):
            estimate = judged.get(move, Estimate())
            found.append(
                {
                    "move": move,
                    "votes": tally.get(move, 0) if "votes" in shown else None,
                    "played": move == played,
                    "best": move == best,
                    "value": estimate.value,
                    "low": estimate.low,
                    "high": estimate.high,
                    "words": said_of(estimate, turns=turns),
                }
            )
        return found

    # -- what a browser asks for

    def _heard(self, _widget: object, content: object, _buffers: object) -> None:
        """Answer a browser's request; a search takes time, and so is made beside all else."""
        content = received(content)
        if isinstance(content, dict) and (content.get("kind"), content.get("what")) == ("show", "search"):
            run_in_background(self._answering(content), "capture-widgets-poll-search")
        else:
            run_to_end(self._answering(content))

    def _acting(self, message: dict[str, Any]) -> Steps[dict[str, Any] | None]:
        if (message.get("kind"), message.get("what")) == ("show", "search") and self._stop is None:
            yield from self._searching(SECONDS, None, int(time.time()), Flag())
            return None
        return (yield from super()._acting(message))

    def _act(self, message: dict[str, Any]) -> None:
        kind = message.get("kind")
        if kind == "end":
            self.end()
        elif kind == "reopen":
            self.reopen()
        elif kind == "show":
            self.show(str(message.get("what"))[:40])
        elif kind == "hide":
            self.hide(str(message.get("what"))[:40])
        elif kind == "unhint":
            if self._stop is not None:
                self._stop.set()
        elif kind == "class":
            move = message.get("move")
            if not isinstance(move, str):
                raise IllegalMove("GE-3", "", "a move is a text")
            others = isinstance(self.source, Replay) and len(self._history.seats) > 1
            self.play(move, against=make_bot(_LEVEL) if others else None)
        else:
            raise ValueError(f"a poll does not know {str(kind)[:40]!r}")

    def plain(self) -> tuple[Any, list[Any]]:
        """The position, and the moves that led there."""
        return self.dump, self._history.log(self.seat, ply=self.ply, round=self.round)


def _words(question: object) -> str:
    """A question on one line."""
    if not isinstance(question, str):
        raise ValueError(f"question={shown(question)}: a text")
    words = " ".join("".join(sign if sign.isprintable() else " " for sign in question).split())
    if len(words) > MOST_WORDS:
        raise ValueError(f"a question has at most {MOST_WORDS} characters; this one has {len(words)}")
    return words


def _voters(given: object) -> list[tuple[str | None, Game | Replay | Path]]:
    """The voters, each with a name where one was given."""
    if isinstance(given, Mapping):
        pairs = [(as_name(str(name)), one) for name, one in given.items()]
    elif isinstance(given, Iterable) and not isinstance(given, str | Path | Replay | Table | Game):
        pairs = [("", one) for one in given]
    else:
        pairs = [("", given)]
    found: list[tuple[str | None, Game | Replay | Path]] = []
    for name, one in pairs:
        if isinstance(one, Table):
            found.append((name or None, one.game))
        elif isinstance(one, Game | Replay):
            found.append((name or None, one))
        elif isinstance(one, str | Path):
            found.append((name or None, Path(one)))
        else:
            raise ValueError(f"voters: games, tables, replays, and paths of files of answers; not {shown(one)}")
    return found


def _name_of(voter: Game | Replay, seat: Seat) -> str:
    if isinstance(voter, Replay):
        return as_name(voter.who) or "a replay"
    return as_name(voter.names[seat]) or "a table"

"""A poll: a class votes on a move; its teacher shows what it chose, what was played, and what a search thinks of it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from traitlets import Dict

from capture_widgets.bots.levels import make_bot
from capture_widgets.core.background import Steps, run_in_background, run_to_end
from capture_widgets.core.class_keys import as_codes, as_name
from capture_widgets.core.errors import ActionRefused, IllegalMove, shown
from capture_widgets.core.interrupts import Flag
from capture_widgets.engine.names import names_for
from capture_widgets.engine.solver_interface import check_seconds
from capture_widgets.engine.state import Viewer
from capture_widgets.export.replay_frames import viewer_words
from capture_widgets.model.dump import Dump
from capture_widgets.model.view import Bot
from capture_widgets.play.game import Game
from capture_widgets.protocol.widget_settings import refuse_others
from capture_widgets.teaching.class_folder import PollQuestion, as_folder, poll_name, start_fingerprint
from capture_widgets.teaching.leading import Leader, Watch, leader_in
from capture_widgets.teaching.votes import CastVote, Vote, count_votes, estimate_moves, votes_frame
from capture_widgets.widgets.classroom.poll_scene import PollSceneBuilder, check_part, checked_question
from capture_widgets.widgets.classroom.vote_count import READING, PolledPosition, VoteCount, Voter, read_voters
from capture_widgets.widgets.host.base import CaptureWidget
from capture_widgets.widgets.host.json_null import received
from capture_widgets.widgets.host.lifetime import has_page
from capture_widgets.widgets.host.weak_observers import WeakObserver
from capture_widgets.widgets.replay.replay import Replay
from capture_widgets.widgets.settings import LOOKS, check_settings
from capture_widgets.widgets.table.table import Table, table_of

if TYPE_CHECKING:
    from pandas import DataFrame

SECONDS: Final = 2.0
"""How long a search takes that a page asks for."""

_SLICE: Final = 0.25
"""Seconds that a check in the background may take to read the folders."""

_LEVEL: Final = "club"
"""The bot that answers when the class plays on from a replay."""


class Poll(CaptureWidget):
    """A class votes on the move at a position; `capture_widgets.poll` makes one.

    The page holds the position as its viewer knows it and how many have voted. What they chose, what was played and
    what a search thinks goes to the page when the teacher shows it.

    Attributes:
        game: the game that the position is from.
        round, ply: the position.
        to_play: the seat that is to move.
        seat: whose knowledge the position is shown with.
        question: the question to the class.
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
        begin: bool | None = None,
        **settings: Any,
    ) -> None:
        """Ask a class which move to play; see `capture_widgets.poll`."""
        source = game_or_replay.game if isinstance(game_or_replay, Table) else game_or_replay
        if not isinstance(source, Game | Replay):
            raise ValueError(f"a poll is of a game or a replay, not of {shown(source)}")
        # declared as Any: both are traits to mypy, which it does not tell apart
        self.source: Any = source
        self.game: Game
        self.game = game = source.game if isinstance(source, Replay) else source
        if isinstance(source, Replay) and source.line:
            raise ValueError("this replay shows a variation; go back to the main line for a vote")
        self._position = PolledPosition(game.history.settled(), source.round, source.ply)
        self.round, self.ply, self.to_play = source.round, source.ply, self._position.to_play
        refuse_others(settings, "a poll", LOOKS)
        check_settings(settings)
        self.seat: Viewer = self._viewer(seat)
        who = f" for {names_for(game.history.seats).who(self.to_play)}" if len(game.seats) > 1 else ""
        self.question = checked_question(question) or f"What would you play{who}?"
        start = start_fingerprint(self._position.history)
        self._name = poll_name(start, self.round, self.ply, self.question)
        own_folder = source.led_folder if folder is None and isinstance(source, Replay) else folder
        self._folder = None if own_folder is None else as_folder(own_folder)
        voter_list = read_voters(voters)
        checked_codes: Mapping[str, str] | None = None if codes is None else as_codes(codes)
        self._leader: Leader | None = None
        if self._folder is not None:
            self._leader = leader_in(self._folder)
            checked_codes = self._leader.codes if checked_codes is None else checked_codes
        self._count = VoteCount(self._position, self._name, voter_list, self._folder, checked_codes)
        self._builder = PollSceneBuilder(self)
        self._search_stop: Flag | None = None
        """Stops the search that is running; None while none is."""
        self._continued: Game | None = None
        """The game in which the class has played on from a replay."""
        self._table: Table | None = None
        self._observers: list[WeakObserver] = []
        self._watch: Watch | None = None
        self._last_state: Any = None
        self._count.read(READING)
        super().__init__(
            view="poll", settings=dict(settings), dump=dict(self._visible_dump()), scene=dict(self._builder.scene())
        )
        self._bring_view(self._position.history)
        asked = None if self._leader is None else self._leader.poll
        goes_on = asked is not None and asked.open and asked.name == self._name  # an earlier kernel has asked
        self._count.has_begun = begin if type(begin) is bool else goes_on or not has_page(self)
        self.scene = dict(self._builder.scene())
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
        self._position.history.dump(seat)  # raises ValueError if there is no such viewer
        viewer: Viewer = seat
        return viewer

    def _visible_dump(self) -> Dump:
        dump = self._position.history.dump_at(self.ply, round=self.round, seat=self.seat)
        dump["legal_moves"] = []  # the page of a poll plays no move
        return dump

    # -- the question

    def _begin(self) -> None:
        """Ask the voters, and observe their answers."""
        if self.is_open:
            self._ask(self._question())
        for _, voter in self._count.voters:
            if isinstance(voter, Replay):
                self._observers.append(WeakObserver(self._changed, voter, ["answers"]))
            elif isinstance(voter, Game):
                self._observers.append(WeakObserver(self._changed, voter, ["revision"]))
        self._observers.append(WeakObserver(self._changed, self.game, ["revision"]))
        if self._leader is not None:
            self._leader.users.add(self)
        if self._count.folders or any(isinstance(voter, Path) for _, voter in self._count.voters):
            self._watch = Watch(self._check, "poll")

    def _question(self) -> PollQuestion:
        return PollQuestion(self._name, self.round, self.ply, self.question, self.is_open)

    def _ask(self, question: PollQuestion | None) -> None:
        """Show the question, or none, in the replays that vote and in the folder; an open one ends others there."""
        for _, voter in self._count.voters:
            if isinstance(voter, Replay):
                voter.be_asked(question, None if question is None else self._take_vote)
        leader = self._leader
        if leader is None:
            return
        if question is not None and question.open:
            for other in list(leader.users):
                if isinstance(other, Poll) and other is not self:
                    other.end()  # the folder holds one question
        elif leader.poll is None or leader.poll.name != self._name:
            return
        leader.ask(self._position.history, self.round, self.ply, question)

    def _let_go(self) -> None:
        for observer in self._observers:
            observer.stop()
        if self._watch is not None:
            self._watch.stop()
        if self._search_stop is not None:
            self._search_stop.set()
        self._ask(None)
        if self._leader is not None:
            self._leader.users.discard(self)

    @property
    def fingerprint(self) -> str | None:
        """The fingerprint by which followers in the folder know that you ask; None without a folder."""
        return None if self._leader is None else self._leader.fingerprint

    def ballot(self, who: str = "", seat: Viewer | str = "auto", **settings: Any) -> Replay:
        """A replay that ends at this position, for a person to vote at: it holds nothing that came later.

        Args:
            who: their name, which they can write there as well.
            seat: whose knowledge they see; by default that of the seat to play.
            **settings: those of `Game.replay`.
        """
        record = self._position.history.at(self.ply, round=self.round).record()
        viewer: Any = self.to_play if seat == "auto" else seat
        ballot = Replay(record, viewer, lenses=[viewer], round=self.round, ply=self.ply, who=who, **settings)
        self._count.voters.append((None, ballot))
        ballot.be_asked(self._question() if self._count.has_begun else None, self._take_vote)
        return ballot

    # -- votes

    @property
    def is_open(self) -> bool:
        """Whether the class may vote."""
        return self._count.is_open

    @property
    def votes(self) -> list[Vote]:
        """The votes: who, move, source (``"table"``, ``"replay"``, ``"file"``, ``"folder"``, ``"code"`` or ``"page"``),
        and seconds if they are known.
        """
        self._count.read(READING)
        return [
            {"who": vote.who, "move": vote.move, "source": vote.source, "seconds": vote.seconds}
            for vote in self._votes()
        ]

    def frame(self) -> DataFrame:
        """The votes as a pandas data frame: who, move, source, seconds."""
        self._count.read(READING)
        return votes_frame(self._votes())

    def tally(self) -> dict[str, int]:
        """The number of votes for each move, most votes first."""
        self._count.read(READING)
        return count_votes(self._votes())

    @property
    def choice(self) -> str | None:
        """The move with most votes; None if there is no vote, or several moves have as many."""
        tally = self.tally()
        best = [move for move, votes in tally.items() if votes == max(tally.values())]
        return best[0] if len(best) == 1 else None

    @property
    def faults(self) -> list[tuple[str, str]]:
        """The files and votes that cannot be read or do not count, as (where, reason)."""
        self._count.read(READING)
        self._votes()
        return list(self._count.faults)

    def _votes(self) -> list[CastVote]:
        return self._count.votes(self._leader_faults())

    def _leader_faults(self) -> list[tuple[str, str]]:
        return [] if self._leader is None else [(str(self._folder), words) for words in self._leader.faults]

    def vote(self, who: str, move: str) -> Self:
        """Count the vote of a person; each person's last vote counts.

        Raises:
            ActionRefused: the vote is over.
            IllegalMove: the position refuses the move.
            ValueError: this is no name.
        """
        name = as_name(who) if type(who) is str else ""
        if not name:
            raise ValueError(f"who={shown(who)}: expected the name of the person who votes")
        if self._count.is_over:
            raise ActionRefused("vote", "this vote is closed; poll.reopen() opens it again")
        history = self._position.history.at(self.ply, round=self.round).play(move)
        self._count.direct[name] = CastVote(name, str(history.round_at(self.round).move_to(self.ply + 1)), "code")
        self.refresh()
        return self

    def _take_vote(self, who: str, move: str, seconds: float) -> None:
        """Count the vote of a replay's viewer."""
        if self.is_open and not self.closed:
            self._count.direct[who] = CastVote(who, move, "replay", seconds)
            self.refresh()

    def end(self) -> Self:
        """End the vote: no other vote counts."""
        if not self._count.is_over:
            self._count.end(self._leader_faults())
            self._ask(self._question())
            self.refresh()
        return self

    def reopen(self) -> Self:
        """Let the class vote, for the first time or again."""
        if not self.is_open:
            self._count.reopen()
            self._ask(self._question())
            self.refresh()
        return self

    # -- what is shown

    @property
    def shown(self) -> list[str]:
        """Which of votes, move played and search are shown."""
        return list(self._builder.parts)

    def show(self, what: str = "votes") -> Self:
        """Show the votes, the move that was ``"played"``, or what the ``"search"`` thinks of each choice (`search`).

        Raises:
            ValueError: there is no such thing, or nothing has been played from here.
        """
        check_part(what)
        if what == "played" and self._played() is None:
            raise ValueError("nobody has played from here yet, so there is no move to show")
        if what == "search" and self._builder.judged is None:
            return self.search()
        self._builder.show(what)
        self.refresh()
        return self

    def hide(self, what: str = "votes") -> Self:
        """Hide it again: the page holds it no longer."""
        check_part(what)
        self._builder.hide(what)
        self.refresh()
        return self

    def search(self, seconds: float | None = None, simulations: int | None = None, seed: int = 0) -> Self:
        """Let a search judge each choice by what the seat to play knows, and show the result.

        Args:
            seconds: how long, at most; two if neither this nor ``simulations`` is given.
            simulations: how many simulations: the same seed then gives the same result.
            seed: makes it repeatable, together with ``simulations``.

        Raises:
            ValueError: this is no possible time or number.
        """
        if seconds is None and simulations is None:
            seconds = SECONDS
        if seconds is not None:
            check_seconds(seconds)
        if simulations is not None and (type(simulations) is not int or simulations < 1):
            raise ValueError(f"simulations={shown(simulations)}: a whole number, 1 or more")
        run_to_end(self._search(seconds, simulations, seed, Flag()))
        return self

    @property
    def judged(self) -> dict[str, dict[str, float | None]]:
        """What the search thinks of each choice: value, low and high, its chance to win, or turns in 4X Solitaire."""
        result = self._builder.judged
        return {} if result is None else {move: dict(estimate._asdict()) for move, estimate in result[1].items()}

    def _search(self, seconds: float | None, simulations: int | None, seed: int, stop: Flag) -> Steps[None]:
        self._search_stop, self._builder.is_searching = stop, True
        self.refresh()
        try:
            played = self._played()
            moves = list(dict.fromkeys([*count_votes(self._votes()), *([played] if played else [])]))
            history = self._position.history
            result = yield from estimate_moves(history, self.round, self.ply, moves, seconds, simulations, seed, stop)
            if not stop.is_set():
                self._builder.judged = result
                self._builder.show("search")
        finally:
            self._search_stop, self._builder.is_searching = None, False
            self.refresh()

    def _played(self) -> str | None:
        """The move that was played here; None if none was."""
        if isinstance(self.source, Replay):
            history = self._position.history
        else:
            history = self.game.history
            if not self._position.is_in(self.game):
                return None
        if self.round not in history.round_numbers() or self.ply + 1 not in history.plies(self.round):
            return None
        return str(history.round_at(self.round).move_to(self.ply + 1))

    def refresh(self) -> None:
        """Bring the page up to the votes."""
        self._turns(self._show)

    def _changed(self, _change: object) -> None:
        self.refresh()

    def _check(self) -> None:
        """Refresh the page if the folder or a file has something new."""
        if self._leader is not None:
            self._leader.check()
        self._count.read(_SLICE)
        state = self._count.state()
        if not self._count.is_over and state != self._last_state:
            self._last_state = state
            self.refresh()

    def _show(self) -> None:
        if self.closed:
            return
        scene = dict(self._builder.scene())
        if scene != self.scene:
            self.scene = scene
            self._still.change()

    # -- playing on

    def play(self, move: str | None = None, *, against: Bot | None = None) -> Game:
        """Play on with the class's move, and return the game: the polled game itself, or, from a replay, a new game
        that goes on from this position.

        Args:
            move: another move than the one with most votes.
            against: who plays the other seats in a new game from a replay; by default the players of the record.

        Raises:
            IllegalMove: the position refuses the move.
            ActionRefused: the game has moved on.
            ValueError: there is no vote, or several moves have as many: choose one of them.
        """
        chosen = self._class_move() if move is None else move
        if not isinstance(self.source, Replay):
            game: Game = self.source.play(chosen, at=(self.round, self.ply))
            return game
        history = self._position.history
        players: list[str | Bot] = list(history.seats)
        if against is not None:
            players = [name if seat == self.to_play else against for seat, name in enumerate(players)]
        self._continued = Game(history.at(self.ply, round=self.round), players=players).play(chosen)
        self._table = table_of(self._continued, self.to_play if against is not None else "auto", **self.settings)
        self.refresh()
        return self._continued

    def _class_move(self) -> str:
        chosen, tally = self.choice, self.tally()
        if chosen is None:
            most = [one for one, votes in tally.items() if votes == max(tally.values())]
            words = (
                f"{' and '.join(most)} have equally many votes: play one of them" if most else "nobody has voted yet"
            )
            raise ValueError(words)
        return chosen

    def _may_play(self) -> bool:
        """Whether the class's move can be played now."""
        source = self.source
        return isinstance(source, Replay) or (source.round, source.ply) == (self.round, self.ply)

    # -- requests of a page

    def _heard(self, _widget: object, content: object, _buffers: object) -> None:
        """Answer a page's request. A search takes a while, so it runs in the background."""
        content = received(content)
        if isinstance(content, dict) and (content.get("kind"), content.get("what")) == ("show", "search"):
            run_in_background(self._answering(content), "capture-widgets-poll-search")
        else:
            run_to_end(self._answering(content))

    def _acting(self, message: dict[str, Any]) -> Steps[dict[str, Any] | None]:
        if (message.get("kind"), message.get("what")) == ("show", "search") and self._search_stop is None:
            yield from self._search(SECONDS, None, int(time.time()), Flag())
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
            if self._search_stop is not None:
                self._search_stop.set()
        elif kind == "class":
            move = message.get("move")
            if not isinstance(move, str):
                raise IllegalMove("GE-3", "", "a move is a text")
            others = isinstance(self.source, Replay) and len(self._position.history.seats) > 1
            self.play(move, against=make_bot(_LEVEL) if others else None)
        else:
            raise ValueError(f"a poll does not know {shown(kind)}")

    def plain(self) -> tuple[Any, list[Any]]:
        """The position, and the moves that led there."""
        return self.dump, self._position.history.log(self.seat, ply=self.ply, round=self.round)

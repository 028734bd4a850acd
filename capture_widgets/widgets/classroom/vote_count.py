"""The votes of a poll: collected from replays, games, files and folders, and counted once for each person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from capture_widgets.core.class_keys import as_name, key_for
from capture_widgets.core.errors import shown
from capture_widgets.engine.state import Seat
from capture_widgets.model.history import History
from capture_widgets.play.game import Game
from capture_widgets.teaching.class_folder import ClassAnswer, newest, start_fingerprint
from capture_widgets.teaching.class_reading import AnswerReader
from capture_widgets.teaching.votes import CastVote, Source, legal_text, read_answers, read_stamp
from capture_widgets.widgets.replay.replay import Replay
from capture_widgets.widgets.table.table import Table

READING: Final = 5.0
"""Seconds that a call from a cell may take to read the folders."""

Voter = Game | Table | Replay | str | Path


class PolledPosition:
    """The position that a class votes on.

    Attributes:
        history: the game, as it stood when the poll was made.
        round, ply: the position.
        to_play: the seat that is to move.
    """

    def __init__(self, history: History, number: int, ply: int) -> None:
        """Take a position of a game.

        Raises:
            ValueError: nobody is to play there.
        """
        self.history = history
        self.round, self.ply = number, ply
        self._state = history.round_at(number).state_at(ply)
        if self._state.to_play is None:
            raise ValueError("nobody is to play here, so there is nothing to vote on")
        self.to_play: Seat = self._state.to_play

    def legal_text(self, move: str) -> str | None:
        """The notation of a move as the game writes it; None if the position refuses the move."""
        return legal_text(self._state, move)

    def is_in(self, game: Game) -> bool:
        """Whether another game comes through this position, as the seat to play knows it."""
        history = game.history
        if self.round not in history.round_numbers() or self.ply not in history.plies(self.round):
            return False
        one, other = (each.dump_at(self.ply, round=self.round, seat=self.to_play) for each in (history, self.history))
        return all(one[key] == other[key] for key in ("game", "options", "table"))

    def move_in(self, game: Game) -> str | None:
        """The move that was made here in a game; None if none was made."""
        if not self.is_in(game) or self.ply + 1 not in game.plies(self.round):
            return None
        return game.moves(self.round)[self.ply - game.plies(self.round)[0]]


def read_voters(voters: object) -> list[tuple[str | None, Game | Replay | Path]]:
    """The voters of a poll, each with its name if it was given one.

    Raises:
        ValueError: one of them cannot vote.
    """
    if isinstance(voters, Mapping):
        pairs = [(as_name(str(name)), one) for name, one in voters.items()]
    elif isinstance(voters, Iterable) and not isinstance(voters, str | Path | Replay | Table | Game):
        pairs = [("", one) for one in voters]
    else:
        pairs = [("", voters)]
    named: list[tuple[str | None, Game | Replay | Path]] = []
    for name, one in pairs:
        if isinstance(one, Table):
            named.append((name or None, one.game))
        elif isinstance(one, Game | Replay):
            named.append((name or None, one))
        elif isinstance(one, str | Path):
            named.append((name or None, Path(one)))
        else:
            raise ValueError(f"voters={shown(one)}: expected games, tables, replays, or paths of files of answers")
    return named


class VoteCount:
    """Collects the votes of one poll.

    Attributes:
        voters: who votes, each with its name if it was given one.
        direct: the votes that were given to the poll itself, by name.
        has_begun: whether the class was asked.
        faults: what does not count, as (where, reason), as it was when votes were collected last.
        folders: the readers of the class folders.
    """

    def __init__(
        self,
        position: PolledPosition,
        poll_name: str,
        voters: list[tuple[str | None, Game | Replay | Path]],
        folder: Path | None,
        codes: Mapping[str, str] | None,
    ) -> None:
        """Make the count of a poll.

        Args:
            position: what the class votes on.
            poll_name: the name of the question.
            voters: who votes.
            folder: the class folder in which the question is asked, if any.
            codes: the codes of the class by name: only answers in folders and files that bear one of them count.
        """
        self._position = position
        self._poll_name = poll_name
        self._start = start_fingerprint(position.history)
        self._codes = codes
        self.voters = voters
        self.direct: dict[str, CastVote] = {}
        self.faults: list[tuple[str, str]] = []
        self._ended: list[CastVote] | None = None
        """The votes when the poll ended; None until then."""
        self.has_begun = True
        self._files: dict[Path, tuple[Any, list[tuple[str, str, float | None]], list[str]]] = {}
        paths = [] if folder is None else [folder]
        paths += [one for _, one in voters if isinstance(one, Path) and one.is_dir()]
        self.folders = [AnswerReader(path, key_for(path, make=False), codes, self._is_for_poll) for path in paths]

    @property
    def is_open(self) -> bool:
        """Whether the class may vote."""
        return self.has_begun and self._ended is None

    @property
    def is_over(self) -> bool:
        """Whether the votes are those at the end of the poll, and no other vote counts."""
        return self._ended is not None

    def end(self, other_faults: Sequence[tuple[str, str]]) -> None:
        """Keep the votes as they are now."""
        self._ended = self.collect(other_faults)
        self.has_begun = True

    def reopen(self) -> None:
        """Let the class vote again."""
        self._ended, self.has_begun = None, True

    def votes(self, other_faults: Sequence[tuple[str, str]] = ()) -> list[CastVote]:
        """The votes that count: those of now, or those at the end of the poll."""
        return self.collect(other_faults) if self._ended is None else self._ended

    def read(self, seconds: float) -> None:
        """Read what is new in the folders."""
        if not self.is_over:
            for folder in self.folders:
                folder.update(seconds)

    def state(self) -> object:
        """A value that changes when a folder or a file has something new."""
        files = [read_stamp(voter) for _, voter in self.voters if isinstance(voter, Path)]
        return [files, [(folder.answers(), folder.faults) for folder in self.folders]]

    def collect(self, other_faults: Sequence[tuple[str, str]]) -> list[CastVote]:
        """All votes, each person's last one: from files, folders, games, replays, and the poll itself.

        Args:
            other_faults: faults that stand among `faults`, too.
        """
        by_name: dict[str, CastVote] = {}
        faults: list[tuple[str, str]] = []

        def count(who: str, move: str, source: Source, seconds: float | None, where: str) -> None:
            text = self._position.legal_text(move)
            if text is None:
                faults.append((where, f"{who}: {move} is no legal move here"))
            else:
                by_name[who] = CastVote(who, text, source, seconds)

        for name, voter in self.voters:
            if isinstance(voter, Path) and not voter.is_dir():
                answers, file_faults = self._file(voter)
                faults += [(str(voter), words) for words in file_faults]
                for who, move, seconds in answers:
                    count(who if name is None else f"{name}: {who}", move, "file", seconds, str(voter))
        for folder in self.folders:
            for answer in newest(folder.answers()):
                count(answer.who, answer.move, "folder", answer.seconds, str(folder.path))
            faults += folder.faults
        faults += other_faults
        position = self._position
        for name, player in self._named_players():
            if not isinstance(player, Replay):
                move_made = position.move_in(player)
                if move_made is not None:
                    count(name, move_made, "table", None, name)
                elif not position.is_in(player):
                    faults.append((name, "this game does not come through the position that is voted on"))
            else:
                for one in player.answers:
                    if (one["round"], one["ply"]) == (position.round, position.ply) and position.is_in(player.game):
                        who = as_name(one["who"]) or name
                        count(who, one["chosen"], "replay", one["seconds"], who)
        self.faults = faults  # in one assignment: a cell may read them while a thread collects
        return list({**by_name, **self.direct}.values())

    def _is_for_poll(self, answer: ClassAnswer) -> bool:
        """Whether an answer in a folder belongs to this poll."""
        here = (self._start, self._position.round, self._position.ply)
        is_here = (answer.start, answer.round, answer.ply) == here
        return is_here and (answer.of == "answer" or answer.poll == self._poll_name)

    def _file(self, path: Path) -> tuple[list[tuple[str, str, float | None]], list[str]]:
        """The answers in a file, and its faults; the file is read again when it has changed."""
        stamp = read_stamp(path)
        if stamp is None or path not in self._files or self._files[path][0] != stamp:
            position = self._position
            self._files[path] = (stamp, *read_answers(path, position.round, position.ply, self._codes))
        return self._files[path][1:]

    def _named_players(self) -> list[tuple[str, Game | Replay]]:
        """The games and replays that vote, each with a name that no other one has."""
        players = [(name, voter) for name, voter in self.voters if isinstance(voter, Game | Replay)]
        names = [name or self._default_name(voter) for name, voter in players]
        shared = {name for name, count in Counter(names).items() if count > 1}
        return [
            (f"{name} ({number})" if name in shared else name, voter)
            for number, (name, (_, voter)) in enumerate(zip(names, players, strict=True), 1)
        ]

    def _default_name(self, voter: Game | Replay) -> str:
        if isinstance(voter, Replay):
            return as_name(voter.who) or "a replay"
        return as_name(voter.names[self._position.to_play]) or "a table"

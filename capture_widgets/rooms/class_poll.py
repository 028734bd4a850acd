"""A poll in a class: everybody votes on a page of their own, at a table with the position."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar, Final

from capture_widgets.core.errors import ActionRefused, IllegalMove
from capture_widgets.core.shared_files import Folder, sentence
from capture_widgets.engine.state import Viewer
from capture_widgets.model.dump import Dump
from capture_widgets.model.history import History
from capture_widgets.model.move_words import move_words
from capture_widgets.play.game import Game
from capture_widgets.protocol.table_messages import Scene
from capture_widgets.rooms.class_people import Person
from capture_widgets.rooms.connection import OnPage
from capture_widgets.rooms.people import Guest
from capture_widgets.rooms.seat_table import PageTable
from capture_widgets.teaching.answer_format import now
from capture_widgets.teaching.class_folder import PollQuestion
from capture_widgets.teaching.votes import CastVote
from capture_widgets.widgets.classroom.poll import Poll
from capture_widgets.widgets.replay.replay import Replay
from capture_widgets.widgets.table.table import Table
from capture_widgets.widgets.table.undo import check_position

_YOU: Final = "you"


class VotesFile:
    """A file that keeps the votes of a poll, one a line, in the form that `capture_widgets.poll` reads from files."""

    def __init__(self, path: Path) -> None:
        """Make the file, for this user alone, if it is missing.

        Raises:
            OSError: it cannot be written.
        """
        self.path = path
        self._lock = threading.Lock()
        self._write(b"")

    def add(self, vote: CastVote, number: int, ply: int) -> None:
        """Store a vote.

        Raises:
            OSError: it cannot be written.
        """
        line = {"who": vote.who, "move": vote.move, "round": number, "ply": ply, "seconds": vote.seconds, "when": now()}
        self._write((json.dumps(line, ensure_ascii=False) + "\n").encode())

    def _write(self, data: bytes) -> None:
        folder, name = Folder.of(self.path)
        owner = os.geteuid() if hasattr(os, "geteuid") else None
        with self._lock, folder:
            if folder.status(name) is None:
                folder.replace(name, data, mode=0o600)
                return
            file = folder.open(name, os.O_RDWR | os.O_APPEND, owner=owner)
            try:
                size = os.fstat(file).st_size
                # a line that a crash has cut off stays a line of its own
                is_cut = bool(data) and size > 0 and os.pread(file, 1, size - 1) != b"\n"
                os.write(file, b"\n" + data if is_cut else data)
                os.fsync(file)
            finally:
                os.close(file)


class ClassPoll(Poll):
    """A poll of a class with pages of its own; `GameClass.poll` makes one.

    Last in a cell it is the poll for the projector, with its buttons; the pages of the class have the position as the
    seat to play knows it. A page gets the question and its own vote, and nothing of the votes of others.
    """

    def __init__(
        self,
        game_or_replay: Game | Table | Replay,
        question: str,
        *,
        told: Callable[[], None],
        ended: Callable[[object], None],
        keep: Path | None,
        seat: Viewer | str,
        begin: bool,
        settings: dict[str, Any],
    ) -> None:
        """Make the poll.

        Args:
            game_or_replay: what it is of, as for `capture_widgets.poll`.
            question: the question; a default if it is empty.
            told: called when the pages of the class have to show something else.
            ended: called with the poll when it was closed.
            keep: the folder that keeps the votes; None keeps them in memory.
            seat: the viewer on the projector.
            begin: whether the class is asked at once.
            settings: the looks of the poll.
        """
        self._told, self._ended_by = told, ended
        self._asked_at = monotonic()
        super().__init__(game_or_replay, question, seat=seat, begin=begin, **settings)
        history = self._position.history.at(self.ply, round=self.round)
        players = [_YOU if at == self.to_play else name for at, name in enumerate(history.seats)]
        self._shared = Game(history, players=players, can_undo=False)
        self._file = None if keep is None else VotesFile(keep / f"poll-{self._name}.jsonl")
        if self._file is not None:
            self._count.voters.append((None, self._file.path))
            self.refresh()

    def _ask(self, question: PollQuestion | None) -> None:
        self._asked_at = monotonic()
        super()._ask(question)
        self._told()

    def _let_go(self) -> None:
        super()._let_go()
        self._ended_by(self)

    # -- the pages

    def _sit(self, person: Person, guest: Guest, shown: OnPage | None) -> OnPage | None:
        """Show the position to somebody of the class (`Chair.sit`)."""
        if not self._count.has_begun:
            title = self.game.type.title
            guest.say({"type": "wait", "title": title, "text": "Your teacher will ask a question soon."})
            return None
        if not (isinstance(shown, Ballot) and shown.poll is self):
            guest.say({"type": "room", "title": self.question, "seat": self.to_play, "people": [], "watching": 0})
            shown = Ballot(self, person.name, guest)
        else:
            shown.refresh()
        guest.say({"type": "say", "text": self._words_for(person.name)})
        return shown

    def _words_for(self, name: str) -> str:
        """The question and their own vote, for the page of one person."""
        move = next((vote.move for vote in self._votes() if vote.who == name), None)
        own = "" if move is None else f"You chose to {self._in_words(move)}."
        if not self.is_open:
            return f"{self.question} The vote is over. {own or 'You did not vote.'}"
        return f"{self.question} {own and f'{own} Choose another move to change it.'}".strip()

    def _in_words(self, move: str) -> str:
        return move_words(self._shared.history, self.round, self.ply, move, self.to_play)

    def _take(self, name: str, move: str) -> None:
        """Count the vote of somebody at a page.

        Raises:
            ActionRefused: the vote is over, or could not be kept.
            IllegalMove: the position refuses the move.
        """
        if not self.is_open or self.closed:
            raise ActionRefused("vote", "this vote is closed; your teacher can open it again")
        history = self._shared.history.play(move)
        vote = CastVote(name, history.moves(self.round)[-1], "page", round(max(0.0, monotonic() - self._asked_at), 2))
        if self._file is not None:
            try:
                self._file.add(vote, self.round, self.ply)
            except OSError as error:
                words = f"your vote could not be saved and does not count: {sentence(error)}"
                raise ActionRefused("vote", words) from error
        self._count.direct[name] = vote
        self.refresh()


class Ballot(PageTable):
    """The table of one voter. A move at it is a vote, and the position stays."""

    requests: ClassVar[frozenset[str]] = frozenset({"hello", "bye", "play", "again", "read"})

    def __init__(self, poll: ClassPoll, name: str, guest: Guest) -> None:
        """Make the table of a person who votes under this name."""
        self.poll = poll
        self._name, self._guest = name, guest
        self._to_page = guest.send
        super().__init__(poll._shared, poll.to_play)

    def _takes_moves(self) -> bool:
        return self.poll.is_open

    def _set_pace(self, _change: object = None) -> None:
        """Nobody moves here."""

    def _now(self) -> tuple[Dump, Scene, History]:
        dump, scene, history = super()._now()
        can = scene["can"]
        can["new"] = can["open"] = can["next"] = can["skip"] = False
        return dump, {**scene, "under_way": False, "share": None, "day": None}, history

    def _act(self, message: dict[str, Any]) -> dict[str, Any] | None:
        if message["kind"] != "play":
            return super()._act(message)
        move = message.get("move")
        if not isinstance(move, str):
            raise IllegalMove("GE-3", "", "a move is a text")
        check_position(self.game, message)
        self.poll._take(self._name, move)
        self._guest.say({"type": "say", "text": self.poll._words_for(self._name)})
        return None

"""A replay among others: following a leader, leading others, and voting on what the class is asked."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

from traitlets import Any as AnyTrait
from traitlets import Bool, Dict, Int, List, Unicode

from capture_widgets.class_folder import Asked, ClassFolder, Said, as_folder, as_name, somebody, start_of, writer_to
from capture_widgets.errors import IllegalMove, failure_words
from capture_widgets.leading import Follower, Leader, leader_in
from capture_widgets.messages import Ballot
from capture_widgets.state import SEAT_NAMES, Viewer
from capture_widgets.widgets.base import CaptureWidget
from capture_widgets.widgets.weakly import WeakObserver

if TYPE_CHECKING:
    from capture_widgets.game import Game

STEPPING = threading.RLock()
"""Held while a replay steps and sets its traits. It is one for all: observers may let other replays step, and with a
lock each, two that do so from two threads would wait for each other."""

Take = Callable[[str, str, float], None]
"""Takes a vote: who, the move, and how many seconds it took."""


class InClass(CaptureWidget):
    """What a replay does among others; see `Replay`."""

    game: Game
    seat: Viewer
    scene: Dict[str, Any]

    round = Int(0).tag(sync=True)
    ply = Int(0).tag(sync=True)
    line = Int(0).tag(sync=True)
    following = Bool(None, allow_none=True).tag(sync=True)
    who = Unicode("").tag(sync=True)
    poll = AnyTrait(None).tag(sync=True)
    answers: List[Any] = List()

    def _alone(self) -> None:
        """Before any trait is set: it follows nobody, leads nobody, and is asked nothing."""
        self._leader: InClass | Follower | None = None
        self._follows: list[WeakObserver] = []
        self._led: int | None = None
        self._leads: Leader | None = None
        self._leading: WeakObserver | None = None
        self._polled: Asked | None = None
        self._take_vote: Take | None = None
        self._voted: tuple[str, str] | None = None
        self._poll_since = 0.0
        self._told_class = 0
        self._unsaid: list[Said] = []
        self._unheard = self._unwritten = ""

    # -- following

    def follow(self, leader: InClass | str | Path) -> Self:
        """Show the position that a leader shows, for this replay's viewer, until `leave` or a step by hand.

        Args:
            leader: another replay of this kernel; or the folder in which a replay of any kernel is `broadcast`. There
                the class may be asked something, too, and what is answered here goes there.

        Raises:
            ValueError: it is this replay itself, or the path of a file.
        """
        if leader is self:
            raise ValueError("a replay cannot follow itself")
        made = leader if isinstance(leader, InClass) else Follower(as_folder(leader), self.game.history)
        self._stop_following()
        self._leader = made
        if isinstance(made, Follower):
            self._told_class = len(self.answers)
            self._follows = [
                WeakObserver(self._lead_from_afar, made, ["round", "ply"]),
                WeakObserver(self._hear, made, ["poll", "fault"]),
                WeakObserver(self._tell_class, self, ["answers"]),
            ]
            self._hear()
        else:
            self._follows = [WeakObserver(self._lead, made, ["round", "ply"])]
        self.following = True
        self._lead()
        return self

    def _stop_following(self) -> None:
        for one in self._follows:
            one.stop()
        self._follows = []
        if isinstance(self._leader, Follower):
            self._leader.stop()
            self.be_asked(None, None)

    def leave(self) -> Self:
        """Stay here while the leader goes on."""
        if self._leader is not None:
            self.following = False
        return self

    def rejoin(self) -> Self:
        """Go where the leader stands and follow it again."""
        if self._leader is None:
            raise ValueError("this replay follows nobody: replay.follow(other)")
        self.following = True
        return self

    def _on_following(self, change: Any) -> None:
        if self._leader is None:
            self.following = None
        elif change["new"]:
            self._lead()

    def _stepped_by_hand(self) -> None:
        """Somebody has stepped here: stay, unless it was the leader who did."""
        if self.following and self._led != threading.get_ident():
            self.following = False

    def _lead_from_afar(self, _change: object) -> None:
        # from another thread than pages and cells
        self._turns(self._lead)

    def _lead(self, _change: object = None) -> None:
        leader = self._leader
        if leader is None or not self.following or self.closed:
            return
        with STEPPING:
            number, ply = leader.round, leader.ply
            if number is None or ply is None:
                return
            self._led = threading.get_ident()
            try:
                with self.hold_sync(), self.hold_trait_notifications():
                    self.line = 0
                    self.round, self.ply = number, ply
            finally:
                self._led = None

    # -- leading

    def broadcast(self, folder: str | Path) -> Self:
        """Lead a class over a folder that it shares: replays of any kernel that `follow` it stand where this one does.

        Only the position goes there, and what a `Poll` asks; each follower has the game and sees their own side of it.
        Where this game was led there before, it goes on at the place where the class was.

        Raises:
            ValueError: this is the path of a file.
        """
        path = as_folder(folder)
        history = self.game.history
        before = ClassFolder(path).lead()
        if before is not None and before.start == start_of(history) and before.round in history.round_numbers():
            leader_in(path).resume(before)
            with self.hold_sync(), self.hold_trait_notifications():
                self.line = 0
                self.round, self.ply = before.round, before.ply
        self._stop_leading()
        self._leads = leader_in(path)
        self._leading = WeakObserver(self._step_class, self, ["round", "ply", "line"])
        self._step_class()
        return self

    def _step_class(self, _change: object = None) -> None:
        # a variation is a position that nobody else has
        if self._leads is not None and not self.line:
            self._leads.stand(self.game.history, self.round, self.ply)

    def _stop_leading(self) -> None:
        if self._leading is not None:
            self._leading.stop()
            self._leading = None

    @property
    def folder(self) -> Path | None:
        """The folder in which this replay leads or follows; None where it does neither."""
        if self._leads is not None:
            return self._leads.folder
        return self._leader.path if isinstance(self._leader, Follower) else None

    @property
    def class_answers(self) -> list[dict[str, Any]]:
        """What others in the folder have answered in their own quizzes on this game, as `answers` has it; the first
        answer of each person counts.
        """
        from capture_widgets.class_folder import newest

        folder = self.folder
        if folder is None:
            return []
        start = start_of(self.game.history)
        return [
            {"who": said.who, "round": said.round, "ply": said.ply, "chosen": said.move, "played": said.played,
             "seconds": said.seconds}
            for said in newest(ClassFolder(folder).said()) if said.of == "answer" and said.start == start
        ]

    @property
    def class_faults(self) -> list[tuple[str, str]]:
        """What of the folder could not be read or written, as (file, reason)."""
        folder = self.folder
        if folder is None:
            return []
        reading = ClassFolder(folder)
        reading.lead()
        reading.said()
        fault = None if self._leads is None else self._leads.fault
        own = [(str(folder), fault)] if fault is not None else []
        return [*own, *reading.faults]

    def _let_go(self) -> None:
        self._stop_following()
        self._stop_leading()

    # -- what is asked, and what is answered

    def be_asked(self, asked: Asked | None, take: Take | None) -> None:
        """Let the viewer vote; ``take`` is called with each vote, and the last one counts."""
        if asked is None or self._polled is None or asked.name != self._polled.name:
            self._poll_since, self._voted = monotonic(), None
        self._polled, self._take_vote = asked, take
        self._show_ballot()

    def _show_ballot(self) -> None:
        self.poll = self._ballot()

    def _ballot(self) -> dict[str, Any] | None:
        """The question as it is shown here: nothing of a position that this game does not have."""
        asked = self._polled
        history = self.game.history
        if asked is None or asked.round not in history.round_numbers() or asked.ply not in history.plies(asked.round):
            return None
        chosen = self._voted[1] if self._voted is not None and self._voted[0] == asked.name else None
        ballot: Ballot = {
            "round": asked.round, "ply": asked.ply, "question": asked.question, "open": asked.open, "chosen": chosen,
        }
        return dict(ballot)

    def vote(self, move: str) -> Self:
        """Vote on what the class is asked; as long as votes are taken, the last one counts.

        Raises:
            IllegalMove: nothing is asked here, votes are not taken any more, or the position refuses the move.
            OSError: the vote cannot be written to the class's folder, and does not count.
        """
        asked, take = self._polled, self._take_vote
        if asked is None or take is None or self._ballot() is None:
            raise IllegalMove("GE-5", str(move)[:60], "nothing is asked here")
        if not asked.open:
            raise IllegalMove("GE-5", str(move)[:60], "votes on this are not taken any more")
        there = self.game.at(asked.ply, round=asked.round)
        if not there.dump(self.seat)["legal_moves"]:
            seat = there.to_play
            words = "nobody is to play there" if seat is None else f"the choice is {SEAT_NAMES[seat]}'s there"
            raise IllegalMove("GE-5", str(move)[:60], f"{words}; this replay looks on")
        chosen = there.play(move).moves(asked.round)[-1]
        take(as_name(self.who) or somebody(), chosen, round(monotonic() - self._poll_since, 2))
        self._voted = (asked.name, chosen)
        self._show_ballot()
        return self

    def _hear(self, _change: object = None) -> None:
        leader = self._leader
        if isinstance(leader, Follower):
            fault = leader.fault
            if leader.poll != self._polled:
                self.be_asked(leader.poll, None if leader.poll is None else self._say_vote)
            if fault != self._unheard:
                self._unheard = fault
                self._tell_scene()

    def _tell_scene(self) -> None:
        """What stands beside the position has changed."""

    def class_notice(self) -> str:
        """What is wrong between this replay and its class, in words; empty where nothing is."""
        if self._unsaid:
            words = "Your answer could not be handed in yet; it is kept here, and goes out with the next one"
            return f"{words} ({self._unwritten})."
        return f"Not following: {self._unheard}." if self._unheard else ""

    def _say_vote(self, who: str, move: str, seconds: float) -> None:
        leader, asked = self._leader, self._polled
        if isinstance(leader, Follower) and asked is not None:
            writer_to(leader.path).say(
                Said("vote", who, leader.start, asked.round, asked.ply, move, asked.name, "", seconds, time.time())
            )

    def _tell_class(self, _change: object) -> None:
        """Hand in the answers that were given since the last time; those that cannot be written wait here."""
        leader, answers = self._leader, self.answers
        if not isinstance(leader, Follower):
            return
        self._unsaid += [
            Said("answer", as_name(one["who"]) or somebody(), leader.start, one["round"], one["ply"], one["chosen"],
                 "", one["played"], one["seconds"], time.time())
            for one in answers[self._told_class :]
        ]
        self._told_class = len(answers)
        try:
            while self._unsaid:
                writer_to(leader.path).say(self._unsaid[0])
                del self._unsaid[0]
        except OSError as error:
            self._unwritten = failure_words(error)
        else:
            self._unwritten = ""
        self._tell_scene()

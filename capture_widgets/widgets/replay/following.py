"""A replay that follows a leader: another replay of this kernel, or one that leads over a shared folder."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from capture_widgets.core.class_keys import as_code, as_name
from capture_widgets.core.shared_files import sentence
from capture_widgets.teaching.class_folder import ClassAnswer, as_folder, user_name, writer_to
from capture_widgets.teaching.leading import Follower
from capture_widgets.widgets.host.base import CaptureWidget
from capture_widgets.widgets.host.weak_observers import WeakObserver
from capture_widgets.widgets.replay.positions import first_position
from capture_widgets.widgets.replay.quiz import Quiz
from capture_widgets.widgets.replay.stepping import STEPPING
from capture_widgets.widgets.replay.voting import ReplayVote

if TYPE_CHECKING:
    from capture_widgets.widgets.replay.replay import Replay


class Following:
    """Lets one replay follow a leader, and hands the viewer's answers in to the leader's folder.

    Attributes:
        leader: the replay or the folder's leader that is followed; None if nobody is.
    """

    def __init__(self, replay: Replay, vote: ReplayVote) -> None:
        self._replay = replay
        self._vote = vote
        self.leader: Replay | Follower | None = None
        self._observers: list[WeakObserver] = []
        self._stepping_thread: int | None = None
        """The thread in which the leader steps this replay; None while it does not."""
        self._code = ""
        self._handled = 0
        """How many of the replay's answers were taken over from `Replay.answers`."""
        self._waiting: list[ClassAnswer] = []
        """The answers that are not in the folder yet."""
        self._fault = ""
        """Why answers are waiting."""
        self._leader_words = ""
        """What the viewer is told about the leader."""
        self._stood: tuple[int, int] | None = None
        """Where the leader stood last in the main line; None if it has stood nowhere yet."""
        self._furthest: tuple[int, int] | None = None
        """The last position that this replay has followed to; a viewer who leaves may look back at it."""
        vote.on_change = self.bind

    def follow_replay(self, leader: Replay) -> None:
        """Follow another replay of this kernel."""
        self.stop()
        self.leader, self._stood, self._furthest = leader, None, None
        self._observers = [WeakObserver(self.step, leader, ["round", "ply", "line", "ahead"])]
        self._replay.following = True
        self.step()

    def follow_folder(self, folder: str | Path, teacher: str | None, code: str | None) -> None:
        """Follow the leader in a folder; see `Replay.follow`."""
        replay = self._replay
        checked_code = "" if code is None else as_code(code)
        follower = Follower(as_folder(folder), replay.game.history, teacher)
        self.stop()
        self._code = checked_code
        self.leader, self._stood, self._furthest = follower, None, None
        self._handled = len(replay.answers)
        self._observers = [
            WeakObserver(self._step_in_turn, follower, ["round", "ply", "ahead"]),
            WeakObserver(self._update, follower, ["poll", "fault", "fingerprint"]),
            WeakObserver(self._take_answers, replay, ["answers"]),
        ]
        self._update()
        replay.following = True
        self.step()

    def stop(self) -> None:
        """Follow nobody any more."""
        for observer in self._observers:
            observer.stop()
        self._observers = []
        if isinstance(self.leader, Follower):
            self.leader.stop()
            self._vote.ask(None, None)

    @property
    def folder(self) -> Path | None:
        """The folder whose leader is followed; None if there is none."""
        return self.leader.path if isinstance(self.leader, Follower) else None

    @property
    def fingerprint(self) -> str | None:
        """The fingerprint of the leader in the folder; None if none is there."""
        return (self.leader.fingerprint or None) if isinstance(self.leader, Follower) else None

    def on_following(self, change: Any) -> None:
        """The trait `following` has changed: go where the leader stands."""
        if self.leader is None:
            self._replay.following = None
        else:
            self.step()
            self._replay._update_scene()

    def on_step(self) -> None:
        """The replay has stepped: follow no further, unless the leader made it step."""
        if self._replay.following and self._stepping_thread != threading.get_ident():
            self._replay.following = False

    def _step_in_turn(self, _change: object) -> None:
        # the follower's thread is another one than that of pages and cells
        self._replay._turns(self.step)

    def step(self, _change: object = None) -> None:
        """Go where the leader stands, or as near as the viewer may see, if the replay follows."""
        replay, leader = self._replay, self.leader
        if leader is None or replay.closed:
            return
        with STEPPING:
            at = (leader.round, leader.ply)
            if at[0] is not None and at[1] is not None and not (isinstance(leader, CaptureWidget) and leader.line):
                self._stood = at[0], at[1]
            self.bind()
            goal = self.goal
            if not replay.following or goal is None:
                return
            self._stepping_thread = threading.get_ident()
            try:
                with replay.hold_sync(), replay.hold_trait_notifications():
                    replay.line = 0
                    replay.round, replay.ply = goal
            finally:
                self._stepping_thread = None

    @property
    def goal(self) -> tuple[int, int] | None:
        """The position to which following leads; None if nobody stands anywhere."""
        bound = self._replay._positions.bound
        return self._stood if self._stood is None or bound is None else min(self._stood, bound)

    def bind(self) -> None:
        """Let the page hold nothing beyond an open vote, or else beyond the leader, unless the leader opens it."""
        replay, leader = self._replay, self.leader
        with STEPPING:
            bound = self._vote.bound
            quiz = replay._questions.quiz
            if leader is not None and leader.ahead:
                bound = None
            elif leader is not None and bound is None and not (quiz.asks and isinstance(quiz, Quiz)):
                bound = self._stood or first_position(replay.game)
                if replay.following:
                    self._furthest = max(bound, self._furthest or bound)
                elif self._furthest is not None:
                    bound = max(bound, self._furthest)
            replay._stepping.bind(bound)
            self._vote.show_ballot()

    # -- the folder

    def _update(self, _change: object = None) -> None:
        """Take over the leader's question and faults."""
        leader = self.leader
        if not isinstance(leader, Follower):
            return
        if leader.poll != self._vote.question:
            self._vote.ask(leader.poll, None if leader.poll is None else self._send_vote)
            self._replay._turns(self.step)
        words = _words_about(leader)
        if words != self._leader_words:
            self._leader_words = words
            self._replay._update_scene()
        if self._waiting and leader.box is not None:
            self._hand_in(leader)

    def notice(self) -> str:
        """What the viewer is told about the leader and about answers that wait; empty if there is nothing to say."""
        if self._waiting and self._fault:
            late = "Your answer could not be handed in yet; it is kept here and will be handed in with the next one"
            return f"{late} ({self._fault})."
        words: list[str] = [self._leader_words] if isinstance(self.leader, Follower) else []
        positions = self._replay._positions
        if self.leader is not None and not self._replay.following and positions.bound is not None:
            words += [_LATER] if positions.holds_back and not positions.has_more else []
        return " ".join(word for word in words if word)

    def _send_vote(self, who: str, move: str, seconds: float) -> None:
        """Write a vote to the folder; raises OSError."""
        leader, question = self.leader, self._vote.question
        if isinstance(leader, Follower) and question is not None and leader.box is not None:
            answer = ClassAnswer(
                "vote", who, leader.start, question.round, question.ply, move, question.name, seconds, time.time()
            )
            writer_to(leader.path, self._code).write(answer, leader.box)

    def _take_answers(self, _change: object) -> None:
        """Hand in the answers that were given since the last time; those that cannot be written wait here."""
        leader, answers = self.leader, self._replay.answers
        if not isinstance(leader, Follower):
            return
        self._waiting += [
            ClassAnswer(
                "answer",
                as_name(one["who"]) or user_name(),
                leader.start,
                one["round"],
                one["ply"],
                one["chosen"],
                "",
                one["seconds"],
                time.time(),
            )
            for one in answers[self._handled :]
        ]
        self._handled = len(answers)
        self._hand_in(leader)

    def _hand_in(self, leader: Follower) -> None:
        if leader.box is None:
            self._fault = "nobody leads a class in that folder yet"  # answers are sealed with the leader's key
        else:
            try:
                while self._waiting:
                    writer_to(leader.path, self._code).write(self._waiting[0], leader.box)
                    del self._waiting[0]
                self._fault = ""
            except OSError as error:
                self._fault = sentence(error)
        self._replay._update_scene()


_LATER: Final = "Later moves are shown when your teacher goes there."


def _words_about(leader: Follower) -> str:
    """What the viewer is told about a leader: why nobody is followed, or that nobody has checked who leads."""
    if leader.fault:
        return f"Not following: {leader.fault}."
    if leader.is_checked or not leader.fingerprint:
        return ""
    return (
        f"Nobody has checked that the key {leader.fingerprint}, by which this class is led, is your teacher's: "
        "follow with follow(..., teacher=...) and the fingerprint that your teacher shows."
    )

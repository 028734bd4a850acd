"""A replay among others: following a leader, leading others, and voting on what the class is asked."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

from traitlets import Any as AnyTrait
from traitlets import Bool, Dict, Int, List, Unicode

from capture_widgets.core.class_keys import as_code, as_codes, as_name, key_for
from capture_widgets.core.errors import ActionRefused
from capture_widgets.core.shared_files import sentence
from capture_widgets.engine.state import SEAT_NAMES, Viewer
from capture_widgets.protocol.replay_messages import Ballot
from capture_widgets.teaching.class_folder import Asked, Said, as_folder, newest, somebody, start_of, writer_to
from capture_widgets.teaching.class_reading import READ_SECONDS, AnswerReader
from capture_widgets.teaching.leading import Follower, Leader, Watch, leader_in
from capture_widgets.widgets.host.base import CaptureWidget
from capture_widgets.widgets.host.weak_observers import WeakObserver

if TYPE_CHECKING:
    from capture_widgets.play.game import Game

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
        self._code = ""
        self._watching: Watch | None = None
        self._led_words = ""
        self._class: AnswerReader | None = None

    # -- following

    def follow(self, leader: InClass | str | Path, *, teacher: str | None = None, code: str | None = None) -> Self:
        """Show the position that a leader shows, for this replay's viewer, until `leave` or a step by hand.

        Args:
            leader: another replay of this kernel; or the folder in which a replay of any kernel is `broadcast`. There
                the class may be asked something, too, and what is answered here goes there.
            teacher: the fingerprint that the leading replay shows, such as ``"k3vq-7xwm-2ahd-pz5c"``: nobody else is
                followed in the folder. Without it the first leader met there is, until the kernel ends.
            code: what the teacher gave out for this viewer alone (`class_codes`): it shows whose the answers are.

        Raises:
            ValueError: it is this replay itself, or the path of a file; or this is no fingerprint or no code.
        """
        if leader is self:
            raise ValueError("a replay cannot follow itself")
        proof = "" if code is None else as_code(code)
        if isinstance(leader, InClass):
            if teacher is not None or code is not None:
                raise ValueError("a replay of the same kernel is followed without teacher= and code=")
            made: InClass | Follower = leader
        else:
            made = Follower(as_folder(leader), self.game.history, teacher)
        self._stop_following()
        self._code = proof
        self._leader = made
        if isinstance(made, Follower):
            self._told_class = len(self.answers)
            self._follows = [
                WeakObserver(self._lead_from_afar, made, ["round", "ply"]),
                WeakObserver(self._hear, made, ["poll", "fault", "fingerprint"]),
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

    def broadcast(self, folder: str | Path, *, codes: Mapping[str, str] | None = None) -> Self:
        """Lead a class over a folder that it shares: replays of any kernel that `follow` it stand where this one does.

        Only the position goes there, and what a `Poll` asks; each follower has the game and sees their own side of it.
        It is signed: give the class this replay's `fingerprint`, so that they follow nobody else. Where you led this
        game there before, it goes on at the place where the class was.

        Args:
            folder: where; it is made if there is none.
            codes: what `class_codes` gave: only answers that were given with one of these codes count.

        Raises:
            ValueError: this is the path of a file, or these are no codes.
        """
        path = as_folder(folder)
        known = None if codes is None else as_codes(codes)
        leader = leader_in(path)
        leader.codes = known
        before = leader.resume(self.game.history)
        if before is not None:
            with self.hold_sync(), self.hold_trait_notifications():
                self.line = 0
                self.round, self.ply = before.round, before.ply
        self._stop_leading()
        self._leads = leader
        leader.users.add(self)
        self._leading = WeakObserver(self._step_class, self, ["round", "ply", "line"])
        self._step_class()
        self._watching = Watch(self._keep_leading, "leading")
        self._tell_leading()
        return self

    def _keep_leading(self) -> None:
        """See to it that the class is led, and say what stands in the way."""
        if self._leads is not None:
            self._leads.check()
            if self._leading_words() != self._led_words:
                self._turns(self._tell_leading)

    def _tell_leading(self) -> None:
        if not self.closed:
            self._led_words = self._leading_words()
            self._tell_scene()

    def _leading_words(self) -> str:
        """What the teacher is told of leading: by what the class knows them, and what is wrong."""
        leader = self._leads
        if leader is None:
            return ""
        words = [f'You lead a class; they follow with teacher="{leader.fingerprint}".', leader.rights]
        words += [f"{fault}." for fault in leader.faults]
        return " ".join(filter(None, words))

    @property
    def fingerprint(self) -> str | None:
        """By which a class knows who leads in a folder: give it to those who `follow`; None where nobody is met."""
        if self._leads is not None:
            return self._leads.fingerprint
        return (self._leader.fingerprint or None) if isinstance(self._leader, Follower) else None

    def _step_class(self, _change: object = None) -> None:
        # a variation is a position that nobody else has
        if self._leads is not None and not self.line:
            self._leads.stand(self.game.history, self.round, self.ply)

    def _stop_leading(self) -> None:
        if self._leading is not None:
            self._leading.stop()
            self._leading = None
        if self._watching is not None:
            self._watching.stop()
            self._watching = None
        if self._leads is not None:
            self._leads.users.discard(self)

    @property
    def led_folder(self) -> Path | None:
        """The folder in which this replay leads; None where it does not."""
        return None if self._leads is None else self._leads.folder

    @property
    def folder(self) -> Path | None:
        """The folder in which this replay leads or follows; None where it does neither."""
        if self._leads is not None:
            return self._leads.folder
        return self._leader.path if isinstance(self._leader, Follower) else None

    def _answers_there(self) -> AnswerReader | None:
        """What the class has answered in the folder, read up to now."""
        folder = self.folder
        if folder is None:
            return None
        codes = None if self._leads is None else self._leads.codes
        if self._class is None or self._class.path != folder or self._class.codes != codes:
            start = start_of(self.game.history)
            self._class = AnswerReader(folder, key_for(folder, make=False), codes, lambda said: said.start == start)
        self._class.look(READ_SECONDS)
        return self._class

    @property
    def class_answers(self) -> list[dict[str, Any]]:
        """What others in the folder have answered in their own quizzes on this game, as `answers` has it; the first
        answer of each person counts. Only whoever leads there can read them.
        """
        there = self._answers_there()
        return [] if there is None else [self._class_row(said) for said in newest(there.said()) if said.of == "answer"]

    def _class_row(self, said: Said) -> dict[str, Any]:
        history = self.game.history
        played = None  # whoever has asked knows it: the folder does not say
        if said.round in history.round_numbers() and said.ply in history.plies(said.round)[:-1]:
            played = str(history.round_at(said.round).move_to(said.ply + 1))
        return {
            "who": said.who,
            "round": said.round,
            "ply": said.ply,
            "chosen": said.move,
            "played": played,
            "seconds": said.seconds,
        }

    @property
    def class_faults(self) -> list[tuple[str, str]]:
        """What of the folder could not be read or written, as (file, reason)."""
        folder = self.folder
        if folder is None:
            return []
        own = [] if self._leads is None else self._leads.faults
        own += [self._leader.fault] if isinstance(self._leader, Follower) and self._leader.fault else []
        there = self._answers_there() if self._leads is not None else None
        return [*((str(folder), words) for words in own), *([] if there is None else there.faults)]

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
            "round": asked.round,
            "ply": asked.ply,
            "question": asked.question,
            "open": asked.open,
            "chosen": chosen,
        }
        return dict(ballot)

    def vote(self, move: str) -> Self:
        """Vote on what the class is asked; as long as votes are taken, the last one counts.

        Raises:
            ActionRefused: nothing is asked here, or votes are not taken any more.
            IllegalMove: the position refuses the move.
            OSError: the vote cannot be written to the class's folder, and does not count.
        """
        asked, take = self._polled, self._take_vote
        if asked is None or take is None or self._ballot() is None:
            raise ActionRefused("vote", "nothing is asked here; you can vote once the class is asked")
        if not asked.open:
            raise ActionRefused("vote", "votes on this are not taken any more; whoever asked can open it again")
        there = self.game.at(asked.ply, round=asked.round)
        if not there.dump(self.seat)["legal_moves"]:
            seat = there.to_play
            words = "nobody is to play there" if seat is None else f"the choice is {SEAT_NAMES[seat]}'s there"
            raise ActionRefused("vote", f"{words}; this replay looks on")
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
            words = fault or self._unchecked(leader)
            if words != self._unheard:
                self._unheard = words
                self._tell_scene()
            if self._unsaid and leader.box is not None:
                self._hand_in(leader)

    @staticmethod
    def _unchecked(leader: Follower) -> str:
        """That nobody has said whom to follow, where that is so."""
        if leader.is_checked or not leader.fingerprint:
            return ""
        return (
            f"not checked whether it is your teacher who leads by the key {leader.fingerprint}: "
            "follow(..., teacher=...) with what your teacher shows checks it"
        )

    def _tell_scene(self) -> None:
        """What stands beside the position has changed."""

    def class_notice(self) -> str:
        """What is to be said between this replay and its class, in words; empty where nothing is."""
        if self._unsaid and self._unwritten:
            words = "Your answer could not be handed in yet; it is kept here, and goes out with the next one"
            return f"{words} ({self._unwritten})."
        leader = self._leader
        if isinstance(leader, Follower) and self._unheard:
            return (
                f"Not following: {leader.fault}." if leader.fault else f"{self._unheard[0].upper()}{self._unheard[1:]}."
            )
        return self._led_words

    def _say_vote(self, who: str, move: str, seconds: float) -> None:
        leader, asked = self._leader, self._polled
        if isinstance(leader, Follower) and asked is not None and leader.box is not None:
            said = Said("vote", who, leader.start, asked.round, asked.ply, move, asked.name, seconds, time.time())
            writer_to(leader.path, self._code).say(said, leader.box)

    def _tell_class(self, _change: object) -> None:
        """Hand in the answers that were given since the last time; those that cannot be written wait here."""
        leader, answers = self._leader, self.answers
        if not isinstance(leader, Follower):
            return
        self._unsaid += [
            Said(
                "answer",
                as_name(one["who"]) or somebody(),
                leader.start,
                one["round"],
                one["ply"],
                one["chosen"],
                "",
                one["seconds"],
                time.time(),
            )
            for one in answers[self._told_class :]
        ]
        self._told_class = len(answers)
        self._hand_in(leader)

    def _hand_in(self, leader: Follower) -> None:
        if leader.box is None:
            self._unwritten = "nobody leads there yet"  # nobody could read it
        else:
            try:
                while self._unsaid:
                    writer_to(leader.path, self._code).say(self._unsaid[0], leader.box)
                    del self._unsaid[0]
                self._unwritten = ""
            except OSError as error:
                self._unwritten = sentence(error)
        self._tell_scene()

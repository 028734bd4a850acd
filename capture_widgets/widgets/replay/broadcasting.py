"""A replay that leads a class over a shared folder, and reads what the class answers there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from capture_widgets.core.class_keys import as_codes, key_for
from capture_widgets.teaching.class_folder import ClassAnswer, as_folder, newest, start_fingerprint
from capture_widgets.teaching.class_reading import AnswerReader
from capture_widgets.teaching.leading import Follower, Leader, Watch, leader_in
from capture_widgets.widgets.host.weak_observers import WeakObserver
from capture_widgets.widgets.replay.following import Following

if TYPE_CHECKING:
    from capture_widgets.widgets.replay.replay import Replay

_READING: Final = 5.0
"""Seconds that a call may take to read the answers of a class."""


class Broadcast:
    """Lets one replay lead a class over a folder.

    Attributes:
        leader: this kernel's leader in the folder; None while the replay does not lead.
        words: what the teacher is told about leading.
    """

    def __init__(self, replay: Replay, following: Following) -> None:
        self._replay = replay
        self._following = following
        self.leader: Leader | None = None
        self.words = ""
        self._observer: WeakObserver | None = None
        self._watch: Watch | None = None
        self._reader: AnswerReader | None = None

    def start(self, folder: str | Path, codes: Mapping[str, str] | None) -> None:
        """Lead in a folder; see `Replay.broadcast`."""
        replay, path = self._replay, as_folder(folder)
        checked_codes = None if codes is None else as_codes(codes)
        leader = leader_in(path)
        leader.codes = checked_codes
        before = leader.resume(replay.game.history)
        if before is not None:
            with replay.hold_sync(), replay.hold_trait_notifications():
                replay.line = 0
                replay.round, replay.ply = before.round, before.ply
        self.stop()
        self.leader = leader
        leader.users.add(replay)
        self._observer = WeakObserver(self._lead, replay, ["round", "ply", "line", "ahead"])
        self._lead()
        self._watch = Watch(self._check, "leading")
        self._update_words()

    def stop(self) -> None:
        """Lead no more."""
        if self._observer is not None:
            self._observer.stop()
            self._observer = None
        if self._watch is not None:
            self._watch.stop()
            self._watch = None
        if self.leader is not None:
            self.leader.users.discard(self._replay)

    def _lead(self, _change: object = None) -> None:
        # a variation is no position of the game that the class has
        if self.leader is not None and not self._replay.line:
            replay = self._replay
            self.leader.stand(replay.game.history, replay.round, replay.ply, replay.ahead)

    def _check(self) -> None:
        """Check that the leader's file is as it should be, and show the teacher what is wrong."""
        if self.leader is not None:
            self.leader.check()
            if self._current_words() != self.words:
                self._replay._turns(self._update_words)

    def _update_words(self) -> None:
        if not self._replay.closed:
            self.words = self._current_words()
            self._replay._update_scene()

    def _current_words(self) -> str:
        """The fingerprint for the class, who cannot answer, and what is wrong."""
        leader = self.leader
        if leader is None:
            return ""
        words = [f'You lead a class. Its students follow with teacher="{leader.fingerprint}".', leader.rights]
        words += [f"{fault}." for fault in leader.faults]
        return " ".join(filter(None, words))

    @property
    def folder(self) -> Path | None:
        """The folder in which the replay leads; None if it does not."""
        return None if self.leader is None else self.leader.folder

    # -- what the class answers

    def answers(self) -> list[dict[str, Any]]:
        """The answers of the class to quizzes about this game; see `Replay.class_answers`."""
        reader = self._read()
        if reader is None:
            return []
        return [self._row(answer) for answer in newest(reader.answers()) if answer.of == "answer"]

    def faults(self) -> list[tuple[str, str]]:
        """What of the folder could not be read or written; see `Replay.class_faults`."""
        folder = self.folder or self._following.folder
        if folder is None:
            return []
        own = [] if self.leader is None else self.leader.faults
        followed = self._following.leader
        if isinstance(followed, Follower) and followed.fault:
            own = [*own, followed.fault]
        reader = self._read() if self.leader is not None else None
        return [*((str(folder), words) for words in own), *([] if reader is None else reader.faults)]

    def _read(self) -> AnswerReader | None:
        """Read what is new in the folder; None if there is no folder."""
        folder = self.folder or self._following.folder
        if folder is None:
            return None
        codes = None if self.leader is None else self.leader.codes
        if self._reader is None or self._reader.path != folder or self._reader.codes != codes:
            start = start_fingerprint(self._replay.game.history)
            key = key_for(folder, make=False)
            self._reader = AnswerReader(folder, key, codes, lambda answer: answer.start == start)
        self._reader.update(_READING)
        return self._reader

    def _row(self, answer: ClassAnswer) -> dict[str, Any]:
        history = self._replay.game.history
        played = None  # the folder does not hold the move that was played; this replay knows it
        if answer.round in history.round_numbers() and answer.ply in history.plies(answer.round)[:-1]:
            played = str(history.round_at(answer.round).move_to(answer.ply + 1))
        return {
            "who": answer.who,
            "round": answer.round,
            "ply": answer.ply,
            "chosen": answer.move,
            "played": played,
            "seconds": answer.seconds,
        }

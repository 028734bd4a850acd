"""What a page may ask of a replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from capture_widgets.core.errors import ActionRefused, shown
from capture_widgets.model.record_format import GLYPHS
from capture_widgets.widgets.replay.learning import Learning

if TYPE_CHECKING:
    from capture_widgets.widgets.replay.replay import Replay

MOST_TEXT: Final = 20_000
"""The largest number of characters in a comment that a browser sends."""


class ReplayActions:
    """Answers the requests of one replay's pages."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay

    def do(self, message: dict[str, Any]) -> None:
        """Do what a request asks.

        Raises:
            ActionRefused: this replay cannot do it now.
            IllegalMove: the rules refuse a move.
            ValueError: the request is none of a replay's, or its text is too long.
        """
        kind, replay = message.get("kind"), self._replay
        if kind in ("learn", "better", "answer") and self._comes_late(kind):
            return
        finder = replay._builder.finder
        if kind == "unjudge" and finder is not None:
            finder.stop()
        elif kind == "mistakes" and finder is not None:
            if finder.can_start():  # a second press of the button comes late
                finder.start()
        elif kind == "learn" and finder is not None and replay.analysis is None and finder.can_start():
            finder.start()
        elif kind in ("learn", "unlearn", "better"):
            {"learn": replay.learn, "unlearn": replay.unlearn, "better": replay.better}[kind]()
        elif kind in ("promote", "drop"):
            (replay.promote if kind == "promote" else replay.drop)(message["line"])
        elif kind in ("comment", "glyph"):
            self._note(kind, message["text"], (message["round"], message["ply"]))
        elif kind in ("on", "answer", "vote"):
            self._move(kind, message["move"], (message["round"], message["ply"]))
        else:
            raise ValueError(f"a replay does not know {shown(kind)}")

    def _comes_late(self, kind: str) -> bool:
        """Whether a request about mistakes was overtaken: by a first press of the button, or by another display.

        Such a request is no fault of the person who made it, so nothing happens, and no error is told.
        """
        questions = self._replay._questions
        finder, is_open = self._replay._builder.finder, questions.current() is not None
        if finder is not None and finder.is_running:
            return True
        return isinstance(questions.quiz, Learning) and is_open == (kind == "learn")

    def _note(self, kind: str, text: str, at: tuple[int, int]) -> None:
        """Set a comment or a sign."""
        _check_length(text)
        if kind == "glyph" and text and text not in GLYPHS:
            raise ValueError(f"choose one of {' '.join(GLYPHS)}")
        limit = self._replay._positions.limit
        if limit is not None and at > limit:
            raise ValueError("you have not reached this position yet; step there first")
        (self._replay.comment if kind == "comment" else self._replay.glyph)(text, ply=at[1], round=at[0])

    def _move(self, kind: str, move: str, at: tuple[int, int]) -> None:
        """Play on with a move, or answer or vote with it."""
        _check_length(move)
        replay = self._replay
        if kind == "on":
            with replay.hold_sync():
                replay.round, replay.ply = at
            replay.play(move)
            return
        question = replay.question if kind == "answer" else replay.poll
        if question is None or (question["round"], question["ply"]) != at:
            raise ActionRefused("answer", "this question is not open any more; answer the one that is shown")
        (replay.answer if kind == "answer" else replay.vote)(move)


def _check_length(text: str) -> None:
    if len(text) > MOST_TEXT:
        raise ValueError(f"a text has at most {MOST_TEXT:,} characters here; shorten it")

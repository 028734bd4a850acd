"""Makes lessons from replays: comments, signs, variations and questions of a record become steps.

A comment becomes a step to look at. The lesson asks for the moves that the replay asks for, and for moves with ! or !!.
It shows a move with ? or ?? and asks for a better one, if there are variations to judge by. Other variations become
steps to look at: their commented positions and their ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, Protocol

from capture_widgets.engine.state import SEAT_NAMES, Viewer
from capture_widgets.export.replay_frames import comments_for
from capture_widgets.model.history import History
from capture_widgets.model.record_format import Variation, notes_of, place, position_of
from capture_widgets.play.game import Game
from capture_widgets.records.variations import line_history
from capture_widgets.teaching.positions import position_data

_SIGNS: Final = {
    "!": "A good move",
    "!!": "An excellent move",
    "?": "A mistake",
    "??": "A blunder",
    "!?": "An interesting move",
    "?!": "A doubtful move",
}
_GOOD: Final = ("!", "!!")
_BAD: Final = ("?", "??")


class AnnotatedReplay(Protocol):
    """The part of a replay that a lesson is made from."""

    game: Game
    seat: Any

    @property
    def questions(self) -> Mapping[str, Mapping[str, Any]]:
        """The questions by position."""


class _Place(NamedTuple):
    """A position of a game with its comment and sign."""

    history: History
    number: int
    ply: int
    comment: str = ""
    """The comment on the position."""
    sign: str = ""
    """The sign of the move that leads there."""


def steps_from_replay(replay: AnnotatedReplay) -> list[dict[str, Any]]:
    """The steps of a lesson from a replay, in the order of the moves.

    Raises:
        ValueError: the replay has nothing that could be a step.
    """
    steps = list(_Maker(replay.game.history.settled(), replay.seat, replay.questions).steps())
    if not steps:
        raise ValueError(
            "this replay has nothing to make steps from: comment on positions, give moves a sign such as ! or ?, play "
            "a variation, or name positions to ask about with predict=[...]"
        )
    return steps


class _Maker:
    def __init__(self, history: History, seat: Viewer, questions: Mapping[str, Mapping[str, Any]]) -> None:
        self.history = history
        self.seat = seat
        self.questions = questions
        self.comments = comments_for(history, seat)
        self.lines: dict[str, list[Variation]] = {}
        for line in history.variations:
            self.lines.setdefault(line["at"], []).append(line)

    def steps(self) -> Iterator[dict[str, Any]]:
        for number in self.history.round_numbers():
            plies = self.history.plies(number)
            for ply in plies:
                yield from self._here(self._at(number, ply), ply == plies[0])

    def _at(self, number: int, ply: int) -> _Place:
        key = place(number, ply)
        return _Place(self.history, number, ply, self.comments.get(key, ""), self.history.glyphs.get(key, ""))

    def _here(self, here: _Place, first: bool) -> Iterator[dict[str, Any]]:
        has_words = here.comment if first else (here.comment or here.sign) and not self._asks_before(here)
        if has_words:
            yield self._look(here)
        key = place(here.number, here.ply)
        lines = self.lines.get(key, [])
        if here.ply < self.history.plies(here.number)[-1]:
            after = self._at(here.number, here.ply + 1)
            if self._asks_before(after):
                yield self._ask(here, after, lines)
                if after.sign in _BAD:
                    return  # its variations are the answers
        for line in lines:
            yield from self._line(line)

    def _asks_before(self, after: _Place) -> bool:
        """Whether the lesson asks for the move that leads to a position."""
        before = place(after.number, after.ply - 1)
        mover = self.history.dump_at(after.ply - 1, round=after.number)["to_play"]
        if self.seat not in (None, "public", mover):
            return False
        return before in self.questions or after.sign in _GOOD or (after.sign in _BAD and before in self.lines)

    def _ask(self, here: _Place, after: _Place, lines: list[Variation]) -> dict[str, Any]:
        """A step that asks for the move that was made from a position, or for a better one."""
        key = place(here.number, here.ply)
        question = self.questions.get(key)
        there = here.history.at(here.ply, round=here.number)
        assert there.to_play is not None
        played = here.history.moves(here.number)[here.ply - here.history.plies(here.number)[0]]
        mover = SEAT_NAMES[there.to_play]
        right = [played]
        words = f"What would you play for {mover}?"
        replies: dict[str, str] = {}
        if after.sign in _BAD:
            right = [str(there.read(line["moves"][0])) for line in lines]
            words = f"{self._narrated(after)} {_SIGNS[after.sign]}. What is better?"
            replies = {played: after.comment or f"This was played. {_SIGNS[after.sign]}."}
        if question is not None:
            right = question["right"] or right
            words = question["question"] or words
        step = {"text": words, "position": _position(there), "ask": "move", "right": sorted(set(right))}
        if self.seat is None:
            step["seat"] = None
        if played in right:
            step["right"] = [
                played,
                *(one for one in step["right"] if one != played),
            ]  # which the lesson plays
            replies = {}
        if replies:
            step["replies"] = replies
        if after.comment and not replies:
            step["reveal"] = {"text": after.comment}
        return step

    def _look(self, here: _Place) -> dict[str, Any]:
        """A step to look at: the comment on a position, and the sign of the move that led there."""
        words = [f"{self._narrated(here)} {_SIGNS[here.sign]}."] if here.sign else []
        text = "\n\n".join([*words, *filter(None, [here.comment])])
        there = here.history.at(here.ply, round=here.number)
        return {"text": text, "position": _position(there), "seat": self.seat}

    def _line(self, line: Variation) -> Iterator[dict[str, Any]]:
        """The steps of a variation: its commented positions and its end. They show all cards."""
        if self.seat is not None:
            return
        number, ply = position_of(line["at"])
        whole, notes = line_history(self.history, line), notes_of(line)
        if ply + len(line["moves"]) not in whole.plies(number):
            return  # the variation leads beyond the positions that the history keeps
        moves = ", ".join(line["moves"])
        begins = f"Instead: {moves}."
        for at in range(ply + 1, ply + len(line["moves"]) + 1):
            key = place(number, at)
            comment, sign = notes["comments"].get(key, ""), notes["glyphs"].get(key, "")
            if not (comment or sign or at == ply + len(line["moves"])):
                continue
            step = self._look(_Place(whole, number, at, comment, sign))
            yield {**step, "text": "\n\n".join(filter(None, [begins, step["text"]]))}
            begins = ""

    def _narrated(self, here: _Place) -> str:
        """The move that led to a position, in words."""
        return str(here.history.log(self.seat, ply=here.ply, round=here.number, after=here.ply - 1)[-1]["text"])


def _position(history: History) -> Any:
    return position_data(Game(history))

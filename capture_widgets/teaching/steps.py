"""Steps of a lesson as values: what is shown, what is asked, what is right, and how it goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from capture_widgets.engine.seats import Viewer
from capture_widgets.model.history import History
from capture_widgets.teaching.shapes import Ask, Until

Answer = str | int | float | list[str] | None
"""An answer as data: a move or a choice, a number, the moves made until something came about, None to what asks
nothing.
"""


@dataclass(frozen=True)
class Step:
    """One step of a lesson; `reading` makes them, and has checked all of it.

    Attributes:
        number: its place in the lesson, from 0.
        text: what the learner reads.
        ask: the kind of question.
        seat: whose view is shown.
        start: what was played up to here; None where only the learner's own play decides that.
        right: every right answer, in the one way it is written; the first is the one the lesson goes on with.
        choices: what can be chosen.
        within: how far from the right number an answer may be.
        until: when a step that is played on is done.
        replies: what is said to an answer.
        reply: what is said to every other wrong answer; empty for the usual words.
        praise: what is said to every other right answer; empty for the usual words.
        hints: shown one by one.
        reveal: what is said once it is answered.
        reveals: whether the table is shown to another viewer then, ``reveal_to``.
        then: moves that follow, by the right move; by "" where no move is asked for.
        bot: identifier of the bot that answers for the other seats, or empty.
        tries: wrong answers after which it is closed, None for as many as are wanted.
        points: what a right answer counts.
        own_position: whether it has a position of its own.
    """

    number: int
    text: str
    ask: Ask
    seat: Viewer
    start: History | None
    right: tuple[str | int | float, ...] = ()
    choices: tuple[str, ...] = ()
    within: float = 0
    until: Until = field(default_factory=Until)
    replies: Mapping[str, str] = field(default_factory=dict)
    reply: str = ""
    praise: str = ""
    hints: tuple[str, ...] = ()
    reveal: str = ""
    reveals: bool = False
    reveal_to: Viewer = None
    then: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    bot: str = ""
    tries: int | None = None
    points: int = 0
    own_position: bool = True

    def __repr__(self) -> str:
        return f"<Step {self.number}, {self.ask}: {self.text[:40]!r}>"

    @property
    def follows(self) -> tuple[str, ...]:
        """The moves with which the lesson goes on: the first right move and what is written to follow."""
        first = self.right[:1] if self.ask == "move" else ()
        return (*map(str, first), *self.then.get(str(first[0]) if first else "", ()))

    @property
    def end(self) -> History | None:
        """What was played once it is answered; None where that is open."""
        if self.start is None or self.bot or self.ask == "until":
            return None
        after = self.start
        for move in self.follows:
            after = after.play(move)
        return after


@dataclass(frozen=True)
class Content:
    """A lesson that was read: its title, what it is about, its steps, and all of it as plain data."""

    title: str
    words: str
    steps: tuple[Step, ...]
    data: Mapping[str, Any]

"""Steps of a lesson as values: the position, the question, the right answers, and what follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from capture_widgets.engine.seats import Viewer
from capture_widgets.model.history import History
from capture_widgets.teaching.shapes import Ask, Solutions, Until

Answer = str | int | float | list[str] | None
"""An answer as data: a move or a choice, a number, the moves of a step that is played on, or None if the step asks
nothing.
"""


@dataclass(frozen=True)
class Step:
    """One step of a lesson. The module `reading` makes and checks it.

    Attributes:
        number: its number in the lesson, from 0.
        text: the text for the learner.
        ask: the kind of question.
        seat: whose view is shown.
        start: the game up to the step's position; None if that depends on how the learner plays.
        right: every right answer in its normal form; the lesson goes on with the first.
        choices: the choices.
        within: how far an answer may be from the right number.
        until: the goal of a step that is played on.
        replies: the replies by answer.
        reply: the reply to every other wrong answer; empty for the usual one.
        praise: the reply to every other right answer; empty for the usual one.
        hints: the hints.
        reveal: the text after the answer.
        reveals: whether the table shows the view of ``reveal_to`` after the answer.
        then: the moves that follow a right move, by that move; by "" at a step that asks for no move.
        bot: the identifier of the bot that plays the other seats, or empty.
        tries: the number of wrong answers that closes the step; None for no limit.
        points: the points for a right answer.
        hint_costs: the points that each hint costs.
        try_costs: the points that each wrong try costs.
        own_position: whether the step has a position of its own.
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
    hint_costs: int = 0
    try_costs: int = 0
    own_position: bool = True

    def __repr__(self) -> str:
        return f"<Step {self.number}, {self.ask}: {self.text[:40]!r}>"

    @property
    def follows(self) -> tuple[str, ...]:
        """The moves with which the lesson goes on: the first right move and the moves that follow it."""
        first = self.right[:1] if self.ask == "move" else ()
        return (*map(str, first), *self.then.get(str(first[0]) if first else "", ()))

    @property
    def end(self) -> History | None:
        """The game after the answer; None if that depends on how the learner plays."""
        if self.start is None or self.bot or self.ask == "until":
            return None
        after = self.start
        for move in self.follows:
            after = after.play(move)
        return after


@dataclass(frozen=True)
class Content:
    """The content of a lesson: title, words, steps, all of it as plain data, and when it shows what was right."""

    title: str
    words: str
    steps: tuple[Step, ...]
    data: Mapping[str, Any]
    solutions: Solutions = "tries"

"""The parts of a lesson's file: JSON-ready data, ``capture-widgets/lesson`` version 1 (docs/lessons.md)."""

from __future__ import annotations

from typing import Any, Final, Literal, NotRequired, TypedDict

FORMAT: Final = "capture-widgets/lesson"
VERSION: Final = 1

Ask = Literal["look", "move", "choice", "number", "until"]
"""Kinds of questions."""

ASKS: Final[tuple[Ask, ...]] = ("look", "move", "choice", "number", "until")

Seen = int | Literal["public"] | None
"""Whose view: a seat's, everybody's, or everything face up."""


class DealPosition(TypedDict):
    """A position reached from a deal."""

    game: str
    options: NotRequired[dict[str, Any]]
    seed: NotRequired[int]
    """Makes the deal; either this or ``deal``."""
    deal: NotRequired[str | list[str]]
    """The deal's code, or its cards."""
    moves: NotRequired[list[str]]
    """What was played from there."""


class RecordPosition(TypedDict):
    """A place in a game."""

    record: dict[str, Any] | str
    """A record; or the code or notation of a game."""
    at: NotRequired[str]
    """Round and ply, as in ``"0/12"``; without it the end of the record."""


class DumpPosition(TypedDict):
    """A position as it is, with no history before it."""

    dump: dict[str, Any]
    """The dump of all."""


class Until(TypedDict):
    """When a step that is played on is done: all of what it names must hold."""

    over: NotRequired[Literal[True]]
    """The round is over."""
    won: NotRequired[Literal[True]]
    """The learner's seat has won it."""
    points: NotRequired[int]
    """The learner's seat has so many points at least."""
    moves: NotRequired[int]
    """The learner has made so many moves at least."""


class Reveal(TypedDict):
    """What is shown once a step is answered."""

    text: NotRequired[str]
    seat: NotRequired[Seen]
    """For whom the table is shown from then on."""


class StepFile(TypedDict):
    """One step of a lesson."""

    text: str
    """What the learner reads; plain text, an empty line between paragraphs."""
    position: NotRequired[DealPosition | RecordPosition | DumpPosition]
    """Without it the step goes on from where the one before it ended."""
    seat: NotRequired[Seen]
    """Whose view is shown; the player to move by default, or that of the step before."""
    ask: NotRequired[Ask]
    """The kind of question; by default nothing is asked (``look``)."""
    right: NotRequired[str | int | float | list[str | int | float]]
    """The right answer, or all right ones: moves, choices or numbers."""
    choices: NotRequired[list[str]]
    """What can be chosen, in this order."""
    within: NotRequired[int | float]
    """How far from the right number an answer may be."""
    until: NotRequired[Until]
    replies: NotRequired[dict[str, str]]
    """What is said to an answer, right or wrong."""
    reply: NotRequired[str]
    """What is said to every other wrong answer; where the rules refuse a move they say why."""
    praise: NotRequired[str]
    """What is said to every other right answer."""
    hints: NotRequired[list[str]]
    """Shown one by one, when asked for."""
    reveal: NotRequired[Reveal]
    then: NotRequired[list[str] | dict[str, list[str]]]
    """Moves that follow by themselves: after the (first) right answer, or after each right move."""
    bot: NotRequired[str]
    """Who answers for the other seats, instead of ``then``: the identifier of a bot, such as ``beginner``."""
    tries: NotRequired[int]
    """Wrong answers after which the step is closed; as many as are wanted without it."""
    points: NotRequired[int]
    """What a right answer counts; 1 by default, 0 where nothing is asked."""


class LessonFile(TypedDict):
    """A whole lesson."""

    format: Literal["capture-widgets/lesson"]
    version: Literal[1]
    title: str
    words: NotRequired[str]
    """What it is about, for people who choose one."""
    steps: list[StepFile]

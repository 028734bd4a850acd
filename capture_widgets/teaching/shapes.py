"""The types of a lesson's file: JSON-ready data, ``capture-widgets/lesson`` versions 1 to 3 (docs/lessons.md)."""

from __future__ import annotations

from typing import Any, Final, Literal, NotRequired, TypedDict

FORMAT: Final = "capture-widgets/lesson"
VERSION: Final = 3
READ: Final = (1, 2, 3)
"""The versions that this release reads: the first had no ``hint_costs``, ``try_costs`` and ``solutions``, the second no
positions that are dealt for each student."""

DEALT: Final = 3
"""The version of lessons that deal each student another position."""

NEW_IN_STEPS: Final = ("hint_costs", "try_costs")
NEW: Final = ("solutions",)
"""The keys that version 1 did not have, of a step and of the lesson. A lesson without them is still version 1, so that
its fingerprint, and earlier releases, know it."""

Solutions = Literal["tries", "end", "never"]
"""When a student sees what was right."""

SOLUTIONS: Final[tuple[Solutions, ...]] = ("tries", "end", "never")

Ask = Literal["look", "move", "choice", "number", "until"]
"""The kinds of questions."""

ASKS: Final[tuple[Ask, ...]] = ("look", "move", "choice", "number", "until")

Seen = int | Literal["public"] | None
"""Whose view is shown: a seat's, the public's, or everything face up."""


class DealPosition(TypedDict):
    """A position reached from a deal."""

    game: str
    options: NotRequired[dict[str, Any]]
    seed: NotRequired[int]
    """The seed of the deal; either this or ``deal``."""
    deal: NotRequired[str | list[str]]
    """The deal's code, or its cards."""
    moves: NotRequired[list[str]]
    """The moves from there."""
    seats: NotRequired[list[str]]
    """The names of the players; A, B and so on by default."""


class DealtPosition(TypedDict):
    """A position that is dealt for each student, in version 3; the steps of a lesson share the student's deal."""

    game: str
    options: NotRequired[dict[str, Any]]
    seed: Literal["who"]
    deal: NotRequired[str]
    """The difficulty of the deal, in games that list deals by difficulty."""
    plies: NotRequired[int]
    """The number of moves played from the deal; 0 by default."""
    by: NotRequired[Literal["random", "beginner", "greedy"]]
    """Who plays them: ``random`` by default. The moves of the other two may differ from release to release."""


class RightRule(TypedDict):
    """What is right at a position that is dealt, in version 3, by a pattern of moves: ``*`` stands for any text."""

    moves: NotRequired[str]
    """For a question about a move: the legal moves that fit this pattern are right; some must not fit."""
    count: NotRequired[str]
    """For a question about a number: the right answer is how many legal moves fit this pattern."""


class RecordPosition(TypedDict):
    """A position of a recorded game."""

    record: dict[str, Any] | str
    """A record; or the code or notation of a game."""
    at: NotRequired[str]
    """Round and ply, as in ``"0/12"``; without it the end of the record."""


class DumpPosition(TypedDict):
    """A position without a history."""

    dump: dict[str, Any]
    """The dump with all cards face up."""


class Until(TypedDict):
    """The goal of a step that is played on: every condition that it names must hold."""

    over: NotRequired[Literal[True]]
    """The round is over."""
    won: NotRequired[Literal[True]]
    """The learner's seat has won it."""
    points: NotRequired[int]
    """The learner's seat has at least so many points."""
    moves: NotRequired[int]
    """The learner has made at least so many moves."""


class Reveal(TypedDict):
    """What a step shows after the answer."""

    text: NotRequired[str]
    seat: NotRequired[Seen]
    """Whose view the table shows from then on."""


class StepFile(TypedDict):
    """One step of a lesson."""

    text: str
    """What the learner reads; plain text, an empty line between paragraphs."""
    position: NotRequired[DealPosition | DealtPosition | RecordPosition | DumpPosition]
    """Without it the step begins where the step before ended."""
    seat: NotRequired[Seen]
    """Whose view is shown; the player to move by default, or that of the step before."""
    ask: NotRequired[Ask]
    """The kind of question; by default the step asks nothing (``look``)."""
    right: NotRequired[str | int | float | list[str | int | float] | RightRule]
    """The right answer, or all right ones: moves, choices or numbers; or a rule at a position that is dealt."""
    choices: NotRequired[list[str]]
    """The choices, in this order."""
    within: NotRequired[int | float]
    """How far an answer may be from the right number."""
    until: NotRequired[Until]
    replies: NotRequired[dict[str, str]]
    """The replies by answer, right or wrong."""
    reply: NotRequired[str]
    """The reply to every other wrong answer. To a move that the rules refuse, the reply is the reason of the rule."""
    praise: NotRequired[str]
    """The reply to every other right answer."""
    hints: NotRequired[list[str]]
    """The hints, which the learner may see one by one."""
    reveal: NotRequired[Reveal]
    then: NotRequired[list[str] | dict[str, list[str]]]
    """The moves that the lesson plays itself: after the (first) right answer, or after each right move."""
    bot: NotRequired[str]
    """The bot that plays the other seats, instead of ``then``: its identifier, such as ``beginner``."""
    tries: NotRequired[int]
    """The number of wrong answers that closes the step; without it there is no limit."""
    points: NotRequired[int]
    """The points for a right answer; 1 by default, 0 for a step that asks nothing."""
    hint_costs: NotRequired[int]
    """The points that each hint costs, in version 2; 0 by default. A right answer never costs more than it brings."""
    try_costs: NotRequired[int]
    """The points that each wrong try costs, in version 2; 0 by default."""


class LessonFile(TypedDict):
    """A whole lesson."""

    format: Literal["capture-widgets/lesson"]
    version: Literal[1, 2, 3]
    title: str
    words: NotRequired[str]
    """What the lesson is about, for people who choose one."""
    solutions: NotRequired[Solutions]
    """When a student sees at the end what was right, in version 2: after the last try (``tries``, the default), at the
    end in any case (``end``), or ``never``."""
    steps: list[StepFile]

"""The traits of a lesson and of the editor that writes one.

The file of the same subject in `js/src/kernel/messages` is generated from these types (tests/generate.py).
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class LessonReply(TypedDict):
    """The reply of a lesson to an answer."""

    right: bool
    text: str
    note: NotRequired[bool]
    """Whether it answers a move that is no mistake, but leads away from a first hand."""


class EditorPlace(TypedDict):
    """A place for cards in a position that is set up by hand."""

    key: str
    words: str
    cards: list[str]
    """The cards that the author has put there."""
    free: int
    """The number of further cards there, which are chosen at random."""
    down: bool
    """Whether the cards lie face down, so that no player sees them."""


class EditorStep(TypedDict):
    """A step in the list of an editor."""

    id: str
    """Its identifier, which stays when the step is moved."""
    text: str
    """The beginning of its text."""
    fault: str | None
    """Its fault, or null."""


class EditorScene(TypedDict):
    """The lesson in the editor, and its open step; right answers included."""

    title: str
    game: str
    """The slug of the position's game; empty if the position was not set up here."""
    games: dict[str, str]
    """Titles by slug."""
    steps: list[EditorStep]
    step: int
    fields: dict[str, str]
    """The values of the form's fields, by name."""
    places: list[EditorPlace]
    tray: list[str]
    """The unused cards."""
    by_hand: bool
    """Whether the position can be set up here."""
    made: bool
    """Whether somebody has set up something of it, which another game would discard."""
    saved: str
    """The file in which the lesson was saved last; empty before."""
    moves: list[str]
    """The moves from the deal to the position."""
    legal: list[str]
    seats: list[str]
    bots: dict[str, str]
    """Names of bots by identifier."""
    first: bool
    """Whether it is the lesson's first step, which needs a position of its own."""
    trial: str | None
    """The identifier of the model of the lesson as a student sees it, while that is visible."""


class LessonReview(TypedDict):
    """A question of a lesson at its end, with what the student answered."""

    step: int
    """The step's number, from 0."""
    text: str
    answer: str
    """The student's right answer, or else the last one, in words; empty if there is none."""
    right: bool
    reply: str
    points: int
    of: int
    closed: bool
    """Whether no tries are left."""
    solution: str
    """What was right, if the student may see it and has not found it; else empty."""


class LessonScene(TypedDict):
    """The current step of a lesson, without later steps and without right answers."""

    title: str
    words: str
    """The description of the lesson, at its first step."""
    game: str
    step: int
    """The step's number, from 0."""
    of: int
    """The number of steps."""
    text: str
    ask: Literal["look", "move", "choice", "number", "until"]
    choices: list[str]
    said: str
    """The last answer, as a choice or a number."""
    reply: LessonReply | None
    before: str
    """The reply to the step before, if the lesson has gone on from it by itself; else empty."""
    hints: list[str]
    """The hints shown so far."""
    more_hints: int
    reveal: str
    closed: bool
    """The step was answered, or no tries are left."""
    tries: int | None
    """The number of tries left; null if tries are not limited."""
    given: int
    """The number of answers to the step so far. A page that got no reply sees by it whether its answer was counted."""
    next: bool
    """Whether the student can go to the next step."""
    plays_on: bool
    """Whether moves follow the answer, or the next step by itself; who goes on now does not wait for them."""
    skips: bool
    """Whether that leaves the question unanswered."""
    back: bool
    again: bool
    last: bool
    over: bool
    """The lesson is finished."""
    points: int
    points_of: int
    resumed: bool
    """Whether the lesson has gone on here after the student had left it."""
    leaves: bool
    """Whether the student can leave the lesson and return to another widget."""
    first_game: str
    """What the button says that begins a game after a first hand; empty where none is offered now."""
    costs: str
    """What hints and wrong tries cost at this step, in words; empty if they cost nothing."""
    review: list[LessonReview]
    """The questions one by one, when the lesson is finished."""
    table: str
    """The identifier of the table's model."""

"""The traits of a lesson and of the editor that writes one.

The file of the same subject in `js/src/kernel/messages` is generated from these types (tests/generate.py).
"""

from __future__ import annotations

from typing import Literal, TypedDict


class LessonReply(TypedDict):
    """What a lesson says to an answer."""

    right: bool
    text: str


class EditorPlace(TypedDict):
    """Where cards of a position lie that is set up by hand."""

    key: str
    words: str
    cards: list[str]
    """Those that somebody has laid there."""
    free: int
    """How many more lie there, by lot."""


class EditorStep(TypedDict):
    """A step in the list of an editor."""

    id: str
    """Its name, which it keeps wherever it is moved."""
    text: str
    """How it begins."""
    fault: str | None
    """What is missing or wrong in it."""


class EditorScene(TypedDict):
    """A lesson that is being written, and the step that is open; all of it, right answers too."""

    title: str
    game: str
    """The slug of the position's game, empty where it is not set up here."""
    games: dict[str, str]
    """Titles by slug."""
    steps: list[EditorStep]
    step: int
    fields: dict[str, str]
    """What stands in the form, by the name of the field."""
    places: list[EditorPlace]
    tray: list[str]
    """The cards that nobody has laid anywhere."""
    by_hand: bool
    """Whether the position can be set up here."""
    moves: list[str]
    """Those that were made from the deal."""
    legal: list[str]
    seats: list[str]
    bots: dict[str, str]
    """Names of bots by identifier."""
    first: bool
    """Whether it is the lesson's first step, which needs a position of its own."""
    trial: str | None
    """The model of the lesson as a student sees it, while that is shown."""


class LessonScene(TypedDict):
    """What a lesson shows of the step that was reached; nothing of what lies ahead, nor what would be right."""

    title: str
    words: str
    """What it is about, at its first step."""
    game: str
    step: int
    """The step's number, from 0."""
    of: int
    """How many there are."""
    text: str
    ask: Literal["look", "move", "choice", "number", "until"]
    choices: list[str]
    said: str
    """The choice or number that was given last."""
    reply: LessonReply | None
    hints: list[str]
    """Those that were asked for."""
    more_hints: int
    reveal: str
    closed: bool
    """The step was answered, or there are no tries left."""
    tries: int | None
    """How many are left, null where they are not counted."""
    next: bool
    """Whether it can be gone on with."""
    skips: bool
    """Whether going on leaves the question unanswered."""
    back: bool
    again: bool
    last: bool
    over: bool
    """The lesson was gone through."""
    points: int
    points_of: int
    leaves: bool
    """Whether something waits behind the lesson to go back to."""
    first_game: str
    """What the button says that begins a game after a first hand; empty where none is offered now."""
    table: str
    """The identifier of the table's model."""

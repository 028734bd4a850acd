"""The traits of a replay, and of the inspector and the plot that follow one.

The file of the same subject in `js/src/kernel/messages` is generated from these types (tests/generate.py).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from capture_widgets.core.fixed_lists import Fixed
from capture_widgets.model.dump import Dump, Patch
from capture_widgets.model.log_entry import LogEntry
from capture_widgets.protocol.table_messages import SeatInfo


class Lens(TypedDict):
    """A viewer that may be chosen."""

    seat: int | Literal["public"] | None
    words: str


class Mark(TypedDict):
    """What is known of a move beside what was written."""

    at: str
    """The position that it led to, as in ``"0/12"``."""
    glyph: str
    words: str


class ReplayScene(TypedDict):
    """What a replay shows beside its frames."""

    title: str
    seats: list[SeatInfo]
    lenses: list[Lens]
    """The viewers that may be chosen."""
    notice: str | None
    """What could not be read or shown of the record."""
    more: bool
    """Whether more follows the frames that were sent; only in spoiler-free mode."""
    spoilers: bool
    """Whether the future is shown."""
    edits: bool
    """Whether comments, glyphs and variations can be changed; false in an exported file."""
    marks: list[Mark]
    """The moves that an analysis calls mistakes; and the one that lost a deal, for who may see everything."""
    learn: Literal["can", "does"] | None
    """Whether the viewer can learn from mistakes here, or does; null where none are known."""


class InspectorScene(TypedDict):
    """What an inspector shows beside its dump."""

    title: str
    seats: list[SeatInfo]
    lenses: list[Lens]
    """The viewers that may be chosen; none where it follows a replay."""


class PlotScene(TypedDict):
    """What the plot of a replay shows beside its curves."""

    title: str
    game: str
    seat: int | Literal["public"] | None
    first: int
    last: int
    """The first and the last ply of the round that have been reached."""


class Note(TypedDict):
    """The comment and the sign of a position."""

    comment: str
    glyph: str


class Judged(TypedDict):
    """A position in a timeline."""

    at: str
    """Round and ply, as in ``"0/12"``."""
    value: float | None
    """The chance to win, 0 to 1, or turns; null where too little is known."""
    low: float | None
    high: float | None
    """The ends of the value's 95% interval."""
    words: str
    """The same in words."""
    blame: str | None
    """What the move played from here lost, where it was a mistake."""
    better: str | None
    """The better move, there."""
    line: NotRequired[int]
    """The variation that shows it, with everything open."""


class Curve(TypedDict):
    """How a seat stood from ply to ply."""

    seat: int
    open: bool
    """Whether with all cards open, rather than by what the seat could know."""
    words: str
    """What it shows."""
    points: list[Judged]


class Timeline(TypedDict):
    """What an analysis tells a viewer of a replay, or how many points there were."""

    unit: Literal["chances", "turns", "points"]
    curves: list[Curve]


class Variation(TypedDict):
    """Moves played from a position instead of the main line."""

    at: str
    """Round and ply, as in ``"0/12"``."""
    moves: list[str]


class Question(TypedDict):
    """A position at which the viewer says what they would play, before the move is shown."""

    round: int
    ply: int
    words: str | None
    """The words of the question; null for the usual ones."""
    better: bool
    """Whether it stays open until a good answer is given, or the better move is asked for."""


class Prediction(TypedDict):
    """The last answer to such a question, with the move that was played."""

    round: int
    ply: int
    chosen: str
    played: str
    right: bool
    """Whether the answer counts as right: the move played does, where nothing else was said."""
    words: str | None
    """What is said of the answer, going on from it; null for the usual words."""


class Ballot(TypedDict):
    """What a class is asked at a position, as the viewer of a replay may vote on it."""

    round: int
    ply: int
    question: str
    open: bool
    """Whether votes are taken."""
    chosen: str | None
    """The viewer's own vote, which another one takes the place of."""


class Frames(TypedDict):
    """One round of a replay: the first dump, then for each ply the patch that leads to the next."""

    round: int
    dumps: Annotated[list[Any], Fixed(Dump, rest=Patch)]
    last: list[list[str]]
    """For each of them the places that the last move touched, as paths in the table."""
    log: list[LogEntry]


class Tail(TypedDict):
    """In spoiler-free mode: the patches of a round that were reached since its frames were sent."""

    round: int
    dumps: list[Patch]
    last: list[list[str]]
    """For each of them the places that the last move touched."""
    log: list[LogEntry]
    """Moves of the round from the last one in its frames on; that one may have been hidden then."""

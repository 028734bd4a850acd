"""The traits of a replay, and of the inspector and the plot that follow one.

The file of the same subject in `js/src/kernel/messages` is generated from these types (tests/generate.py).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from capture_widgets.core.fixed_lists import Fixed
from capture_widgets.model.dump import Dump, Patch
from capture_widgets.model.log_entry import LogEntry
from capture_widgets.protocol.table_messages import Outcome, SeatInfo


class Lens(TypedDict):
    """A viewer that can be chosen."""

    seat: int | Literal["public"] | None
    words: str


class Mark(TypedDict):
    """A mark on a move that the kernel found, in addition to comments and signs."""

    at: str
    """The position after the move, as in ``"0/12"``."""
    glyph: str
    words: str


class MistakeProgress(TypedDict):
    """How far a search for mistakes is."""

    done: int
    of: int
    """The number of positions that the search has judged, and the number of all."""
    runs: bool
    """Whether it goes on; else it was stopped and can go on."""


class ReplayScene(TypedDict):
    """Everything that a replay shows beside its frames."""

    title: str
    seats: list[SeatInfo]
    lenses: list[Lens]
    """The viewers that may be chosen."""
    notice: str | None
    """The parts of the record that could not be read or shown."""
    more: bool
    """Whether there are more frames than were sent; only in spoiler-free mode."""
    spoilers: bool
    """Whether later moves are visible."""
    edits: bool
    """Whether comments, signs and variations can be changed; false in an exported file."""
    marks: list[Mark]
    """Marks on the mistakes that an analysis found; for viewers who see everything, also on the losing move."""
    learn: Literal["can", "does", "last"] | None
    """Whether the viewer can learn from mistakes here, is doing so, or is at the last one; null if there are none."""
    search: NotRequired[MistakeProgress]
    """The search for mistakes, while it runs and after it was stopped."""
    mistake: NotRequired[tuple[int, int]]
    """The number of the mistake that is shown, and of all mistakes, while the viewer learns from them."""


class InspectorScene(TypedDict):
    """Everything that an inspector shows beside its dump."""

    title: str
    seats: list[SeatInfo]
    lenses: list[Lens]
    """The viewers that can be chosen; none if it follows a replay."""


class PlotScene(TypedDict):
    """Everything that the plot of a replay shows beside its curves."""

    title: str
    game: str
    seat: int | Literal["public"] | None
    first: int
    last: int
    """The first and the last ply of the round that the viewer has reached."""


class Note(TypedDict):
    """The comment and the sign of a position."""

    comment: str
    glyph: str


class TimelinePoint(TypedDict):
    """The value of a position in a timeline."""

    at: str
    """Round and ply, as in ``"0/12"``."""
    value: float | None
    """The chance to win, 0 to 1, or a number of turns; null if it is unknown."""
    low: float | None
    high: float | None
    """The ends of the value's 95% interval."""
    words: str
    """The value in words."""
    blame: str | None
    """The loss by the next move and the better one in sentences, if that was a mistake that is counted."""
    better: str | None
    """The better move, if the next move was a mistake."""
    line: NotRequired[int]
    """The variation with the better move, for viewers who see everything."""


class Curve(TypedDict):
    """The values of one seat from ply to ply."""

    seat: int
    open: bool
    """Whether the values are those with all cards open, and not those by what the seat could know."""
    words: str
    """A title of the curve."""
    points: list[TimelinePoint]


class Timeline(TypedDict):
    """The timeline of a replay: the results of an analysis for its viewer, or the points of each seat."""

    unit: Literal["chances", "turns", "points"]
    curves: list[Curve]


class Variation(TypedDict):
    """Moves played from a position instead of the main line."""

    at: str
    """Round and ply, as in ``"0/12"``."""
    moves: list[str]
    words: str
    """The first of the moves in words."""


class Question(TypedDict):
    """A question at a position: the viewer chooses a move before the replay shows the one that was played."""

    round: int
    ply: int
    words: str | None
    """The words of the question; null for the default."""
    played: NotRequired[str]
    """The move that the words name, for its cards."""
    better: bool
    """Whether it stays open until a good answer is given, or the viewer asks for the better move."""


class Prediction(TypedDict):
    """The last answer to a question, with the move that was played."""

    round: int
    ply: int
    chosen: str
    played: str
    right: bool
    """Whether the answer is right; by default, the move that was played is."""
    words: str | None
    """A sentence about the answer; null for the default."""


class Ballot(TypedDict):
    """A question to a class, on which the viewer of a replay can vote."""

    round: int
    ply: int
    question: str
    open: bool
    """Whether votes are accepted."""
    chosen: str | None
    """The viewer's own vote; a new vote replaces it."""
    led: bool
    """Whether the leader stands there, so that following leads to the position."""


class Frames(TypedDict):
    """One round of a replay: the first dump, then for each ply the patch that leads to the next."""

    round: int
    dumps: Annotated[list[Any], Fixed(Dump, rest=Patch)]
    last: list[list[str]]
    """For each dump, the places that the last move touched, as paths in the table."""
    log: list[LogEntry]
    outcome: NotRequired[Outcome]
    """The result of the round, if these frames reach its end."""


class Tail(TypedDict):
    """In spoiler-free mode: the patches of a round for the plies reached since its frames were sent."""

    round: int
    dumps: list[Patch]
    last: list[list[str]]
    """For each patch, the places that the last move touched."""
    log: list[LogEntry]
    """The moves from the last one of those frames on, because that one may have been hidden then."""
    outcome: NotRequired[Outcome]
    """The result of the round, if its end is reached."""

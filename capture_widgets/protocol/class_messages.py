"""The traits of a poll and of a teacher's console.

The file of the same subject in `js/src/kernel/messages` is generated from these types (tests/generate.py).
"""

from __future__ import annotations

from typing import Literal, TypedDict

from capture_widgets.protocol.replay_messages import Lens
from capture_widgets.protocol.table_messages import ClockInfo, SeatInfo


class PollChoice(TypedDict):
    """A move in a poll, with what has been shown of it."""

    move: str
    votes: int | None
    """Null while the votes are not shown."""
    played: bool
    """Whether it was played, where that is shown."""
    best: bool
    """Whether a search found no better one, where that is shown."""
    value: float | None
    """What a search thinks of it: the chance to win, or turns; null where it has not been asked, or cannot say."""
    low: float | None
    high: float | None
    words: str | None
    """The same in words."""


class PollScene(TypedDict):
    """What a poll shows beside its position."""

    title: str
    seats: list[SeatInfo]
    question: str
    open: bool
    """Whether votes are taken."""
    count: int
    """How many have voted."""
    shown: list[Literal["votes", "played", "search"]]
    choices: list[PollChoice]
    """Those that something is shown of; none before that."""
    can: list[Literal["votes", "played", "search", "play"]]
    """What can be shown or done now."""
    searching: bool
    unit: Literal["chances", "turns"]
    table: str | None
    """The identifier of the table's model at which the class plays on."""
    notice: str | None


class AtTable(TypedDict):
    """Tables of one viewer."""

    words: str
    count: int
    """How many are on screen."""


class ShownInfo(TypedDict):
    """Something that is shown of what was hidden."""

    what: str
    """The card, the seat's number or ``"all"``, as a request names it."""
    words: str


class ConsoleScene(TypedDict):
    """What a console leads with; it names no card but those that its teacher has named."""

    title: str
    game: str
    seats: list[SeatInfo]
    frozen: list[int]
    shown: list[ShownInfo]
    spot: str | None
    clock: ClockInfo | None
    tables: list[AtTable]
    round: int
    ply: int
    first: int
    last: int
    """The plies of this round that can be gone to."""
    back: int
    """How many moves can be taken back."""
    lenses: list[Lens]
    """Whose view the projector may show."""
    seat: int | Literal["public"] | None
    """Whose view it shows."""
    table: str
    """The identifier of the projector's model."""
    said: str
    """What was done last."""

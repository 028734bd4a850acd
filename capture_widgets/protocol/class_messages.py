"""The traits of a poll and of a teacher's console.

The file of the same subject in `js/src/kernel/messages` is generated from these types (tests/generate.py).
"""

from __future__ import annotations

from typing import Literal, TypedDict

from capture_widgets.model.dump import Dump
from capture_widgets.model.log_entry import LogEntry
from capture_widgets.protocol.replay_messages import Lens
from capture_widgets.protocol.table_messages import ClockInfo, SeatInfo


class PollChoice(TypedDict):
    """A move in a poll, with the facts that the teacher has shown about it."""

    move: str
    votes: int | None
    """The number of votes; null while the votes are hidden."""
    played: bool
    """Whether it was played; false while that is hidden."""
    best: bool
    """Whether a search found no better move; false while that is hidden."""
    value: float | None
    """The value by a search: the chance to win, or a number of turns; null if there was no search or no result."""
    low: float | None
    high: float | None
    words: str | None
    """The value in words."""


class PollScene(TypedDict):
    """Everything that a poll shows beside its position."""

    title: str
    seats: list[SeatInfo]
    log: list[LogEntry]
    """The last moves before the position, as its viewer knows them."""
    before: Dump | None
    """The position one move earlier; null at the start of a round."""
    question: str
    open: bool
    """Whether votes are accepted."""
    begun: bool
    """Whether the class was asked; a new poll in a notebook waits for its teacher."""
    count: int
    """The number of voters so far."""
    shown: list[Literal["votes", "played", "search"]]
    choices: list[PollChoice]
    """The moves with shown facts; empty until the teacher shows something."""
    can: list[Literal["votes", "played", "search", "play"]]
    """The facts that can be shown, and the actions that are possible now."""
    searching: bool
    unit: Literal["chances", "turns"]
    table: str | None
    """The identifier of the model of the table at which the class continues the game."""
    notice: str | None


class TablesInfo(TypedDict):
    """The tables of one viewer."""

    words: str
    count: int
    """The number of tables on screen."""


class RevealInfo(TypedDict):
    """Hidden cards that the teacher has revealed."""

    what: str
    """A card, the number of a seat, or ``"all"``, as in a request."""
    words: str


class ConsoleScene(TypedDict):
    """Everything that a console shows; it names only cards that the teacher has named."""

    title: str
    game: str
    seats: list[SeatInfo]
    frozen: list[int]
    shown: list[RevealInfo]
    spot: str | None
    clock: ClockInfo | None
    tables: list[TablesInfo]
    round: int
    ply: int
    first: int
    last: int
    """The first and the last ply of this round that the teacher can go to."""
    back: int
    """The number of moves that can be taken back."""
    lenses: list[Lens]
    """The viewers that can be chosen for the projector."""
    seat: int | Literal["public"] | None
    """The viewer of the projector."""
    table: str
    """The identifier of the projector's model."""
    said: str
    """The last action, in words."""

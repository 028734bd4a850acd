"""An entry of the log: one move in words, as a viewer knows it."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class Reason(TypedDict):
    """One thing that a move decided, and why."""

    of: str
    """What was decided, where it has a name: column ``"B"``; else empty."""
    text: str
    """Why, in words without a full stop."""
    rule: str
    """Identifier of the rule that says so."""


class LogEntry(TypedDict):
    """One move in words, as the viewer knows it."""

    ply: int
    """Counted after the move."""
    seat: int
    move: str | None
    """Notation; null while the move is hidden from the viewer (GE-4)."""
    text: str
    why: NotRequired[list[Reason]]
    """What the move decided, in order, where it decided something."""
    again: NotRequired[str]
    """What is said of the moves that were taken back before this one was made, where cards had been seen."""
    veiled: NotRequired[str]
    """The sentence shown while the move was hidden from the viewer, where it was hidden."""

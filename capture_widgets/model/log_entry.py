"""Entries of the log: one move in words, as a viewer knows it."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from capture_widgets.engine.names import Names, sentence
from capture_widgets.engine.seats import Viewer
from capture_widgets.engine.state import Reason as Decided
from capture_widgets.model.rounds import Round


class Reason(TypedDict):
    """The reason for one decision that a move brought, such as who won a column."""

    of: str
    """The name of the decided thing, such as column ``"B"``; empty if it has none."""
    text: str
    """The reason, in words without a full stop."""
    rule: str
    """Identifier of the rule that decides it."""
    brief: NotRequired[str]
    """The reason in a few words, for a list of several decisions."""


class LogEntry(TypedDict):
    """One move in words, as the viewer knows it."""

    ply: int
    """Counted after the move."""
    seat: int
    move: str | None
    """Notation; null while the move is hidden from the viewer (GE-4)."""
    text: str
    why: NotRequired[list[Reason]]
    """The decisions that the move brought, in order, if any."""
    again: NotRequired[str]
    """A note on moves that were taken back before this one, if cards had been seen by then."""
    veiled: NotRequired[str]
    """The sentence shown while the move was hidden from the viewer, if it was hidden."""


def log_entry(entry: Round, ply: int, viewer: Viewer, last: int, names: Names) -> LogEntry:
    """The entry for the move that led to a ply, as a viewer knows it once ``last`` moves are made.

    Its sentences call the players by ``names``.
    """
    before, move, after = entry.state_at(ply - 1), entry.move_to(ply), entry.state_at(ply)
    mover = before.to_play
    assert mover is not None
    hides = before.hides_move and viewer is not None and viewer != mover
    veiled = sentence(f"{names.does(mover, 'have')} chosen; nobody else sees it yet.") if hides else ""
    if hides and ply == last:
        return {"ply": ply, "seat": mover, "move": None, "text": veiled}
    made: LogEntry = {"ply": ply, "seat": mover, "move": str(move), "text": before.narrate(move, after, names)}
    if why := before.reasons(move, after, names):
        made["why"] = [_reason(one) for one in why]
    if hides:
        made["veiled"] = veiled
    return made


def _reason(one: Decided) -> Reason:
    told: Reason = {"of": one.of, "text": one.text, "rule": one.rule}
    if one.brief:
        told["brief"] = one.brief
    return told

"""Marks on moves in a replay: on the move that lost a winnable deal, and on the mistakes that an analysis found."""

from __future__ import annotations

from typing import Final

from capture_widgets.engine.solver_interface import Stop
from capture_widgets.model.history import History
from capture_widgets.model.record_format import place, position_of
from capture_widgets.protocol.replay_messages import Mark, Timeline

_LONGEST: Final = 0.5
"""The most seconds for one position."""
_WORDS: Final = "This move lost the deal, which could be won until then."
_GAVE_UP: Final = "Given up, though it could still be won."


def losing_marks(history: History, stop: Stop = lambda: False) -> list[Mark]:
    """For each lost round of a finished game, the mark on the move that lost it, if that move can be found.

    A lost deal stays lost, so a binary search finds the move. The mark reveals something about cards that were never
    turned up.
    """
    if history.type.solver is None or not history.is_over:
        return []
    solver = history.type.solving()
    marks: list[Mark] = []
    for number in history.round_numbers():
        entry, plies = history.round_at(number), history.plies(number)
        returns = entry.state_at(plies[-1]).returns
        if returns is None or returns[0] >= 0 or not solver.winnable(entry.state_at(plies[0]), _LONGEST, stop):
            continue
        won, lost = plies[0], plies[-1]
        while lost - won > 1:
            middle = (won + lost) // 2
            answer = solver.winnable(entry.state_at(middle), _LONGEST, stop)
            if answer is None:
                break
            won, lost = (middle, lost) if answer else (won, middle)
        else:
            words = _GAVE_UP if lost == plies[-1] else _WORDS
            marks.append({"at": place(number, lost), "glyph": "??", "words": words})
    return marks


def blamed_marks(timeline: Timeline | None) -> list[Mark]:
    """Marks on the mistakes in a timeline; for a move judged twice, by what its seat could know."""
    marks: dict[str, Mark] = {}
    for curve in timeline["curves"] if timeline is not None else ():
        for point in curve["points"]:
            if point["blame"] is not None:
                number, ply = position_of(point["at"])
                at = place(number, ply + 1)
                marks.setdefault(at, {"at": at, "glyph": "?", "words": point["blame"]})
    return list(marks.values())


def all_marks(lost: list[Mark], blamed: list[Mark]) -> list[Mark]:
    """The marks of both kinds; a move that lost the deal has only that mark."""
    return [*lost, *(mark for mark in blamed if mark["at"] not in {one["at"] for one in lost})]

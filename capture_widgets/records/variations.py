"""Edits the variations of a history: adds a move, removes a variation, or makes one the main line."""

from __future__ import annotations

from collections.abc import Sequence

from capture_widgets.core.errors import ActionRefused, shown
from capture_widgets.model.history import History
from capture_widgets.model.record_format import Variation, notes_of, place, position_of, variation


def line_history(history: History, line: Variation) -> History:
    """The history at the end of a variation, with the comments and signs up to there."""
    at = position_of(line["at"])
    settled, own = history.settled(), notes_of(line)
    comments, glyphs = (
        {**{key: text for key, text in notes.items() if position_of(key) <= at}, **own[name]}
        for name, notes in (("comments", settled.comments), ("glyphs", settled.glyphs))
    )
    return _played(history.at(at[1], round=at[0]), line["moves"]).with_notes(comments, glyphs)


def _played(history: History, moves: Sequence[str]) -> History:
    for move in moves:
        history = history.play(move)
    return history


def played_on(history: History, line: int, number: int, ply: int, move: str) -> tuple[History, int]:
    """The history with a move added at a position of a line, and the number of the variation that has the move now.

    If a variation has this move already, that one is used. Variations are counted from 1; 0 is the main line.

    Raises:
        IllegalMove: a rule forbids the move in this position.
        ValueError: there is no such variation or position.
    """
    lines = history.variations
    kept = _line(lines, line)
    if kept is None or (number, ply) <= position_of(kept["at"]):
        start, before = ply, []
    else:
        start = position_of(kept["at"])[1]
        before = kept["moves"][: ply - start]
        if len(before) != ply - start or number != position_of(kept["at"])[0]:
            raise ValueError(f"this variation has no ply {ply} in round {number}")
    there = _played(history.at(start, round=number), before)
    # in standard notation, as in the main line and in records
    move = str(there.read(move))
    first = history.plies(number)[0]
    if not before and history.plies(number)[-1] > ply and history.moves(number)[ply - first] == move:
        return history, 0
    wanted = [*before, move]
    at = place(number, start)
    for i, other in enumerate(lines, 1):
        if other["at"] == at and other["moves"][: len(wanted)] == wanted:
            return history, i
    if kept is not None and before == kept["moves"]:
        lines[line - 1] = {**kept, "moves": wanted}
    else:
        lines.append({"at": at, "moves": wanted})
        line = len(lines)
    return history.with_lines(lines), line


def dropped(history: History, line: int) -> History:
    """The history without one of its variations."""
    lines = history.variations
    if _line(lines, line) is None:
        raise ValueError("the main line cannot be removed")
    del lines[line - 1]
    return history.with_lines(lines)


def promoted(history: History, line: int) -> History:
    """The history with a variation as its main line; the old main line becomes a variation.

    Comments and signs stay with their moves.

    Raises:
        ActionRefused: later rounds of the match depend on the present main line.
    """
    lines = history.variations
    kept = _line(lines, line)
    if kept is None:
        raise ValueError("this is the main line already")
    number, ply = position_of(kept["at"])
    if any(history.moves(later) for later in history.round_numbers() if later > number):
        raise ActionRefused("promote", "later rounds were dealt and played after the main line")
    cut = ply - history.plies(number)[0]
    old = history.moves(number)
    settled = history.settled()
    notes = {"comments": settled.comments, "glyphs": settled.glyphs}
    others: list[Variation] = []
    for i, other in enumerate(lines, 1):
        at = position_of(other["at"])
        if i == line:
            if old[cut:]:
                others.append(variation(kept["at"], old[cut:], notes))
        elif at[0] == number and at[1] > ply:
            others.append(variation(kept["at"], [*old[cut : at[1] - ply + cut], *other["moves"]], notes_of(other)))
        elif at[0] <= number:
            others.append(other)
    return line_history(history, kept).with_lines(others)


def _line(lines: list[Variation], line: int) -> Variation | None:
    if line == 0:
        return None
    if type(line) is not int or not 0 < line <= len(lines):
        raise ValueError(f"there is no variation {shown(line)}; choose 0 (the main line) to {len(lines)}")
    return lines[line - 1]

"""Turns moves that were taken back into a variation, and merges variations that begin alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from capture_widgets.model.record_format import (
    MOST_COMMENT,
    Variation,
    notes_of,
    place,
    position_of,
    variation,
)


def with_moves_taken_back(
    variations: Sequence[Variation],
    position: tuple[int, int],
    moves: Sequence[str],
    notes: Mapping[str, Mapping[str, str]],
) -> list[Variation]:
    """The variations of a history with one more, of the moves that were taken back.

    A variation that branched off from those moves now branches off from the position, with the moves before it.

    Args:
        variations: those of the history until now.
        position: round and ply after which the moves were taken back.
        moves: the moves of this round that were taken back, in order.
        notes: the comments and signs of the history; those on the moves go into the variation.
    """
    round_number, ply = position
    start = place(*position)
    merged: list[Variation] = []
    for line in variations:
        branch_round, branch_ply = position_of(line["at"])
        if (branch_round, branch_ply) <= position:
            merged.append(line)
        elif branch_round == round_number:
            _merge(merged, variation(start, [*moves[: branch_ply - ply], *line["moves"]], notes_of(line)))
    if moves:
        _merge(merged, variation(start, [*moves], notes))
    return merged


def _merge(variations: list[Variation], line: Variation) -> None:
    """Add a variation; if another one has the same first moves, the longer of the two gets the notes of both."""
    for i, other in enumerate(variations):
        if other["at"] == line["at"]:
            shorter = min(len(other["moves"]), len(line["moves"]))
            if other["moves"][:shorter] == line["moves"][:shorter]:
                longer = line if len(line["moves"]) > shorter else other
                notes = _merged_notes(notes_of(other), notes_of(line))
                variations[i] = variation(other["at"], longer["moves"], notes)
                return
    variations.append(line)


def _merged_notes(old: dict[str, dict[str, str]], new: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """The newer sign at each position, and both comments if together they are not too long for a record."""
    comments = {**old["comments"], **new["comments"]}
    for key in old["comments"].keys() & new["comments"].keys():
        both = f"{old['comments'][key]}\n{new['comments'][key]}"
        if old["comments"][key] != new["comments"][key] and len(both) <= MOST_COMMENT:
            comments[key] = both
    return {"comments": comments, "glyphs": {**old["glyphs"], **new["glyphs"]}}

"""A game as pandas data frames: its moves, its positions. pandas is optional and imported on first use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from capture_widgets.engine.state import Viewer
from capture_widgets.export.replay_frames import comments_for
from capture_widgets.model.dump_groups import groups
from capture_widgets.model.history import History
from capture_widgets.model.record_format import place

if TYPE_CHECKING:
    from pandas import DataFrame


def frame(
    rows: list[dict[str, Any]] | dict[str, list[Any]],
    columns: list[str] | None = None,
    seats: Sequence[str] = (),
) -> DataFrame:
    """A data frame from rows, or from columns by name.

    Args:
        rows: the rows, or the columns by name.
        columns: the names of the columns, in order.
        seats: the columns that have seats, or None; pandas would turn 0 and None into 0.0 and nan.

    Raises:
        ImportError: pandas is not installed; the message says how to install it.
    """
    try:
        from pandas import DataFrame, Series
    except ImportError:
        raise ImportError('data frames need pandas: pip install "capture-widgets[frames]"') from None
    table = DataFrame(rows, columns=columns)
    for name in seats:
        given = rows[name] if isinstance(rows, dict) else [row[name] for row in rows]
        table[name] = Series(given, dtype=object)
    return table


def moves_frame(history: History, seat: Viewer = None) -> DataFrame:
    """The moves of all rounds as a viewer knows them, one in each row.

    Columns: round, ply (after the move), seat, player, move (None while hidden), text, choices (the number of legal
    moves that the viewer saw; None in another seat's view), points_0 ... (after the move, by seat), comment (empty if
    it names a card that the viewer could not know), glyph.
    """
    names = history.names
    comments, glyphs = comments_for(history, seat), history.settled().glyphs
    rows = []
    for number in history.round_numbers():
        for entry in history.log(seat, round=number):
            before = history.dump_at(entry["ply"] - 1, round=number, seat=seat)
            after = history.dump_at(entry["ply"], round=number, seat="public")
            key = place(number, entry["ply"])
            rows.append(
                {
                    "round": number,
                    "ply": entry["ply"],
                    "seat": entry["seat"],
                    "player": names[entry["seat"]],
                    "move": entry["move"],
                    "text": entry["text"],
                    "choices": len(before["legal_moves"]) or None,
                    **_points(after),
                    "comment": comments.get(key, ""),
                    "glyph": glyphs.get(key, ""),
                }
            )
    points = [f"points_{i}" for i in range(len(names))]
    first = ["round", "ply", "seat", "player", "move", "text", "choices"]
    return frame(rows, [*first, *points, "comment", "glyph"])


def states_frame(history: History, seat: Viewer = None) -> DataFrame:
    """The positions of all rounds as a viewer knows them, one in each row.

    Columns: round, ply, to_play (a seat, None when over), is_over, choices, points_0 ..., returns_0 ... (None until
    the round is over), and the number of cards in each hand, pile and group of taken cards (``hands/0``; see `places`).
    """
    rows = []
    for number in history.round_numbers():
        for ply in history.plies(number):
            dump = history.dump_at(ply, round=number, seat=seat)
            to_play, returns = dump["to_play"], dump["returns"]
            rows.append(
                {
                    "round": number,
                    "ply": ply,
                    "to_play": to_play,
                    "is_over": dump["is_over"],
                    "choices": len(dump["legal_moves"]) or None,
                    **_points(dump),
                    **{f"returns_{i}": None if returns is None else returns[i] for i in range(len(dump["points"]))},
                    **{group.key: len(group.cards) for group in groups(dump) if group.kind != "table"},
                }
            )
    return frame(rows, seats=["to_play"])


def _points(dump: Any) -> dict[str, int]:
    return {f"points_{i}": points for i, points in enumerate(dump["points"])}

"""The timeline under a replay: the curves of an analysis that one viewer may see."""

from __future__ import annotations

from collections.abc import Sequence

from capture_widgets.analysis.analysis import Analysis, for_viewer
from capture_widgets.analysis.standing import Standing
from capture_widgets.engine.state import SEAT_NAMES, Viewer
from capture_widgets.model.record_format import Variation, place
from capture_widgets.protocol.replay_messages import Curve, Timeline, TimelinePoint


def timeline(
    analysis: Analysis,
    seat: Viewer,
    reached: tuple[int, int] | None = None,
    lines: Sequence[Variation] = (),
) -> Timeline | None:
    """The curves that a viewer may see: a seat its own, None (everything face up) all; None if there are no curves.

    Args:
        analysis: an analysis of the game that is shown.
        seat: the viewer.
        reached: the last position to show; the move played from there is not shown.
        lines: variations of the game; a better move links to the variation that begins with it.
    """
    variation_of = {(line["at"], line["moves"][0]): number for number, line in enumerate(lines, 1)}
    curves: dict[int | None, Curve] = {}
    for row in for_viewer(analysis, seat):
        here = (row.round, row.ply)
        if reached is not None and here > reached:
            continue
        if row.seat not in curves:
            curves[row.seat] = {
                "seat": row.seat or 0,
                "open": row.seat is None,
                "words": _curve_label(row, analysis),
                "points": [],
            }
        point = _point(row, analysis, show_move=here != reached)
        if point["better"] is not None and (number := variation_of.get((row.at, point["better"]))) is not None:
            point["line"] = number
        curves[row.seat]["points"].append(point)
    return {"unit": analysis.unit, "curves": list(curves.values())} if curves else None


def _curve_label(row: Standing, analysis: Analysis) -> str:
    """The label of the curve that a row belongs to."""
    if analysis.unit == "turns":
        return "with the whole map known" if row.seat is None else "as it could be known"
    return f"{SEAT_NAMES[0]} with all cards open" if row.seat is None else f"{SEAT_NAMES[row.seat]} as it could know"


def _point(row: Standing, analysis: Analysis, *, show_move: bool) -> TimelinePoint:
    turns = analysis.unit == "turns"
    value, low, high = (row.points, row.points_low, row.points_high) if turns else (row.chance, row.low, row.high)
    if value is None or low is None or high is None:
        words = "not known well enough to say"
    elif turns:
        words = f"{value:.0f} turns in all" if low == high else f"{value:.1f} turns in all ({low:.1f} to {high:.1f})"
    else:
        words = (
            f"{_percent(value)} to win"
            if low == high
            else (f"{_percent(value)} to win ({_percent(low)} to {_percent(high)})")
        )
    return {
        "at": place(row.round, row.ply),
        "value": value,
        "low": low,
        "high": high,
        "words": words,
        "blame": _blame(row, analysis) if show_move and row.mistake else None,
        "better": row.best if show_move and row.mistake else None,
    }


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f}%"


def _blame(row: Standing, analysis: Analysis) -> str:
    """The cost of a mistake, and the better move."""
    return f"{row.played} loses {analysis.cost(row)}; better: {row.best}"

"""The timeline under a replay: what an analysis says, as one viewer may be told it."""

from __future__ import annotations

from collections.abc import Sequence

from capture_widgets.analysis.analysis import Analysis, Standing, for_viewer
from capture_widgets.engine.state import SEAT_NAMES, Viewer
from capture_widgets.model.record_format import Variation, place
from capture_widgets.protocol.replay_messages import Curve, Judged, Timeline


def timeline(
    analysis: Analysis,
    seat: Viewer,
    reached: tuple[int, int] | None = None,
    lines: Sequence[Variation] = (),
) -> Timeline | None:
    """The curves of a viewer: a seat's own, or with everything open all of them; None where there are none.

    Args:
        analysis: of the game that is shown.
        seat: who looks.
        reached: the position beyond which nothing is told, and what was played from there neither.
        lines: variations of the game; better moves name the one that shows them.
    """
    shows = {(line["at"], line["moves"][0]): number for number, line in enumerate(lines, 1)}
    curves: dict[int | None, Curve] = {}
    for row in for_viewer(analysis, seat):
        here = (row.round, row.ply)
        if reached is not None and here > reached:
            continue
        if row.seat not in curves:
            curves[row.seat] = {
                "seat": row.seat or 0,
                "open": row.seat is None,
                "words": _whose(row, analysis),
                "points": [],
            }
        point = _judged(row, analysis, told=here != reached)
        if point["better"] is not None and (number := shows.get((row.at, point["better"]))) is not None:
            point["line"] = number
        curves[row.seat]["points"].append(point)
    return {"unit": analysis.unit, "curves": list(curves.values())} if curves else None


def _whose(row: Standing, analysis: Analysis) -> str:
    """What a curve shows, in words."""
    if analysis.unit == "turns":
        return "with the whole map known" if row.seat is None else "as it could be known"
    return f"{SEAT_NAMES[0]} with all cards open" if row.seat is None else f"{SEAT_NAMES[row.seat]} as it could know"


def _judged(row: Standing, analysis: Analysis, *, told: bool) -> Judged:
    turns = analysis.unit == "turns"
    value, low, high = (row.points, row.points_low, row.points_high) if turns else (row.chance, row.low, row.high)
    if value is None or low is None or high is None:
        said = "not known well enough to say"
    elif turns:
        said = f"{value:.0f} turns in all" if low == high else f"{value:.1f} turns in all ({low:.1f} to {high:.1f})"
    else:
        said = (
            f"{_percent(value)} to win"
            if low == high
            else (f"{_percent(value)} to win ({_percent(low)} to {_percent(high)})")
        )
    return {
        "at": place(row.round, row.ply),
        "value": value,
        "low": low,
        "high": high,
        "words": said,
        "blame": _blame(row, analysis) if told and row.mistake else None,
        "better": row.best if told and row.mistake else None,
    }


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f}%"


def _blame(row: Standing, analysis: Analysis) -> str:
    """What a mistake cost."""
    return f"{row.played} loses {analysis.cost(row)}; better: {row.best}"

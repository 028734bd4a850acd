"""The timeline under a replay: the curves of an analysis that one viewer may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from capture_widgets.analysis.analysis import Analysis, for_viewer
from capture_widgets.analysis.chances import chances_of, compared, won_words
from capture_widgets.analysis.reasons import reason
from capture_widgets.analysis.standing import Standing
from capture_widgets.engine.names import Names, names_for, sentence
from capture_widgets.engine.state import Seat, Viewer
from capture_widgets.model.history import History
from capture_widgets.model.move_words import move_words
from capture_widgets.model.record_format import Variation, place
from capture_widgets.protocol.replay_messages import Curve, Timeline, TimelinePoint


def timeline(
    analysis: Analysis,
    history: History,
    seat: Viewer,
    reached: tuple[int, int] | None = None,
    lines: Sequence[Variation] = (),
    you: Seat | None = None,
) -> Timeline | None:
    """The curves that a viewer may see: a seat its own, None (everything face up) all; None if there are no curves.

    Args:
        analysis: an analysis of the game that is shown.
        history: the game.
        seat: the viewer.
        reached: the last position to show; the move played from there is not shown.
        lines: variations of the game; a better move links to the variation that begins with it.
        you: the seat of the person who reads it, whom the words address as "you".
    """
    variation_of = {(line["at"], line["moves"][0]): number for number, line in enumerate(lines, 1)}
    curves: dict[int | None, Curve] = {}
    names = names_for(history.seats, you)
    rows = for_viewer(analysis, seat)
    counted = _counted(analysis, rows)
    mistakes: dict[tuple[int, int, Seat | None], Standing] = {
        (row.round, row.ply + 1, row.seat): row
        for row in rows
        if (row.at, row.seat) in counted and row.seat is not None
    }
    for row in rows:
        here = (row.round, row.ply)
        if reached is not None and here > reached:
            continue
        if row.seat not in curves:
            curves[row.seat] = {
                "seat": row.seat or 0,
                "open": row.seat is None,
                "words": _curve_label(row, analysis, names),
                "points": [],
            }
        is_told = (row.at, row.seat) in counted and here != reached
        blamed = blame(row, analysis, history, you) if is_told else None
        mistake = mistakes.get((row.round, row.ply, row.seat))
        doubtful = row.low != row.high and (row.at, row.seat) not in counted
        point = _point(_after(mistake, row) if mistake is not None and doubtful else row, analysis, blamed)
        if point["better"] is not None and (number := variation_of.get((row.at, point["better"]))) is not None:
            point["line"] = number
        curves[row.seat]["points"].append(point)
    return {"unit": analysis.unit, "curves": list(curves.values())} if curves else None


def _counted(analysis: Analysis, rows: Sequence[Standing]) -> set[tuple[str, Seat | None]]:
    """The mistakes that a reader is told, each as its position and its point of view."""
    return {(row.at, row.seat) for view in {row.seat for row in rows} for row in analysis.told(view)}


def _curve_label(row: Standing, analysis: Analysis, names: Names) -> str:
    """The label of the curve that a row belongs to."""
    if analysis.unit == "turns":
        return "Knowing the whole map" if row.seat is None else "By the cards that lay open"
    if row.seat is None:
        return f"{names.who(0)}, with all cards open"
    return sentence(f"{names.who(row.seat)}, by what {names.who(row.seat)} had seen")


def _after(mistake: Standing, row: Standing) -> Standing:
    """The position after a mistake, with the chance that the mistake is said to have left.

    The mistake was searched for longer than this position, and two chances of one position would contradict each other.
    """
    chances = chances_of(mistake)
    if chances is None or mistake.chance is None or mistake.loss_low is None or mistake.loss_high is None:
        return row
    after, low, high = chances.after / 100, mistake.chance - mistake.loss_high, mistake.chance - mistake.loss_low
    return replace(row, chance=after, low=min(after, max(0.0, low)), high=max(after, min(1.0, high)))


def _point(row: Standing, analysis: Analysis, blame: str | None) -> TimelinePoint:
    turns = analysis.unit == "turns"
    value, low, high = (row.points, row.points_low, row.points_high) if turns else (row.chance, row.low, row.high)
    if value is None or low is None or high is None:
        words = "the search was too short to tell"
        if turns:
            words = "no win was found" if row.simulations else "too early to tell"
    elif turns:
        words = f"won in {value:.0f} turns in all" if low == high else f"won in {value:.1f} turns in all"
        words += "" if low == high else f" ({low:.1f} to {high:.1f})"
    elif low == high and value in _CERTAIN:
        words = _CERTAIN[value]
    else:
        games = round(100 * value)
        words = won_words(games)
        words += "" if low == high else f" ({100 * low:.0f} to {100 * high:.0f})"
    return {
        "at": place(row.round, row.ply),
        "value": value,
        "low": low,
        "high": high,
        "words": words,
        "blame": blame,
        "better": None if blame is None else row.best,
    }


_CERTAIN: Final = {1.0: "won", 0.5: "drawn", 0.0: "lost"}
"""The words for a chance that is certain."""


def blame(row: Standing, analysis: Analysis, history: History, you: Seat | None) -> str:
    """The cost of a mistake and the better move, in sentences that stand beside the move that was played."""
    best = move_words(history, row.round, row.ply, str(row.best), you, str(row.played))
    return f"{_costs(row, analysis, you)} Better: {best}.{reason(analysis, history, row, you)}"


def _costs(row: Standing, analysis: Analysis, you: Seat | None) -> str:
    """What a mistake costs. The chances count on good play of all, and not on the bot that missed its answer."""
    chances = chances_of(row)
    if row.seat is not None and chances is not None:
        return compared(chances, "Your" if row.seat == you else "This")
    costs = f"costs {analysis.cost(row, ranged=False)}."
    return f"That {costs}" if analysis.unit == "turns" else f"Against good play, that {costs}"


def brief_blame(row: Standing, analysis: Analysis, history: History, you: Seat | None) -> str:
    """The cost and the reason alone, beside a drawing of both moves, whose many cards would make a wall of words.

    Empty for a move of one card, which words name as well.
    """
    if str(row.best).count(":") < 2:
        return ""
    why = reason(analysis, history, row, you)
    # no better move is named before it
    for it, better in ((" It ", " The better move "), (" On average it ", " On average the better move ")):
        if why.startswith(it):
            why = better + why.removeprefix(it)
    return f"{_costs(row, analysis, you)}{why}"

"""Charts of games: points by ply, votes, results of many games, calibration. No plotting library is needed.

Each function returns a `Chart`, an SVG that notebooks and their saved copies show. ``points`` of a replay returns a
widget: a click on a ply moves the replay there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from capture_widgets.core.errors import shown
from capture_widgets.core.intervals import share_interval
from capture_widgets.engine.state import SEAT_NAMES
from capture_widgets.export.charts import Chart, Point, bars, lines, stacked
from capture_widgets.model.history import History

if TYPE_CHECKING:
    from capture_widgets.widgets import Plot

_REPLAY = ("capture_widgets.widgets.replay.replay", "Replay")

__all__ = ["Chart", "bars", "calibration", "lines", "points", "results", "stacked", "votes"]


def points(source: Any, *, title: str | None = None) -> Chart | Plot:
    """The points of each seat by ply, as lines.

    Args:
        source: a game, a record, its file or a stored record, whose rounds are drawn one after another; or a replay,
            which gives a widget that marks the position of the replay, and moves it on a click. That widget shows only
            plies that the viewer has reached.
        title: the title; by default the name of the game.
    """
    if _is_replay(source):
        from capture_widgets.widgets import Plot

        return Plot(source)
    history = source if isinstance(source, History) else _history_of(source)
    series: dict[str, list[Point]] = {_name(history, seat): [] for seat in range(len(history.seats))}
    at = 0
    for round_number in history.round_numbers():
        for ply in history.plies(round_number):
            dump = history.dump_at(ply, round=round_number, seat="public")
            for seat, name in enumerate(series):
                series[name].append((at, dump["points"][seat]))
            at += 1
    return lines(series, title=title or history.type.title, x="ply", y="points", steps=True)


def _history_of(source: Any) -> History:
    if isinstance(history := getattr(source, "history", None), History):  # a game; this needs no other module
        return history
    from capture_widgets.analysis.analysis_run import game_of
    from capture_widgets.core.errors import RecordError

    try:
        return game_of(source).history
    except RecordError:
        if isinstance(source, Mapping | str | Path):
            raise
        raise ValueError(f"points({shown(source)}): a game, a record or a replay") from None


def _is_replay(source: object) -> bool:
    """Whether this is a replay, without importing the widgets."""
    return any((kind.__module__, kind.__name__) == _REPLAY for kind in type(source).__mro__)


def _name(history: History, seat: int) -> str:
    letter, name = SEAT_NAMES[seat], history.seats[seat]
    return letter if name == letter else f"{letter}: {name}"


def votes(votes: Any, *, played: str | None = None, title: str = "Votes") -> Chart:
    """The number of votes for each move, the highest first.

    Args:
        votes: a poll; a mapping from moves to numbers; or a list of choices, as moves or as answers to a quiz
            (``replay.answers``).
        played: the move that was played, to highlight.
        title: the title.

    Raises:
        ValueError: ``votes`` is none of these.
    """
    try:
        given: Any = getattr(votes, "votes", votes)
        counts: Counter[str] = Counter()
        if isinstance(given, Mapping):
            counts.update({str(move): int(count) for move, count in given.items()})
        else:
            counts.update(map(_choice, given))
    except (TypeError, ValueError, KeyError):
        raise ValueError(f"votes({shown(votes)}): numbers by move, or a list of moves") from None
    if played is not None:
        counts.setdefault(played, 0)
    ordered = dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
    marked = None if played is None else f"{played} (played)"
    named = {marked if marked and move == played else move: count for move, count in ordered.items()}
    return bars(named, title=title, marked=marked)


def _choice(choice: Any) -> str:
    """The move of a vote or an answer."""
    if isinstance(choice, Mapping):
        choice = choice["chosen"] if "chosen" in choice else choice["move"]
    return str(choice)


def results(games: Any, *, by: str | None = None, title: str = "Results") -> Chart:
    """The numbers of games won, drawn and lost.

    Args:
        games: the data frame of `kept_games`, a duel, or its frame; or any frame with a column ``result`` of "won",
            "drawn" and "lost".
        by: the column to group by; by default the opponents or the bots, or no groups.
        title: the title.

    Raises:
        ValueError: there are no results, or there is no such column.
    """
    frame: Any = games.frame() if callable(getattr(games, "frame", None)) else games
    try:
        columns = [str(name) for name in frame.columns]
    except AttributeError:
        raise ValueError(f"results({shown(games)}): a data frame or a duel") from None
    rows: dict[str, dict[str, float]] = {}

    def count(who: object, result: object) -> None:
        if result in ("won", "drawn", "lost"):
            rows.setdefault(str(who), {"won": 0, "drawn": 0, "lost": 0})[str(result)] += 1

    if by is not None and by not in columns:
        raise ValueError(f"there is no column {shown(by)}; there are {', '.join(columns)}")
    if "result" in columns:
        named = by or ("opponents" if "opponents" in columns else None)
        for row in frame.to_dict("records"):
            count("all games" if named is None else row[named] or "alone", row["result"])
    elif "bot_0" in columns:
        words = {1: "won", 0: "drawn", -1: "lost"}
        for row in frame.to_dict("records"):
            for seat in range(len(SEAT_NAMES)):
                if f"bot_{seat}" in columns:
                    count(row[by or f"bot_{seat}"], words.get(row[f"returns_{seat}"]))
    else:
        raise ValueError("there are no results: give kept_games(), a duel, or a frame with a column result")
    return stacked(rows, title=title)


def calibration(said: Sequence[float], came: Sequence[object], *, groups: int = 5, title: str = "Calibration") -> Chart:
    """How often predicted events occurred, with 95% intervals; good predictions are on the diagonal.

    Args:
        said: the predicted probabilities, from 0 to 1.
        came: whether each event occurred.
        groups: the number of groups of similar probability.
        title: the title.

    Raises:
        ValueError: there are no predictions, the numbers of both differ, or a probability is not from 0 to 1.
    """
    pairs = sorted((float(chance), bool(true)) for chance, true in zip(said, came, strict=True))
    if not pairs or groups < 1 or not all(0 <= chance <= 1 for chance, _ in pairs):
        raise ValueError("calibration needs chances from 0 to 1, whether each came true, and at least one group")
    spots: list[Point] = []
    band: list[tuple[float, float, float]] = []
    for group in range(groups):
        part = pairs[group * len(pairs) // groups : (group + 1) * len(pairs) // groups]
        if part:
            trues = sum(true for _, true in part)
            chance = sum(chance for chance, _ in part) / len(part)
            spots.append((chance, trues / len(part)))
            band.append((chance, *share_interval(trues, len(part))))
    return lines(
        {"came true": spots},
        title=title,
        x="chance given",
        y="share that came true",
        bands={"came true": band},
        dots=True,
        diagonal=True,
    )

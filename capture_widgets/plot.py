"""Pictures of games: points by ply linked to a replay, votes, results of many games. No plotting library is needed.

Each function gives a `Chart`, an SVG that shows itself in a notebook and in saved copies of it; ``points`` of a replay
gives a widget whose points lead there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
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
    """Points by ply, a line a seat.

    Args:
        source: a game, whose rounds stand one after the other; or a replay: the plot is a widget then, in which a click
            on a ply leads the replay there, and which marks where the replay is. Of a replay it tells no more than its
            viewer has reached.
        title: what stands above it; by default the game's name.
    """
    if _is_replay(source):
        from capture_widgets.widgets import Plot

        return Plot(source)
    history: Any = source if isinstance(source, History) else getattr(source, "history", None)
    if not isinstance(history, History):
        raise ValueError(f"points({shown(source)}): a game or a replay")
    series: dict[str, list[Point]] = {_name(history, seat): [] for seat in range(len(history.seats))}
    at = 0
    for round_number in history.round_numbers():
        for ply in history.plies(round_number):
            dump = history.dump_at(ply, round=round_number, seat="public")
            for seat, name in enumerate(series):
                series[name].append((at, dump["points"][seat]))
            at += 1
    return lines(series, title=title or history.type.title, x="ply", y="points", steps=True)


def _is_replay(source: object) -> bool:
    """Whether this is a replay; asking loads no widgets."""
    return any((kind.__module__, kind.__name__) == _REPLAY for kind in type(source).__mro__)


def _name(history: History, seat: int) -> str:
    letter, name = SEAT_NAMES[seat], history.seats[seat]
    return letter if name == letter else f"{letter}: {name}"


def votes(votes: Any, *, played: str | None = None, title: str = "Votes") -> Chart:
    """How often each move was chosen, most often first.

    Args:
        votes: a poll; numbers by move; or the choices one by one, as moves or as answers to a quiz
            (``replay.answers``).
        played: the move that is pointed at: what was played.
        title: what stands above it.

    Raises:
        ValueError: these are no votes.
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
    return bars(ordered, title=title, marked=played)


def _choice(choice: Any) -> str:
    """The move that a vote or an answer is for."""
    if isinstance(choice, Mapping):
        choice = choice["chosen"] if "chosen" in choice else choice["move"]
    return str(choice)


def results(games: Any, *, by: str | None = None, title: str = "Results") -> Chart:
    """How many of many games were won, drawn and lost.

    Args:
        games: `history`'s data frame, a duel, or its frame; or any frame with a column ``result`` that has "won",
            "drawn" and "lost".
        by: the column whose values get a row each; by default the opponents, the bots, or all games in one.
        title: what stands above it.

    Raises:
        ValueError: there is no result in it, or no such column.
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
    elif "bot_A" in columns:
        words = {1: "won", 0: "drawn", -1: "lost"}
        for row in frame.to_dict("records"):
            for seat in SEAT_NAMES:
                if f"bot_{seat}" in columns:
                    count(row[by or f"bot_{seat}"], words.get(row[f"returns_{seat}"]))
    else:
        raise ValueError("there are no results: give history(), a duel, or a frame with a column result")
    return stacked(rows, title=title)


def calibration(said: Sequence[float], came: Sequence[object], *, groups: int = 5, title: str = "Calibration") -> Chart:
    """How often what was given a chance came true, with its 95% interval; well judged chances lie on the diagonal.

    Args:
        said: chances from 0 to 1.
        came: whether each came true.
        groups: into how many groups of about the same chance they are put.
        title: what stands above it.

    Raises:
        ValueError: there are none, not as many of both, or a chance is none.
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

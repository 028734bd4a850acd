"""The list of the saved games with their results, and statistics for each game type."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final

from capture_widgets.bots.levels import BOTS, Level
from capture_widgets.core.phrases import number_of
from capture_widgets.games import GAMES
from capture_widgets.library.kept_games import KeptGame
from capture_widgets.library.kept_rows import KeptRow
from capture_widgets.protocol.lobby_messages import GameFigures, LevelFigures, PlayedGame

MOST_RESULTS: Final = 60
"""The number of results of a game type that the chart shows, the latest ones."""


LEVELS_TO_BEAT: Final = BOTS[1:]
"""The levels to beat one after the other; nobody needs a victory over chance."""


MIXED: Final = ("mixed", "Different levels")
"""The key and the name under which games at tables of different levels are counted."""

TEAMS: Final = ("teams", "In teams")
"""The key and the name under which games in teams are counted, whatever the levels: nobody wins or loses them alone."""


def beaten_levels(rows: Iterable[KeptRow]) -> list[str]:
    """The levels to beat that a person has beaten in one game type, the weakest first.

    A win at a table of different levels counts for the weakest of them: the others may have beaten each other. A win in
    a team counts for none: the partner may have won it.
    """
    order = [level.id for level in BOTS]
    won = {
        min((level for level in (row["level"] or "").split(", ") if level in order), key=order.index, default="")
        for row in rows
        if row["result"] == "won" and partner_of(row) is None
    }
    return [level.id for level in LEVELS_TO_BEAT if level.id in won]


def next_level(beaten: Sequence[str], played: Collection[str] = ()) -> Level | None:
    """The level to beat next; None if the strongest was beaten.

    It is the level above the best that was beaten, and before the first victory the weakest that was played: who began
    with a stronger level has no use for the weaker ones.
    """
    best = max((place for place, level in enumerate(LEVELS_TO_BEAT) if level.id in beaten), default=None)
    if best is None:
        return next((level for level in LEVELS_TO_BEAT if level.id in played), LEVELS_TO_BEAT[0])
    return LEVELS_TO_BEAT[best + 1] if best + 1 < len(LEVELS_TO_BEAT) else None


def match_words(game: str, options: Mapping[str, object], round_number: int, *, match: bool) -> str:
    """Which hand of which match a game is at, in words; empty if it is no match."""
    kind = GAMES.get(game)
    if kind is None or not match:
        return ""
    try:
        target = getattr(kind.options.of(options), "target", None)
    except ValueError:  # the list of games may have been edited
        target = None
    return f"match{'' if target is None else f' to {target}'}, hand {round_number + 1}"


def match_of(row: KeptRow) -> str:
    """The same of a game in the list."""
    return match_words(row["game"], row["options"], row["round"], match=row["match"])


def partner_of(row: KeptRow) -> int | None:
    """The seat of the person's partner; None in a game without teams."""
    kind = GAMES.get(row["game"])
    if kind is None or row["own"] is None:
        return None
    try:
        return kind.partners(kind.options.of(row["options"]), row["own"])
    except ValueError:  # the list of games may have been edited
        return None


def played_games(games: Sequence[KeptGame]) -> list[PlayedGame]:
    """The entries of the list of games, the one begun last first."""
    entries = [_entry(one) for one in games]
    return sorted(entries, key=lambda one: -one["when"])


def _entry(one: KeptGame) -> PlayedGame:
    row, partner = one.row, partner_of(one.row)
    kind = GAMES.get(row["game"])
    moves = None if kind is None else kind.moves_a_round
    # points of teams that play for commanders alone decide nothing, and no table tells them before the end
    counted = partner is None or bool(row["options"].get("scoring"))
    return {
        "which": one.which,
        "game": row["game"],
        "title": row["title"],
        "opponents": [name for seat, name in enumerate(row["seats"]) if seat not in (row["own"], partner)],
        "match": match_of(row),
        "partner": row["seats"][partner] if partner is not None and partner < len(row["seats"]) else None,
        "level": row["level"],
        "result": row["result"],
        "place": row["place"],
        "winners": row["winners"],
        "points": row["points"] if counted else None,
        "rival": row["rival"] if counted else None,
        "plies": row["plies"],
        "turns": row["turns"],
        "rounds": None if moves is None else -(-row["plies"] // moves),
        "over": row["over"],
        "goes_on": one.goes_on or one.was_ended,
        "ended": one.was_ended,
        "day": row["day"],
        "when": row["when"],
        "fault": row["fault"],
        "key": row["key"],
    }


def figures(games: Sequence[KeptGame]) -> list[GameFigures]:
    """The statistics of every game type that was played, in the order of `GAMES`."""
    order = {slug: place for place, slug in enumerate(GAMES)}
    sound = sorted(
        (one for one in games if one.row["fault"] is None and one.row["game"] in order),
        key=lambda one: (order[one.row["game"]], one.row["when"]),
    )
    return [_figures(list(of_kind)) for _, of_kind in groupby(sound, lambda one: one.row["game"])]


def _figures(games: list[KeptGame]) -> GameFigures:
    """The statistics of one game type; its games must be in the order in which they were begun."""
    rows = [one.row for one in games]
    decided = [row for row in rows if row["result"] is not None]
    won_in_turns = [one for one in games if one.row["result"] == "won" and one.row["turns"] is not None]
    best = min(won_in_turns, key=lambda one: one.row["turns"] or 0, default=None)
    points = [row["points"] for row in decided if row["points"] is not None]
    turns = [one.row["turns"] for one in won_in_turns if one.row["turns"] is not None]
    results = _result_counts(decided)
    streak, longest = streaks(decided)
    beaten = beaten_levels(rows)
    alone = [row for row in decided if partner_of(row) is None]
    following = next_level(beaten, {level for row in alone for level in (row["level"] or "").split(", ")})
    kind = GAMES[rows[0]["game"]]
    won = [row for row in rows if row["result"] == "won" and row["points"] is not None and row["rival"] is not None]
    largest = max(won, key=lambda row: (row["points"] or 0) - (row["rival"] or 0), default=None)
    return {
        "game": rows[0]["game"],
        "title": rows[0]["title"],
        "played": len(rows),
        "won": results["won"],
        "drawn": results["drawn"],
        "lost": results["lost"],
        "unfinished": sum(not row["over"] for row in rows),
        "streak": streak,
        "longest": longest,
        "seconds": sum(row["seconds"] or 0 for row in rows),
        "levels": _levels(decided),
        "results": (turns or points)[-MOST_RESULTS:],
        "counts": "turns" if turns else "points" if points else "none",
        "best": None if best is None else best.which,
        "next": "" if following is None or kind.seats(kind.options()) == 1 else following.name,
        "beaten": beaten,
        "record": "" if largest is None else f"{largest['points']} to {number_of(largest['rival'] or 0, 'point')}",
        "fewest": None if best is None else best.row["turns"],
    }


def _counted_under(row: KeptRow) -> str | None:
    """The level, or the kind of table, under which a game is counted."""
    if partner_of(row) is not None:
        return TEAMS[0]
    return MIXED[0] if ", " in (row["level"] or "") else row["level"]


def _result_counts(decided: Sequence[KeptRow]) -> dict[str, int]:
    return {name: sum(row["result"] == name for row in decided) for name in ("won", "drawn", "lost")}


def streaks(decided: Sequence[KeptRow]) -> tuple[int, int]:
    """The current winning streak and the longest one."""
    now = longest = 0
    for row in decided:
        now = now + 1 if row["result"] == "won" else 0
        longest = max(longest, now)
    return now, longest


def _levels(decided: Sequence[KeptRow]) -> list[LevelFigures]:
    levels: list[LevelFigures] = []
    for level, name in [*((bot.id, bot.name) for bot in BOTS), MIXED, TEAMS]:
        of_level = [row for row in decided if _counted_under(row) == level]
        if of_level:
            results = _result_counts(of_level)
            levels.append(
                {
                    "level": level,
                    "name": name,
                    "won": results["won"],
                    "drawn": results["drawn"],
                    "lost": results["lost"],
                }
            )
    return levels

"""How the games kept on this machine came out: the list of them, and figures by kind of game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from capture_widgets.bots.levels import BOTS
from capture_widgets.games import GAMES
from capture_widgets.library.kept_games import KeptGame
from capture_widgets.library.kept_rows import KeptRow
from capture_widgets.protocol.lobby_messages import GameFigures, LevelFigures, PlayedGame

MOST_RESULTS: Final = 60
"""So many results of a kind of game are drawn, the last ones."""


def played(games: Sequence[KeptGame]) -> list[PlayedGame]:
    """The games as a list shows them, the one begun last first."""
    found = [_listed(one, sum(other.path == one.path for other in games)) for one in games]
    return sorted(found, key=lambda one: -one["when"])


def _listed(one: KeptGame, together: int) -> PlayedGame:
    row = one.row
    return {
        "which": one.which,
        "game": row["game"],
        "title": row["title"],
        "opponents": [name for seat, name in enumerate(row["seats"]) if seat != row["own"]],
        "level": row["level"],
        "result": row["result"],
        "points": row["points"],
        "plies": row["plies"],
        "turns": row["turns"],
        "over": row["over"],
        "goes_on": one.goes_on,
        "day": row["day"],
        "when": row["when"],
        "seconds": row["seconds"],
        "fault": row["fault"],
        "together": together,
    }


def figures(games: Sequence[KeptGame]) -> list[GameFigures]:
    """The figures of every kind of game that was played, in the order in which games are offered."""
    order = {slug: place for place, slug in enumerate(GAMES)}
    sound = sorted(
        (one for one in games if one.row["fault"] is None and one.row["game"] in order),
        key=lambda one: (order[one.row["game"]], one.row["when"]),
    )
    return [_figures(list(of_kind)) for _, of_kind in groupby(sound, lambda one: one.row["game"])]


def _figures(games: list[KeptGame]) -> GameFigures:
    """The figures of one kind of game, its games in the order in which they were begun."""
    rows = [one.row for one in games]
    told = [row for row in rows if row["result"] is not None]
    turned = [one for one in games if one.row["result"] == "won" and one.row["turns"] is not None]
    best = min(turned, key=lambda one: one.row["turns"] or 0, default=None)
    points = [row["points"] for row in told if row["points"] is not None]
    turns = [one.row["turns"] for one in turned if one.row["turns"] is not None]
    came = _came(told)
    streak, longest = _streaks(told)
    return {
        "game": rows[0]["game"],
        "title": rows[0]["title"],
        "played": len(rows),
        "won": came["won"],
        "drawn": came["drawn"],
        "lost": came["lost"],
        "streak": streak,
        "longest": longest,
        "seconds": sum(row["seconds"] or 0 for row in rows),
        "levels": _levels(told),
        "results": (turns or points)[-MOST_RESULTS:],
        "counts": "turns" if turns else "points" if points else "none",
        "best": None if best is None else best.which,
        "fewest": None if best is None else best.row["turns"],
    }


def _came(told: Sequence[KeptRow]) -> dict[str, int]:
    return {name: sum(row["result"] == name for row in told) for name in ("won", "drawn", "lost")}


def _streaks(told: Sequence[KeptRow]) -> tuple[int, int]:
    """How many games were won in a row: up to now, and at most."""
    now = longest = 0
    for row in told:
        now = now + 1 if row["result"] == "won" else 0
        longest = max(longest, now)
    return now, longest


def _levels(told: Sequence[KeptRow]) -> list[LevelFigures]:
    found: list[LevelFigures] = []
    for bot in BOTS:
        of_level = [row for row in told if row["level"] == bot.id]
        if of_level:
            came = _came(of_level)
            found.append(
                {"level": bot.id, "name": bot.name, "won": came["won"], "drawn": came["drawn"], "lost": came["lost"]}
            )
    return found

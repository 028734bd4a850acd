"""The deals of the day in the lobby: today's games, the streak, and yesterday's par."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Final

from capture_widgets.core.background import Steps, run_in_background
from capture_widgets.core.phrases import number_of
from capture_widgets.games import GAMES, game_type
from capture_widgets.library import kept_games
from capture_widgets.library.kept_days import days_in_a_row, note_days
from capture_widgets.library.kept_games import KeptGame
from capture_widgets.play.daily import bot_of_day, daily, featured, opponents_of_day, score_of, seed_of
from capture_widgets.play.game import Game
from capture_widgets.play.new_game import new
from capture_widgets.protocol.lobby_messages import DealOfDay, Deals
from capture_widgets.widgets.table.choices import YOU

PAR_AFTER: Final = 1.5
"""Seconds after which the search for yesterday's par begins, so that the lobby is shown first."""

PAR_SECONDS: Final = 4.0
"""The time limit of the search."""

_par: dict[date, str] = {}
"""The par of the days asked for so far, in words."""

_waiting: dict[date, list[Callable[[], None]]] = {}
"""What to call when the par of a day is found, while it is looked for."""


def game_of_day(slug: str, day: date) -> Game:
    """A new game from a daily deal, with the person in the first seat."""
    return new(slug, seed=seed_of(slug, day), seats=[YOU, *opponents_of_day(slug, day)])


def kept_of_day(games: Sequence[KeptGame], slug: str, day: date) -> KeptGame | None:
    """The saved game from a daily deal: a finished one if there is one, and of several the first; else the last one.

    One that another game replaced is taken only if there is no other.
    """
    of_day = [one for one in games if one.row["game"] == slug and one.row["day"] == day.isoformat()]
    over = [one for one in of_day if one.row["over"]]
    if over:
        return min(over, key=lambda one: one.row["when"])
    return next((one for one in of_day if one.goes_on), next(iter(of_day), None))


def deals_of_day(games: Sequence[KeptGame], day: date) -> tuple[Deals, str | None]:
    """What the lobby shows of the daily deals; and what is wrong with the file of days, or None."""
    finished = [
        (date.fromisoformat(one.row["day"]), one.row["game"]) for one in games if one.row["over"] and one.row["day"]
    ]
    days = note_days(kept_games.games_folder(), finished, write=kept_games.keeps())
    streak, longest = days_in_a_row(days.games, day)
    deals: list[DealOfDay] = []
    shares: list[str] = []
    for slug, kind in GAMES.items():
        one = kept_of_day(games, slug, day)
        row = None if one is None else one.row
        deals.append(
            {
                "game": slug,
                "title": kind.title,
                "state": "new" if row is None else (row["result"] or "over") if row["over"] else "open",
                "score": "" if row is None or not row["over"] else row["score"],
            }
        )
        if row is not None and row["over"] and row["share"] is not None:
            shares.append(row["share"])
    if shares and streak > 1:
        shares.append(f"{streak} days in a row")
    fault = None
    if days.fault is not None:
        fault = f"The file of your days cannot be read ({days.fault}), so the streak counts kept games alone."
    elif days.damaged:
        fault = f"{number_of(days.damaged, 'line')} in the file of your days cannot be read; all other days count."
    rivals = opponents_of_day(featured(day), day)
    scene: Deals = {
        "day": day.isoformat(),
        "featured": featured(day),
        "against": rivals[0].name if rivals else "",
        "deals": deals,
        "played": [one["game"] for one in deals if one["state"] not in ("new", "open")],
        "streak": streak,
        "longest": longest,
        "share": "\n".join(shares),
        "yesterday": _yesterday(games, day - timedelta(1)),
    }
    return scene, fault


def _yesterday(games: Sequence[KeptGame], day: date) -> str:
    """How the person and, for comparison, a bot played a day's first game; empty unless the person finished it."""
    par = _par.get(day)
    slug = featured(day)
    one = kept_of_day(games, slug, day)
    if par is None or one is None or not one.row["over"]:
        return ""
    return f"{game_type(slug).title} yesterday: you {one.row['score'] or 'played'}; {par}."


def find_par(day: date, found: Callable[[], None]) -> None:
    """Find the par of the day before in the background, unless it is known, and then call a function."""
    before = day - timedelta(1)
    if before in _par:
        return
    if before in _waiting:
        _waiting[before].append(found)
        return
    _waiting[before] = [found]
    run_in_background(_par_steps(before), "capture-widgets-par-of-yesterday")


def _par_steps(day: date) -> Steps[None]:
    yield PAR_AFTER
    slug = featured(day)
    kind = game_type(slug)
    if kind.solver is None:
        _par[day] = f"Greedy with your cards {score_of(bot_of_day(slug, day).history, 0)}"
    else:
        state = daily(slug, day).state
        solution = yield from kind.solving().solving(state, PAR_SECONDS, None, lambda: False, lambda *_: None)
        if solution.turns is not None:
            _par[day] = f"a player who sees every card can win it in {number_of(solution.turns, 'turn')}"
        elif solution.status == "unwinnable":
            _par[day] = "nobody could win it"
        else:
            _par[day] = "nobody knows how soon it can be won"
    for found in _waiting.pop(day, []):
        found()

"""A rolling ladder over many evenings: ratings that follow how players change, by openskill."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from capture_widgets.tournaments.tournament_result import Tournament

if TYPE_CHECKING:
    from pandas import DataFrame


def ladder(evenings: Iterable[Tournament | str | Path]) -> DataFrame:
    """Rate entrants over many tournaments, evening by evening; later games count as they come.

    The ratings of one tournament (`Tournament.frame`) treat all its games alike. A ladder moves with each game instead,
    so that somebody who improves climbs. It is the model of Plackett and Luce with a rating and an uncertainty for each
    entrant, updated after every game.

    Args:
        evenings: the tournaments in their order, or the paths of their files; all of one game.

    Returns:
        A data frame, best first: name, rating (25 is where everybody begins), low and high (the rating and twice its
        uncertainty), games, evenings.

    Raises:
        ImportError: openskill or pandas is not installed; the message says how to install it.
        ValueError: there are no tournaments, or they are of different games.
        RecordError: a file is no tournament.
    """
    from capture_widgets.export.data_frames import frame

    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise ImportError('a ladder needs openskill: pip install "capture-widgets[ladder]"') from None
    read = [one if isinstance(one, Tournament) else Tournament.load(one) for one in evenings]
    if len({(one.slug, str(sorted(one.options.items()))) for one in read}) != 1:
        raise ValueError("a ladder is made of one tournament or more, all of one game with the same options")
    model: Any = PlackettLuce()
    ratings: dict[str, Any] = {}
    games: dict[str, int] = {}
    seen: dict[str, int] = {}
    for evening in read:
        for name in sorted({name for game in evening.played for name in game.seating}):
            seen[name] = seen.get(name, 0) + 1
        for game in evening.played:
            names = sorted(set(game.seating))
            if len(names) < 2:
                continue
            results = [
                fmean(sign for one, sign in zip(game.seating, game.returns, strict=True) if one == name)
                for name in names
            ]
            teams = [[ratings.get(name) or model.rating(name=name)] for name in names]
            for name, (rating,) in zip(names, model.rate(teams, scores=results), strict=True):
                ratings[name] = rating
                games[name] = games.get(name, 0) + 1
    rows = [
        {
            "name": name,
            "rating": rating.mu,
            "low": rating.mu - 2 * rating.sigma,
            "high": rating.mu + 2 * rating.sigma,
            "games": games[name],
            "evenings": seen[name],
        }
        for name, rating in sorted(ratings.items(), key=lambda pair: (-pair[1].mu, pair[0]))
    ]
    return frame(rows, ["name", "rating", "low", "high", "games", "evenings"])

"""Ratings with intervals: Bradley and Terry's model with Davidson's draws, and a bootstrap over deals.

The chances that one of two wins, that they draw, and that the other wins are as a : n * sqrt(a * b) : b, where a and b
are the strengths of the two and n is one number for all. Strengths and n are those that make the results most likely.
The unit of the bootstrap is a deal with all its games, since mirrored games on one deal are one observation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, log, sqrt
from random import Random
from typing import Final

PairResults = Mapping[tuple[int, int], Mapping[int, tuple[float, float, float]]]
"""By a pair of entrants (the smaller number first) and by deal: games won by the first, drawn, won by the second."""

_ELO: Final = 400 / log(10)
"""Points of a rating for a factor e between strengths: with 400 points more the chances are 10 to 1."""
_PRIOR: Final = 0.5
"""Games that each entrant is taken to have won, and to have lost, against one of mean strength: nobody who won every
game is infinitely strong, and a few equal results never look certain."""
_IMAGINED: Final = 2
"""Deals that are added to those of the bootstrap, on which entrants win by a random order of strength: so a few deals
with equal results never look certain (as in `core.intervals.result_interval`)."""
REPLICATES: Final = 1000


@dataclass(frozen=True)
class Ratings:
    """Ratings of entrants, in points above the mean of all.

    Attributes:
        points: by entrant, the rating.
        low: by entrant, the lower end of the 95% interval.
        high: by entrant, the upper end.
        draws: how much more likely a draw between equals is than a win of either.
    """

    points: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    draws: float
    replicates: tuple[tuple[float, ...], ...]
    widening: float

    def ahead(self, one: int, other: int) -> tuple[float, float, float]:
        """How many points an entrant is better than another, with the ends of the 95% interval."""
        difference = self.points[one] - self.points[other]
        return difference, *_interval(difference, [row[one] - row[other] for row in self.replicates], self.widening)

    def better(self, one: int, other: int) -> bool | None:
        """Whether an entrant is better than another; None if the interval of their difference holds 0."""
        _, low, high = self.ahead(one, other)
        return True if low > 0 else False if high < 0 else None


def rate(count: int, results: PairResults, replicates: int = REPLICATES, seed: int = 0) -> Ratings:
    """Rate entrants.

    Args:
        count: the number of entrants.
        results: what they did against each other on which deals.
        replicates: how often the bootstrap draws deals.
        seed: gives the draws of the bootstrap.
    """
    pairs = sorted(results)
    deals = sorted({deal for of_pair in results.values() for deal in of_pair})
    fit = _Fit(count, pairs)
    totals = [_sum(results[pair].values()) for pair in pairs]
    ones = [(_PRIOR, _PRIOR)] * count
    best = fit.solve(totals, ones, [0.0] * (count + 1))
    values = _points(best, count)
    if len(deals) < 2:
        wide = (inf,) * count
        return Ratings(values, tuple(-one for one in wide), wide, exp(best[count]), (), 1.0)
    rng = Random(f"capture-widgets ratings 1 | {seed}")
    games_a_deal = sum(map(sum, totals)) / len(pairs) / len(deals)
    chord = fit.inverse(totals, ones, best)
    rows = []
    imagined = range(len(deals), len(deals) + _IMAGINED)
    places = {deal: number for number, deal in enumerate(deals)}
    by_pair = [[(places[deal], games) for deal, games in results[pair].items()] for pair in pairs]
    for _ in range(replicates):
        weights = [0] * (len(deals) + _IMAGINED)
        for number in rng.choices(range(len(weights)), k=len(deals)):
            weights[number] += 1
        drawn = [
            _sum((w * won, w * drew, w * lost) for deal, (won, drew, lost) in games if (w := weights[deal]))
            for games in by_pair
        ]
        for _ in range(sum(weights[number] for number in imagined)):
            order = rng.sample(range(count), count)
            for place, (a, b) in enumerate(pairs):
                won, drew, lost = drawn[place]
                first = order[a] < order[b]
                drawn[place] = (won + games_a_deal * first, drew, lost + games_a_deal * (not first))
        prior = [(_PRIOR * rng.expovariate(1), _PRIOR * rng.expovariate(1)) for _ in range(count)]
        rows.append(_points(fit.solve(drawn, prior, best, chord), count))
    free = len(deals) + _IMAGINED - 1
    widening = student(free) / 1.959964 * sqrt((free + 1) / free)
    ends = [_interval(values[i], [row[i] for row in rows], widening) for i in range(count)]
    low, high = (tuple(one[side] for one in ends) for side in (0, 1))
    return Ratings(values, low, high, exp(best[count]), tuple(rows), widening)


def student(free: int) -> float:
    """The 97.5% quantile of Student's t."""
    z = 1.959964
    t = z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
    t += (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * free**3)
    return {1: 12.706, 2: 4.303}.get(free, t)


def _interval(value: float, drawn: Sequence[float], widening: float) -> tuple[float, float]:
    """The 95% interval: the quantiles of the bootstrap, moved away from the value for the small number of deals."""
    if not drawn:
        return -inf, inf
    ordered = sorted(drawn)
    low = ordered[max(0, round(0.025 * len(ordered)) - 1)]
    high = ordered[min(len(ordered) - 1, round(0.975 * len(ordered)))]
    return min(value, value - widening * (value - low)), max(value, value + widening * (high - value))


def _sum(rows: object) -> tuple[float, float, float]:
    won = drew = lost = 0.0
    for one, two, three in rows:  # type: ignore[attr-defined]
        won += one
        drew += two
        lost += three
    return won, drew, lost


def _points(solution: Sequence[float], count: int) -> tuple[float, ...]:
    mean = sum(solution[:count]) / count
    return tuple(_ELO * (one - mean) for one in solution[:count])


Matrix = list[list[float]]
Games = Sequence[tuple[float, float, float]]
Prior = Sequence[tuple[float, float]]


class _Fit:
    """Newton's method for the logarithms of strengths and of n; the likelihood is concave in them."""

    def __init__(self, count: int, pairs: Sequence[tuple[int, int]]) -> None:
        self.count = count
        self.pairs = pairs

    def solve(self, games: Games, prior: Prior, start: Sequence[float], chord: Matrix | None = None) -> list[float]:
        """The most likely parameters; with a ``chord`` (`inverse`) that is near enough, in cheap steps."""
        at = list(start)
        for step in range(60):
            gradient = self._gradient(games, prior, at)
            if chord is not None and step < 12:
                move = [sum(map(float.__mul__, row, gradient)) for row in chord]
            else:
                move = solved(self._curvature(games, prior, at), gradient)
            size = max(map(abs, move))
            scale = min(1.0, 2.0 / size) if size else 1.0
            at = [one + scale * two for one, two in zip(at, move, strict=True)]
            if size < 1e-4:
                break
        return at

    def inverse(self, games: Games, prior: Prior, at: Sequence[float]) -> Matrix:
        """The inverse of the curvature."""
        curvature = self._curvature(games, prior, at)
        size = self.count + 1
        columns = [solved(curvature, [float(i == j) for i in range(size)]) for j in range(size)]
        return [[columns[j][i] for j in range(size)] for i in range(size)]

    def _gradient(self, games: Games, prior: Prior, at: Sequence[float]) -> list[float]:
        count = self.count
        draws = exp(at[count])
        gradient = [0.0] * (count + 1)
        drawn = 0.0
        for (a, b), (won, drew, lost) in zip(self.pairs, games, strict=True):
            half = exp((at[a] - at[b]) / 2)
            one, two = half, 1 / half
            per = (won + drew + lost) / (one + two + draws)
            gap = (won - lost - per * (one - two)) / 2
            gradient[a] += gap
            gradient[b] -= gap
            drawn += drew - per * draws
        for a, (won, lost) in enumerate(prior):
            gradient[a] += won - (won + lost) / (1 + exp(-at[a]))
        gradient[count] = drawn - _DRAWS_PRIOR * at[count]
        return gradient

    def _curvature(self, games: Games, prior: Prior, at: Sequence[float]) -> Matrix:
        count = self.count
        draws = exp(at[count])
        whole = [[0.0] * (count + 1) for _ in range(count + 1)]
        for (a, b), (won, drew, lost) in zip(self.pairs, games, strict=True):
            half = exp((at[a] - at[b]) / 2)
            total, played = half + 1 / half + draws, won + drew + lost
            one, two, none = half / total, 1 / half / total, draws / total
            own = played * ((one + two) / 4 - (one - two) ** 2 / 4)
            cross = -played * (one - two) / 2 * none
            whole[a][a] += own
            whole[b][b] += own
            whole[a][b] -= own
            whole[b][a] -= own
            whole[a][count] += cross
            whole[count][a] += cross
            whole[b][count] -= cross
            whole[count][b] -= cross
            whole[count][count] += played * none * (1 - none)
        for a, (won, lost) in enumerate(prior):
            chance = 1 / (1 + exp(-at[a]))
            whole[a][a] += (won + lost) * chance * (1 - chance) + 1e-9
        whole[count][count] += _DRAWS_PRIOR
        return whole


_DRAWS_PRIOR: Final = 0.02
"""Keeps the logarithm of n finite in games without draws."""


def solved(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """The solution of linear equations with a symmetric positive matrix."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(size):
        pivot = rows[i][i]
        for j in range(i + 1, size):
            factor = rows[j][i] / pivot
            if factor:
                above = rows[i]
                row = rows[j]
                rows[j] = [0.0] * i + [one - factor * two for one, two in zip(row[i:], above[i:], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        found[i] = (rows[i][size] - sum(rows[i][j] * found[j] for j in range(i + 1, size))) / rows[i][i]
    return found

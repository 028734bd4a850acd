"""Ratings and sequential tests, by simulation: stated intervals hold the truth, stated error rates are kept."""

from __future__ import annotations

from math import exp, log
from random import Random

import pytest

from capture_widgets.tournaments.ratings import PairResults, rate, solved
from capture_widgets.tournaments.sequential_test import SequentialTest
from tests.thorough import little_or_much

Chances = tuple[float, float, float]


def chances(difference: float, draws: float = 0.4) -> Chances:
    """Of a win, a draw and a loss between two entrants with logarithms of strength that differ so."""
    won, lost = exp(difference / 2), exp(-difference / 2)
    total = won + lost + draws
    return won / total, draws / total, lost / total


def league(rng: Random, strengths: list[float], deals: int, luck: float) -> PairResults:
    """The results of a league of mirrored deals, each of which favours one of the seats."""
    results: dict[tuple[int, int], dict[int, tuple[float, float, float]]] = {}
    for deal in range(deals):
        favour = rng.gauss(0, luck)
        for a in range(len(strengths)):
            for b in range(a + 1, len(strengths)):
                counts = [0.0, 0.0, 0.0]
                for sign in (1, -1):
                    shares = chances(strengths[a] - strengths[b] + sign * favour)
                    counts[rng.choices((0, 1, 2), shares)[0]] += 1
                results.setdefault((a, b), {})[deal] = (counts[0], counts[1], counts[2])
    return results


def truth(strengths: list[float], luck: float) -> tuple[float, ...]:
    """The ratings to which those of ever more deals tend."""
    results: dict[tuple[int, int], dict[int, tuple[float, float, float]]] = {}
    grid = [i / 10 for i in range(-40, 41)]
    weights = [exp(-x * x / 2) for x in grid]
    for a in range(len(strengths)):
        for b in range(a + 1, len(strengths)):
            won, drew, lost = (
                sum(
                    weight * chances(strengths[a] - strengths[b] + sign * luck * x)[i]
                    for x, weight in zip(grid, weights, strict=True)
                    for sign in (1, -1)
                )
                for i in range(3)
            )
            results[a, b] = dict.fromkeys((0, 1), (1e5 * won, 1e5 * drew, 1e5 * lost))
    return rate(len(strengths), results, 2).points


@pytest.mark.parametrize("count", little_or_much(15, 100))
@pytest.mark.parametrize(
    ("entrants", "deals", "luck", "spread"),
    [(2, 20, 0.5, 1.0), (4, 10, 0.8, 0.7), (5, 20, 1.5, 2.0), (6, 20, 0.8, 0.7)],
)
def test_intervals_hold_the_truth_as_often_as_they_say(
    entrants: int, deals: int, luck: float, spread: float, count: int
) -> None:
    rng = Random(f"{entrants}/{deals}")
    holds = pairs_hold = 0
    for _ in range(count):
        strengths = [rng.gauss(0, spread) for _ in range(entrants)]
        true, found = truth(strengths, luck), rate(entrants, league(rng, strengths, deals, luck), 200)
        holds += sum(low <= one <= high for one, low, high in zip(true, found.low, found.high, strict=True))
        for one in range(entrants - 1):
            _, low, high = found.ahead(one, one + 1)
            pairs_hold += low <= true[one] - true[one + 1] <= high
    assert holds >= 0.93 * count * entrants
    assert pairs_hold >= 0.93 * count * (entrants - 1) - 1


def test_a_rating_says_how_often_one_wins() -> None:
    """Games won 10 to 1 are 400 points; the mean of all is 0."""
    found = rate(2, {(0, 1): dict.fromkeys(range(1000), (1.0, 0.0, 0.1))}, 20)
    assert found.points[0] - found.points[1] == pytest.approx(400, rel=0.01)
    assert sum(found.points) == pytest.approx(0)
    even = rate(3, {(0, 1): {0: (1.0, 2.0, 1.0)}, (1, 2): {0: (1.0, 2.0, 1.0)}, (0, 2): {0: (1.0, 2.0, 1.0)}}, 20)
    assert even.points == pytest.approx((0, 0, 0))
    assert even.draws == pytest.approx(2, rel=0.02), "half of the games of equals are drawn"


def test_ratings_are_the_most_likely_ones() -> None:
    """No small change of any strength makes the results more likely."""
    results = league(Random(3), [0.0, 0.5, 1.0, -1.0], 30, 0.5)
    found = rate(4, results, 2)
    totals = {pair: [sum(games[i] for games in deals.values()) for i in range(3)] for pair, deals in results.items()}

    def likelihood(points: list[float]) -> float:
        logs = [one * log(10) / 400 for one in points]
        shares = {pair: chances(logs[pair[0]] - logs[pair[1]], found.draws) for pair in totals}
        games = sum(count * log(shares[pair][i]) for pair, counts in totals.items() for i, count in enumerate(counts))
        return games + sum(-0.5 * log(1 + exp(-one)) - 0.5 * log(1 + exp(one)) for one in logs)

    best = likelihood(list(found.points))
    for entrant in range(4):
        for change in (-5, 5):
            other = list(found.points)
            other[entrant] += change
            assert likelihood(other) < best


def test_nobody_is_certain_after_a_few_equal_results() -> None:
    won = rate(2, {(0, 1): dict.fromkeys(range(3), (2.0, 0.0, 0.0))})
    assert won.points[0] > won.points[1]
    assert won.better(0, 1) is None
    many = rate(2, {(0, 1): dict.fromkeys(range(30), (2.0, 0.0, 0.0))})
    assert many.better(0, 1) is True
    assert many.better(1, 0) is False
    one = rate(2, {(0, 1): {0: (2.0, 0.0, 0.0)}})
    assert (one.low[0], one.high[0]) == (float("-inf"), float("inf"))
    assert one.better(0, 1) is None


def test_equations_are_solved() -> None:
    assert solved([[4.0, 1.0], [1.0, 3.0]], [1.0, 2.0]) == pytest.approx([1 / 11, 7 / 11])


VALUES = (-1.0, -0.5, 0.0, 0.5, 1.0)


def tilted(shares: tuple[float, ...], mean: float) -> list[float]:
    """Shares of the same kind with another mean."""
    low, high = -20.0, 20.0
    weights = list(shares)
    for _ in range(80):
        middle = (low + high) / 2
        weights = [share * exp(middle * value) for share, value in zip(shares, VALUES, strict=True)]
        found = sum(map(float.__mul__, weights, VALUES)) / sum(weights)
        low, high = (middle, high) if found < mean else (low, middle)
    return weights


@pytest.mark.parametrize("count", little_or_much(40, 500))
@pytest.mark.parametrize("shares", [(0.05, 0.1, 0.7, 0.1, 0.05), (0.25, 0.0, 0.5, 0.0, 0.25), (0.02, 0, 0.96, 0, 0.02)])
def test_a_sequential_test_keeps_its_error_rates(shares: tuple[float, ...], count: int) -> None:
    """At most one decision in twenty is wrong, for an equal bot and for one that is better by the margin."""
    rng = Random(str(shares))
    for mean, right in ((0.0, False), (0.2, True)):
        weights = tilted(shares, mean)
        wrong = 0
        for _ in range(count):
            test = SequentialTest(0.0, 0.2)
            while test.decision is None:
                test.add(rng.choices(VALUES, weights)[0])
            wrong += test.decision is not right
        allowed = 0.05 * count + 2 * (0.05 * 0.95 * count) ** 0.5
        assert wrong <= allowed, (mean, wrong)


def test_a_sequential_test_decides_nothing_on_a_lucky_run() -> None:
    test = SequentialTest(0.0, 0.2)
    for _ in range(7):
        test.add(1.0)
        assert test.decision is None
    fair = SequentialTest(0.0, 0.2)
    for result in (1.0, -1.0) * 20:
        fair.add(result)
    assert fair.decision is not True
    assert fair.deals == 40

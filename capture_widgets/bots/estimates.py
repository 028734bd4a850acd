"""Estimates with their 95% intervals, from independent batches of simulations."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from capture_widgets.bots.search_budget import LEAST
from capture_widgets.core.intervals import interval

_WIDEST_INTERVAL: Final = 0.6
"""A chance with a wider interval than this is left blank."""
_TREE_CORRELATION: Final = 2.0
"""This many simulations of one tree count as one independent sample, at best."""
_Z: Final = 1.96
_CHANCE_ERROR: Final = 0.1
"""How far a longer search moves an even chance; so much widens the interval of a chance, less near 0 and 1."""


class Estimate(NamedTuple):
    """A number with its 95% interval; all three are None if there are too few simulations."""

    value: float | None = None
    low: float | None = None
    high: float | None = None


BLANK: Final = Estimate()


def estimate_from(values: Sequence[float], counts: Sequence[int]) -> Estimate:
    """The mean of the batches with its interval; blank if the batches are too small."""
    if min(counts, default=0) < LEAST:
        return BLANK
    mean, within = interval(values)
    return Estimate(mean, mean - within, mean + within)


def chance_from(values: Sequence[float], counts: Sequence[int]) -> Estimate:
    """The mean chance of the batches, with an interval no narrower than so many simulations allow."""
    estimate = estimate_from(values, counts)
    if estimate.value is None or estimate.high is None:
        return estimate
    chance = estimate.value
    # Near 0 and 1 batches may agree by luck, so the interval is at least Wilson's, for the number of independent
    # samples that the simulations are worth.
    spread = (estimate.high - chance) / 2
    worth = sum(counts) / _TREE_CORRELATION
    if spread:
        worth = max(1.0, min(worth, chance * (1 - chance) / spread**2))
    middle = (chance + _Z**2 / (2 * worth)) / (1 + _Z**2 / worth)
    within = _Z / (1 + _Z**2 / worth) * sqrt(chance * (1 - chance) / worth + _Z**2 / (4 * worth**2))
    low = max(0.0, min(2 * chance - estimate.high, middle - within))
    high = min(1.0, max(estimate.high, middle + within))
    if high - low > _WIDEST_INTERVAL:
        return BLANK
    # A longer search answers better, so its chances differ by more than the noise of this one.
    moved = _CHANCE_ERROR * 2 * sqrt(chance * (1 - chance))
    low = chance - sqrt(max(0.0, chance - low) ** 2 + moved**2)
    high = chance + sqrt(max(0.0, high - chance) ** 2 + moved**2)
    return Estimate(chance, max(0.0, low), min(1.0, high))

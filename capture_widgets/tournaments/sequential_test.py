"""A test that stops as soon as paired results decide between two hypotheses about their mean.

It is the generalised sequential probability ratio test: after each deal the likelihood of the results, if their mean
were the better one, is divided by that if it were the worse one; each is the largest that any distribution with that
mean gives (pentanomial, where the result of a deal is one of five values). It stops when the quotient passes a bound
that follows from the error rates.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log
from typing import Final

_LEAST: Final = 8
"""Deals before which nothing is decided: the variance is not known from fewer."""
_IMAGINED: Final = {-1.0: 0.5, 1.0: 0.5}
"""Results that are added to those found, so that the variance is never taken to be 0."""


@dataclass
class SequentialTest:
    """Decides whether the mean of results from -1 to 1 is ``worse`` (or less) or ``better`` (or more).

    Attributes:
        worse: the mean at which a decision for ``better`` is an error.
        better: the mean at which a decision for ``worse`` is an error.
        error: the largest share of either error.
        counts: how often each result was found.
    """

    worse: float = 0.0
    better: float = 0.1
    error: float = 0.05
    counts: dict[float, float] = field(default_factory=dict)

    def add(self, result: float) -> None:
        """Take the result of one more deal into account."""
        self.counts[result] = self.counts.get(result, 0) + 1

    @property
    def deals(self) -> int:
        """The number of results so far."""
        return round(sum(self.counts.values()))

    @property
    def evidence(self) -> float:
        """The logarithm of the quotient of likelihoods: above 0 for ``better``, below for ``worse``."""
        counts = dict(self.counts)
        for result, count in _IMAGINED.items():
            counts[result] = counts.get(result, 0) + count
        tilts = [_tilt(counts, mean) for mean in (self.worse, self.better)]
        return sum(
            count * log((1 + tilts[0] * (result - self.worse)) / (1 + tilts[1] * (result - self.better)))
            for result, count in counts.items()
        )

    @property
    def decision(self) -> bool | None:
        """True for ``better``, False for ``worse``, None while the results decide nothing."""
        if self.deals < _LEAST:
            return None
        bound, evidence = log((1 - self.error) / self.error), self.evidence
        return True if evidence >= bound else False if evidence <= -bound else None


def _tilt(counts: dict[float, float], mean: float) -> float:
    """The number by which the most likely distribution with a mean differs from the counts.

    That distribution gives each result the share count / (1 + tilt * (result - mean)); the tilt is found by halving.
    """
    low, high = -1 / (1 - mean) + 1e-9, 1 / (1 + mean) - 1e-9
    for _ in range(45):
        middle = (low + high) / 2
        slope = sum(count * (result - mean) / (1 + middle * (result - mean)) for result, count in counts.items())
        if slope > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2

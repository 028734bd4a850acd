"""Confidence intervals for means and proportions."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean of independent values and half the width of its 95% confidence interval (Student's t)."""
    count = len(values)
    if count < 2:
        return (values[0] if values else 0.0), float("inf")
    z, free = 1.959964, count - 1
    # t from z by the expansion of Cornish and Fisher, accurate to 1% from four values on; from a table below that
    t = z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
    t += (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * free**3)
    t = {1: 12.706, 2: 4.303}.get(free, t)
    return fmean(values), t * stdev(values) / sqrt(count)


def result_interval(results: Sequence[float]) -> tuple[float, float]:
    """The mean of independent results from -1 to 1, and half the width of its 95% confidence interval.

    Two results, one won and one lost, are added before the width is computed (as in Agresti and Coull's interval for
    proportions). So a few equal results never look certain: the width is never 0, and never infinite.
    """
    if not results:
        return 0.0, 1.0
    mean = fmean(results)
    _, within = interval([*results, 1.0, -1.0])
    return mean, min(within, 1 + abs(mean))


def share_interval(count: int, of: int) -> tuple[float, float]:
    """The 95% confidence interval of a probability, from ``count`` successes in ``of`` trials (Wilson's score)."""
    z = 1.959964
    share, wide = count / of, z * z / of
    middle = (share + wide / 2) / (1 + wide)
    half = z / (1 + wide) * sqrt(share * (1 - share) / of + wide / (4 * of))
    return max(0.0, middle - half), min(1.0, middle + half)

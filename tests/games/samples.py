"""Whether two samples may have been drawn alike."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, pvariance

DEVIATIONS = 5
"""Means differ by more than so many standard deviations once in two million times."""


def near(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether the means of two samples lie as near as chance lets expect; where nothing varies, whether they agree."""
    apart = sqrt(pvariance(one) / len(one) + pvariance(other) / len(other))
    return abs(fmean(one) - fmean(other)) <= DEVIATIONS * apart

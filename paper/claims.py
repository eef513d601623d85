"""Whether numbers support a claim: intervals and verdicts, from numbers alone."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import nan, sqrt
from statistics import mean, stdev
from typing import Literal, NamedTuple

from scipy.special import stdtrit

Verdict = Literal["holds", "does not hold", "undecided", "not run"]
VERDICTS: tuple[Verdict, ...] = ("holds", "does not hold", "undecided", "not run")
LEVEL = 0.95


class Interval(NamedTuple):
    """Mean of n values and the t-interval of it; without bounds (nan) for one value."""

    mean: float
    low: float
    high: float
    n: int


class Spread(NamedTuple):
    """Differences over settings: how many there are, how many are above 0, mean and range."""

    n: int
    above: int
    mean: float
    low: float
    high: float


def interval(values: Sequence[float]) -> Interval | None:
    """mean ± t s / √n."""
    n = len(values)
    if n < 2:
        return Interval(values[0], nan, nan, 1) if n else None
    middle = mean(values)
    half = float(stdtrit(n - 1, (1 + LEVEL) / 2)) * stdev(values) / sqrt(n)
    return Interval(middle, middle - half, middle + half, n)


def spread(values: Sequence[float]) -> Spread | None:
    if not values:
        return None
    above = sum(value > 0 for value in values)
    return Spread(len(values), above, mean(values), min(values), max(values))


def differences(
    left: Mapping[Hashable, float], right: Mapping[Hashable, float] | None
) -> list[float]:
    """By what both share (seeds, settings, folds); alone: against 0."""
    if right is None:
        return list(left.values())
    return [value - right[unit] for unit, value in left.items() if unit in right]


def above(found: Interval | None) -> Verdict:
    """The interval lies above 0, below it, or has it inside."""
    if found is None:
        return "not run"
    if found.low > 0:
        return "holds"
    return "does not hold" if found.high < 0 else "undecided"


def near(found: Interval | None, middle: float, margin: float) -> Verdict:
    """The interval lies within the margin, outside of it, or on its edge."""
    if found is None:
        return "not run"
    low, high = middle - margin, middle + margin
    if low <= found.low and found.high <= high:
        return "holds"
    return "does not hold" if found.high < low or found.low > high else "undecided"


def always(found: Spread | None, expected: int) -> Verdict:
    """Above 0 in all settings; one that is not decides."""
    if found is None:
        return "not run"
    if found.above < found.n:
        return "does not hold"
    return "holds" if found.n >= expected else "undecided"


def narrow(means: Sequence[float], gap: Interval | None, share: float) -> tuple[float, Verdict]:
    """The range of the means is at most this share of a gap, if that is above 0."""
    if len(means) < 2 or gap is None:
        return nan, "not run"
    ratio = (max(means) - min(means)) / (abs(gap.mean) or nan)
    if not gap.low > 0:
        return ratio, "undecided"
    return ratio, "holds" if ratio <= share else "does not hold"


def at_most(value: float | None, bound: float) -> Verdict:
    if value is None:
        return "not run"
    return "holds" if value <= bound else "does not hold"


def overall(run: Sequence[Verdict], *, most: bool = False) -> str:
    """One word for many comparisons; `most`: more than half of those that were run decide."""
    run = [verdict for verdict in run if verdict != "not run"]
    holds, against = run.count("holds"), run.count("does not hold")
    if not run:
        return "not run"
    if holds == len(run) or (most and 2 * holds > len(run)):
        return "holds"
    if holds and not most:
        return "in part"
    return "does not hold" if 2 * against > len(run) else "undecided"

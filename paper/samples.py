"""Samples of a measure by what makes them independent: seeds, step sizes or folds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping
from statistics import mean
from typing import NamedTuple

from paper.selection import Result, Results
from paper.settings import Table

Sample = dict[Hashable, float]
#: what the representations of an SVM are called
REPRESENTATIONS = {
    "bow": "BoW",
    "bob": "BoB",
    "bigrams": "bigrams",
    "words_bigrams": "words and bigrams",
}


class Pair(NamedTuple):
    """Two samples to compare; without the second the first is compared with 0."""

    text: str
    left: Sample
    right: Sample | None


def measured(result: Result, measure: str) -> float | None:
    """A measure of one job: of the course of its LPP, or one of its numbers."""
    if measure not in ("end", "start", "gain"):
        return result.value(measure)
    values = [value for _, value in result.course]
    if not values or (measure == "gain" and len(values) < 2):
        return None
    return {"end": values[-1], "start": values[0], "gain": values[-1] - values[0]}[measure]


def by(found: Mapping[Hashable, Result], measure: str) -> Sample:
    if measure == "fall":
        return falls({unit: dict(result.course) for unit, result in found.items()})
    taken = {unit: measured(result, measure) for unit, result in found.items()}
    return {unit: value for unit, value in taken.items() if value is not None}


def falls(courses: Mapping[Hashable, Mapping[int, float]]) -> Sample:
    """From the peak to the end of each course.

    The others say where the peak is: the best point of a noisy course is too high by its noise.
    """
    found: Sample = {}
    for unit, course in courses.items():
        others = [other for key, other in courses.items() if key != unit]
        points = [x for x in list(course)[:-1] if others and all(x in other for other in others)]
        if points:
            means = {x: mean(other[x] for other in others) for x in points}
            peak = max(means, key=means.__getitem__)
            found[unit] = course[peak] - course[max(course)]
    return found


def by_settings(results: Results, name: str, model: str, measure: str) -> Sample:
    """By step size; where there are several seeds, their mean."""
    found: dict[Hashable, list[float]] = defaultdict(list)
    for (tau, kappa, _), value in by(results.grid(name, model), measure).items():
        found[tau, kappa].append(value)
    return {step: mean(values) for step, values in found.items()}


def by_folds(result: Result) -> Sample:
    numbers = range(1, int(result.get("folds", 0)) + 1)
    values = {number: result.value(f"accuracy fold {number}") for number in numbers}
    return {number: value for number, value in values.items() if value is not None}


def folds_of(results: Results, name: str, side: str, threshold: int | None = None) -> Sample:
    """`side` is a representation and a weighting; without a threshold the only one it has."""
    found = _svms(results, name, side, threshold)
    return by_folds(found[0]) if found else {}


def seconds_of(results: Results, name: str, side: str, threshold: int | None) -> float | None:
    """Of the SVM alone, all folds."""
    found = _svms(results, name, side, threshold)
    return found[0].value("svm seconds") if found else None


def thresholds(results: Results, name: str, side: str) -> list[int]:
    return sorted(result.get("threshold") for result in _svms(results, name, side))


def _svms(results: Results, name: str, side: str, threshold: int | None = None) -> list[Result]:
    model, weighting = side.split()
    where = {"weighting": weighting} | ({} if threshold is None else {"threshold": threshold})
    return results.of("svm", name, model, **where)


def fold_pairs(results: Results, name: str, pair: list[str], claim: Table) -> Iterator[Pair]:
    """At each threshold of the first; at its smallest; or its smallest against its largest."""
    left, right = pair
    listed = thresholds(results, name, left) or [None]
    at = claim.get("at", "each")
    for threshold in listed if at == "each" else listed[:1]:
        other = listed[-1] if at == "ends" else threshold
        other = other if left.split()[0] == right.split()[0] else None
        yield Pair(
            f"{side_title(left, threshold)} − {side_title(right, other)}",
            folds_of(results, name, left, threshold),
            folds_of(results, name, right, other),
        )


def side_title(side: str, threshold: int | None) -> str:
    model, weighting = side.split()
    at = f" at {threshold}" if threshold else ""
    return f"{REPRESENTATIONS[model]}{at}, {weighting}"


def seed_pair(results: Results, name: str, pair: list[str], claim: Table) -> Pair:
    unlimited, measure = claim.get("unlimited", False), claim.get("measure", "end")
    samples = [by(results.named(name, model, unlimited=unlimited), measure) for model in pair]
    return Pair(pair_title(results, pair), samples[0], samples[1] if pair[1:] else None)


def setting_pair(results: Results, name: str, pair: list[str], claim: Table) -> Pair:
    measure = claim.get("measure", "end")
    samples = [by_settings(results, name, model, measure) for model in pair]
    return Pair(pair_title(results, pair), samples[0], samples[1] if pair[1:] else None)


def pair_title(results: Results, pair: list[str]) -> str:
    return " − ".join(results.settings["models"][model]["title"] for model in pair)

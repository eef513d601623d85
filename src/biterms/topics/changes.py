"""What changed over time: the run of periods that differs most from the others, for each topic."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from biterms.errors import InputError, SettingError
from biterms.kernels import Array
from biterms.topics.change_views import Change, Changes, Kind
from biterms.topics.periods import last_day

if TYPE_CHECKING:
    from biterms.topics.over_time import TopicsOverTime

LEVEL = 0.01
#: runs are as many as the square of the periods
MOST_PERIODS = 1_000
#: a topic with less than this part of its share is called gone
GONE = 0.1
#: below any variance that matters, above rounding
LEAST_VARIANCE = 1e-12


class _Run(NamedTuple):
    """The periods from `begin` to before `end`, and minus the logarithm of their probability."""

    evidence: float
    begin: int
    end: int


def changes_of(course: TopicsOverTime, level: float) -> Changes:
    """The largest change of each topic, where its p-value is at most `level`."""
    if not 0 < level <= 1:
        raise SettingError(f"level={level!r}, expected a probability above 0 and up to 1")
    n_periods, n_topics = course.shares.shape
    if n_periods > MOST_PERIODS:
        raise InputError(
            f"{n_periods:,} periods, expected at most {MOST_PERIODS:,}: choose longer ones (freq)"
        )
    if n_periods < 2:
        return Changes([])
    # Runs up to the end are left out: each is the rest of one from the begin.
    begin, end = np.triu_indices(n_periods, 1)
    tests = math.log(2 * len(begin) * n_topics)
    runs = [_best_run(course, k, begin, end) for k in range(n_topics)]
    order = sorted(range(n_topics), key=lambda k: (-runs[k].evidence, course.ids[k]))
    found = (_change(course, k, runs[k], math.exp(min(0, tests - runs[k].evidence))) for k in order)
    return Changes([change for change in found if change.p_value <= level])


def _best_run(course: TopicsOverTime, k: int, begin: Array, end: Array) -> _Run:
    """The run of one topic that chance would explain least."""
    texts, about = _sums(course, k)
    n, p = texts[-1], about[-1] / texts[-1]
    v = p * (1 - p) if course.variances is None else float(course.variances[k])
    inside, mass = texts[end] - texts[begin], about[end] - about[begin]
    # That a run is high says that the rest is low: both bounds are of the same event.
    evidence = np.maximum(
        evidence_of(inside, mass / inside, p, v),
        evidence_of(n - inside, (about[-1] - mass) / (n - inside), p, v),
    )
    best = int(evidence.argmax())
    return _Run(float(evidence[best]), int(begin[best]), int(end[best]))


def evidence_of(n: Array, mean: Array, p: float, v: float) -> Array:
    """-log P(the mean of n texts is as far from p), at least; Hoeffding's (1963) Theorem 3."""
    v = max(v, LEAST_VARIANCE)
    room = np.where(mean > p, 1 - p, p)
    q0 = v / (room**2 + v)
    q = np.minimum((v + room * np.abs(mean - p)) / (room**2 + v), 1.0)
    rest, rest0 = 1 - q, np.maximum(1 - q0, LEAST_VARIANCE)
    log_rest = np.log(np.where(rest > 0, rest, 1.0) / rest0)
    return np.asarray(n * (q * np.log(q / q0) + rest * log_rest))


def _change(course: TopicsOverTime, k: int, run: _Run, p_value: float) -> Change:
    texts, about = _sums(course, k)
    n, mass = texts[run.end] - texts[run.begin], about[run.end] - about[run.begin]
    inside, outside = mass / n, (about[-1] - mass) / (texts[-1] - n)
    id_, label = course.ids[k], course.labels[k]
    if run.begin:
        kind: Kind = "burst" if inside > outside else "dipped"
        until = last_day(course.periods[run.end - 1], course.freq)
        since = course.periods[run.begin]
        return Change(id_, label, kind, since, until, float(outside), float(inside), p_value)
    since = course.periods[run.end]
    kind = _step(inside, outside)
    return Change(id_, label, kind, since, None, float(inside), float(outside), p_value)


def _step(before: float, after: float) -> Kind:
    if after > before:
        return "appeared" if before < GONE * after else "rose"
    return "vanished" if after < GONE * before else "fell"


def _sums(course: TopicsOverTime, k: int) -> tuple[Array, Array]:
    """Texts up to the begin of each period, and how many of them are about a topic."""
    texts = np.concatenate([[0.0], np.cumsum(course.documents)])
    about = np.concatenate([[0.0], np.cumsum(course.documents * course.shares[:, k])])
    return texts, about

"""Sums of posteriors: what several have learnt since a common moment, weighted to a common time.

M(T) = f M_0 + sum_j w_j (M_j - f_j M_0)

f_j is what is left in posterior j of what had been learnt at the common moment, f what is left at
the time T of the sum, and w_j = f / f_j brings what j has learnt to that time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.learning.learner import Step
from biterms.learning.lineage import Anchor
from biterms.learning.posterior import Posterior
from biterms.learning.since import difference, step_since
from biterms.learning.statistics import Statistics
from biterms.learning.table import Table

#: rounding may take this part of the largest number more than has been learnt
ROUNDING = 1e-9


class Frame(NamedTuple):
    """The words and topics of a sum.

    Parameters
    ----------
    n_words, n_topics : int
        V and K.
    """

    n_words: int
    n_topics: int


class Part(NamedTuple):
    """A posterior in a sum.

    Parameters
    ----------
    table : Table
        What it has learnt.
    ids : array of int
        For each of its word ids the id in the sum; -1 for one that is left out.
    topics : array of int
        For each of its topics the topic in the sum.
    sign : int
        1 if it is added, -1 if it is subtracted.
    factor : float
        How often it counts.
    """

    table: Table
    ids: Array
    topics: Array
    sign: int = 1
    factor: float = 1.0


class Share(NamedTuple):
    """What a posterior brings to a sum, and what is left in it of the common moment."""

    learnt: Statistics
    since: Step
    sign: int


def share_of(base: Table | None, part: Part, frame: Frame, anchor: Anchor) -> Share:
    """What a posterior has learnt since a common moment, in the words and topics of the sum.

    Parameters
    ----------
    base : Table or None
        The common moment; None: all that it has learnt.
    part : Part
        The posterior.
    frame : Frame
        The words and topics of the sum.
    anchor : Anchor
        The posterior that the sum is added to.

    Returns
    -------
    Share
    """
    if base is None:
        learnt, since = _all_of(part.table), Step(1.0, 1.0)
    else:
        learnt, since = difference(base, part.table), step_since(base, part.table)
    learnt = _placed(learnt, part, frame, anchor)
    return Share(learnt if part.factor == 1.0 else learnt.scaled(part.factor), since, part.sign)


def _all_of(table: Table) -> Statistics:
    rows = np.maximum(table.scale * table.words()[0], 0.0)  # a random start may be below eta
    words = np.flatnonzero(rows.any(axis=1)).astype(np.int32)
    return Statistics(
        words,
        rows[words],
        n_words=table.n,
        documents=table.documents,
        anchor=table.anchor,
        extra=table.extra,
        prior=table.prior - 1.0,
    )


def _placed(learnt: Statistics, part: Part, frame: Frame, anchor: Anchor) -> Statistics:
    """The same with the word ids and the topics of the sum."""
    ids = part.ids[learnt.words]
    kept = np.flatnonzero(ids >= 0)
    kept = kept[np.argsort(ids[kept])]
    rows = np.zeros((len(kept), frame.n_topics))
    for topic, place in enumerate(part.topics.tolist()):
        rows[:, place] += learnt.rows[kept, topic]
    extra = {
        name: np.bincount(part.topics, array, frame.n_topics)
        for name, array in learnt.extra.items()
    }
    return replace(
        learnt, words=ids[kept], rows=rows, n_words=frame.n_words, anchor=anchor, extra=extra
    )


def summed(start: Posterior, shares: Sequence[Share], *, consecutive: bool = False) -> None:
    """Add what posteriors have learnt to a copy of the common moment.

    While nothing has faded, what each has learnt is rounded to multiples of 2^-20: then the sum
    has the same bits in whatever order and in whatever groups posteriors are added.

    Parameters
    ----------
    start : Posterior
        The common moment, with the words of the sum; it changes.
    shares : sequence of Share
        What was learnt since.
    consecutive : bool
        Whether they learnt one after another; otherwise at the same time.

    Raises
    ------
    InputError
        If nothing is left of the common moment, or if more is subtracted than has been learnt.
    """
    learnt, past = _weights([share.since.decay for share in shares], shares, consecutive)
    priors, prior_past = _weights(
        [share.since.prior_decay for share in shares], shares, consecutive
    )
    exact = all(np.all(np.equal(w, 1.0)) for w in (*learnt, past))
    total: Statistics | None = None
    for share, weight, prior in zip(shares, learnt, priors, strict=True):
        one = _weighted(share.learnt.rounded() if exact else share.learnt, weight, prior)
        one = one if share.sign > 0 else -one
        total = one if total is None else total + one
    assert total is not None
    total = _possible(start.table, total.rounded() if exact else total, past)
    start.add(total, Step(past, 1.0, 0.0, float(prior_past)))


def _weights(
    fades: Sequence[float | Array], shares: Sequence[Share], consecutive: bool
) -> tuple[list[float | Array], float | Array]:
    """How much each counts at the time of the sum, and what is left of the common moment then."""
    if any(np.any(np.equal(fade, 0.0)) for fade in fades):
        raise InputError(
            "nothing is left of the common base in one of the models, since learning began anew "
            "there: give an earlier base, or none"
        )
    if consecutive:
        after = [math.prod(fades[i + 1 :], start=1.0) for i in range(len(fades))]
        return after, math.prod(fades, start=1.0)
    added = [fade for fade, share in zip(fades, shares, strict=True) if share.sign > 0]
    past = added[0]
    for fade in added[1:]:
        past = np.minimum(past, fade)
    past = past if np.ndim(past) else float(past)
    return [past / fade for fade in fades], past


def _weighted(learnt: Statistics, weight: float | Array, prior: float | Array) -> Statistics:
    extra = {name: weight * array for name, array in learnt.extra.items()}
    return replace(
        learnt, rows=weight * learnt.rows, extra=extra, prior=float(prior * learnt.prior)
    )


def _possible(start: Table, total: Statistics, past: float | Array) -> Statistics:
    """The same, refused if it takes more than there is, but for rounding.

    Only learners whose numbers are no sums of statistics begin below zero, and they are not here.
    """
    there = past * (start.scale * start.M[total.words])
    least = float((there + total.rows).min(initial=0.0))
    if least < -ROUNDING * max(1.0, float(np.abs(there).max(initial=0.0))):
        raise InputError(
            f"more would be taken away than has been learnt ({least:.3g} of a word in a topic): "
            "expected a model whose texts this one has learnt from"
        )
    return replace(total, rows=np.maximum(total.rows, -there))

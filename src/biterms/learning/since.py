"""What has been learnt between two moments of a posterior, what has faded meanwhile accounted for.

now = fade * then + difference        for what was learnt, and the prior with a fade of its own
"""

from __future__ import annotations

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.learning.learner import Step
from biterms.learning.statistics import Statistics
from biterms.learning.table import FOLD_BITS, Table, as_number


def difference(then: Table, now: Table) -> Statistics:
    """What has been learnt since; a word that joined or took over an id since began with nothing.

    Raises
    ------
    InputError
        If ``then`` is no earlier moment of the same posterior, or if topics were merged since.
    """
    step = step_since(then, now)
    past, gone = _times(step.decay, _times(then.scale, then.M[: then.n])), _changed_hands(then, now)
    if len(gone):
        past = past.copy()
        past[gone] = 0.0
    present = _times(now.scale, now.M[: now.n])
    rows = np.empty_like(present)
    np.subtract(present[: then.n], past, out=rows[: then.n])
    rows[then.n :] = present[then.n :]
    words = np.flatnonzero(rows.any(axis=1)).astype(np.int32)
    n, first = len(words), int(words.max(initial=-1)) + 1
    return Statistics(
        words,
        rows[:n] if n == first else rows[words],
        n_words=now.n,
        documents=now.documents - then.documents,
        anchor=then.anchor,
        extra={name: array - step.decay * then.extra[name] for name, array in now.extra.items()},
        prior=now.prior - step.prior_decay * then.prior,
    )


def _times(factor: float | Array, numbers: Array) -> Array:
    """The product, or the numbers themselves where nothing has faded: there may be many."""
    return numbers if isinstance(factor, float) and factor == 1.0 else np.asarray(factor * numbers)


def step_since(then: Table, now: Table) -> Step:
    """The step that makes ``now`` of ``then`` and the difference.

    Raises
    ------
    InputError
        As for `difference`.
    """
    _check_earlier(then, now)
    prior_decay = 2.0 ** (now.prior_fade - then.prior_fade)
    return Step(_fade(then, now), 1.0, 0.0, prior_decay)


def _fade(then: Table, now: Table) -> float | Array:
    """What is left of what had been learnt: a number, or one for each topic if they differ."""
    nothing = np.greater(now.resets, then.resets)
    folds = np.where(nothing, 0, np.subtract(now.folds, then.folds))
    left = np.ldexp(now.scale / then.scale, -FOLD_BITS * folds)
    fade: float | Array = as_number(np.where(nothing, 0.0, left))
    return fade


def _changed_hands(then: Table, now: Table) -> Array:
    """Ids that have lost the word that they had."""
    drops = now.drops.copy()
    drops[: len(then.drops)] -= then.drops
    return np.flatnonzero(drops[: then.n])


def _check_earlier(then: Table, now: Table) -> None:
    same_line = now.lineage.includes(then.anchor, now.updates)
    fewer = len(then.drops) > len(now.drops) or (now.drops[: len(then.drops)] < then.drops).any()
    if not same_line or then.n > now.n or fewer:
        raise InputError(
            "the snapshot is not an earlier moment of the same posterior: expected a copy or a "
            "file of it, made before it learnt on"
        )
    if then.M.shape[1] != now.M.shape[1]:
        raise InputError("topics were merged since the snapshot: take another one after that")

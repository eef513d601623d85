"""A block of minibatches as a plain loop over the twins: the specification of the compiled one."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from biterms.kernels.lda_shapes import Local, Prevalence
from biterms.kernels.reference import add_rows, documents, expect_words, pack
from biterms.kernels.row_shapes import Inference, Lazy, Steps
from biterms.kernels.scratch import Scratch
from biterms.kernels.shapes import Array, Counts


def prevalent_alpha(m: Array, scale: float, prevalence: Prevalence) -> Array:
    """alpha_k = strength (scale m_k / 2 + smooth) / sum: a biterm is counted at both its words."""
    biterms = np.maximum(scale * m / 2, 0.0) + prevalence.smooth
    return np.asarray(prevalence.strength * (biterms / biterms.sum()))


def learn(
    counts: Counts,
    docs: Array,
    cuts: Array,
    posterior: Lazy,
    m: Array,
    eta_sums: Array,
    steps: Steps,
    local: Local,
    inference: Inference,
    n_threads: int,
    done: Array,
    scratch: Scratch | None = None,
) -> None:
    """Learn minibatches of LDA one after the other, each from the posterior before it.

    Parameters
    ----------
    counts
        Documents without given pairs.
    docs, cuts
        Minibatch i has the documents ``docs[cuts[i]:cuts[i + 1]]``.
    posterior
        lam = prior * eta + scale * M at the start; ``M`` is written to.
    m
        The sum of M over words, which is written to.
    eta_sums
        Minibatches x K: the sum of eta over the words known at each of them.
    steps
        How each minibatch enters the posterior.
    local, inference
        How the document step is done.
    n_threads
        The result is the same for any number.
    done
        One number, which goes up as soon as a minibatch is in the posterior.
    scratch
        Memory that serves one call after the other.

    Raises
    ------
    ValueError
        If the documents have given pairs.
    """
    if counts.pairs is not None:
        raise ValueError("counts: found given pairs, expected documents whose pairs are implied")
    M, eta, prior, scale = posterior
    for i, (begin, end) in enumerate(pairwise(np.asarray(cuts).tolist())):
        packed = pack(counts, docs[begin:end])
        sums = prior * eta_sums[i] + scale * m
        rows = expect_words(Lazy(M, eta, prior, scale), packed.words, sums, inference)
        if local.prevalence is not None:
            local = replace(local, alpha=prevalent_alpha(m, scale, local.prevalence))
        if steps.rounds is not None:
            local = replace(local, max_iter=int(steps.rounds[i]))
        stats = documents(packed, rows, local).stats
        assert stats is not None
        scale *= float(steps.decay[i])
        add_rows(M, m, packed.words, stats, float(steps.gain[i]) / scale)
        prior += float(steps.prior[i])
        done[0] += 1

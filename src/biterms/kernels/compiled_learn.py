"""The compiled block of minibatches behind the signature of its twin in ``reference_learn``."""

from __future__ import annotations

import numpy as np

from biterms.kernels import _native
from biterms.kernels.arrays import doubles, floats, ids, longs, small
from biterms.kernels.lda_shapes import Local, Prevalence
from biterms.kernels.row_shapes import Inference, Lazy, Steps
from biterms.kernels.scratch import Scratch
from biterms.kernels.shapes import Array, Counts


def prevalent_alpha(m: Array, scale: float, prevalence: Prevalence) -> Array:
    """Compute alpha by the biterms of the topics; specified by ``reference_learn.prevalent_alpha``.

    Parameters
    ----------
    m : array of shape (K,)
        The sum of M over words.
    scale : float
        Factor of M.
    prevalence : Prevalence
        How strong it is.

    Returns
    -------
    float32 array of shape (K,)
        alpha.
    """
    alpha = np.empty(len(m), dtype=np.float32)
    _native.prevalent_alpha(doubles(m), scale, prevalence.strength, prevalence.smooth, alpha)
    return alpha


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
    """Learn minibatches of LDA one after the other; specified by ``reference_learn.learn``.

    The result has the same bits as the compiled calls for single minibatches.

    Parameters
    ----------
    counts : Counts
        Documents whose biterms are implied by the counts.
    docs, cuts : array of int
        Minibatch i has the documents ``docs[cuts[i]:cuts[i + 1]]``.
    posterior : Lazy
        The posterior at the start; ``M`` is written to.
    m : float64 array of shape (K,)
        The sum of M over words; it is written to.
    eta_sums : array of shape (minibatches, K)
        The sum of eta over the words known at each minibatch.
    steps : Steps
        How each minibatch enters the posterior.
    local : Local
        Settings of the document step.
    inference : {"vb", "mean"}
        Expected logarithms, or posterior means.
    n_threads : int
        Threads; the result is the same for any number.
    done : int64 array of one number
        It is increased by one as soon as a minibatch is in the posterior.
    scratch : Scratch, optional
        Memory to reuse.

    Raises
    ------
    ValueError
        If the documents have given pairs.
    """
    if counts.pairs is not None:
        raise ValueError("counts: found given pairs, expected documents whose pairs are implied")
    arguments = (
        *(longs(counts.indptr, "indptr"), ids(counts.indices, counts.n_words, "words")),
        *(floats(counts.data), counts.n_words),
        *(longs(docs, "docs"), longs(cuts, "cuts"), *posterior, m, doubles(eta_sums)),
        *(doubles(steps.decay), doubles(steps.gain), doubles(steps.prior), floats(local.alpha)),
        *(local.weight, local.cap, local.word_weight, local.max_iter, local.tol, local.drop),
        *(local.exact, local.at_prior, inference == "vb"),
        None if steps.rounds is None else small(steps.rounds, "rounds"),
        *_numbers(local.prevalence),
    )
    size = _native.learn(*arguments, None, n_threads, done)
    room = (scratch or Scratch()).empty("learn", (size,), "uint8")
    _native.learn(*arguments, room, n_threads, done)


def _numbers(prevalence: Prevalence | None) -> tuple[float, float]:
    """Strength and smoothing; a strength of 0 leaves alpha as it is."""
    return (0.0, 1.0) if prevalence is None else (prevalence.strength, prevalence.smooth)

"""Evidence that a word has become more frequent: a sequential test that is valid at any time.

Under the null hypothesis the number of documents with a word, x of the next n, follows the negative
binomial distribution that is predicted from the past: its mean is p n with p = (c + 1/2) / (N + 1),
where c of N documents had the word so far (both forgotten exponentially), and its shape is c + 1/2,
`SHAPE` at most, so that rates which waver are expected too. Alternative j adds a share s_j of the
documents that all have the word:

    L_j(x) = NB(x; shape, (p + s_j) n) / NB(x; shape, p n)

Every document with the word may be the first of a story, so each of them starts a product of the
ratios L_j of what comes after it, with the weight u / 6, and the evidence of a word is their sum
(Shiryaev and Roberts; an e-detector in the sense of Shin, Ramdas and Rinaldo, 2023):

    M_j <- M_j L_j(x) + u / 6 L_j'(x - 1),    u = 1 / (1 + p / RARE)

where L' is the ratio after the first of the x documents is known. Under the null hypothesis each
product has the mean 1 or less, so the sum over all words grows by the weights that were started at
most, on average. If a word whose evidence reaches a level c is an alarm and its evidence begins
with 0 again, the mean number of alarms is at most the sum of weights divided by c, in any span of
time: c = (weights started in a day) / (false alarms per day).
"""

from __future__ import annotations

import numpy as np

from biterms.kernels.evidence_shapes import (
    LEAST,
    MOST,
    PRIOR,
    RARE,
    SHAPE,
    SHARES,
    Arrived,
    WordPast,
)
from biterms.kernels.shapes import Array


def weights(rates: Array) -> Array:
    """The weight u with which a document with a word starts, by the share of documents with it."""
    return np.asarray(1.0 / (1.0 + rates / RARE))


def ratios(x: Array, counts: Array, exposure: float, n: int) -> Array:
    """L: how much likelier numbers of documents are if a story has begun.

    Parameters
    ----------
    x : array of int
        Documents with each word.
    counts : array of float
        c + 1/2: documents that had it before.
    exposure : float
        N + 1: documents before.
    n : int
        Documents.

    Returns
    -------
    array, words x alternatives
    """
    shape = np.minimum(counts, SHAPE)[:, None]
    mean = (counts * (n / exposure))[:, None]
    more = mean + SHARES * n
    wider = np.log((shape + more) / (shape + mean))
    found = x[:, None] * (np.log(more / mean) - wider) - shape * wider
    return np.asarray(np.exp(np.minimum(found, np.log(MOST))))


def updated(evidence: Array, gap: Array, x: Array, counts: Array, exposure: float, n: int) -> Array:
    """The evidence of words after more documents, each of them in one at least.

    Evidence that is small, and ratios of words that are not above their mean, are rounded down,
    which can only make alarms rarer.

    Parameters
    ----------
    evidence : array, words x alternatives
        When the word was seen last.
    gap : array of float
        Documents since then.
    x, counts, exposure, n
        As for `ratios`.

    Returns
    -------
    array, words x alternatives
    """
    start = weights(counts / exposure) / len(SHARES)
    found = start[:, None] * np.exp(-SHARES * n)  # the least that L'(x - 1) can be
    above = np.flatnonzero(x > 1.0 + counts * (n / exposure))
    found[above] = start[above, None] * ratios(x[above] - 1, counts[above] + 1.0, exposure, n)
    alive = np.flatnonzero(evidence.sum(axis=1, dtype=np.float64) > LEAST)
    kept = evidence[alive] * np.exp(-gap[alive, None] * SHARES)
    found[alive] += kept * ratios(x[alive], counts[alive], exposure, n)
    return np.asarray(np.minimum(found, MOST))


def update_evidence(past: WordPast, words: Array, x: Array, now: Arrived) -> tuple[Array, float]:
    """Bring what is known of words to the end of the documents that have come; in place."""
    counts = past.count[words] * np.exp(past.faded[words] - now.faded) + PRIOR
    gap, before = now.documents - past.at[words], past.evidence[words]
    found = updated(before, gap, x, counts, now.exposure, now.n)
    started = weights(counts / now.exposure)
    left = before.sum(axis=1, dtype=np.float64) * np.exp(-gap * SHARES[0])
    past.since[words[left < started]] = now.begin
    past.evidence[words] = found
    past.count[words], past.faded[words] = counts - PRIOR + x, now.faded
    past.at[words] = now.documents + now.n
    return np.asarray(found.sum(axis=1)), float((started * x).sum())

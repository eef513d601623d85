"""The Gibbs sampler of the biterm topic model, as a specification (Yan et al. 2013, eq. 4)."""

from __future__ import annotations

import numpy as np

from biterms.kernels.btm_shapes import Biterms, TopicCounts
from biterms.kernels.shapes import Array

#: topics are searched block by block: the compiled twin adds in this order, too
BLOCK = 8


def draw_topics(biterms: Biterms, counts: TopicCounts, visits: Array, uniforms: Array) -> None:
    """A topic for each visited biterm (u, v) given all others, one after the other, in place.

    p(k) ~ (n_k + alpha_k) (n_u|k + beta_u|k) (n_v|k + [u = v] + beta_v|k)
           / ((2 n_k + B_k) (2 n_k + 1 + B_k)),    B_k = sum_w beta_w|k

    ``uniforms`` are numbers in [0, 1), one for each visit; weights are float32.
    """
    for b, uniform in zip(visits, uniforms, strict=True):
        u, v, before = biterms.left[b], biterms.right[b], biterms.topic[b]
        if before >= 0:
            _add(counts, u, v, before, -1)
        k = _at(_weights(counts, u, v), uniform)
        _add(counts, u, v, k, 1)
        biterms.topic[b] = k


def _add(counts: TopicCounts, u: int, v: int, k: int, by: int) -> None:
    counts.words[u, k] += by
    counts.words[v, k] += by
    counts.biterms[k] += by


def _weights(counts: TopicCounts, u: int, v: int) -> Array:
    prior = counts.prior
    p, q = (prior[0], prior[0]) if len(prior) == 1 else (prior[u], prior[v])
    first = counts.words[u].astype(np.float32) + p
    second = counts.words[v].astype(np.float32) + q + np.float32(u == v)
    size = 2.0 * counts.biterms + counts.prior_sums
    share = (counts.biterms + counts.alpha) / (size * (size + 1.0))
    return np.asarray(first * second * share.astype(np.float32))


def _at(weights: Array, uniform: float) -> int:
    """The topic at whose part of the sum ``uniform`` points: first its block, then the topic."""
    K = len(weights)
    blocks = np.pad(weights, (0, -K % BLOCK)).reshape(-1, BLOCK)
    four = blocks[:, :4] + blocks[:, 4:]
    ends = np.cumsum((four[:, 0] + four[:, 2]) + (four[:, 1] + four[:, 3]), dtype=np.float32)
    target = np.float32(float(uniform) * float(ends[-1]))
    b = int((ends[:-1] <= target).sum())
    rest = target - (ends[b - 1] if b else np.float32(0.0))
    here = weights[b * BLOCK : (b + 1) * BLOCK]
    return b * BLOCK + int((np.cumsum(here[:-1], dtype=np.float32) <= rest).sum())

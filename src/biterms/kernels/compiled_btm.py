"""The compiled Gibbs sampler of the biterm topic model."""

from __future__ import annotations

from biterms.kernels import _native
from biterms.kernels.reference_btm import Biterms, TopicCounts
from biterms.kernels.shapes import Array


def draw_topics(biterms: Biterms, counts: TopicCounts, visits: Array, uniforms: Array) -> None:
    """Twin: ``reference_btm.draw_topics``; the same topics from the same numbers."""
    _native.draw_topics(
        *(biterms.left, biterms.right, biterms.topic, visits, uniforms),
        *(counts.words, counts.biterms, counts.prior, counts.alpha, counts.prior_sums),
    )

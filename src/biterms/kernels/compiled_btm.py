"""The compiled Gibbs sampler of the biterm topic model."""

from __future__ import annotations

from biterms.kernels import _native
from biterms.kernels.arrays import doubles, floats, ids
from biterms.kernels.shapes import Array, Biterms, TopicCounts


def draw_topics(biterms: Biterms, counts: TopicCounts, visits: Array, uniforms: Array) -> None:
    """Twin: ``reference_btm.draw_topics``; the same topics from the same numbers."""
    n_words = len(counts.words)
    _native.draw_topics(
        *(ids(biterms.left, n_words, "words"), ids(biterms.right, n_words, "words")),
        *(biterms.topic, ids(visits, len(biterms), "visits"), doubles(uniforms)),
        *(counts.words, counts.biterms, floats(counts.prior), doubles(counts.alpha)),
        doubles(counts.prior_sums),
    )

"""The compiled Gibbs sampler of the biterm topic model."""

from __future__ import annotations

from biterms.kernels import _native
from biterms.kernels.arrays import doubles, floats, ids
from biterms.kernels.btm_shapes import Biterms, TopicCounts
from biterms.kernels.shapes import Array


def draw_topics(biterms: Biterms, counts: TopicCounts, visits: Array, uniforms: Array) -> None:
    """Draw topics of biterms by Gibbs sampling; specified by ``reference_btm.draw_topics``.

    Topics and counts are changed in place. The same uniform numbers give the same topics as in the
    specification.

    Parameters
    ----------
    biterms : Biterms
        The biterms; their topics are written to.
    counts : TopicCounts
        The counts of words and biterms in topics, which are written to, and the priors.
    visits : array of int
        The biterms to draw a topic for, one after the other.
    uniforms : array of float
        A number in [0, 1) for each visit.
    """
    n_words = len(counts.words)
    _native.draw_topics(
        *(ids(biterms.left, n_words, "words"), ids(biterms.right, n_words, "words")),
        *(biterms.topic, ids(visits, len(biterms), "visits"), doubles(uniforms)),
        *(counts.words, counts.biterms, floats(counts.prior), doubles(counts.alpha)),
        doubles(counts.prior_sums),
    )

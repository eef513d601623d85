"""Where learning begins: lam that tells the topics apart before anything has been learnt."""

from __future__ import annotations

import numpy as np

from biterms.kernels import Array, Packed

#: Hoffman, Blei and Bach (2010) draw lam from Gamma(100, 1/100): near 1 and different everywhere
SHAPE, SCALE = 100.0, 0.01


def random_lam(random: np.random.RandomState, *shape: int) -> Array:
    """lam_kv ~ Gamma(100, 1/100)."""
    return random.gamma(SHAPE, SCALE, shape)


def document_stats(packed: Packed, n_topics: int, random: np.random.RandomState) -> Array:
    """s of topics that each hold one or more whole documents of the minibatch, drawn at random.

    Returns n_words x K: the documents that have words are dealt to the topics in random order.
    """
    stats = np.zeros((len(packed.words), n_topics))
    sizes = np.diff(packed.ptr)
    filled = random.permutation(np.flatnonzero(sizes))
    topic = np.full(len(sizes), -1)
    topic[filled[:n_topics]] = np.arange(n_topics)[: len(filled)]
    of_entry = np.repeat(topic, sizes)
    mine = of_entry >= 0
    np.add.at(stats, (packed.labels[mine], of_entry[mine]), packed.counts[mine])
    return stats

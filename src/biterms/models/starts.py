"""Where learning begins: lam that tells the topics apart before anything has been learnt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from biterms.kernels import Array, Found, Packed, Rows

#: Hoffman, Blei and Bach (2010) draw lam from Gamma(100, 1/100): near 1 and different everywhere
SHAPE, SCALE = 100.0, 0.01
#: rounds over the first minibatch that turn seed documents into topics
ROUNDS = 2


def random_lam(random: np.random.RandomState, *shape: int) -> Array:
    """lam_kv ~ Gamma(100, 1/100)."""
    return random.gamma(SHAPE, SCALE, shape)


@dataclass(frozen=True)
class Start:
    """The first minibatch seen through lam = prior + something that breaks the symmetry."""

    packed: Packed
    lam: Array
    sums: Array
    expect: Callable[[Array, Array], Rows]
    local: Callable[[Rows], Found]

    def rows(self, stats: Array) -> Rows:
        """b at lam + stats."""
        return self.expect(self.lam + stats, self.sums + stats.sum(axis=0))

    def drawn(self, topics: Array, random: np.random.RandomState) -> Rows:
        """Noise for the topics that are not told apart."""
        noise = np.zeros_like(self.lam)
        noise[:, topics] = random_lam(random, len(noise), len(topics))
        return self.rows(noise)

    def from_documents(self, topics: Array, random: np.random.RandomState) -> Rows:
        """Each of ``topics`` begins as one document; then a few rounds on this minibatch alone."""
        stats, documents = self._guided(topics)
        if not len(documents):
            return self.drawn(topics, random)
        stats = stats + self._seeded(topics, documents, random)
        for _ in range(ROUNDS):
            stats = self._stats(stats)
        return self.rows(stats)

    def _guided(self, topics: Array) -> tuple[Array, Array]:
        """What topics with a prior of their own find here, and what is left for the others."""
        stats = np.zeros_like(self.lam)
        documents = np.flatnonzero(np.diff(self.packed.ptr))
        if len(topics) == stats.shape[1] or not len(documents):
            return stats, documents
        stats = self._stats(stats)
        stats[:, topics] = 0.0
        gamma = self.local(self.rows(stats)).gamma
        free = gamma[:, topics].sum(axis=1) / gamma.sum(axis=1)
        return stats, documents[free[documents] >= np.median(free[documents])]

    def _seeded(self, topics: Array, documents: Array, random: np.random.RandomState) -> Array:
        """s of topics that each hold one document, a little different for each of them.

        There may be fewer documents than topics, and equal documents.
        """
        stats = np.zeros_like(self.lam)
        of_topic = np.resize(random.permutation(documents), len(topics))
        sizes = np.diff(self.packed.ptr)[of_topic]
        begin = self.packed.ptr[of_topic] - (np.cumsum(sizes) - sizes)
        entries = np.repeat(begin, sizes) + np.arange(sizes.sum())
        counts = self.packed.counts[entries] * random_lam(random, len(entries))
        np.add.at(stats, (self.packed.labels[entries], np.repeat(topics, sizes)), counts)
        return stats

    def _stats(self, stats: Array) -> Array:
        found = self.local(self.rows(stats))
        assert found.stats is not None
        return found.stats

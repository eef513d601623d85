"""Where learning begins: a lam that differs between topics before anything has been learnt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from biterms import kernels
from biterms.kernels import Array, Packed, Rows
from biterms.learning.learner import Learner
from biterms.learning.posterior import Posterior
from biterms.learning.state import State
from biterms.learning.table import Table

if TYPE_CHECKING:
    from biterms.learning.protocols import LocalResult, Model

#: Hoffman, Blei and Bach (2010) draw lam from Gamma(100, 1/100): near 1 and different everywhere
SHAPE, SCALE = 100.0, 0.01
#: numbers that are drawn at once
PIECE = 1 << 19
#: rounds over the first minibatch that turn seed documents into topics
START_ROUNDS = 2


def random_lam(random: np.random.RandomState, *shape: int) -> Array:
    """lam_kv ~ Gamma(100, 1/100), drawn in pieces, since NumPy answers no interrupt meanwhile."""
    lam = np.empty(shape)
    flat = lam.reshape(-1)
    for begin in range(0, len(flat), PIECE):
        some = flat[begin : begin + PIECE]
        some[:] = random.gamma(SHAPE, SCALE, len(some))
    return lam


def starts_random(model: Model, learner: Learner) -> bool:
    """Whether lam is drawn at random for all words before the first minibatch.

    A mean field that starts at lam = eta holds a word that comes later to the topic that has it
    first; learners that pass over the data again start it everywhere (benchmarks/quality.py).
    """
    init = model.init or ("random" if model.inference == "vb" else "documents")
    return init == "random" and learner.repeats


def drawn_lam(random: np.random.RandomState, posterior: Posterior) -> Array:
    """lam of all words, K x V; a prior that differs between topics shows through the noise."""
    lam, eta = random_lam(random, posterior.n_topics, posterior.n_words), posterior.eta
    return lam if bool((eta == eta[:, :1]).all()) else lam + eta.T


def undecided_topics(model: Model, learner: Learner, table: Table) -> Array:
    """Topics that are still equal, so that the first minibatch must make them differ."""
    if starts_random(model, learner):
        return np.arange(0)
    return undecided(table.words()[1], table.M.shape[1])


def undecided(eta: Array, n_topics: int) -> Array:
    """The topics that the prior does not tell from some other one: all, some or none."""
    if eta.shape[1] == 1:
        return np.arange(n_topics)
    _, group, sizes = np.unique(eta, axis=1, return_inverse=True, return_counts=True)
    return np.flatnonzero(sizes[group.ravel()] > 1)


def first_rows(
    model: Model,
    state: State,
    table: Table,
    packed: Packed,
    topics: Array,
    random: np.random.RandomState,
) -> Rows:
    """Rows for the first minibatch's document step only: they leave no trace in M."""
    settings, n_threads = model.local_settings(state), model.threads
    start = Start(
        packed,
        table.rows(packed.words),
        table.sums(),
        expect=lambda lam, sums: kernels.expect(lam, sums, model.inference, n_threads),
        local=lambda rows: model.local_step(settings, rows, packed, n_threads=n_threads),
        mixtures=lambda result: model.mixtures(result, settings),
    )
    if model.init == "random":
        return start.drawn(topics, random)
    return start.from_documents(topics, random)


@dataclass(frozen=True)
class Start:
    """The first minibatch seen through lam = prior + something that breaks the symmetry."""

    packed: Packed
    lam: Array
    sums: Array
    expect: Callable[[Array, Array], Rows]
    local: Callable[[Rows], LocalResult]
    mixtures: Callable[[Any], Array]

    def rows(self, stats: Array) -> Rows:
        """Rows at lam + stats."""
        return self.expect(self.lam + stats, self.sums + stats.sum(axis=0))

    def drawn(self, topics: Array, random: np.random.RandomState) -> Rows:
        """Noise for the topics that are still equal."""
        noise = np.zeros(self.lam.shape)
        noise[:, topics] = random_lam(random, len(noise), len(topics))
        return self.rows(noise)

    def from_documents(self, topics: Array, random: np.random.RandomState) -> Rows:
        """Each of ``topics`` begins as one document; then a few rounds on this minibatch alone."""
        stats, documents = self._guided(topics)
        if not len(documents):
            return self.drawn(topics, random)
        stats = stats + self._seeded(topics, documents, random)
        for _ in range(START_ROUNDS):
            stats = self._stats(stats)
        return self.rows(stats)

    def _guided(self, topics: Array) -> tuple[Array, Array]:
        """What topics with a prior of their own take here, and what is left for the others."""
        stats: Array = np.zeros(self.lam.shape)
        documents = np.flatnonzero(np.diff(self.packed.ptr))
        if len(topics) == stats.shape[1] or not len(documents):
            return stats, documents
        stats = self._stats(stats)
        stats[:, topics] = 0.0
        free = self.mixtures(self.local(self.rows(stats)))[:, topics].sum(axis=1)
        return stats, documents[free[documents] >= np.median(free[documents])]

    def _seeded(self, topics: Array, documents: Array, random: np.random.RandomState) -> Array:
        """Statistics of topics that each hold one document, a little different for each of them.

        There may be fewer documents than topics, and equal documents.
        """
        stats: Array = np.zeros(self.lam.shape)
        of_topic = np.resize(random.permutation(documents), len(topics))
        for topic, document in zip(topics, of_topic, strict=True):
            entries = slice(*self.packed.ptr[document : document + 2])
            words, counts = self.packed.labels[entries], self.packed.counts[entries]
            np.add.at(stats[:, topic], words, counts * random_lam(random, len(counts)))
        return stats

    def _stats(self, stats: Array) -> Array:
        result = self.local(self.rows(stats))
        assert result.stats is not None
        return result.stats

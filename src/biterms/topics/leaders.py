"""The words that may be the best of each topic, kept up from the rows that have changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.learning.posterior import Posterior
from biterms.topics.pool import Pool

#: words of each topic that are kept up at first; a topic that needs more gets more
SIZE = 64
#: less than any value of a word, and more than -inf, that of no word
LOWEST = np.finfo(np.float64).min
#: topics whose columns are copied at a time
SLICE = 16
#: a topic that needs more words than these and than a part of all is not kept up
MOST, PART = 1024, 4


class Candidates(NamedTuple):
    """Words of some topics that may be among the best.

    Parameters
    ----------
    topics : array of int
        The topics.
    rows, words : array of int
        The words, and for each of them the place of its topic in ``topics``.
    bounds : array of float
        No other word has more than this Dirichlet parameter in the topic; -inf: there is none.
    kept : bool
        Whether they are kept up; else they are all words.
    """

    topics: Array
    rows: Array
    words: Array
    bounds: Array
    kept: bool = True


class Level(NamedTuple):
    """Topics that need about the same number of words: the best by counts, and by the prior."""

    counts: Pool
    prior: Pool | None

    def only(self, rows: Array) -> Level:
        """The level of some of its topics."""
        return Level(self.counts.only(rows), None if self.prior is None else self.prior.only(rows))


class Leaders:
    """The words with the largest Dirichlet parameters, at the cost of the rows that change.

    lam = prior * eta + scale * M, and the rows of M and eta that have not changed keep their order
    whatever happens to ``prior`` and ``scale``. So words are kept in the order of M and, where the
    prior differs between words, also in that of eta: a word that is among the first of neither has
    at most the sum of both bounds.

    Parameters
    ----------
    posterior : Posterior
        What has been learnt.
    size : int
        Words of each topic at first.
    """

    def __init__(self, posterior: Posterior, size: int = SIZE) -> None:
        self.posterior, self.size = posterior, size
        self._mark, self._n_words = posterior.mark(), 0
        self._levels: list[Level] | None = None
        self._lowest: tuple[Array, Array] = (np.empty(0), np.empty(0))
        #: the best words at an earlier look, by topic: likely to be among the best again
        self.best: dict[int, Array] = {}

    @property
    def same_prior(self) -> bool:
        """Whether all words have the same prior, so that M has the order of their probabilities."""
        return len(self.posterior.eta) == 1

    def refresh(self) -> None:
        """Follow what has been learnt since the last time."""
        posterior, levels = self.posterior, self._levels
        mark, n = posterior.mark(), posterior.n_words
        changed = None if levels is None else posterior.changed_words(self._mark)
        if levels and (levels[0].prior is None) != self.same_prior:
            changed = None  # a vocabulary of one word has got others, with priors of their own
        self._levels = None  # an interrupt leaves none rather than half of them
        if levels is None or changed is None:
            tables, self.best = self._tables(), {}
            self._lowest = tables[0].min(axis=0), tables[1].min(axis=0)
            levels = [self._level(np.arange(posterior.n_topics), min(self.size, n))]
        else:
            self._change(levels, np.union1d(changed, np.arange(self._n_words, n)))
        self._levels, self._mark, self._n_words = levels, mark, n

    def lowest(self) -> Array:
        """No word has less than this Dirichlet parameter in a topic."""
        counts, prior = self._lowest
        return np.maximum(self.posterior.prior * prior + self.posterior.scale * counts, 0.0)

    def candidates(self, topics: Array, least: Array) -> Iterator[Candidates]:
        """Words that may be the best of some topics, in groups of topics.

        Parameters
        ----------
        topics : array of int
            The topics, ascending.
        least : array of float
            For each of them, a Dirichlet parameter; words with less may be left out.
        """
        left = topics
        for level in self._levels or ():
            rows = np.flatnonzero(np.isin(level.counts.topics, topics))
            left = np.setdiff1d(left, level.counts.topics)
            if len(rows):
                some = level if len(rows) == len(level.counts.topics) else level.only(rows)
                yield self._candidates(some, least[np.searchsorted(topics, some.counts.topics)])
        for at in range(0, len(left), SLICE):
            yield self._every_word(left[at : at + SLICE])

    def deepen(self, topics: Array, bounds: Array, size: int = 0) -> None:
        """Keep more words of topics from now on: those with larger parameters than these bounds."""
        levels, self._levels = self._levels or [], None
        n_words, sizes = self.posterior.n_words, np.zeros(len(topics), dtype=np.int64)
        for level in levels:
            sizes[np.isin(topics, level.counts.topics)] = 2 * level.counts.size
        wanted = self._above(topics, bounds)
        # the bounds are closer when more words are known, so that these steps are short
        wanted = np.where(sizes > 0, np.clip(wanted, sizes, 4 * sizes), wanted)
        wanted = np.maximum(wanted, size)
        wanted = 1 << np.ceil(np.log2(np.maximum(wanted, 1))).astype(np.int64)
        kept = [level.only(~np.isin(level.counts.topics, topics)) for level in levels]
        pooled = wanted <= max(MOST, n_words // PART)
        new = [self._level(topics[wanted == n], int(n)) for n in np.unique(wanted[pooled])]
        self._levels = [level for level in kept + new if len(level.counts.topics)]

    def lam(self, words: Array, topics: Array) -> Array:
        """Dirichlet parameters, one for each word and topic."""
        M, eta = self._tables()
        given = eta[0 if self.same_prior else words, topics]
        return np.asarray(self.posterior.prior * given + self._scale(topics) * M[words, topics])

    # private -------------------------------------------------------------------------------

    def _scale(self, topics: Array) -> Array:
        """What M is multiplied by in lam, for some topics."""
        return np.broadcast_to(self.posterior.scale, (self.posterior.n_topics,))[topics]

    def _tables(self) -> tuple[Array, Array]:
        """M and eta, V x K."""
        M, eta = self.posterior.M, self.posterior.eta
        return M, np.broadcast_to(eta, (len(eta), M.shape[1]))

    def _level(self, topics: Array, size: int) -> Level:
        """The first words of topics, out of all words."""
        pools = []
        for table in self._tables()[: 1 if self.same_prior else 2]:
            pool = Pool(topics, size)
            for row, column in enumerate(self._columns(table, topics)):
                pool.fill(row, column)
            pools.append(pool)
        return Level(pools[0], None if self.same_prior else pools[1])

    def _columns(self, table: Array, topics: Array) -> Iterator[Array]:
        """Values of all words in each topic; -inf for words that were dropped."""
        for at in range(0, len(topics), SLICE):
            for column in np.array(table[:, topics[at : at + SLICE]].T, order="C"):
                column[self.posterior.holes] = -np.inf
                yield column

    def _change(self, levels: list[Level], words: Array) -> None:
        """Take the values of words that have changed or joined."""
        tables, n = self._tables(), self.posterior.n_words
        rows = tables[0][words], tables[1] if self.same_prior else tables[1][words]
        M, eta = (
            np.minimum(low, some.min(axis=0, initial=np.inf))
            for low, some in zip(self._lowest, rows, strict=True)
        )
        self._lowest = M, eta
        for pool, values in ((p, v) for level in levels for p, v in zip(level, rows, strict=True)):
            if pool is not None:
                pool.change(words, values[:, pool.topics], n)

    def _candidates(self, level: Level, least: Array) -> Candidates:
        posterior, counts, prior = self.posterior, level.counts, level.prior
        topics = counts.topics
        if prior is None:
            eta, full = self._tables()[1][0, topics], counts.least == -np.inf
            limits = (least - posterior.prior * eta) / self._scale(topics)
            rows, places = np.nonzero(counts.values >= np.maximum(limits, LOWEST)[:, None])
            words = counts.words[rows, places]
        else:
            eta, full = prior.least, (counts.least == -np.inf) | (prior.least == -np.inf)
            twice = counts.ahead(posterior.M[prior.words, topics[:, None]], prior.words)
            pairs = (
                np.nonzero(counts.values > -np.inf),
                np.nonzero((prior.values > -np.inf) & ~twice),
            )
            rows = np.concatenate([at[0] for at in pairs])
            words = np.concatenate([counts.words[pairs[0]], prior.words[pairs[1]]])
            enough = self.lam(words, topics[rows]) >= least[rows]
            rows, words = rows[enough], words[enough]
        bounds = posterior.prior * eta + self._scale(topics) * counts.least
        return Candidates(topics, rows, words, np.where(full, -np.inf, bounds))

    def _every_word(self, topics: Array) -> Candidates:
        every = np.arange(self.posterior.n_words)
        words = np.setdiff1d(every, self.posterior.holes, assume_unique=True)
        rows = np.repeat(np.arange(len(topics)), len(words))
        none = np.full(len(topics), -np.inf)
        return Candidates(topics, rows, np.tile(words, len(topics)), none, kept=False)

    def _above(self, topics: Array, bounds: Array) -> Array:
        """How many words have to be known so that no other has more than the bounds."""
        prior, scale, (M, eta) = self.posterior.prior, self._scale(topics), self._tables()
        if self.same_prior:
            parts = [(M, (bounds - prior * eta[0, topics]) / scale)]
        else:
            parts = [(M, bounds / 2 / scale), (eta, bounds / 2 / prior)]
        counts = [
            [np.count_nonzero(c > b) for c, b in zip(self._columns(t, topics), some, strict=True)]
            for t, some in parts
        ]
        return np.asarray(np.max(counts, axis=0))

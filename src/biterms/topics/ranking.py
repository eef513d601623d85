"""Which words speak for a topic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.topics.leaders import Candidates, Leaders
from biterms.topics.thresholds import ROUNDING, OfProbability, OfRelevance, Threshold

By = Literal["relevance", "probability"]
#: words whose rows are read at a time
ROWS_AT_ONCE = 8192


class Ranked(NamedTuple):
    """Words of one topic, the best first.

    Parameters
    ----------
    words : array of int
        Their ids.
    probability, relevance : array of float
        p(word | topic), and p log(p / p(word)).
    """

    words: Array
    probability: Array
    relevance: Array

    def first(self, n: int) -> Ranked:
        """The n best of them."""
        return Ranked(*(column[:n] for column in self))


class Ranking:
    """Ranks the words of topics at one moment of a model.

    Parameters
    ----------
    leaders : Leaders
        Words that may be the best of each topic.
    sizes : array of float
        Share of each topic.

    Notes
    -----
    The relevance of a word is p log(p / q) with p = p(word | topic) and q = p(word): neither the
    words found everywhere, which the largest p would give, nor the rarest ones, which the largest
    p / q would give.

    The best words are those of a look at all words, although only some are looked at: the others
    come after them, as `OfRelevance` shows. Where that is not certain, more words of the topic are
    looked at and kept up from then on. Only a topic that has learnt next to nothing, so that the
    prior decides about its words, needs all words each time.
    """

    def __init__(self, leaders: Leaders, sizes: Array) -> None:
        self._leaders, self._sizes = leaders, sizes
        self._sums = leaders.posterior.sums()
        leaders.refresh()

    def top(self, topics: Sequence[int], n: int, by: By) -> list[Ranked]:
        """The n best words of some topics; fewer if fewer speak for a topic by relevance."""
        relevant = by == "relevance" and len(self._sizes) > 1  # one topic: all speak alike for it
        found: dict[int, Ranked] = {}
        waiting = np.array(sorted({*topics}), dtype=np.int64)
        while len(waiting):
            waiting = self._look(found, waiting, n, relevant)
        if relevant:
            self._leaders.best |= {k: found[k].words for k in topics}
        return [found[k] for k in topics]

    def most_probable(self, known: Mapping[int, Ranked], n: int) -> Array:
        """Ids of the n most probable words of topics, of which other good words are known.

        It costs a part of ``top``: words that are less probable than n known ones are left out.

        Parameters
        ----------
        known : mapping of int to Ranked
            Topics, and words of them.
        n : int
            Words of each topic.

        Returns
        -------
        array of shape (K, n)
            -1 where a topic has fewer words.
        """
        topics = np.array([*known], dtype=np.int64)
        reached = _nth_largest([row.probability for row in known.values()], n)
        order, rows = np.argsort(topics), np.full(len(self._sizes), -1)
        rows[topics] = np.arange(len(topics))
        least = (reached * self._sums[topics] * (1 - ROUNDING))[order]
        found, threshold = np.full((len(topics), n), -1), self._threshold(relevant=False)
        again = [topics[:0]]
        for some in self._leaders.candidates(topics[order], least):
            lam = self._leaders.lam(some.words, some.topics[some.rows])
            at_least = least[np.searchsorted(topics[order], some.topics)]
            at = np.flatnonzero(lam >= at_least[some.rows])
            at = at[np.lexsort((some.words[at], -lam[at], some.rows[at]))]
            begins = np.searchsorted(some.rows[at], np.arange(len(some.topics) + 1))
            places = begins[:-1, None] + np.arange(n)
            there = places < begins[1:, None]
            best = at[np.minimum(places, len(at) - 1)]
            found[rows[some.topics]] = np.where(there, some.words[best], -1)
            last = np.where(there[:, -1], lam[best[:, -1]], -np.inf) / self._sums[some.topics]
            sure = (some.bounds == -np.inf) | threshold.certain(some.topics, some.bounds, last)
            again.append(some.topics[~sure])
        rest = np.concatenate(again).tolist()
        for k, row in zip(rest, self.top(rest, n, "probability") if rest else [], strict=True):
            found[rows[k]] = -1
            found[rows[k], : len(row.words)] = row.words
        return found

    def _look(self, found: dict[int, Ranked], topics: Array, n: int, relevant: bool) -> Array:
        """Rank the words that are kept of topics; the topics whose best words may be others."""
        threshold = self._threshold(relevant)
        least = reached = np.full(len(topics), -np.inf)
        if relevant:
            reached = self._reached(topics, n)
            least = threshold.limits(topics, reached)
        more, again = [], []
        for some in self._leaders.candidates(topics, least):
            at_least = reached[np.searchsorted(topics, some.topics)]
            ranked, last = self._ranked(some, n, relevant, at_least)
            found |= dict(zip(some.topics.tolist(), ranked, strict=True))
            others = some.bounds > -np.inf
            others &= ~threshold.certain(some.topics, some.bounds, last)
            again.append(some.topics[others])
            # after a look at all words it is known how many will do
            wanted = others if some.kept else np.full(len(last), relevant)
            more.append((some.topics[wanted], last[wanted]))
        deeper, last = (np.concatenate(each) for each in zip(*more, strict=True))
        if len(deeper):
            self._leaders.deepen(deeper, threshold.limits(deeper, last), 2 * n)
        return np.sort(np.concatenate(again))

    def _threshold(self, relevant: bool) -> Threshold:
        if not relevant:
            return OfProbability(self._sums, self._leaders.same_prior)
        given = self._sizes / self._sums * self._leaders.lowest()
        return OfRelevance(self._sums, self._sizes, given.sum() - given)

    def _reached(self, topics: Array, n: int) -> Array:
        """A relevance that n words of each topic reach: those of an earlier look."""
        best, reached = self._leaders.best, np.full(len(topics), -np.inf)
        some = [i for i, k in enumerate(topics.tolist()) if len(best.get(k, ())) >= n]
        if some:
            words = np.concatenate([best[k][:n] for k in topics[some].tolist()])
            rows = np.repeat(np.arange(len(some)), n)
            _, relevance = self._scores(topics[some], rows, words)
            reached[some] = relevance.reshape(-1, n).min(axis=1)
        return reached

    def _ranked(
        self, some: Candidates, n: int, relevant: bool, at_least: Array
    ) -> tuple[list[Ranked], Array]:
        """The best candidates of each topic, and the last score; -inf if there are less than n."""
        p, relevance = self._scores(some.topics, some.rows, some.words)
        scores = relevance if relevant else p
        if not some.kept:  # as many words of each topic
            table = scores.reshape(len(some.topics), -1)
            m = min(n, table.shape[1])
            at_least = np.partition(table, -m, axis=1)[:, -m]
        at = np.flatnonzero((scores >= at_least[some.rows]) & (scores > 0))
        at = at[np.lexsort((some.words[at], -scores[at], some.rows[at]))]
        begins = np.searchsorted(some.rows[at], np.arange(len(some.topics) + 1))
        counts = np.minimum(np.diff(begins), n)
        last = np.full(len(counts), -np.inf)
        last[counts == n] = scores[at[begins[:-1][counts == n] + n - 1]]
        columns = some.words, p, relevance
        found = (at[begin : begin + m] for begin, m in zip(begins, counts, strict=False))
        return [Ranked(*(each[which] for each in columns)) for which in found], last

    def _scores(self, topics: Array, rows: Array, words: Array) -> tuple[Array, Array]:
        """Probability and relevance of words; ``rows`` are the places of their topics."""
        n = self._leaders.posterior.n_words
        listed, numbers = np.zeros(n, dtype=bool), np.zeros(n, dtype=np.int32)
        listed[words] = True
        known = np.flatnonzero(listed)
        numbers[known] = np.arange(len(known))
        blocks = [
            self._block(known[at : at + ROWS_AT_ONCE], topics)
            for at in range(0, max(len(known), 1), ROWS_AT_ONCE)
        ]
        lam, overall = (np.concatenate(each) for each in zip(*blocks, strict=True))
        places = numbers[words]
        p = lam[places, rows] / self._sums[topics][rows]
        return p, np.asarray(p * np.log(p / overall[places]))

    def _block(self, words: Array, topics: Array) -> tuple[Array, Array]:
        """Dirichlet parameters of some words in topics, and p(word)."""
        lam = self._leaders.posterior.rows(words)
        overall = np.einsum("vk,k->v", lam, self._sizes / self._sums)
        all_in_order = np.array_equal(topics, np.arange(lam.shape[1]))
        return lam if all_in_order else lam[:, topics], overall


def _nth_largest(rows: Sequence[Array], n: int) -> Array:
    """The nth largest number of each row; -inf where there are fewer."""
    lengths = np.array([len(row) for row in rows])
    table = np.full((len(rows), max(n, lengths.max(initial=0))), -np.inf)
    table[np.arange(table.shape[1]) < lengths[:, None]] = np.concatenate(rows)
    return np.asarray(np.partition(table, -n, axis=1)[:, -n])

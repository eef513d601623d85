"""In how many of all texts the top words of topics are, alone and together.

Coherence is counted in the texts that were learnt from. `fit` has all texts at hand; in a stream
each minibatch adds what it has, and nothing is read twice. Only words that come to the top of their
topic late, or by a merge, begin with what the sample of the texts before says of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np

from biterms.bags.counts import plain_counts
from biterms.kernels import Array, Sequences
from biterms.learning.minibatches import let_go
from biterms.learning.posterior import Posterior
from biterms.measures.coherence import pair_npmi
from biterms.models.estimator import TopicEstimator
from biterms.topics.most_probable import most_probable
from biterms.topics.pairs import Choice, of_texts

#: the words of a topic that coherence looks at, the most probable ones
TOP = 10
#: words of a topic that are counted: a word that comes and goes at the end of the top keeps its
#: counts
COUNTED = 20
#: texts whose pairs are found at a time
TEXTS_AT_ONCE = 1 << 16
#: in a stream the words are chosen anew when the number of texts has doubled, and every so often
CHOSEN = 1 << 16
#: texts that are counted where learning was ended early: somebody waits for the model
HURRIED = 1 << 20


class Together(NamedTuple):
    """How often pairs of top words of topics are in texts; arrays of topics x pairs.

    Parameters
    ----------
    texts : array of int
        Texts that each pair was counted in; 0 where it was not counted.
    left, right, both : array of int
        Those of them that have the one word, the other, and both.
    """

    texts: Array
    left: Array
    right: Array
    both: Array

    def npmi(self) -> tuple[Array, Array]:
        """NPMI of the pairs, and which have one."""
        n = np.maximum(self.texts, 1)
        return pair_npmi(self.left / n, self.right / n, self.both / n)


class TopLists:
    """The words of topics that are counted; what follows from them is worked out once.

    Parameters
    ----------
    words : array of int of shape (K, T)
        Columns of the words, -1 behind the last one.
    """

    def __init__(self, words: Array) -> None:
        self.words = words

    @cached_property
    def choice(self) -> Choice:
        """The words by number, and the lists that each is in."""
        lists = [row[row >= 0] for row in self.words]
        return Choice(lists, int(self.words.max(initial=-1)) + 1)

    @cached_property
    def pairs(self) -> Array:
        """Which of K x T x T pairs there are."""
        there = self.words >= 0
        return np.asarray(there[:, :, None] & there[:, None, :])


@dataclass(frozen=True, eq=False)
class TopCounts:
    """Numbers of texts with the top words of topics, and with pairs of them.

    A pair is counted from the moment on when both of its words are among the first 20 of their
    topic. So each pair has a number of texts of its own: all of them after `fit`, and in a stream
    those of the sample at that moment and all since then.

    Parameters
    ----------
    lists : TopLists
        The words.
    since : array of int of shape (K, T)
        Texts in which the word was not counted.
    alone : array of int of shape (K, T, T)
        Texts with the first word since both have been counted.
    both : array of int of shape (K, T, T)
        Texts with both.
    seen : int
        Texts that have gone by.
    chosen_at : int
        Texts that had gone by when the words were chosen.
    """

    lists: TopLists
    since: Array
    alone: Array
    both: Array
    seen: int
    chosen_at: int

    @property
    def words(self) -> Array:
        """Columns of the words, K x T; -1 behind the last one."""
        return self.lists.words

    @classmethod
    def begin(cls, words: Array, seen: int = 0) -> Self:
        """Begin with the top words of topics; nothing has been counted yet."""
        K, T = words.shape
        none = np.zeros((K, T, T), dtype=np.int64)
        return cls(TopLists(words), np.full((K, T), seen), none, none, seen, seen)

    @classmethod
    def of(cls, model: TopicEstimator, documents: Any, *, hurried: bool = False) -> Self:
        """Count in all documents that a model has learnt from, or in a million of very many."""
        most = HURRIED if hurried else len(documents)
        if len(documents) <= most:
            return cls.of_topics(model.posterior_, documents)
        return cls._of_some(model.posterior_, documents, most)

    @classmethod
    def _of_some(cls, topics: Posterior, documents: Any, most: int) -> Self:
        """Count in pieces that are evenly spread over the documents."""
        counts, n = cls.begin(most_probable(topics, COUNTED)), len(documents)
        pieces = max(1, most // TEXTS_AT_ONCE)
        for piece in range(pieces):
            begin = piece * (n - TEXTS_AT_ONCE) // max(1, pieces - 1)
            counts = counts.after(documents, begin, min(begin + TEXTS_AT_ONCE, n))
        since = np.full_like(counts.since, n - counts.seen)
        return replace(counts, since=since, seen=n, chosen_at=n)

    @classmethod
    def of_topics(cls, topics: Posterior, documents: Any) -> Self:
        """The same for topics that a model does not have yet."""
        counts = cls.begin(most_probable(topics, COUNTED)).after(documents)
        return replace(counts, chosen_at=counts.seen)

    def after(self, documents: Any, begin: int = 0, end: int | None = None) -> Self:
        """The same when some documents have gone by, too."""
        counts = plain_counts(documents)
        end = len(documents) if end is None else end
        alone, both = self.alone.copy(), self.both.copy()
        for at in range(begin, end, TEXTS_AT_ONCE):
            ptr = counts.indptr[at : min(at + TEXTS_AT_ONCE, end) + 1]
            one, two = self._found(ptr - ptr[0], counts.indices[ptr[0] : ptr[-1]])
            let_go(counts)
            alone += np.where(self.lists.pairs, one[:, :, None], 0)
            both += two
        return replace(self, alone=alone, both=both, seen=self.seen + end - begin)

    def _found(self, ptr: Array, columns: Array) -> tuple[Array, Array]:
        """How many documents have each word, and each pair of words of a topic."""
        choice = self.lists.choice
        # the last number is that of no word, which those of later words are, too
        known = np.minimum(columns, len(choice.numbers) - 1)
        alone, both = np.zeros_like(self.words), np.zeros_like(self.both)
        met = np.bincount(choice.numbers[known] + 1, minlength=len(choice.words) + 1)[1:]
        alone[self.words >= 0] = met[choice.table[choice.table >= 0]]
        ordered = of_texts(Sequences(ptr, known), None, choice).astype(np.int64)
        both[:, : choice.width, : choice.width] = ordered + ordered.transpose(0, 2, 1)
        return alone, both

    # words come and go ---------------------------------------------------------------------

    def due(self, now: int) -> bool:
        """Whether words are chosen anew after ``now`` texts; the number of texts alone decides."""
        before = self.chosen_at
        return now.bit_length() > before.bit_length() or now // CHOSEN > before // CHOSEN

    def chosen(self, topics: Posterior, sample: Any) -> Self:
        """The same with the words that are the top by now; words that stay keep their counts.

        Parameters
        ----------
        topics : Posterior
            The topics.
        sample : Counts or WithPairs
            Documents of those that have gone by, in which the other words are counted.
        """
        return self._with(most_probable(topics, COUNTED))._filled(sample)

    def _filled(self, sample: Any) -> Self:
        """Count in the sample what has been counted in fewer texts than it has."""
        since = self.seen - len(sample)
        late = (self.since > since) & (self.words >= 0)
        if not late.any():
            return self
        there, pairs = self.begin(self.words).after(sample), late[:, :, None] | late[:, None, :]
        return replace(
            self,
            since=np.where(late, since, self.since),
            alone=np.where(pairs, there.alone, self.alone),
            both=np.where(pairs, there.both, self.both),
        )

    def without(self, columns: Array) -> Self:
        """The same when columns have got other words."""
        gone = np.isin(self.words, columns)
        if not gone.any():
            return self
        order = np.argsort(gone, axis=1, kind="stable")  # those that are left first
        left = np.where(gone, -1, self.words)
        return replace(
            self._with(np.take_along_axis(left, order, axis=1)), chosen_at=self.chosen_at
        )

    def merged(self, places: list[int], topics: Posterior, sample: Any) -> Self:
        """The same when topics, given by their places, have become the first of them."""
        words, since, alone, both = (
            np.delete(each, places[1:], axis=0)
            for each in (self.words, self.since, self.alone, self.both)
        )
        kept = replace(self, lists=TopLists(words), since=since, alone=alone, both=both)
        return kept.chosen(topics, sample)

    def _with(self, words: Array) -> Self:
        same = (words[:, :, None] == self.words[:, None, :]) & (words >= 0)[:, :, None]
        at, stays = same.argmax(axis=2), same.any(axis=2)
        rows = np.arange(len(words))[:, None]
        pairs = (rows[:, :, None], at[:, :, None], at[:, None, :])
        both_stay = stays[:, :, None] & stays[:, None, :]
        return type(self)(
            TopLists(words),
            np.where(stays, self.since[rows, at], self.seen),
            np.where(both_stay, self.alone[pairs], 0),
            np.where(both_stay, self.both[pairs], 0),
            self.seen,
            self.seen,
        )

    # what they say -------------------------------------------------------------------------

    def together(self, tops: Array) -> Together:
        """Look up all pairs of words of each topic.

        Parameters
        ----------
        tops : array of int of shape (K, n)
            Columns of the words, -1 where there is none.
        """
        now = self._with(tops)
        left, right = np.triu_indices(tops.shape[1], 1)
        since = np.maximum(now.since[:, left], now.since[:, right])
        texts = np.where(now.lists.pairs[:, left, right], self.seen - since, 0)
        return Together(
            texts, now.alone[:, left, right], now.alone[:, right, left], now.both[:, left, right]
        )


def _none() -> TopCounts:
    """Of a model that has no topics yet."""
    words, pairs = np.zeros((0, 0), dtype=np.int64), np.zeros((0, 0, 0), dtype=np.int64)
    return TopCounts(TopLists(words), words, pairs, pairs, 0, 0)


class Counted:
    """The counts of a model, replaced all at once while it learns."""

    def __init__(self, counts: TopCounts | None = None) -> None:
        self.counts = _none() if counts is None else counts

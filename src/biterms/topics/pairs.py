"""Which pairs of words speak for a topic."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from biterms.bags.with_pairs import WithPairs
from biterms.kernels import Array, Counts, Sequences


class Entries(NamedTuple):
    """Different words of documents in the order of the texts: document, word and count."""

    documents: Array
    words: Array
    counts: Array


class Choice:
    """Words of topics that pairs are made of; words are numbered from 0 on.

    Parameters
    ----------
    lists : sequence of arrays of int
        Ids of the words of each topic.
    n_words : int
        Number of word ids.
    """

    def __init__(self, lists: Sequence[Array], n_words: int) -> None:
        lengths = np.array([len(words) for words in lists], dtype=np.int64)
        self.width = int(lengths.max(initial=0))
        words = np.concatenate([np.empty(0, dtype=np.int64), *lists])
        self.words = np.unique(words)
        #: the number of each word id, -1 for those that were not chosen; the last is for id -1
        self.numbers = np.full(n_words + 1, -1, dtype=np.int32)
        self.numbers[self.words] = np.arange(len(self.words))
        #: words of each topic, -1 where there are no more
        self.table = np.full((len(lists), self.width), -1)
        self.table[np.arange(self.width) < lengths[:, None]] = self.numbers[words]

    @cached_property
    def slots(self) -> Array:
        """The place of each word in the list of each topic, -1 where it is not in the list."""
        slots = np.full((len(self.table), len(self.words)), -1, dtype=np.int32)
        topics, places = np.nonzero(self.table >= 0)
        slots[topics, self.table[topics, places]] = places
        return slots

    @cached_property
    def _owners(self) -> tuple[Array, Array]:
        """The lists of all words, word after word, and where those of each word begin."""
        topics, places = np.nonzero(self.table >= 0)
        words = self.table[topics, places]
        order = np.argsort(words, kind="stable")
        return topics[order], np.searchsorted(words[order], np.arange(len(self.words) + 1))

    def lists_of(self, words: Array) -> tuple[Array, Array]:
        """For every list that a word is in: the place of the word in ``words``, and the topic."""
        topics, begins = self._owners
        counts = np.diff(begins)[words]
        at = np.repeat(np.arange(len(words)), counts)
        within = np.arange(len(at)) - np.repeat(np.cumsum(counts) - counts, counts)
        return at, topics[begins[words[at]] + within]

    def summed(self, topics: Array, first: Array, second: Array, weights: Array) -> Array:
        """Weights of pairs added up by topic and the places of both words in its list."""
        shape = (len(self.table), self.width, self.width)
        codes = (topics * self.width + self.slots[topics, first]) * self.width
        codes += self.slots[topics, second]
        return np.bincount(codes, weights, int(np.prod(shape))).reshape(shape)


class Placed(NamedTuple):
    """Some words of texts in their order: text, place among the words of all texts, word, count.

    The count is how often the text has the word, where it has it for the first time; else 0.
    """

    documents: Array
    at: Array
    words: Array
    counts: Array

    @classmethod
    def of(cls, texts: Sequences, counts: Array, numbers: Array) -> Placed:
        """The words that have a number.

        Parameters
        ----------
        texts : Sequences
            Word ids in their order; -1 for words that have none.
        counts : array
            The count of each word of the texts.
        numbers : array of int
            The number of each word id, -1 for others; the last is for id -1.
        """
        words = numbers[texts.words]
        at = np.flatnonzero(words >= 0)
        documents = np.repeat(np.arange(len(texts.ptr) - 1), np.diff(texts.ptr))[at]
        return cls(documents, at, words[at], counts[at])

    def renumbered(self, numbers: Array) -> Placed:
        """Those that have another number, see `of`."""
        words = numbers[self.words]
        some = np.flatnonzero(words >= 0)
        return Placed(self.documents[some], self.at[some], words[some], self.counts[some])

    def entries(self) -> Entries:
        """Each word of a text once."""
        some = np.flatnonzero(self.counts > 0)
        return Entries(self.documents[some], self.words[some].astype(np.int64), self.counts[some])


def entries_of_counts(counts: Counts, choice: Choice) -> Entries:
    """The same of counts, which do not say in which order words were written."""
    words = choice.numbers[counts.indices]
    known = np.flatnonzero(words >= 0)
    documents = np.repeat(np.arange(len(counts)), np.diff(counts.indptr))[known]
    return Entries(documents, words[known], counts.data[known].astype(np.float64))


def of_entries(entries: Entries, choice: Choice) -> Array:
    """How often words of a list are biterms: any two words of a document, by min(f_u, f_v).

    Gives a number for each topic, the first and the second word in the order of the texts.
    """
    bits, K = len(entries.words).bit_length(), len(choice.table)
    at, topics = choice.lists_of(entries.words)
    # sorted numbers are cheaper than a sorted order of numbers, and bits cheaper than a division;
    # documents are in order already, which a stable sort makes use of
    keys = np.sort((entries.documents[at] * K + topics) << bits | at, kind="stable")
    groups, at = keys >> bits, keys & ((1 << bits) - 1)
    first, second, here = [], [], np.arange(len(keys))
    for distance in range(1, choice.width):
        here = here[: np.searchsorted(here, len(keys) - distance)]
        here = here[groups[here] == groups[here + distance]]
        if not len(here):
            break
        first.append(here)
        second.append(here + distance)
    one, other = (np.concatenate([here[:0], *each]) for each in (first, second))
    weights = np.minimum(entries.counts[at[one]], entries.counts[at[other]])
    return choice.summed(groups[one] % K, entries.words[at[one]], entries.words[at[other]], weights)


def of_given(documents: WithPairs, choice: Choice) -> Array:
    """The same where documents name their biterms, and know the order of their words."""
    table, (ptr, places) = documents.table, documents.arrays()
    pairs = documents.of(np.arange(len(documents)))
    begin = table.indptr[np.repeat(np.arange(len(documents)), np.diff(pairs.ptr))]
    left, right = begin + pairs.left, begin + pairs.right
    entries = (places + np.repeat(table.indptr[:-1], np.diff(ptr)))[places >= 0]
    used, at = np.unique(entries, return_index=True)
    written = np.zeros(table.nnz, dtype=np.int64)
    written[used] = at
    swap = written[left] > written[right]
    left, right = np.where(swap, right, left), np.where(swap, left, right)
    one, other = choice.numbers[table.indices[left]], choice.numbers[table.indices[right]]
    known = np.flatnonzero((one >= 0) & (other >= 0))
    at, topics = choice.lists_of(one[known])
    one, other, weights = (each[known][at] for each in (one, other, pairs.weight))
    listed = np.flatnonzero(choice.slots[topics, other] >= 0)
    return choice.summed(topics[listed], one[listed], other[listed], weights[listed])


class ScoredPairs(NamedTuple):
    """Pairs of the chosen words of topics that some document has, in no order.

    Parameters
    ----------
    lists : array of int
        Place of the topic among those that were asked for.
    one, other : array of int
        Places of both words in the list of the topic.
    together : array
        How often they are a biterm, C_uv.
    share, score : array
        Share of the pair among those of the topic, p, and p log(p / q).
    """

    lists: Array
    one: Array
    other: Array
    together: Array
    share: Array
    score: Array

    def grid(self, values: Array, shape: tuple[int, ...]) -> Array:
        """Values of pairs by topic and the places of both words; 0 where there is no pair.

        In single precision, which takes half the memory and is enough to choose words.
        """
        grid = np.zeros(shape, dtype=np.float32)
        grid[self.lists, self.one, self.other] = grid[self.lists, self.other, self.one] = values
        return grid


class RankedPairs(NamedTuple):
    """Pairs of topics, the best of each first: numbers of the words as written, and shares.

    Parameters
    ----------
    left, right : array of int
        The words.
    share : array
        Share of the pair among those of its topic.
    begins : array of int
        Where the pairs of each topic begin, and the end of the last.
    """

    left: Array
    right: Array
    share: Array
    begins: Array

    def first(self, rows: Array, n: int) -> tuple[Array, Array]:
        """Places of the n best pairs of some topics, and how many each of them has."""
        begins = self.begins[rows]
        counts = np.minimum(self.begins[rows + 1] - begins, n)
        return np.repeat(begins - np.cumsum(counts) + counts, counts) + np.arange(
            counts.sum()
        ), counts


def scored_pairs(
    found: Array, choice: Choice, topics: Sequence[int], beta: Array, sizes: Array
) -> ScoredPairs:
    """How much pairs of the chosen words of each topic speak for it.

    Parameters
    ----------
    found : array
        How often words are biterms, from `of_entries` or `of_given`.
    choice : Choice
        The words of each topic.
    topics : sequence of int
        The topics.
    beta : array of shape (n, K)
        p(word | topic) of the words.
    sizes : array
        Share of each topic.

    Notes
    -----
    The mass of a pair in a topic is C_uv r_k(u, v): how often it is a biterm, times the
    responsibility of the topic, r_k proportional to size_k beta_ku beta_kv, as in BTM. Pairs are
    scored by p log(p / q): p is the share of the pair in the mass of the topic's pairs, and q its
    share of all, so that a pair found everywhere speaks for no topic.
    """
    both = found + found.transpose(0, 2, 1)
    lists, one, other = np.nonzero(np.triu(both, 1))
    C = both[lists, one, other]
    u, v = choice.table[lists, one], choice.table[lists, other]
    k = np.asarray(topics, dtype=np.int64)[lists]
    rows = beta[choice.table]
    total = ((rows * sizes) @ rows.transpose(0, 2, 1))[lists, one, other]
    mass = C * (sizes[k] * beta[u, k] * beta[v, k] / total)
    some = mass > 0  # an empty topic has no pairs
    lists, one, other, C, u, v, mass = (a[some] for a in (lists, one, other, C, u, v, mass))
    p = mass / np.bincount(lists, mass, len(topics))[lists]
    codes = np.minimum(u, v) * len(beta) + np.maximum(u, v)
    order = np.argsort(codes)  # a pair of several topics has the same C in all of them
    once = order[np.append(True, np.diff(codes[order]) > 0)[: len(order)]]
    return ScoredPairs(lists, one, other, C, p, p * np.log(p * C[once].sum() / C))


def ranked_pairs(pairs: ScoredPairs, found: Array, choice: Choice) -> RankedPairs:
    """The pairs of each topic by their score, words in the order in which they mostly come.

    Parameters
    ----------
    pairs : ScoredPairs
        The pairs.
    found : array
        How often words are biterms, the first before the second.
    choice : Choice
        The words of each topic.
    """
    lists, one, other, _, p, score = pairs
    u, v = choice.table[lists, one], choice.table[lists, other]
    order = np.lexsort((-score, lists))
    swap = found[lists, one, other] < found[lists, other, one]
    left, right = np.where(swap, v, u)[order], np.where(swap, u, v)[order]
    begins = np.searchsorted(lists, np.arange(len(choice.table) + 1))
    return RankedPairs(left, right, p[order], begins)

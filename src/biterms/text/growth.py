"""Words that join a vocabulary while documents come in minibatches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from biterms import kernels
from biterms.kernels import Array, Counts, Sequences, Tokens
from biterms.text.vocabulary import Delta, Observed, Vocabulary


@dataclass(frozen=True)
class Growth:
    """What documents bring: counts, words that join with each minibatch, and the delta of it all.

    A word joins with the first minibatch at whose end it is in enough documents, and counts from
    that minibatch on. So it does not matter in which pieces the documents were handed over.

    Parameters
    ----------
    delta : Delta
        The change of the vocabulary.
    tokens : Tokens
        The documents as places of keys.
    cuts : array of int
        Minibatch i has the documents ``cuts[i]`` to ``cuts[i + 1]``.
    before : int
        Ids before.
    n_ids : array of int
        Ids at each minibatch, those that join with it included.
    id_of : array of int
        Id of every place, at the end.
    """

    delta: Delta
    tokens: Tokens
    cuts: Array
    before: int
    n_ids: Array
    id_of: Array

    @cached_property
    def counts(self) -> Counts:
        """Counts of the words, each from the minibatch on with which it joins."""
        indptr, indices, data = kernels.count(self.tokens, self.id_of)
        if len(indices) and int(indices.max()) >= self.before:
            rows = np.repeat(np.arange(len(indptr) - 1), np.diff(indptr))
            known = indices < self.n_ids[self._batch_of(rows)]
            indptr = np.concatenate([[0], np.cumsum(known)])[indptr]
            indices, data = indices[known], data[known]
        return Counts(indptr, indices, data, int(self.n_ids[-1]))

    def in_order(self) -> Sequences:
        """Ids of the words in their order, -1 for words that have none yet."""
        ids = np.append(self.id_of, np.int32(-1))[np.maximum(self.tokens.ids, -1)]
        rows = np.repeat(np.arange(len(self.tokens.ptr) - 1), np.diff(self.tokens.ptr))
        known = ids < self.n_ids[self._batch_of(rows)]
        return Sequences(self.tokens.ptr, np.where(known, ids, -1).astype(np.int32))

    def keys_of(self, vocabulary: Vocabulary, i: int) -> list[str]:
        """The keys of the words that join with minibatch i."""
        begin = self.before if i == 0 else int(self.n_ids[i - 1])
        places = self.delta.joined[begin - self.before : int(self.n_ids[i]) - self.before]
        first, new = self.delta.first_key, self.delta.keys
        return [vocabulary.keys[p] if p < first else new[p - first] for p in places.tolist()]

    def _batch_of(self, rows: Array) -> Array:
        return np.searchsorted(self.cuts, rows, side="right") - 1


def grown(
    vocabulary: Vocabulary,
    observed: Observed,
    cuts: Array,
    *,
    min_df: int,
    max_df: float,
    max_words: int | None,
) -> Growth:
    """Which words join with which minibatch; the vocabulary stays as it is.

    Parameters
    ----------
    vocabulary : Vocabulary
        The words before.
    observed : Observed
        The documents.
    cuts : array of int
        Where minibatches begin, and the end.
    min_df, max_df, max_words
        As for `Vectoriser`; a float ``max_df`` is a share of the documents.
    """
    delta, before, n = observed.delta, vocabulary.n_ids, len(cuts) - 1
    known = delta.places < len(vocabulary.keys)
    ids = np.full(len(delta.places), -1)
    ids[known] = vocabulary.id_of.values[delta.places[known]]
    candidates = np.flatnonzero((ids < 0) & (delta.doc_freq >= min_df))
    joined: list[Array] = []
    n_ids = np.full(n, before)
    if len(candidates):
        batches = Batches(vocabulary, observed, cuts, candidates)
        for i in np.unique(batches.ready(min_df, max_df)).tolist():
            room = None if max_words is None else max_words - before - sum(map(len, joined))
            joined.append(batches.joining(i, min_df, max_df, room))
            n_ids[i:] = before + sum(map(len, joined))
    places = np.concatenate([np.empty(0, dtype=np.int64), *joined])
    delta = replace(delta, joined=places, ids=before + np.arange(len(places)))
    id_of = np.full(delta.first_key + len(delta.keys), -1, dtype=np.int32)
    id_of[: len(vocabulary.keys)] = vocabulary.id_of.values
    id_of[places] = delta.ids
    return Growth(delta, observed.tokens, cuts, before, n_ids, id_of)


class Batches:
    """Document frequencies of some keys at the end of each minibatch."""

    def __init__(
        self, vocabulary: Vocabulary, observed: Observed, cuts: Array, candidates: Array
    ) -> None:
        delta, n = observed.delta, len(cuts) - 1
        self.places = delta.places[candidates]
        number = np.full(len(delta.places), -1)
        number[candidates] = np.arange(len(candidates))
        mine = number[observed.labels] >= 0
        batch = np.searchsorted(cuts, observed.rows[mine], side="right") - 1
        met = np.zeros((len(candidates), n), dtype=np.int64)
        np.add.at(met, (number[observed.labels[mine]], batch), 1)
        self.met = met > 0
        #: documents up to the end of each minibatch
        self.later = met.sum(axis=1, keepdims=True) - np.cumsum(met, axis=1)
        self.doc_freq = delta.doc_freq[candidates][:, None] - self.later
        self.recent = delta.recent[candidates][:, None] - self.later
        self.n_docs = vocabulary.n_docs + cuts[1:]
        self.waiting = np.ones(len(candidates), dtype=bool)

    def fits(self, min_df: int, max_df: float) -> Array:
        """Which of them are frequent enough at the end of a minibatch that has them."""
        share = isinstance(max_df, float | np.floating)
        most = max_df * self.n_docs if share else np.full(len(self.n_docs), max_df)
        return self.met & (self.doc_freq >= min_df) & (self.doc_freq <= most)

    def ready(self, min_df: int, max_df: float) -> Array:
        """Minibatches with which some of them may join."""
        return np.flatnonzero(self.fits(min_df, max_df).any(axis=0))

    def joining(self, i: int, min_df: int, max_df: float, room: int | None) -> Array:
        """Places of the words that join with minibatch i, in order of appearance.

        Of more words than may enter the most frequent of late do, and of these the first.
        """
        fit = np.flatnonzero(self.fits(min_df, max_df)[:, i] & self.waiting)
        fit = fit[np.argsort(self.places[fit], kind="stable")]
        if room is not None and len(fit) > room:
            order = np.argsort(-self.recent[fit, i], kind="stable")[: max(0, room)]
            fit = fit[np.sort(order)]
        self.waiting[fit] = False
        return np.asarray(self.places[fit])

"""Words that join a vocabulary while documents come in minibatches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from biterms import kernels
from biterms.kernels import Array, Counts, PairRows, Sequences, Tokens
from biterms.text.neighbours import in_reach
from biterms.text.vocabulary import Delta, Observed, Vocabulary


@dataclass(frozen=True)
class Growth:
    """What documents add to a vocabulary: their counts, and the words that join.

    A word joins with the first minibatch that has it and at whose end it is in enough documents;
    it is counted from that minibatch on. So the pieces in which minibatches are handed over make
    no difference.

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
        indptr, indices, data = self._counted
        if len(indices) and int(indices.max()) >= self.before:
            rows = np.repeat(np.arange(len(indptr) - 1), np.diff(indptr))
            known = indices < self.n_ids[self._batch_of(rows)]
            indptr = np.concatenate([[0], np.cumsum(known)])[indptr]
            indices, data = indices[known], data[known]
        return Counts(indptr, indices, data, int(self.n_ids[-1]))

    @cached_property
    def _counted(self) -> tuple[Array, Array, Array]:
        """Counts of the words, those included that join later."""
        return kernels.count(self.tokens, self.id_of)

    def with_none_joining(self) -> Growth:
        """The same documents by the words before; they are not counted again."""
        other = replace(self, n_ids=np.full_like(self.n_ids, self.before))
        if "_counted" in vars(self):
            vars(other)["_counted"] = self._counted
        return other

    def in_order(self) -> Sequences:
        """Ids of the words in their order, -1 for words that have none yet."""
        ids = np.append(self.id_of, np.int32(-1))[np.maximum(self.tokens.ids, -1)]
        rows = np.repeat(np.arange(len(self.tokens.ptr) - 1), np.diff(self.tokens.ptr))
        known = ids < self.n_ids[self._batch_of(rows)]
        return Sequences(self.tokens.ptr, np.where(known, ids, -1).astype(np.int32))

    def pairs(self) -> PairRows:
        """Pairs of words side by side, as ids, and how many of the documents have each."""
        tokens, ids = self.tokens, self.in_order().words
        return kernels.bigram_counts(in_reach(tokens.ptr, tokens.ids, ids), int(self.n_ids[-1]), 1)

    def keys_of(self, vocabulary: Vocabulary, i: int) -> list[str]:
        """The keys of the words that join with minibatch i."""
        begin = self.before if i == 0 else int(self.n_ids[i - 1])
        places = self.delta.joined[begin - self.before : int(self.n_ids[i]) - self.before]
        first, new = self.delta.first_key, self.delta.keys
        return [vocabulary.keys[p] if p < first else new[p - first] for p in places.tolist()]

    def _batch_of(self, rows: Array) -> Array:
        return np.searchsorted(self.cuts, rows, side="right") - 1


class Ready(NamedTuple):
    """Words without an id in each minibatch that would let them join; by minibatch, then place."""

    batch: Array
    place: Array
    recent: Array


def grown(
    vocabulary: Vocabulary,
    observed: Observed,
    cuts: Array,
    *,
    min_df: int,
    max_df: float,
    max_words: int | None,
) -> Growth:
    """Decide which words join with which minibatch; the vocabulary stays as it is.

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

    Returns
    -------
    Growth
        The change, to be applied.
    """
    before = vocabulary.n_ids
    room = None if max_words is None else max(0, max_words - before)
    ready = _ready(vocabulary, observed, cuts, min_df, max_df)
    first = _joining(ready, room)
    places = ready.place[first]
    delta = replace(observed.delta, joined=places, ids=before + np.arange(len(places)))
    id_of = np.full(delta.first_key + len(delta.keys), -1, dtype=np.int32)
    id_of[: len(vocabulary.keys)] = vocabulary.id_of.values
    id_of[places] = delta.ids
    n_ids = before + np.searchsorted(ready.batch[first], np.arange(len(cuts) - 1), side="right")
    growth = Growth(delta, observed.tokens, cuts, before, n_ids, id_of)
    if vocabulary.pairs is None:
        return growth
    return replace(growth, delta=replace(delta, pairs=vocabulary.pairs.added(growth.pairs())))


def _ready(
    vocabulary: Vocabulary, observed: Observed, cuts: Array, min_df: int, max_df: float
) -> Ready:
    """Words that are frequent enough, and not too frequent, at the end of a minibatch."""
    delta, n_batches = observed.delta, len(cuts) - 1
    known = delta.places < len(vocabulary.keys)
    waiting = delta.doc_freq >= min_df
    waiting[known] &= vocabulary.id_of.values[delta.places[known]] < 0
    mine = np.flatnonzero(waiting[observed.labels])
    labels = observed.labels[mine].astype(np.int64)
    batches = np.searchsorted(observed.indptr[cuts], mine, side="right") - 1
    keys, met = np.unique(labels * n_batches + batches, return_counts=True)
    label, batch = np.divmod(keys, n_batches)
    later = _later(label, met)  # documents after the minibatch
    doc_freq = delta.doc_freq[label] - later
    share = isinstance(max_df, float | np.floating)
    most = max_df * (vocabulary.n_docs + cuts[1:][batch]) if share else max_df
    fit = np.flatnonzero((doc_freq >= min_df) & (doc_freq <= most))
    fit = fit[np.lexsort((delta.places[label[fit]], batch[fit]))]
    return Ready(batch[fit], delta.places[label[fit]], (delta.recent[label] - later)[fit])


def _later(label: Array, met: Array) -> Array:
    """For sorted labels, the sum of the numbers behind each one that have the same label."""
    total = np.cumsum(met)
    return np.asarray(total[np.searchsorted(label, label, side="right") - 1] - total)


def _joining(ready: Ready, room: int | None) -> Array:
    """Where each word that joins is ready for the first time.

    Of more words than there is room for, the most frequent of late join, and of these the first.
    """
    first = np.sort(np.unique(ready.place, return_index=True)[1])
    if room is None or len(first) <= room:
        return first
    batch = ready.batch[first]
    full = batch[room]  # the minibatch with which the room is used up
    rivals = first[batch == full]
    best = np.argsort(-ready.recent[rivals], kind="stable")
    early = first[batch < full]
    return np.concatenate([early, np.sort(rivals[best[: room - len(early)]])])

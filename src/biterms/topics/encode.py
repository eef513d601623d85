"""Texts as a model wants them: counts of words, or words in their order."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any

import numpy as np

from biterms import kernels
from biterms.bags.counts import plain_counts
from biterms.bags.in_order import InOrder
from biterms.bags.with_pairs import WithPairs
from biterms.kernels import Array, Counts, Sequences, Tokens
from biterms.measures.lpp import ShortDocuments
from biterms.models.estimator import TopicEstimator
from biterms.store.space import IN_MEMORY, Space
from biterms.text.growth import Growth
from biterms.text.vectoriser import Vectoriser

#: documents that are looked at together
AT_ONCE = 1 << 16


def learn_vocabulary(
    text: Vectoriser, model: TopicEstimator, texts: Any, space: Space = IN_MEMORY
) -> Any:
    """Learn the words of texts; the texts as documents of the model, whose numbers are there."""
    if model.pair_window is None:
        return text.fit_encode(texts, space)
    pieces = text.fit_in_order(texts, space)
    return _in_order(pieces, text.n_words_, model.pair_window, space)


def warn_of_single_words(documents: Counts | WithPairs) -> None:
    """Warn if no document has two words: nothing then tells which words share a topic.

    Warns
    -----
    ShortDocuments
        If it is so.
    """
    indptr = plain_counts(documents).indptr
    parts = (indptr[at : at + AT_ONCE + 1] for at in range(0, len(documents), AT_ONCE))
    if not any((np.diff(part) > 1).any() for part in parts):
        warnings.warn(
            "no text has two different words of the vocabulary, so nothing tells which words "
            "share a topic: join texts that belong together, or keep rare words (min_df)",
            ShortDocuments,
            stacklevel=3,
        )


def words_known(documents: Counts | WithPairs) -> Array:
    """How many different words of the vocabulary each document has."""
    return np.diff(plain_counts(documents).indptr)


def extend_vocabulary(growth: Growth, model: TopicEstimator) -> Any:
    """Texts that bring words with them, as documents of the model."""
    if model.pair_window is None:
        return growth.counts
    return _in_order([growth.in_order()], int(growth.n_ids[-1]), model.pair_window)


def encode(text: Vectoriser, model: TopicEstimator, texts: Any) -> Any:
    """Texts as documents of the model; the vocabulary stays as it is."""
    if model.pair_window is None:
        return text.encode(texts)
    return _in_order(text.in_order(texts), text.n_words_, model.pair_window)


def encode_places(text: Vectoriser, model: TopicEstimator, tokens: Tokens) -> Any:
    """The same for texts that are places of keys already."""
    ids = text.words_.id_of
    if model.pair_window is None:
        return Counts(*kernels.count(tokens, ids.values), text.n_words_)
    return _in_order(
        [Sequences(tokens.ptr, ids.take(tokens.ids))], text.n_words_, model.pair_window
    )


def encode_ids(model: TopicEstimator, tokens: Tokens, n_words: int) -> Any:
    """The same for texts that are ids of words already; words without an id are not there."""
    if model.pair_window is None:
        return Counts(*kernels.count(tokens, np.arange(n_words, dtype=np.int32)), n_words)
    return _in_order([Sequences(tokens.ptr, tokens.ids)], n_words, model.pair_window)


def _in_order(
    pieces: Iterable[Sequences], n_words: int, window: int, space: Space = IN_MEMORY
) -> InOrder:
    """Words without a column are left out: their neighbours stand side by side then."""
    return InOrder.from_pieces(map(_known, pieces), n_words, space).within(window)


def _known(piece: Sequences) -> Sequences:
    known = piece.words >= 0
    return Sequences(np.concatenate([[0], np.cumsum(known)])[piece.ptr], piece.words[known])

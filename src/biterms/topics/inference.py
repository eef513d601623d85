"""Documents as a fitted model sees them, and their mixtures of topics."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from biterms.bags.counts import documents_of
from biterms.bags.with_pairs import WithPairs
from biterms.errors import InputError
from biterms.kernels import Array, Counts
from biterms.measures.split import Partible, canonical
from biterms.text.readers import Record
from biterms.topics.encode import encode, words_known
from biterms.topics.fitted import Fitted
from biterms.topics.handed_in import aligned_texts
from biterms.topics.texts import TEXTS_AT_ONCE, pieces, plain, plain_ones


class Piece(NamedTuple):
    """Documents, and their ids and texts; None for those that have none."""

    documents: Any
    ids: list[str | None]
    texts: list[str | None]


def encoded(fitted: Fitted, texts: Any, text: str | None = None) -> Any:
    """Texts as documents of the model; a model made from counts is given counts."""
    if fitted.text is None:
        return of_known_words(fitted, texts)
    return encode(fitted.text, fitted.model, plain_ones(aligned_texts(texts, text)))


def encoded_pieces(fitted: Fitted, texts: Any, text: str | None = None) -> Iterator[Piece]:
    """The same piece by piece, read as they are needed."""
    if fitted.text is None:
        texts = of_known_words(fitted, texts)
        X = sparse.csr_matrix(texts.table if isinstance(texts, Partible) else texts)
        parts = (X[at : at + TEXTS_AT_ONCE] for at in range(0, X.shape[0], TEXTS_AT_ONCE))
        return (Piece(part, [None] * part.shape[0], [None] * part.shape[0]) for part in parts)
    return (
        Piece(encoded(fitted, piece), [*map(_id, piece)], [*plain(piece)])
        for piece in pieces(aligned_texts(texts, text))
    )


def of_known_words(fitted: Fitted, X: Any) -> Any:
    """Counts, which must have a column for each word of the model."""
    given = np.shape(X) if isinstance(X, list | tuple) else getattr(X, "shape", ())
    shape, n_words = list[int](given), fitted.model.n_features_in_
    if len(shape) != 2 or shape[1] != n_words:
        found = " x ".join(f"{n:,}" for n in shape) or type(X).__name__
        raise InputError(
            f"{found} was given to a model made from counts: expected a table of counts with "
            f"{n_words:,} columns, one for each word"
        )
    return X


def in_use(fitted: Fitted, mixtures: Array) -> Array:
    """Mixtures over the topics in use alone, D x topics in use; rows sum to 1."""
    return over(mixtures, np.array(fitted.in_use, dtype=np.int64))


def over(mixtures: Array, places: Array) -> Array:
    """Mixtures over some topics alone, given by their columns; rows sum to 1.

    Rows are added up as they lie in memory, each by itself: what comes with them changes no bit.
    """
    if len(places) == mixtures.shape[1]:
        return mixtures
    some = np.ascontiguousarray(mixtures[:, places])
    return np.asarray(some / some.sum(axis=1, keepdims=True))


def infer(fitted: Fitted, documents: Any) -> Array:
    """Mixtures of documents, also of none."""
    n = documents.shape[0] if sparse.issparse(documents) else len(documents)
    if not n:
        return np.empty((0, len(fitted.ids)))
    return fitted.model.infer(fitted.model._read(documents))


def inferring(fitted: Fitted, documents: Any) -> Callable[[], Array]:
    """Prepare the mixtures of documents over the topics in use, for another thread.

    Parameters
    ----------
    fitted : Fitted
        What has been learnt; what is learnt after this call makes no difference.
    documents : Counts or WithPairs
        Some documents.

    Returns
    -------
    callable
        Gives the mixtures.
    """
    model, places = fitted.model, np.array(fitted.in_use, dtype=np.int64)
    mixtures = model.engine().inferring(model.state, model._read(documents))
    return lambda: over(mixtures(), places)


def predicting(fitted: Fitted, documents: Counts) -> Callable[[], float | None]:
    """Prepare the LPP of documents as they are predicted now, for another thread.

    Parameters
    ----------
    fitted : Fitted
        What has been learnt; what is learnt after this call makes no difference.
    documents : Counts
        Some documents.

    Returns
    -------
    callable
        Gives the LPP; None if the model has none, or all documents are too short.
    """
    model, engine = fitted.model, fitted.model.engine()
    if not hasattr(engine, "predicting"):
        return lambda: None
    found: Callable[[], float | None] = engine.predicting(model.state, model._read(documents))
    return found


def table_of(documents: Any) -> Any:
    """Documents as a table of counts."""
    if isinstance(documents, WithPairs) or sparse.issparse(documents):
        return documents
    return documents_of(documents)


def words_of(documents: Any) -> Array:
    """How many different known words each document has."""
    if isinstance(documents, Counts | WithPairs):
        return words_known(documents)
    return np.diff(canonical(table_of(documents)).indptr)


def _id(text: str | Record) -> str | None:
    return text.id if isinstance(text, Record) else None

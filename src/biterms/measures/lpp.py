"""LPP: how well a model predicts held-out words of documents from the words it observes."""

from __future__ import annotations

import warnings
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from biterms.errors import InputError
from biterms.measures.split import Documents, Split, canonical, split

__all__ = [
    "Mixing",
    "ShortDocuments",
    "Split",
    "log_predictive",
    "lpp",
    "scorable",
    "score",
    "split",
]

_CHUNK_NUMBERS = 1 << 20


class ShortDocuments(UserWarning):
    """Documents are so short that they tell little; the message says what comes of that.

    If no document has more than 4 distinct terms, shorter ones are scored. If none of the texts of
    `TopicModel.fit` has two, nothing tells which words share a topic.

    Examples
    --------
    >>> import warnings
    >>> from biterms import LDA, ShortDocuments
    >>> with warnings.catch_warnings(record=True) as said:
    ...     warnings.simplefilter("always", ShortDocuments)
    ...     _ = LDA(1).fit([[1, 2], [2, 1]]).score([[1, 2], [2, 1]])
    >>> said[0].category is ShortDocuments
    True
    """


class Mixing(Protocol):
    """The part of a model that LPP needs: topics, and topic mixtures of documents."""

    @property
    def topics_(self) -> NDArray[Any]:
        """Probability of each word in each topic, K x V; rows sum to 1."""

    def transform(self, X: Any, /) -> NDArray[Any]:
        """Infer the topic mixture of each document.

        Parameters
        ----------
        X : array, sparse matrix or Partible
            Counts, documents x words.

        Returns
        -------
        array of shape (D, K)
            Share of each topic in each document; rows sum to 1.
        """


def score(model: Mixing, X: Documents, split_seed: int = 0) -> float:
    """Score how well a model predicts held-out words of documents.

    Parameters
    ----------
    model : object with ``transform`` and ``topics_``
        The model.
    X : array, sparse matrix or Partible
        Counts, documents x words.
    split_seed : int, default=0
        Which words are held out, see `split`.

    Returns
    -------
    float
        The mean log probability of a held-out word, see `lpp`; higher is better.

    Raises
    ------
    InputError
        If no document has two distinct terms.

    Warns
    -----
    ShortDocuments
        If no document has more than 4 distinct terms, so that those with 2 to 4 are scored.
    """
    parts, remark = scorable(X, split_seed)
    if remark:
        warnings.warn(remark, ShortDocuments, stacklevel=2)
    return lpp(model, parts.observed, parts.held)


def scorable(X: Documents, split_seed: int = 0) -> tuple[Split, str]:
    """Split the documents that `score` uses, with a remark if they are short ones."""
    parts = split(X, split_seed)
    if len(parts.rows):
        return parts, ""
    parts = split(X, split_seed, min_terms=2)
    if not len(parts.rows):
        raise InputError(
            "no document has two distinct terms; LPP needs one to observe and one to "
            "predict, so give longer documents"
        )
    return parts, (
        f"no document has more than 4 distinct terms; scored {len(parts.rows):,} with 2 to 4, "
        "which is not comparable with scores of longer ones; score longer documents"
    )


def lpp(model: Mixing, observed: Documents, held: ArrayLike | sparse.spmatrix) -> float:
    """Log predictive probability: the mean log probability of a held-out word.

    Parameters
    ----------
    model : object with ``transform`` and ``topics_``
        The model.
    observed : array, sparse matrix or Partible
        The observed part of each document, documents x words.
    held : array or sparse matrix
        The held-out part of the same documents.

    Returns
    -------
    float
        The mean over documents; those with an empty held-out part do not count.

    Raises
    ------
    InputError
        If the shapes do not fit together, or if every held-out part is empty.

    Notes
    -----
    Of each document Σ_w f_w log p(w | observed part) / Σ_w f_w, w in the held-out part, with
    p(w | observed part) = Σ_k θ_k β_kw, where θ is inferred by the model from the observed part
    and β are its topics; section "Performance measure" of the paper.
    """
    held = canonical(held)
    each = log_predictive(model.transform(observed), model.topics_, held)
    scored = np.diff(held.indptr) > 0
    if not scored.any():
        raise InputError("every held-out part is empty; LPP needs a document with a held-out term")
    return float(each[scored].mean())


def log_predictive(
    theta: ArrayLike, topics: ArrayLike, held: ArrayLike | sparse.spmatrix
) -> NDArray[np.float64]:
    """Mean log probability of the held-out words of each document.

    Parameters
    ----------
    theta : array of shape (documents, topics)
        Mixtures, rows that sum to 1.
    topics : array of shape (topics, words)
        Topics, rows that sum to 1.
    held : array or sparse matrix of shape (documents, words)
        The held-out part of each document.

    Returns
    -------
    array of float
        Σ_w f_w log Σ_k θ_dk β_kw / Σ_w f_w of each document d; NaN where nothing is held out.

    Raises
    ------
    InputError
        If the shapes do not fit together, or if rows do not sum to 1.

    Examples
    --------
    >>> log_predictive([[0.5, 0.5]], [[1, 0], [0, 1]], [[0, 3]]).round(3).tolist()
    [-0.693]
    """
    theta, topics, held = np.asarray(theta), np.asarray(topics), canonical(held)
    _check(theta, topics, held)
    documents = np.repeat(np.arange(held.shape[0]), np.diff(held.indptr))
    logs = np.empty(len(documents))
    step = max(1, _CHUNK_NUMBERS // topics.shape[0])
    for start in range(0, len(documents), step):
        here = slice(start, start + step)
        logs[here] = _log_mixture(theta[documents[here]], topics[:, held.indices[here]])
    total = np.bincount(documents, weights=held.data * logs, minlength=held.shape[0])
    weight = np.bincount(documents, weights=held.data, minlength=held.shape[0])
    each = np.full(held.shape[0], np.nan)
    np.divide(total, weight, out=each, where=weight > 0)
    return each


def _log_mixture(theta: NDArray[Any], topics: NDArray[Any]) -> NDArray[np.float64]:
    p = np.einsum("ek,ke->e", theta, topics, dtype=np.float64)
    with np.errstate(divide="ignore"):  # a word the model holds impossible scores -inf
        return np.asarray(np.log(p), dtype=np.float64)


def _check(theta: NDArray[Any], topics: NDArray[Any], held: sparse.csr_array) -> None:
    expected = (held.shape[0], topics.shape[0]), (topics.shape[0], held.shape[1])
    if (theta.shape, topics.shape) != expected:
        raise InputError(
            f"mixtures of shape {theta.shape} and topics of shape {topics.shape} for held-out "
            f"parts of shape {held.shape}, expected D×K, K×V and D×V"
        )
    for name, rows in (("mixtures", theta), ("topics", topics)):
        sums = rows.sum(axis=1, dtype=np.float64)
        # Written so that NaN fails too.
        if rows.size and not (rows.min() >= 0 and np.abs(sums - 1).max() < 1e-3):
            raise InputError(
                f"the {name} have rows that are not probabilities summing to 1; normalise them"
            )

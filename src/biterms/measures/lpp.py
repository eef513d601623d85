"""LPP: how well a model foretells the held-out words of documents from the words it has seen."""

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
    """No document has more than 4 distinct terms, so shorter ones are scored."""


class Mixing(Protocol):
    """What LPP needs of a model: mixtures of documents, and topics whose rows sum to 1."""

    @property
    def topics_(self) -> NDArray[Any]: ...

    def transform(self, X: Any, /) -> NDArray[Any]: ...


def score(model: Mixing, X: Documents, split_seed: int = 0) -> float:
    """LPP of the documents with more than 4 distinct terms, split by `split(X, split_seed)`.

    If there is none: a warning and the documents with 2 or more; if there is none of these either,
    an error.
    """
    parts, remark = scorable(X, split_seed)
    if remark:
        warnings.warn(remark, ShortDocuments, stacklevel=2)
    return lpp(model, parts.seen, parts.held)


def scorable(X: Documents, split_seed: int = 0) -> tuple[Split, str]:
    """The documents that `score` takes, and what is to be said of them, if anything."""
    parts = split(X, split_seed)
    if len(parts.rows):
        return parts, ""
    parts = split(X, split_seed, min_terms=2)
    if not len(parts.rows):
        raise InputError(
            "no document has two distinct terms; LPP needs one to see and one to foretell, "
            "so give longer documents"
        )
    return parts, (
        f"no document has more than 4 distinct terms; scored {len(parts.rows):,} with 2 to 4, "
        "which is not comparable with scores of longer ones; score longer documents"
    )


def lpp(model: Mixing, seen: Documents, held: ArrayLike | sparse.spmatrix) -> float:
    """Mean over documents of Σ_w f_w log p(w | seen part) / Σ_w f_w, w in the held-out part.

    p(w | seen part) = Σ_k θ_k β_kw, with θ the model's own inference on the seen part and β its
    topics; section "Performance measure" of the paper. Documents with an empty held-out part do
    not count.
    """
    held = canonical(held)
    each = log_predictive(model.transform(seen), model.topics_, held)
    scored = np.diff(held.indptr) > 0
    if not scored.any():
        raise InputError("every held-out part is empty; LPP needs a document with a held-out term")
    return float(each[scored].mean())


def log_predictive(
    theta: ArrayLike, topics: ArrayLike, held: ArrayLike | sparse.spmatrix
) -> NDArray[np.float64]:
    """Σ_w f_w log Σ_k θ_dk β_kw / Σ_w f_w of each document d; NaN for an empty held-out part."""
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

"""Topics as clusters of documents, against labels that people gave."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from biterms.errors import InputError


def purity(assigned: Iterable[Any], labels: Iterable[Any]) -> float:
    """Share of documents whose label is the most frequent one of their topic.

    Parameters
    ----------
    assigned : iterable
        The topic, or cluster, of each document.
    labels : iterable
        The label of each document; those without one (None, NaN) do not count.

    Returns
    -------
    float
        0 to 1. It grows with the number of topics, so compare equal numbers of them.

    Raises
    ------
    InputError
        If there is not a topic for each label, or if no document has a label.

    Notes
    -----
    Σ_k max_c n_kc / n, where n_kc documents of label c are assigned to k.

    Examples
    --------
    >>> purity([0, 0, 0, 1], ["sport", "sport", "money", "money"])
    0.75
    """
    table = _table(assigned, labels)
    return float(table.max(axis=1).sum() / table.sum())


def nmi(assigned: Iterable[Any], labels: Iterable[Any]) -> float:
    """Normalised mutual information of topics and labels.

    Parameters
    ----------
    assigned : iterable
        The topic, or cluster, of each document.
    labels : iterable
        The label of each document; those without one (None, NaN) do not count.

    Returns
    -------
    float
        From 0, they are independent, to 1, they are the same up to names. One topic and one label
        are the same: 1.

    Raises
    ------
    InputError
        If there is not a topic for each label, or if no document has a label.

    Notes
    -----
    2 I(A; L) / (H(A) + H(L)), I the mutual information and H entropies.

    Examples
    --------
    >>> nmi([0, 0, 1, 1], ["sport", "sport", "money", "money"])
    1.0
    """
    table = _table(assigned, labels).tocoo()
    p = table.data / table.data.sum()
    a = table.sum(axis=1) / table.data.sum()
    b = table.sum(axis=0) / table.data.sum()
    entropies = _entropy(a) + _entropy(b)
    if entropies == 0:
        return 1.0
    information = float(p @ np.log(p / (a[table.row] * b[table.col])))
    return min(max(2 * information / entropies, 0.0), 1.0)  # rounding may leave the range


def labelled(labels: Iterable[Any]) -> NDArray[np.bool_]:
    """Say which documents have a label."""
    return np.asarray(_codes(labels) >= 0)


def _table(assigned: Iterable[Any], labels: Iterable[Any]) -> sparse.csr_array:
    """n_kc."""
    k, c = _codes(assigned), _codes(labels)
    if len(k) != len(c):
        raise InputError(f"{len(k):,} assignments and {len(c):,} labels, expected one of each")
    both = (k >= 0) & (c >= 0)
    if not both.any():
        raise InputError("no document has a label; give at least one")
    k, c = k[both], c[both]
    return sparse.coo_array((np.ones(len(k), dtype=np.int64), (k, c))).tocsr()


def _codes(labels: Iterable[Any]) -> NDArray[np.int64]:
    """A number for each distinct label, −1 for none: labels may be of any and of mixed types."""
    known: dict[Any, int] = {}
    try:
        codes = np.fromiter((known.setdefault(label, len(known)) for label in labels), np.int64)
    except TypeError:
        raise InputError(
            "labels are not a sequence of numbers or texts, one per document"
        ) from None
    given = np.fromiter(map(_is_given, known), np.bool_)
    return np.where(given[codes], codes, -1)


def _is_given(label: Any) -> bool:
    same = label == label  # NaN differs from itself, and pandas' NA answers neither yes nor no
    return label is not None and isinstance(same, bool | np.bool_) and bool(same)


def _entropy(p: NDArray[np.float64]) -> float:
    p = p[p > 0]
    return float(-(p @ np.log(p)))

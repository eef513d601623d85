"""The top words of topics, and how little topics share them."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from biterms.errors import InputError, SettingError


def top_words(topics: ArrayLike, n: int = 10) -> NDArray[np.int64]:
    """Find the words with the largest weights in each topic.

    Parameters
    ----------
    topics : array of shape (topics, words)
        Weights.
    n : int, default=10
        Words per topic; all of them where there are fewer.

    Returns
    -------
    array of shape (topics, n)
        Columns, the largest weight first; of equal ones the first column.

    Raises
    ------
    InputError
        If there are no topics, or if a weight is NaN.
    SettingError
        If n is below 1.

    Examples
    --------
    >>> top_words([[0.1, 0.7, 0.2], [0.4, 0.4, 0.2]], 2).tolist()
    [[1, 2], [0, 1]]
    """
    rows, n = np.asarray(topics), operator.index(n)
    if n < 1:
        raise SettingError(f"n={n} top words, expected at least 1")
    if rows.ndim != 2 or not rows.size:
        raise InputError(f"topics of shape {rows.shape}, expected a table of topics × words")
    n = min(n, rows.shape[1])
    return np.stack([_top(row.astype(np.float64), n) for row in rows])


def diversity(tops: ArrayLike) -> float:
    """Share of distinct words among the top words of all topics.

    Parameters
    ----------
    tops : array of int of shape (topics, n)
        Top words, see `top_words`.

    Returns
    -------
    float
        1 if no two topics share a top word.

    Notes
    -----
    Dieng, Ruiz and Blei 2020, "Topic modeling in embedding spaces", section 6.

    Examples
    --------
    >>> diversity([[0, 1], [1, 2]])
    0.75
    """
    columns = as_tops(tops)
    return float(len(np.unique(columns)) / columns.size)


def as_tops(tops: Any) -> NDArray[np.int64]:
    """Check top words: a table of columns."""
    columns = np.asarray(tops)
    if columns.ndim != 2 or not columns.size or columns.dtype.kind not in "iu":
        raise InputError(
            f"top words of shape {columns.shape} and type {columns.dtype}, expected columns of "
            "words, one row per topic: `top_words` gives them"
        )
    return columns.astype(np.int64, copy=False)


def _top(row: NDArray[np.float64], n: int) -> NDArray[np.int64]:
    if np.isnan(row).any():
        raise InputError("the topics have a weight that is NaN; expected numbers")
    # A full sort of a large vocabulary would be most of the time of `evaluate`.
    least = np.partition(row, len(row) - n)[len(row) - n]
    candidates = np.flatnonzero(row >= least)
    return candidates[np.argsort(-row[candidates], kind="stable")[:n]]

"""A posterior over few of its words: documents that have no others learn the same from it.

A document step reads the rows of its own words, and the sums over all words. So one row for all
other words together is enough for it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from biterms.kernels import Array
from biterms.learning.statistics import Statistics
from biterms.learning.table import Table


def few_words(table: Table, words: Array, rows: Array) -> Table:
    """A table of some words, and of one more that stands for all others.

    Parameters
    ----------
    table : Table
        The numbers of all words; its M is not read.
    words : array of int
        Some of its words.
    rows : array of shape (words, K)
        M of these words, which is copied.

    Returns
    -------
    Table
        It learns as the other one would, as long as documents have these words alone.
    """
    eta = table.eta
    if len(eta) > 1:
        some = eta[words]
        eta = np.vstack([some, table.eta_sums[: some.shape[1]] - some.sum(axis=0)])
    return table._replace(
        M=np.vstack([rows, table.m - rows.sum(axis=0)]),
        m=table.m.copy(),
        eta=eta,
        n=len(words) + 1,
        holes=np.empty(0, dtype=np.int64),
        drops=np.empty(0, dtype=np.int64),
        lineage=table.lineage.copied(),
    )


def of_all_words(statistics: Statistics, words: Array, n_words: int) -> Statistics:
    """Statistics of few words as those of all words.

    Parameters
    ----------
    statistics : Statistics
        Of the words of `few_words`; the last of them, which stands for others, is left out.
    words : array of int
        Which words these are, ascending.
    n_words : int
        Number of all words.

    Returns
    -------
    Statistics
    """
    own = int(np.searchsorted(statistics.words, len(words)))
    return replace(
        statistics,
        words=words[statistics.words[:own]],
        rows=statistics.rows[:own],
        n_words=n_words,
    )

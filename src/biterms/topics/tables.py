"""Tables of counts as other libraries keep them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from scipy import sparse

from biterms.errors import InputError


def gensim_table(corpus: Iterable[Any], n_words: int) -> sparse.csr_matrix:
    """Rows of counts out of lists of (number of a word, count)."""
    bags = [list(bag) for bag in corpus]
    try:
        table = np.array([pair for bag in bags for pair in bag], dtype=np.float64).reshape(-1, 2)
    except (TypeError, ValueError):
        raise InputError(
            "the corpus does not hold pairs of numbers, expected lists of (id, count) as "
            "dictionary.doc2bow gives"
        ) from None
    columns = table[:, 0].astype(np.int64)
    if len(columns) and not 0 <= columns.min() <= columns.max() < n_words:
        raise InputError(
            f"the corpus has words {columns.min()} to {columns.max()}, but the dictionary 0 to "
            f"{n_words - 1}; expected the dictionary that the corpus was made with"
        )
    indptr = np.cumsum([0, *map(len, bags)])
    return sparse.csr_matrix((table[:, 1], columns, indptr), shape=(len(bags), n_words))

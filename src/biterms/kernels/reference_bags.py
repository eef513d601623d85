"""Pairs of words and bags of biterms in NumPy and SciPy: the specification of the compiled ones."""

from __future__ import annotations

import itertools

import numpy as np
from scipy import sparse

from biterms.kernels.shapes import Array, Counts, PairRows


def pair_counts(counts: Counts, least: int, n_threads: int = 1) -> PairRows:
    """Pairs u < v that ``least`` documents or more have, and how many: B'B above the diagonal."""
    ones = np.ones(len(counts.indices))
    B = sparse.csr_array((ones, counts.indices, counts.indptr), (len(counts), counts.n_words))
    both = sparse.csr_array(sparse.triu(B.T @ B, k=1, format="csr"))
    both.data[both.data < least] = 0.0
    both.eliminate_zeros()
    both.sort_indices()
    return PairRows(
        both.indptr.astype(np.int64), both.indices.astype(np.int32), both.data.astype(np.int32)
    )


def bags(
    counts: Counts, weights: Array, pairs: PairRows, n_threads: int = 1
) -> tuple[Array, Array, Array]:
    """Each document's terms and those of its pairs that are given (indptr, indices, data).

    Pair number p is feature ``n_words + p`` and weighs the lesser of its two words.
    """
    first = np.repeat(np.arange(counts.n_words), np.diff(pairs.ptr))
    given = zip(first.tolist(), pairs.second.tolist(), strict=True)
    number = {pair: p for p, pair in enumerate(given)}
    indptr, indices, data = [0], [], []
    for d in range(len(counts)):
        here = range(counts.indptr[d], counts.indptr[d + 1])
        words = [int(counts.indices[i]) for i in here]
        indices += words
        data += [float(weights[i]) for i in here]
        for (i, u), (j, v) in itertools.combinations(zip(here, words, strict=True), 2):
            if (u, v) in number:
                indices.append(counts.n_words + number[u, v])
                data.append(float(min(weights[i], weights[j])))
        indptr.append(len(indices))
    return np.array(indptr, dtype=np.int64), np.array(indices, dtype=np.int32), np.array(data)

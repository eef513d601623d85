"""The same bits for any number of threads and any split of a minibatch into chunks of work."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from biterms.kernels import DocumentResult, Local, compiled
from tests.kernels.cases import Document, counts_of, topics

K, V = 64, 6000
#: statistics of this many entries fill a chunk of native/pool.cpp
CHUNK = 2**20 // K


@cache
def minibatch(longest: int) -> list[Document]:
    """6,000 small documents and a huge one in the middle: several chunks, one of them alone."""
    rng = np.random.default_rng(3)
    small = [
        [(int(v), float(rng.integers(1, 4))) for v in rng.choice(V, rng.integers(0, 16), False)]
        for _ in range(6000)
    ]
    huge = [(int(v), float(rng.integers(1, 4))) for v in rng.choice(V, longest, False)]
    return [*small[:2800], huge, *small[2800:]]


def found(documents: list[Document], how: str, weight: float, threads: int) -> DocumentResult:
    counts = counts_of(documents, 2 * V)
    assert len(counts.indices) > 2 * CHUNK
    packed = compiled.pack(counts, np.arange(len(documents)))
    lam = topics(np.random.default_rng(4), 2 * V, K, 0.1)
    rows = compiled.expect(lam[packed.words], lam.sum(axis=0), how, threads)
    local = Local(np.full(K, 0.1), weight=weight, max_iter=3)
    answer = compiled.documents(packed, rows, local, fit=True, n_threads=threads)
    stats = np.zeros((2 * V, K))
    stats[packed.words] = answer.stats
    return DocumentResult(answer.gamma, stats, answer.fit, answer.iterations)


def assert_same_bits(one: DocumentResult, other: DocumentResult, skip: int = 0) -> None:
    for name in ("gamma", "fit", "iterations"):
        assert_array_equal(getattr(one, name), getattr(other, name)[skip:])
    assert_array_equal(one.stats[:V], other.stats[:V])


@pytest.mark.parametrize(("weight", "longest"), [(1.0, 1200), (0.0, 5000)], ids=["LDA-B", "LDA"])
@pytest.mark.parametrize("how", ["vb", "mean"])
def test_threads_do_not_matter(how: str, weight: float, longest: int) -> None:
    documents = minibatch(longest)
    one = found(documents, how, weight, 1)
    for threads in (2, 3):
        assert_same_bits(one, found(documents, how, weight, threads))


@pytest.mark.parametrize(("weight", "longest"), [(1.0, 1200), (0.0, 5000)], ids=["LDA-B", "LDA"])
def test_where_the_chunks_begin_does_not_matter(weight: float, longest: int) -> None:
    """Documents of other words before them move every boundary, and each word's sum stays."""
    documents = minibatch(longest)
    alone = found(documents, "mean", weight, 1)
    for before in (1, CHUNK // 3 + 1, CHUNK - 5):
        others = [[(V + d % V, 1.0)] for d in range(before)]
        assert_same_bits(alone, found(others + documents, "mean", weight, 2), skip=before)

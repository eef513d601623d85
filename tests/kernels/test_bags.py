"""Pairs and bags: compiled = twin = loops over the words of each document."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.kernels import Counts, PairRows, compiled_bags, reference_bags
from tests.examples import examples

KERNELS = {"compiled": compiled_bags, "twin": reference_bags}
by_kernel = pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)


def counts_of(documents: list[dict[int, float]], n_words: int) -> Counts:
    rows = [sorted(document.items()) for document in documents]
    entries = [entry for row in rows for entry in row]
    return Counts(
        np.cumsum([0, *map(len, rows)], dtype=np.int64),
        np.array([word for word, _ in entries], dtype=np.int32),
        np.array([count for _, count in entries], dtype=np.float32),
        n_words,
    )


def drawn(seed: int, n_docs: int, n_words: int, longest: int) -> list[dict[int, float]]:
    rng = np.random.default_rng(seed)
    sizes = rng.integers(0, longest + 1, n_docs)
    return [
        {int(v): float(rng.integers(1, 5)) for v in rng.permutation(n_words)[:n]} for n in sizes
    ]


def listed(pairs: PairRows) -> dict[tuple[int, int], int]:
    first = np.repeat(np.arange(len(pairs.ptr) - 1), np.diff(pairs.ptr))
    both = zip(first.tolist(), pairs.second.tolist(), strict=True)
    return dict(zip(both, pairs.documents.tolist(), strict=True))


def counted(documents: list[dict[int, float]], least: int) -> dict[tuple[int, int], int]:
    found = Counter(
        pair for document in documents for pair in itertools.combinations(sorted(document), 2)
    )
    return {pair: n for pair, n in sorted(found.items()) if n >= least}


documents_of = st.lists(
    st.dictionaries(st.integers(0, 11), st.integers(1, 4).map(float), max_size=7), max_size=12
)


@by_kernel
@examples(20)
@given(documents=documents_of, least=st.integers(1, 4), threads=st.integers(1, 3))
def test_pairs_are_those_of_a_loop(
    kernel: object, documents: list[dict[int, float]], least: int, threads: int
) -> None:
    found = kernel.pair_counts(counts_of(documents, 12), least, threads)  # type: ignore[attr-defined]
    assert list(listed(found).items()) == list(counted(documents, least).items())


@by_kernel
@examples(20)
@given(documents=documents_of, others=documents_of, least=st.integers(1, 3))
def test_bags_are_those_of_a_loop(
    kernel: object,
    documents: list[dict[int, float]],
    others: list[dict[int, float]],
    least: int,
) -> None:
    """Pairs that other documents have; the weight of a pair is the lesser of its words'."""
    known = list(counted(others, least))
    pairs = reference_bags.pair_counts(counts_of(others, 12), least)
    counts = counts_of(documents, 12)
    indptr, indices, data = kernel.bags(counts, counts.data.astype(float), pairs)  # type: ignore[attr-defined]
    for d, document in enumerate(documents):
        expected = [(v, document[v]) for v in sorted(document)]
        expected += [
            (12 + p, min(document[u], document[v]))
            for p, (u, v) in enumerate(known)
            if u in document and v in document
        ]
        here = slice(indptr[d], indptr[d + 1])
        found = zip(indices[here].tolist(), data[here].tolist(), strict=True)
        assert sorted(found) == expected
        assert (np.diff(indices[here]) > 0).all()


@pytest.mark.parametrize(
    ("n_docs", "n_words", "longest"), [(3000, 40, 6), (300, 5000, 30), (30, 900, 150)]
)
def test_many_words_and_documents_on_any_number_of_threads(
    n_docs: int, n_words: int, longest: int
) -> None:
    counts = counts_of(drawn(1, n_docs, n_words, longest), n_words)
    weights = counts.data.astype(float) / 7
    pairs = reference_bags.pair_counts(counts, 2)
    expected = reference_bags.bags(counts, weights, pairs)
    for threads in (1, 2, 5):
        found = compiled_bags.pair_counts(counts, 2, threads)
        for name in ("ptr", "second", "documents"):
            np.testing.assert_array_equal(getattr(found, name), getattr(pairs, name))
        bags = compiled_bags.bags(counts, weights, pairs, threads)
        for ours, theirs in zip(bags, expected, strict=True):
            np.testing.assert_array_equal(ours, theirs)


def test_what_is_no_table_is_refused() -> None:
    fine = counts_of([{0: 1.0, 2: 1.0}], 3)
    pairs = reference_bags.pair_counts(fine, 1)
    for indices in ([2, 0], [0, 0], [0, 3], [-1, 2]):
        wrong = Counts(fine.indptr, np.array(indices, dtype=np.int32), fine.data, 3)
        with pytest.raises(ValueError, match="word"):
            compiled_bags.pair_counts(wrong, 1)
        with pytest.raises(ValueError, match="word"):
            compiled_bags.bags(wrong, fine.data.astype(float), pairs)
    far = PairRows(pairs.ptr, np.array([3], dtype=np.int32), pairs.documents)
    with pytest.raises(ValueError, match="pairs"):
        compiled_bags.bags(fine, fine.data.astype(float), far)

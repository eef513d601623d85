"""Biterms that documents tell of are asked for a block at a time, and no result tells the size."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse

from biterms import HDP, LDA, Annealed, InOrder, Paired
from biterms.bags.with_pairs import WithPairs
from biterms.kernels import Array, Pairs
from biterms.learning import minibatches

V = 40


def texts(n: int = 90) -> list[Array]:
    """Of no word, of one, and of many; -1 here and there."""
    random = np.random.default_rng(0)
    return [random.integers(-1, V, length) for length in random.integers(0, 30, n)]


def named(made: InOrder) -> Paired:
    """A weight for any two neighbours among the columns that a document has."""
    pairs = [(u, u + 1) for u in range(V - 1)]
    dense = made.table.toarray() > 0
    return Paired(made.table, sparse.csr_array((dense[:, :-1] & dense[:, 1:]) * 1.0), pairs)


DOCUMENTS: dict[str, tuple[Any, WithPairs]] = {
    "in order": (6, InOrder(texts(), V)),
    "named": ("given", named(InOrder(texts(), V))),
}
by_documents = pytest.mark.parametrize(("biterms", "X"), DOCUMENTS.values(), ids=DOCUMENTS)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Documents and biterms of each time that somebody asks for biterms."""
    calls: list[tuple[int, int]] = []
    for kind in (InOrder, Paired):

        def of(self: Any, docs: Array, own: Any = kind.of) -> Pairs:
            found: Pairs = own(self, docs)
            calls.append((len(docs), len(found.left)))
            return found

        monkeypatch.setattr(kind, "of", of)
    return calls


@by_documents
@pytest.mark.parametrize("kind", [LDA, HDP])
@pytest.mark.parametrize("limit", [1, 40, 150])
def test_the_size_of_a_chunk_changes_no_bit(
    kind: Any,
    limit: int,
    biterms: Any,
    X: WithPairs,
    asked: list[tuple[int, int]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = kind(4, biterms=biterms, random_state=0, passes=2).fit(X)
    asked.clear()
    expected = model.transform(X)
    [(n_docs, n_pairs)] = asked
    assert n_docs == X.shape[0]
    assert n_pairs > 2 * limit
    monkeypatch.setattr(minibatches, "CHUNK_PAIRS", limit)
    asked.clear()
    assert_array_equal(model.transform(X), expected)
    assert np.sum(asked, axis=0).tolist() == [n_docs, n_pairs]
    assert all(docs == 1 or pairs <= limit for docs, pairs in asked)
    assert len(asked) > 2


def test_a_chunk_is_as_large_as_it_may_be(
    asked: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Side by side a word has one biterm here: nothing is counted twice, nothing is a gap."""
    X = InOrder([np.arange(5)] * 10 + [[]] * 3 + [np.arange(V)], V)
    model = LDA(2, random_state=0, biterms="adjacent", passes=1).fit(X)
    monkeypatch.setattr(minibatches, "CHUNK_PAIRS", 20)  # a bound is 5 for each text of 5 words
    asked.clear()
    model.transform(X)
    assert asked == [(4, 16), (4, 16), (5, 8), (1, V - 1)]


@by_documents
@pytest.mark.parametrize("window", [2, 3, 50])
def test_no_document_has_more_than_it_says(biterms: Any, X: WithPairs, window: int) -> None:
    X = X.within(window) if isinstance(X, InOrder) else X
    own = np.diff(X.of(np.arange(X.shape[0])).ptr)
    assert (own <= X.most_pairs()).all()
    if window == 50 or isinstance(X, Paired):  # any two words are near in so short texts
        assert_array_equal(own, X.most_pairs())


@by_documents
@pytest.mark.parametrize("kind", [LDA, HDP])
def test_minibatches_ask_when_their_turn_has_come(
    kind: Any, biterms: Any, X: WithPairs, asked: list[tuple[int, int]]
) -> None:
    seen: list[int] = []
    settings = {"learner": Annealed(starts=0)} if kind is LDA else {}
    model = kind(4, biterms=biterms, batch_size=30, passes=1, random_state=0, **settings)
    model.fit(X, progress=lambda *_: seen.append(len([n for n, _ in asked if n == 30])))
    assert seen == [1, 2, 3]

"""LDA and HDP whose biterms are words near each other, or are named: one mechanism for all."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.model_selection import GridSearchCV, cross_val_score, train_test_split

from biterms import HDP, KPS, LDA, SVB, BatchVB, InOrder, Paired
from biterms.errors import InputError, SettingError
from tests.models.stored import again

V = 30
KINDS = [LDA, HDP]


def rows(n: int = 120, seed: int = 0) -> list[np.ndarray]:
    """Texts of three subjects, words in some order, -1 here and there."""
    random = np.random.default_rng(seed)
    return [
        np.where(random.random(9) < 0.1, -1, 10 * random.integers(3) + random.integers(0, 10, 9))
        for _ in range(n)
    ]


def all_pairs(X: sparse.csr_array) -> Paired:
    """Any two words of a document, with min(f_u, f_v)."""
    pairs = [(u, v) for u in range(V) for v in range(u + 1, V)]
    dense = X.toarray()
    weights = np.array([[min(f[u], f[v]) for u, v in pairs] for f in dense])
    return Paired(X, sparse.csr_array(weights), pairs)


def near_pairs(documents: list[np.ndarray], window: int) -> Paired:
    """The same as in order, named pair by pair."""
    pairs = [(u, v) for u in range(V) for v in range(u + 1, V)]
    weights = np.zeros((len(documents), len(pairs)))
    for d, row in enumerate(documents):
        for i, u in enumerate(row):
            for v in row[i + 1 : i + window]:
                if u >= 0 and v >= 0 and u != v:
                    weights[d, pairs.index((min(u, v), max(u, v)))] += 1
    X = [np.bincount(row[row >= 0], minlength=V) for row in documents]
    return Paired(X, sparse.csr_array(weights), pairs)


@pytest.mark.parametrize("inference", ["mean", "vb"])
@pytest.mark.parametrize("kind", KINDS)
def test_all_pairs_when_named_are_those_of_the_model(kind: Any, inference: str) -> None:
    X = InOrder(rows(), V).table
    settings = {"inference": inference, "random_state": 0, "passes": 3, "doc_tol": 0.0}
    own = kind(4, **settings).fit(X)
    named = kind(4, biterms="given", **settings).fit(all_pairs(X))
    assert_allclose(named.components_, own.components_, rtol=2e-3, atol=1e-3)
    assert_allclose(named.transform(all_pairs(X)), own.transform(X), rtol=2e-3, atol=1e-3)


@pytest.mark.parametrize("learner", [None, SVB(), KPS(), BatchVB()])
@pytest.mark.parametrize("kind", KINDS)
def test_words_in_order_are_as_if_their_pairs_were_named(kind: Any, learner: Any) -> None:
    texts = rows()
    passes = {} if isinstance(learner, SVB | KPS) else {"passes": 6}  # enough to validate topics
    settings = {"learner": learner, "random_state": 0, **passes}
    one = kind(4, biterms=3, **settings).fit(InOrder(texts, V))
    other = kind(4, biterms="given", **settings).fit(near_pairs(texts, 3))
    assert_array_equal(one.components_, other.components_)
    assert one.score(InOrder(texts, V)) == other.score(near_pairs(texts, 3))
    assert not np.array_equal(one.components_, kind(4, **settings).fit(_table(texts)).components_)


def _table(texts: list[np.ndarray]) -> sparse.csr_array:
    return InOrder(texts, V).table


@pytest.mark.parametrize("kind", KINDS)
def test_adjacent_is_a_window_of_two(kind: Any) -> None:
    X = InOrder(rows(), V).within(7)  # the model says what is near
    found = [kind(3, biterms=near, random_state=0, passes=2).fit(X) for near in ("adjacent", 2)]
    assert_array_equal(found[0].components_, found[1].components_)
    assert_array_equal(found[0].transform(X), found[1].transform(X.within(2)))


@pytest.mark.parametrize("kind", KINDS)
def test_order_matters_to_who_asks_for_it_only(kind: Any) -> None:
    texts = rows()
    shuffled = [np.random.default_rng(0).permutation(row) for row in texts]
    for biterms, same in ((True, True), (False, True), ("adjacent", False)):
        fits = [
            kind(3, biterms=biterms, random_state=0, passes=2).fit(InOrder(some, V)).components_
            for some in (texts, shuffled)
        ]
        assert np.array_equal(*fits) == same


@pytest.mark.parametrize("kind", KINDS)
def test_minibatches_threads_and_files(kind: Any) -> None:
    texts = rows()
    X = InOrder(texts, V)
    models = [kind(3, biterms=4, learner=SVB(), random_state=0, n_threads=n) for n in (1, 2)]
    for model in models:
        for at in range(0, 120, 50):
            model.partial_fit(X[at : at + 50])
    assert_array_equal(models[0].components_, models[1].components_)
    loaded = again(models[0].partial_fit(X))
    assert loaded.biterms == 4
    assert_array_equal(loaded.transform(X), models[0].transform(X))
    assert_array_equal(loaded.partial_fit(X).components_, models[0].partial_fit(X).components_)


@pytest.mark.parametrize("kind", KINDS)
def test_weights_count_in_both_orders_for_both_words(kind: Any) -> None:
    X = np.eye(4)[[0, 1, 2, 3] * 20] + np.eye(4)[[1, 0, 3, 2] * 20]
    named = Paired(X, (X[:, :1] > 0) * 50.0, [(0, 1)])
    settings = {"biterm_weight": 1.0, "eta": 0.1, "learner": SVB(), "random_state": 0}
    model = kind(2, biterms="given", **settings).fit(named)
    learnt = model.components_.sum(axis=0) - np.sum(np.broadcast_to(model.eta, 2))
    assert_allclose(learnt, [40 + 2 * 40 * 50] * 2 + [40] * 2, rtol=1e-4)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("biterms", "X", "expected"),
    [
        ("adjacent", np.eye(4), "biterms.InOrder"),
        (5, Paired(np.ones((1, 2)), [[1]], [(0, 1)]), "biterms.InOrder"),
        ("given", InOrder([[0, 1]], 2), "biterms.Paired"),
        ("given", sparse.eye_array(4), "biterms.Paired"),
    ],
)
def test_documents_that_do_not_tell_are_refused(
    kind: Any, biterms: Any, X: Any, expected: str
) -> None:
    model = kind(2, biterms=biterms)
    with pytest.raises(InputError, match=expected):
        model.fit(X)
    assert not hasattr(model, "state_")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("biterms", [1, 0, "near", None, 2.5, [2], 5000])
def test_biterms_that_are_none_are_refused(kind: Any, biterms: Any) -> None:
    with pytest.raises(SettingError, match="biterms"):
        kind(2, biterms=biterms).fit(InOrder([[0, 1, 0]], 2))


def test_folds_and_grids_of_scikit_learn() -> None:
    X = InOrder(rows(), V)
    model = LDA(3, biterms="adjacent", passes=2, random_state=0)
    assert len(cross_val_score(model, X, cv=3)) == 3
    search = GridSearchCV(model, {"biterms": [True, "adjacent", 4]}, cv=2).fit(X)
    assert np.isfinite(search.cv_results_["mean_test_score"]).all()
    assert train_test_split(X, random_state=0)[0].shape == (90, V)

"""What every model promises: the same seed and counts in any form give the same bits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse

from biterms.learning import Learner
from tests.models.contract import LEARNERS, ONLINE, Factory, X, of_each
from tests.models.snapshots import learnt


def test_the_same_seed_gives_the_same_bits(make: Factory) -> None:
    one, two = (make().fit(X) for _ in range(2))
    assert learnt(one) == learnt(two)
    assert_array_equal(one.transform(X), two.transform(X))


@of_each(LEARNERS)
def test_threads_change_no_bit(learning: Factory, learner: Learner) -> None:
    one, two = (learning(learner=learner, n_threads=n).fit(X) for n in (1, 2))
    assert learnt(one) == learnt(two)
    assert_array_equal(one.transform(X), two.transform(X))


def test_another_seed_gives_other_topics(make: Factory) -> None:
    one, two = (make(random_state=seed).fit(X) for seed in (0, 1))
    assert not np.array_equal(one.components_, two.components_)


def test_a_mixture_depends_on_its_document_alone(make: Factory) -> None:
    model = make().fit(X)
    together = model.transform(X)
    order = np.random.default_rng(0).permutation(len(X))
    assert_array_equal(model.transform(X[order]), together[order])
    alone = np.vstack([model.transform(X[d : d + 1]) for d in range(20)])
    assert_array_equal(alone, together[:20])


def test_nothing_is_learnt_by_looking(make: Factory) -> None:
    model = make().fit(X)
    before = learnt(model)
    model.transform(X)
    model.score(X)
    _ = model.components_, model.topics_
    assert learnt(model) == before


@of_each(ONLINE)
def test_what_is_inferred_later_is_of_its_moment(learning: Factory, learner: Learner) -> None:
    model = learning(learner=learner).fit(X)
    counts = model._read(X)
    later, before = model.engine().inferring(model.state, counts), model.infer(counts)
    model.partial_fit(X[:80])
    assert not np.array_equal(model.infer(counts), before)
    assert_array_equal(later(), before)


def forms_of(X: np.ndarray) -> dict[str, Any]:
    """The same counts in other clothes."""
    table = sparse.csr_array(X)
    shuffled = table.copy()
    rng = np.random.default_rng(0)
    for row in range(len(X)):
        here = slice(*shuffled.indptr[row : row + 2])
        order = rng.permutation(shuffled.indptr[row + 1] - shuffled.indptr[row])
        shuffled.indices[here] = shuffled.indices[here][order]
        shuffled.data[here] = shuffled.data[here][order]
    shuffled.has_sorted_indices = shuffled.has_canonical_format = False
    rows, columns = np.nonzero(X >= 0)
    zeros = sparse.csr_array((X.ravel(), (rows, columns)), shape=X.shape)
    halves = sparse.coo_array(
        (np.tile(table.data / 2, 2), np.tile(table.tocoo().coords, 2)), shape=X.shape
    )
    twice = sparse.csr_array(
        (np.repeat(table.data / 2, 2), np.repeat(table.indices, 2), 2 * table.indptr), shape=X.shape
    )
    return {
        "csr": table,
        "csr matrix": sparse.csr_matrix(X),
        "csc": sparse.csc_array(X),
        "unsorted": shuffled,
        "explicit zeros": zeros,
        "repeated entries": twice,
        "coo with repeats": halves,
        "float32": X.astype(np.float32),
        "int": X.astype(int),
        "fortran": np.asfortranarray(X),
        "list": X.tolist(),
        "64-bit indices": sparse.csr_array(
            (table.data, table.indices.astype(np.int64), table.indptr.astype(np.int64)), X.shape
        ),
    }


SOME = X[:60]


@pytest.mark.parametrize("form", forms_of(X[:2]))
def test_the_form_of_the_counts_does_not_matter(make: Factory, form: str) -> None:
    """And what is given is left as it is."""
    model, given, same = make().fit(SOME), forms_of(SOME)[form], forms_of(SOME)[form]
    other = make().fit(given)
    assert learnt(other) == learnt(model)
    assert_array_equal(model.transform(given), model.transform(SOME))
    other.partial_fit(given)
    other.score(given)
    if sparse.issparse(given):
        for name in ("data", "indices", "indptr"):
            assert_array_equal(getattr(given, name, None), getattr(same, name, None))
    else:
        assert_array_equal(given, same)


def test_read_only_counts_are_welcome(make: Factory) -> None:
    frozen = X.copy()
    frozen.flags.writeable = False
    assert_array_equal(make().fit(frozen).components_, make().fit(X).components_)

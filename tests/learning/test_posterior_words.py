"""Words join and go: rows as if they had always been there, holes that are used again."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from biterms import SVB
from biterms.errors import InputError
from biterms.learning import Moment, Posterior, RowMap, table_changes
from biterms.learning.table_file import check_table
from tests.learning.steps import K, Minibatch, add, etas, flat, learn, minibatches
from tests.learning.test_posterior import ALGORITHMS

SHAPES = ["number", "V", "K x V"]


def joining(eta: np.ndarray, change: RowMap) -> np.ndarray | None:
    """The prior of the words that join, or None where all share one."""
    return None if len(eta) == 1 else eta[change.added]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_word_met_late_is_as_if_always_there(name: str, shape: str) -> None:
    learner, rng = ALGORITHMS[name][0], np.random.default_rng(3)
    eta = etas(rng, 20)[shape]
    early, late = minibatches(rng, 5, 8), minibatches(rng, 5, 20)
    known, grown = Posterior(20, K, eta), Posterior(8, K, eta[:8])
    learn(known, learner, early)
    learn(grown, learner, early)
    for change in (RowMap.grow(8, 1), RowMap.grow(9, 11)):
        grown.remap(change, joining(eta, change))
    assert grown.n_words == 20
    assert_allclose(grown.sums(), known.sums(), rtol=1e-12)
    for t, batch in enumerate(late, start=6):
        for posterior in (known, grown):
            add(posterior, batch, learner.step(Moment(t, batch.size, 50)))
        assert_array_equal(grown.rows(batch.words), known.rows(batch.words))
    assert_array_equal(grown.lam(), known.lam())
    assert_allclose(grown.sums(), known.sums(), rtol=1e-12)


@pytest.mark.parametrize("shape", ["number", "K x V"])
def test_growing_word_by_word_copies_seldom(shape: str) -> None:
    eta = etas(np.random.default_rng(0), 1000)[shape]
    posterior = Posterior(2, K, eta[:2])
    buffers = {id(posterior.table.M): posterior.table.M}
    for at in range(2, 1000):
        posterior.remap(RowMap.grow(at, 1), joining(eta, RowMap.grow(at, 1)))
        buffers[id(posterior.table.M)] = posterior.table.M
    assert len(buffers) <= 10
    assert_allclose(posterior.lam(), np.broadcast_to(eta.T, (K, 1000)), rtol=1e-15)


def test_growth_that_finds_no_memory_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    posterior = flat(6)
    before = posterior.lam()

    def full(*_: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(table_changes, "with_room", full)
    with pytest.raises(MemoryError):
        posterior.remap(RowMap.grow(6, 2))
    assert posterior.n_words == 6
    assert_array_equal(posterior.lam(), before)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ALGORITHMS)
def test_words_that_stay_are_as_before_and_learn_on(name: str, shape: str) -> None:
    """A dropped word leaves a hole: it has no part in the sums, and the ids of others stay."""
    learner, dense = ALGORITHMS[name]
    rng, V = np.random.default_rng(4), 12
    eta, stay = etas(rng, V)[shape], np.array([0, 3, 5, 7, 11])
    posterior = learn(Posterior(V, K, eta), learner, minibatches(rng, 6, V))
    lam = posterior.lam()[:, stay]
    dropped = np.setdiff1d(np.arange(V), stay)
    posterior.remap(RowMap(V, V, dropped, np.arange(0)))
    assert_array_equal(posterior.holes, dropped)
    assert posterior.n_words == V
    assert_array_equal(posterior.lam()[:, stay], lam)
    assert_allclose(posterior.sums(), lam.sum(axis=1), rtol=1e-14)
    rest = eta if shape == "number" else eta[stay]
    for t, small in enumerate(minibatches(rng, 6, 5), start=7):
        batch = Minibatch(stay[small.words].astype(np.int32), small.rows, small.size)
        add(posterior, batch, learner.step(Moment(t, batch.size, 50)))
        lam = dense(lam, rest.T, t, small.full(5), small.size)
        assert_allclose(posterior.lam()[:, stay], lam, rtol=1e-12)
        assert_allclose(posterior.sums(), lam.sum(axis=1), rtol=1e-12)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_new_word_finds_nothing_of_the_one_whose_hole_it_takes(shape: str) -> None:
    """Holes are used again, also in the same change: words come and go without more memory."""
    rng, V = np.random.default_rng(6), 10
    eta, other = etas(rng, V)[shape], etas(rng, V)[shape]
    posterior = learn(Posterior(V, K, eta), SVB(), minibatches(rng, 5, V))
    for turn in range(20):
        gone = np.sort(rng.choice(V, 2, replace=False))
        if turn % 2:  # in one change
            change = RowMap(V, V, gone, gone)
            posterior.remap(change, joining(other, change))
        else:
            posterior.remap(RowMap(V, V, gone, np.arange(0)))
            change = RowMap(V, V, np.arange(0), gone)
            posterior.remap(change, joining(other, change))
        expected = np.broadcast_to(other, (V, other.shape[1]))[gone]
        assert_array_equal(posterior.lam()[:, gone], np.broadcast_to(expected, (2, K)).T)
        assert_allclose(posterior.sums(), posterior.lam().sum(axis=1), rtol=1e-12)
        learn(posterior, SVB(), minibatches(rng, 1, V))
    assert not len(posterior.holes)
    assert posterior.table.M.shape == (V, K)
    check_table(posterior.table)


def test_who_holds_the_table_of_before_still_reads_it() -> None:
    posterior = learn(flat(6), SVB(), minibatches(np.random.default_rng(0), 3, 6))
    before = posterior.table
    M, m = before.M.copy(), before.m.copy()
    posterior.remap(RowMap(6, 8, np.array([1, 2]), np.array([2, 6, 7])))
    assert_array_equal(before.M, M)
    assert_array_equal(before.m, m)


WRONG: dict[str, tuple[RowMap, Any]] = {
    "other vocabulary": (RowMap.grow(7, 1), None),
    "row that is taken": (RowMap(6, 6, np.arange(0), np.array([2])), None),
    "prior not asked for": (RowMap.grow(6, 1), np.ones((1, K))),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_change_of_other_words_is_refused(name: str) -> None:
    posterior = flat(6)
    before = posterior.lam()
    with pytest.raises(InputError):
        posterior.remap(*WRONG[name])
    assert_array_equal(posterior.lam(), before)


def test_words_need_a_prior_of_their_own_where_others_have_one() -> None:
    posterior = Posterior(6, K, np.full((6, 1), 0.1))
    with pytest.raises(InputError, match="need one of their own"):
        posterior.remap(RowMap.grow(6, 1))


@given(st.data())
def test_any_changes_are_those_of_a_dictionary(data: st.DataObject) -> None:
    """Rows by word id in a dict of plain lists say the same, whatever joins, goes and is learnt."""
    rng = np.random.default_rng(data.draw(st.integers(0, 2**16)))
    posterior, rows = Posterior(4, K, np.full((1, 1), 0.5)), {v: np.zeros(K) for v in range(4)}
    for _ in range(6):
        ids = posterior.n_words
        dropped = [v for v in rows if rng.random() < 0.2]
        free = [v for v in range(ids) if v not in rows or v in dropped]
        added = [v for v in free if rng.random() < 0.5]
        more = int(rng.integers(0, 3))
        change = RowMap(
            ids,
            ids + more,
            np.array(dropped, int),
            np.array([*added, *range(ids, ids + more)], int),
        )
        posterior.remap(change)
        for v in dropped:
            del rows[v]
        rows |= {int(v): np.zeros(K) for v in change.added}
        known = np.array(sorted(rows), dtype=np.int32)
        batch = Minibatch(known, rng.random((len(known), K)), 1)
        add(posterior, batch, SVB().step(Moment(1, 1, 1)))
        for v, row in zip(known.tolist(), batch.rows, strict=True):
            rows[v] += row
        assert_array_equal(posterior.holes, sorted({*range(posterior.n_words)} - rows.keys()))
        assert_allclose(posterior.rows(known), [0.5 + rows[v] for v in known], rtol=1e-12)
        total = 0.5 * len(rows) + sum(rows.values(), np.zeros(K))
        assert_allclose(posterior.sums(), total, rtol=1e-12)

"""A block of minibatches in one compiled call is the document step and `add`, one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse

from biterms import KPS, SVB, SVI, kernels
from biterms.bags.counts import counts_of
from biterms.kernels import Counts, Local
from biterms.learning import Learner, Moment, Posterior, RowMap, Statistics, Step
from biterms.learning.table import RESUM, SMALLEST
from biterms.models.lda.engine import local_step
from tests.learning.steps import flat
from tests.models.planted import planted

LEARNERS: list[Learner] = [SVI(4, kappa=0.7), SVB(), SVB(0.9), KPS(), KPS(0.9)]
DOCS = planted(120).X
V, K = DOCS.shape[1], 4
CUTS = np.array([0, 30, 31, 31, 80, 120])  # a minibatch of one, and an empty one
LOCAL = Local(np.full(K, 0.5), cap=2.0, max_iter=5)


def counts(n_words: int = V) -> Counts:
    return counts_of(sparse.csr_array(np.pad(DOCS, [(0, 0), (0, n_words - V)])))


def anchor(eta: np.ndarray) -> Posterior:
    """A posterior that tells the topics apart."""
    posterior = Posterior(len(eta) if len(eta) > 1 else V, K, eta)
    posterior.begin_at(np.random.default_rng(1).gamma(100, 0.01, (K, posterior.n_words)))
    return posterior


def steps(learner: Learner) -> list[Step]:
    sizes = np.maximum(np.diff(CUTS), 1)
    return [learner.step(Moment(t, int(n), 500)) for t, n in enumerate(sizes, 1)]


def one_by_one(posterior: Posterior, documents: Counts, learner: Learner, growth: Any) -> None:
    for i, step in enumerate(steps(learner)):
        if growth is not None:
            posterior.remap(*growth[i])
        packed = kernels.pack(documents, np.arange(CUTS[i], CUTS[i + 1]))
        rows = posterior.table.expect(packed.words, "mean")
        stats = local_step(LOCAL, rows, packed).stats
        statistics = Statistics(
            packed.words, stats, posterior.n_words, documents=len(packed), anchor=posterior.anchor
        )
        posterior.add(statistics, step)


def assert_same(one: Posterior, other: Posterior) -> None:
    """All but the room for more words, and the ids."""
    same = {"lineage": None}
    tables = [each.table._replace(M=each.M, eta=each.eta, **same) for each in (one, other)]
    for left, right in zip(*tables, strict=True):
        assert_array_equal(left, right)


def blocked(posterior: Posterior, documents: Counts, learner: Learner, growth: Any, n: int) -> None:
    posterior.learn(
        *(documents, np.arange(len(DOCS)), CUTS, steps(learner)),
        local=LOCAL,
        inference="mean",
        n_threads=n,
        joining=growth,
    )


ETAS = {
    "number": np.full((1, 1), 0.1),
    "V": np.linspace(0.05, 0.5, V)[:, None],
    "K x V": np.random.default_rng(0).uniform(0.05, 1.0, (V, K)),
}


@pytest.mark.parametrize("eta", ETAS.values(), ids=ETAS)
@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
def test_a_block_gives_the_bits_of_single_steps(learner: Learner, eta: np.ndarray) -> None:
    one, other = anchor(eta), anchor(eta)
    one_by_one(one, counts(), learner, None)
    blocked(other, counts(), learner, None, 2)
    assert_same(one, other)
    assert other.updates == 5


@pytest.mark.parametrize("shape", ["number", "K x V"])
@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
def test_words_join_inside_a_block(learner: Learner, shape: str) -> None:
    """Each minibatch brings as many words as it needs; before that they are in no sum."""
    eta = ETAS[shape]
    first = 20
    met = [np.flatnonzero(DOCS[: CUTS[i + 1]].any(axis=0)).max(initial=0) + 1 for i in range(5)]
    known = np.maximum(np.maximum.accumulate(met), first)
    growth = []
    for before, after in zip([first, *known], known, strict=False):
        change = RowMap.grow(int(before), int(after - before))
        growth.append((change, None if shape == "number" else eta[change.added]))
    table = eta[:first] if len(eta) > 1 else eta
    posteriors = [Posterior(first, K, table) for _ in range(2)]
    lam = np.random.default_rng(2).gamma(100, 0.01, (K, first))
    for posterior in posteriors:
        posterior.begin_at(lam)
    documents = counts(int(known[-1]))
    one_by_one(posteriors[0], documents, learner, growth)
    blocked(posteriors[1], documents, learner, growth, 1)
    assert_same(*posteriors)


def test_words_that_join_after_a_block_may_be_in_the_documents() -> None:
    """A plan may be cut into blocks anywhere, and its documents have all words of the plan."""
    one, other = (Posterior(20, K, ETAS["number"]) for _ in range(2))
    lam = np.random.default_rng(2).gamma(100, 0.01, (K, 20))
    few = np.where(np.arange(V) < 20, DOCS, 0)
    for posterior, n_words in ((one, 20), (other, V)):
        posterior.begin_at(lam)
        posterior.learn(
            *(counts_of(sparse.csr_array(few[:, :n_words])), np.arange(len(DOCS)), CUTS),
            steps(SVB()),
            local=LOCAL,
            inference="mean",
            joining=[(RowMap.grow(20, 0), None)] * 5,
        )
    assert_same(one, other)


def test_the_words_of_a_block_have_changed() -> None:
    posterior = anchor(ETAS["number"])
    mark = posterior.mark()
    blocked(posterior, counts(), SVB(), None, 1)
    assert_array_equal(posterior.changed_since(mark)[0], np.flatnonzero(DOCS.any(axis=0)))


def test_all_rows_count_as_changed_after_a_block_in_another_order() -> None:
    posterior = anchor(ETAS["number"])
    mark, backwards = posterior.mark(), np.arange(len(DOCS))[::-1].copy()
    posterior.learn(
        *(counts(), backwards, CUTS, steps(SVB())), local=LOCAL, inference="mean", n_threads=1
    )
    assert len(posterior.changed_since(mark)[0]) == V


def test_a_block_ends_before_a_step_that_touches_all_rows() -> None:
    """Where the scale is folded, where all is forgotten, and where sums are taken anew."""
    posterior = flat(5)
    assert posterior.room_for([Step(0.5, 1.0)] * 400) == 300
    assert SMALLEST == 0.5**300
    assert posterior.room_for([Step(1.0, 1.0), Step(0.0, 1.0)]) == 1
    assert posterior.room_for([Step(1.0, 1.0), Step(np.ones(3), 1.0)]) == 1
    assert posterior.room_for([Step(1.0, 1.0)] * (RESUM + 5)) == RESUM
    posterior.add(_nothing(posterior), Step(1.0, 1.0))
    assert posterior.room_for([Step(1.0, 1.0)] * (RESUM + 5)) == RESUM - 1


def _nothing(posterior: Posterior) -> Statistics:
    return Statistics([], np.zeros((0, 3)), posterior.n_words, 0, posterior.anchor)

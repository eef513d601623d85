"""A block of minibatches in one call: the bits of the single calls, and its twin's numbers."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from types import ModuleType
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.special import psi

from biterms.kernels import (
    Counts,
    Lazy,
    Local,
    Prevalence,
    Scratch,
    Steps,
    compiled,
    compiled_learn,
    reference_learn,
)
from tests.examples import examples
from tests.kernels.cases import Document, counts_of, documents, min_pairs

V = 60
HOWS = pytest.mark.parametrize("how", ["vb", "mean"])


class Block(NamedTuple):
    """What `learn` is given, and where it writes."""

    counts: Counts
    docs: np.ndarray
    cuts: np.ndarray
    posterior: Lazy
    m: np.ndarray
    eta_sums: np.ndarray
    steps: Steps
    local: Local

    def fresh(self) -> Block:
        """The same with arrays of its own to write to."""
        return self._replace(
            posterior=self.posterior._replace(M=self.posterior.M.copy()), m=self.m.copy()
        )


def block_of(
    bags: list[Document], sizes: list[int], K: int, seed: int, eta_shape: tuple[int, int] = (1, 1)
) -> Block:
    """Minibatches of these sizes, of documents in any order, some of them more than once."""
    rng, n = np.random.default_rng(seed), len(sizes)
    M, eta = rng.gamma(0.3, 4.0, (V + 3, K)), rng.random(eta_shape) + 0.05
    eta_sums = np.broadcast_to(eta, (V + 3, K))[:V].sum(axis=0) + np.zeros((n, 1))
    return Block(
        counts_of(bags, V),
        rng.integers(0, max(1, len(bags)), sum(sizes)),
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        Lazy(M, eta, 1.5, 0.25),
        M.sum(axis=0),
        eta_sums,
        Steps(rng.random(n) * 0.5 + 0.5, rng.random(n) * 3, rng.integers(0, 2, n).astype(float)),
        Local(rng.gamma(5.0, 0.1, K), cap=2.0, max_iter=20, tol=1e-3),
    )


def learnt(
    kernel: ModuleType, block: Block, how: str, n_threads: int = 1, scratch: Scratch | None = None
) -> Block:
    """The block after a call."""
    own, done = block.fresh(), np.zeros(1, dtype=np.int64)
    kernel.learn(*own, how, n_threads, done, scratch)
    assert done[0] == len(block.cuts) - 1
    return own


def one_by_one(block: Block, how: str) -> Block:
    """The single compiled calls, minibatch after minibatch."""
    own = block.fresh()
    M, eta, prior, scale = own.posterior
    batches = [own.docs[begin:end] for begin, end in pairwise(own.cuts)]
    for i, packed in enumerate(compiled.pack_each(own.counts, batches) if batches else []):
        sums = prior * own.eta_sums[i] + scale * own.m
        rows = compiled.expect_words(Lazy(M, eta, prior, scale), packed.words, sums, how)
        local = own.local
        if local.prevalence is not None:
            alpha = compiled_learn.prevalent_alpha(own.m, scale, local.prevalence)
            local = replace(local, alpha=alpha, prevalence=None)
        if own.steps.rounds is not None:
            local = replace(local, max_iter=int(own.steps.rounds[i]))
        stats = compiled.documents(packed, rows, local).stats
        scale *= own.steps.decay[i]
        compiled.add_rows(M, own.m, packed.words, stats, own.steps.gain[i] / scale)
        prior += own.steps.prior[i]
    return own


def assert_same_bits(one: Block, other: Block) -> None:
    assert_array_equal(one.posterior.M, other.posterior.M)
    assert_array_equal(one.m, other.m)


@HOWS
@examples(20)
@given(
    seed=st.integers(0, 2**16),
    sizes=st.lists(st.sampled_from([0, 1, 3, 17, 40]), max_size=5),
    K=st.sampled_from([1, 5, 16, 33]),
    eta=st.sampled_from([(1, 1), (V + 3, 1), (1, None), (V + 3, None)]),
)
def test_the_bits_of_the_single_calls(
    how: str, seed: int, sizes: list[int], K: int, eta: tuple[int, int | None]
) -> None:
    """Ragged cuts, empty minibatches and empty documents; memory used before; 1 to 3 threads."""
    bags = documents(np.random.default_rng(seed), 12, V, 9)
    block = block_of(bags, sizes, K, seed, (eta[0], eta[1] or K))
    expected, scratch = one_by_one(block, how), Scratch()
    for n_threads in (1, 2, 3):
        assert_same_bits(learnt(compiled_learn, block, how, n_threads, scratch), expected)


def annealed(block: Block) -> Block:
    """Biterms alone, one or two rounds, the prior by how many biterms the topics have."""
    K, n = len(block.m), len(block.cuts) - 1
    local = Local(np.ones(K), weight=0.5, cap=6.0, tol=0.0, at_prior=True, word_weight=0.0)
    rounds = np.arange(n, dtype=np.int32) % 2
    return block._replace(
        local=replace(local, prevalence=Prevalence(30.0, 50 / K)),
        steps=block.steps._replace(rounds=rounds),
    )


def test_rounds_and_prevalence_change_with_minibatches() -> None:
    bags = documents(np.random.default_rng(2), 40, V, 9)
    block = annealed(block_of(bags, [40, 1, 0, 25, 30], 17, 2))
    expected = one_by_one(block, "mean")
    for n_threads in (1, 2, 3):
        assert_same_bits(learnt(compiled_learn, block, "mean", n_threads), expected)
    twin = learnt(reference_learn, block, "mean")
    assert_allclose(expected.posterior.M, twin.posterior.M, rtol=2e-3, atol=2e-3)
    assert_allclose(expected.m, twin.m, rtol=1e-4)
    other = block._replace(steps=block.steps._replace(rounds=None))
    assert not np.allclose(learnt(compiled_learn, other, "mean").m, expected.m)


def test_alpha_is_the_share_of_the_biterms_of_a_topic() -> None:
    """30 (p_k + 50/K) / sum, where p_k = sum_v M_kv / 2."""
    weights = [4 * 0.5 / 2 + 50 / 3, 50 / 3, 12 * 0.5 / 2 + 50 / 3]
    for kernel in (compiled_learn, reference_learn):
        alpha = kernel.prevalent_alpha(np.array([4.0, 0, 12]), 0.5, Prevalence(30.0, 50 / 3))
        assert_allclose(alpha, [30 * w / sum(weights) for w in weights], rtol=1e-6)


@HOWS
def test_long_documents_and_many_blocks_of_work(how: str) -> None:
    rng = np.random.default_rng(5)
    bags = [*documents(rng, 300, V, 9), [(v, 1.0 + v % 3) for v in range(V)]]
    block = block_of(bags, [700, 1, 300], 64, 5)
    expected = one_by_one(block, how)
    for n_threads in (1, 2, 4):
        assert_same_bits(learnt(compiled_learn, block, how, n_threads), expected)


def test_many_short_stages() -> None:
    """Thousands of hand-overs between threads that are hardly ever in step."""
    bags = documents(np.random.default_rng(9), 30, V, 6)
    block = block_of(bags, [1, 40, 9, 20] * 150, 3, 9)
    block = block._replace(steps=block.steps._replace(decay=np.ones(600)))
    expected = one_by_one(block, "mean")
    for n_threads in (2, 5):
        assert_same_bits(learnt(compiled_learn, block, "mean", n_threads), expected)


@HOWS
def test_it_is_its_twin(how: str) -> None:
    bags = documents(np.random.default_rng(1), 20, V, 7)
    block = block_of(bags, [5, 0, 8], 4, 1)
    ours = learnt(compiled_learn, block, how, 2)
    twin = learnt(reference_learn, block, how)
    assert_allclose(ours.posterior.M, twin.posterior.M, rtol=2e-3, atol=2e-3)
    assert_allclose(ours.m, twin.m, rtol=1e-4)


def test_words_of_no_document_are_left_alone() -> None:
    bags = [[(3, 1.0), (5, 2.0)], [(5, 1.0)]]
    block = block_of(bags, [2, 2], 3, 0)
    after = learnt(compiled_learn, block, "mean")
    same = (after.posterior.M == block.posterior.M).all(axis=1)
    assert np.flatnonzero(~same).tolist() == sorted({v for d in block.docs for v, _ in bags[d]})


@pytest.mark.parametrize("kernel", [compiled_learn, reference_learn])
def test_given_pairs_are_refused(kernel: ModuleType) -> None:
    bags = [[(3, 1.0), (5, 2.0)]]
    block = block_of(bags, [1], 3, 0)
    given_pairs = counts_of(bags, V, min_pairs(bags))
    with pytest.raises(ValueError, match="given pairs"):
        learnt(kernel, block._replace(counts=given_pairs), "mean")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cuts": np.array([0, 3, 2])}, "cuts"),
        ({"cuts": np.array([0, 2, 9])}, "cuts"),
        ({"docs": np.array([0, 1, 2, 3, 99])}, "documents"),
        ({"m": np.ones(2)}, "m and alpha"),
        ({"counts": counts_of([[(V, 1.0)]] * 5, V)}, "word ids.*found 60"),
        ({"steps": Steps(*np.zeros((3, 2)))}, "decays above 0"),
        ({"steps": Steps(*np.ones((3, 2)), np.array([1, -1], dtype=np.int32))}, "rounds"),
        ({"steps": Steps(*np.ones((3, 2)), np.array([1], dtype=np.int32))}, "rounds"),
    ],
)
def test_what_is_wrong_is_refused_before_anything_changes(change: dict, message: str) -> None:
    block = block_of(documents(np.random.default_rng(3), 5, V, 5), [3, 2], 3, 3)
    wrong = block._replace(**change)
    before, done = block.posterior.M.copy(), np.zeros(1, dtype=np.int64)
    with pytest.raises(ValueError, match=message):
        compiled_learn.learn(*wrong, "mean", 1, done)
    assert_array_equal(block.posterior.M, before)
    assert done[0] == 0


def test_digamma_is_scipys() -> None:
    """To 1e-14, relative where it is not near its root."""
    x = np.concatenate([10.0 ** np.linspace(-8, 30, 20_001), np.linspace(0.5, 12, 4_001)])
    truth = psi(x)
    error = np.abs(compiled.digamma(x) - truth) / np.maximum(np.abs(truth), 0.5)
    assert error.max() < 1e-14
    assert compiled.digamma(x.reshape(-1, 2)).shape == (len(x) // 2, 2)

"""`pack`, `gather`, `add_rows` and `expect`: compiled = twin, and both = scipy where it applies."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.special import psi

from biterms.kernels import Lazy, Scratch, compiled, reference
from tests.examples import examples
from tests.kernels.cases import counts_of, documents

many = examples(50)
seeds = st.integers(0, 2**16)


@many
@given(seed=seeds, n=st.integers(0, 12), chosen=st.integers(0, 20))
def test_pack_is_its_twin(seed: int, n: int, chosen: int) -> None:
    rng = np.random.default_rng(seed)
    counts = counts_of(documents(rng, n, 40, 9), 40)
    docs = rng.integers(0, n, chosen if n else 0)
    ours, twin = compiled.pack(counts, docs), reference.pack(counts, docs)
    for name in ("ptr", "labels", "counts", "words"):
        one, other = getattr(ours, name), getattr(twin, name)
        assert_array_equal(one, other)
        assert one.dtype == other.dtype


@many
@given(seed=seeds, sizes=st.lists(st.integers(0, 9), min_size=1, max_size=6))
@pytest.mark.parametrize("n_threads", [1, 3])
def test_many_packs_are_each_its_own(n_threads: int, seed: int, sizes: list[int]) -> None:
    rng = np.random.default_rng(seed)
    counts = counts_of(documents(rng, 12, 40, 9), 40)
    batches = [rng.integers(0, 12, size) for size in sizes]
    ours = compiled.pack_each(counts, batches, n_threads)
    twins = reference.pack_each(counts, batches)
    assert len(ours) == len(twins) == len(batches)
    for one, other in zip(ours, twins, strict=True):
        for name in ("ptr", "labels", "counts", "words"):
            assert_array_equal(getattr(one, name), getattr(other, name))


@many
@given(seed=seeds)
def test_packed_words_are_the_documents_words(seed: int) -> None:
    rng = np.random.default_rng(seed)
    bags = documents(rng, 8, 10**6, 7)
    docs = rng.permutation(8)
    packed = compiled.pack(counts_of(bags, 10**6), docs)
    expected = [word for d in docs for word, _ in bags[d]]
    assert packed.words[packed.labels].tolist() == expected
    assert packed.words.tolist() == sorted(set(expected))


@pytest.mark.parametrize("kernel", [compiled, reference])
@pytest.mark.parametrize("word", [-1, 40, 2**31 - 1])
def test_pack_refuses_words_that_are_not_there(kernel: ModuleType, word: int) -> None:
    counts = counts_of([[(3, 1.0), (word, 1.0)], [(4, 1.0)]], 40)
    with pytest.raises(ValueError, match=f"word ids.*found {word}, expected 0 to 39"):
        kernel.pack(counts, np.arange(2))
    assert kernel.pack(counts, np.array([1])).words.tolist() == [4]


@many
@given(
    seed=seeds,
    K=st.integers(1, 20),
    shape=st.sampled_from([(1, 1), (30, 1), (1, None), (30, None), (50, None)]),
)
def test_gather_is_its_twin(seed: int, K: int, shape: tuple[int, int | None]) -> None:
    rng = np.random.default_rng(seed)
    M = rng.normal(size=(30, K))
    eta = rng.random((shape[0], K if shape[1] is None else 1))
    words = rng.choice(30, rng.integers(0, 30), replace=False).astype(np.int32)
    lazy = Lazy(M, eta, rng.random() * 9, rng.random() * 2.0**-280)
    ours = compiled.gather(lazy, words)
    assert_allclose(ours, reference.gather(lazy, words), rtol=1e-14)
    sums = rng.random(K) + 30.0
    for inference in ("vb", "mean"):
        fused = compiled.expect_words(lazy, words, sums, inference, scratch=Scratch())
        apart = compiled.expect(ours, sums, inference)
        assert_array_equal(fused.rows, apart.rows)
        assert_array_equal(fused.shifts, apart.shifts)
        twin = reference.expect_words(lazy, words, sums, inference)
        assert_allclose(fused.shifts, twin.shifts, rtol=1e-5, atol=1e-5)


@many
@given(seed=seeds, K=st.integers(1, 20))
def test_add_rows_is_its_twin(seed: int, K: int) -> None:
    rng = np.random.default_rng(seed)
    M = rng.normal(size=(30, K))
    words = rng.choice(30, rng.integers(0, 30), replace=False).astype(np.int32)
    stats = rng.random((len(words), K))
    ours, twin = M.copy(), M.copy()
    m, twins_m = M.sum(axis=0), M.sum(axis=0)
    compiled.add_rows(ours, m, words, stats, 0.37)
    reference.add_rows(twin, twins_m, words, stats, 0.37)
    assert_allclose(ours, twin, rtol=1e-14, atol=1e-15)
    assert_allclose(m, twins_m, rtol=1e-12, atol=1e-13)
    assert_allclose(m, ours.sum(axis=0), rtol=1e-12, atol=1e-13)
    untouched = np.setdiff1d(np.arange(30), words)
    assert_array_equal(ours[untouched], M[untouched])


def test_add_rows_is_the_same_on_any_number_of_threads() -> None:
    rng = np.random.default_rng(0)
    words = rng.permutation(3000).astype(np.int32)
    stats, M = rng.random((3000, 50)), rng.random((3000, 50))
    found = []
    for n_threads in (1, 2, 3, 5):
        own, m = M.copy(), M.sum(axis=0)
        compiled.add_rows(own, m, words, stats, 1 / 3, n_threads)
        found.append((own, m))
    assert_allclose(found[0][1], found[0][0].sum(axis=0), rtol=1e-13)
    for own, m in found[1:]:
        assert_array_equal(own, found[0][0])
        assert_array_equal(m, found[0][1])


def lam_of_all_sizes(n: int, K: int) -> np.ndarray:
    rng = np.random.default_rng(n + K)
    return 10.0 ** rng.uniform(-3, 6, (n, K))


def log_error(logs: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """In units of what float32 holds of terms this large, at least of psi(1e7) = 16."""
    return np.abs(logs - truth) / (np.finfo(np.float32).eps * np.maximum(np.abs(truth), 16.0))


@pytest.mark.parametrize("K", [1, 2, 7, 16, 33, 100])
def test_expect_vb_is_the_digamma(K: int) -> None:
    lam = lam_of_all_sizes(200, K)
    sums = lam.sum(axis=0)
    truth = psi(lam) - psi(sums)
    rows = compiled.expect(lam, sums, "vb")
    assert log_error(rows.logs + rows.shifts[:, None], truth).max() < 4
    assert log_error(rows.shifts, truth.max(axis=1)).max() < 4
    assert rows.logs.max(axis=1).tolist() == [0.0] * 200


@pytest.mark.parametrize("K", [1, 2, 7, 16, 33, 100])
def test_rows_are_the_exponentials_of_the_logs(K: int) -> None:
    """To 1e-6, down to the floor of 1e-18, which is never 0 and never above."""
    rows = compiled.expect(lam_of_all_sizes(200, K), np.full(K, 1e7), "vb")
    exact = np.exp(rows.logs.astype(np.float64))
    assert_allclose(rows.rows, np.maximum(exact, 1e-18), rtol=1e-6)


@pytest.mark.parametrize("K", [1, 2, 7, 16, 33, 100])
def test_expect_mean_is_the_mean(K: int) -> None:
    lam = lam_of_all_sizes(200, K)
    truth = lam / lam.sum(axis=0)
    rows = compiled.expect(lam, lam.sum(axis=0), "mean")
    assert rows.logs is None
    assert_allclose(rows.rows * np.exp(rows.shifts)[:, None], truth, rtol=2e-6)


@many
@given(seed=seeds, K=st.integers(1, 40), how=st.sampled_from(["vb", "mean"]))
def test_expect_is_its_twin(seed: int, K: int, how: str) -> None:
    rng = np.random.default_rng(seed)
    lam = 10.0 ** rng.uniform(-2, 3, (rng.integers(0, 9), K))
    sums = lam.sum(axis=0) + rng.random(K) + 0.1
    ours, twin = compiled.expect(lam, sums, how), reference.expect(lam, sums, how)
    assert log_error(ours.shifts, twin.shifts).max(initial=0) < 4
    assert_allclose(ours.rows, twin.rows, rtol=2e-4, atol=1.1e-18)
    assert (ours.logs is None) == (twin.logs is None) == (how == "mean")
    if how == "vb":
        assert_allclose(ours.logs, twin.logs, rtol=1e-6, atol=1e-4)


@pytest.mark.parametrize("how", ["vb", "mean"])
def test_expect_gives_the_same_bits_on_any_threads(how: str) -> None:
    lam = lam_of_all_sizes(3000, 50)
    one, three = (compiled.expect(lam, lam.sum(axis=0), how, threads) for threads in (1, 3))
    assert_array_equal(one.rows, three.rows)
    assert_array_equal(one.shifts, three.shifts)
    if how == "vb":
        assert_array_equal(one.logs, three.logs)

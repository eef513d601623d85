"""Documents of thousands of distinct words: all pairs up to a limit, above it a bounded sample."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from math import fsum

import numpy as np
import pytest
from numpy.testing import assert_allclose

from biterms.kernels import (
    LONGEST_PAIRED,
    Counts,
    Local,
    Pairs,
    compiled,
    pair_mass,
    reference,
)
from tests.kernels import cases_hdp
from tests.kernels.cases import topics

K = 4
HOWS = pytest.mark.parametrize("how", ["vb", "mean"])


def pairs_by_hand(n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The pairs of `long_document` as the documentation has them: left, right and weight."""
    f = long_document(n)[0].astype(np.float64)
    if n <= 1024:
        u, v = np.triu_indices(n, 1)
        return u, v, np.minimum(f[u], f[v])
    w = max(4, 523_776 // n)
    chosen = [1 + j * ((n - 1) // 2) // w for j in range(w)]
    u, s = np.repeat(np.arange(n), w), np.tile(chosen, n)
    v = (u + s) % n
    u, v = np.divmod(np.sort(np.minimum(u, v) * n + np.maximum(u, v)), n)
    return u, v, np.minimum(f[u], f[v]) * (n - 1) / (2 * w)


def long_document(n: int) -> tuple[np.ndarray, np.ndarray]:
    """f of its n words, and lam."""
    rng = np.random.default_rng(n)
    return rng.integers(1, 6, n).astype(np.float32), topics(rng, n, K, 0.1)


@cache
def counts_of(n: int, given: bool = False) -> Counts:
    """The document, its pairs implied or written out."""
    f, pairs = long_document(n)[0], None
    if given:
        left, right, weight = pairs_by_hand(n)
        ends = np.array([0, len(left)])
        pairs = Pairs(ends, left.astype("i4"), right.astype("i4"), weight.astype("f4"))
    return Counts(np.array([0, n]), np.arange(n, dtype=np.int32), f, n, pairs)


def assert_as_given(one: object, other: object, *names: str) -> None:
    for name in names:
        ours, theirs = getattr(one, name), getattr(other, name)
        assert_allclose(ours, theirs, rtol=2e-4, atol=1e-5 * np.abs(theirs).max())


@HOWS
@pytest.mark.parametrize("n", [LONGEST_PAIRED, LONGEST_PAIRED + 1, 1500])
def test_the_documented_pairs_are_used(n: int, how: str) -> None:
    """Implied pairs give what the same pairs give when they are written out."""
    _, lam = long_document(n)
    rows = compiled.expect(lam, lam.sum(axis=0), how)
    for cap in (np.inf, 2.0):
        local = Local(np.full(K, 0.5), cap=cap, max_iter=2, tol=0.0)
        implied, given = (
            compiled.documents(compiled.pack(counts_of(n, given), [0]), rows, local, fit=True)
            for given in (False, True)
        )
        assert_as_given(implied, given, "gamma", "stats", "fit")


@HOWS
@pytest.mark.parametrize("n", [LONGEST_PAIRED + 1, 1500])
def test_hdp_uses_them_too(n: int, how: str) -> None:
    _, lam = long_document(n)
    rows = compiled.expect(lam, lam.sum(axis=0), how)
    sticks = cases_hdp.Sticks(np.log(np.full(K, 1 / K)), 1.0, 3, vb=how == "vb", max_iter=2)
    implied, given = (
        cases_hdp.COMPILED.atoms(compiled.pack(counts_of(n, given), [0]), rows, sticks, fit=True)
        for given in (False, True)
    )
    assert_as_given(implied, given, "theta", "usage", "stats", "fit")


def lda_round(n: int, max_iter: int, tol: float) -> tuple[np.ndarray, int]:
    """gamma after some rounds, and how many there were."""
    _, lam = long_document(n)
    rows = compiled.expect(lam, lam.sum(axis=0), "mean")
    local = Local(np.full(K, 0.5), weight=0.0, max_iter=max_iter, tol=tol)
    found = compiled.documents(compiled.pack(counts_of(n), [0]), rows, local)
    return found.gamma[0], int(found.iterations[0])


def hdp_round(n: int, max_iter: int, tol: float) -> tuple[np.ndarray, int]:
    """The occupancy of atoms after some rounds, and how many there were."""
    _, lam = long_document(n)
    rows = compiled.expect(lam, lam.sum(axis=0), "mean")
    sticks = cases_hdp.Sticks(
        np.log(np.full(K, 1 / K)), 1.0, 3, vb=False, weight=0.0, max_iter=max_iter, tol=tol
    )
    packed = compiled.pack(counts_of(n), [0])
    found = cases_hdp.COMPILED.atoms(packed, rows, sticks, keep=True)
    assert found.shares is not None
    return found.shares.occupancy[0], int(found.iterations[0])


@pytest.mark.parametrize("round_of", [lda_round, hdp_round])
@pytest.mark.parametrize("n", [LONGEST_PAIRED, 4 * LONGEST_PAIRED])
def test_the_change_at_which_iteration_ends_grows_with_the_words(
    n: int, round_of: Callable[[int, int, float], tuple[np.ndarray, int]]
) -> None:
    """The first round whose mean change is below tol * n / LONGEST_PAIRED is the last."""
    rounds = [round_of(n, i, 0.0)[0] for i in range(1, 6)]
    changes = np.abs(np.diff(rounds, axis=0)).mean(axis=1)
    assert np.all(np.diff(changes) < 0)
    tol = (changes[2] * changes[3]) ** 0.5  # between those of the fourth and the fifth round
    assert round_of(n, 100, tol * LONGEST_PAIRED / n)[1] == 5


def test_the_twin_has_the_same_pairs() -> None:
    f, _ = long_document(LONGEST_PAIRED + 2)
    C = reference.pair_weights(f.astype(np.float64), Local(np.ones(1)))
    truth = np.zeros_like(C)
    u, v, c = pairs_by_hand(len(f))
    truth[u, v] = truth[v, u] = c
    assert_allclose(C, truth, rtol=1e-14)


@pytest.mark.parametrize("n", [1, 2, 50, LONGEST_PAIRED, LONGEST_PAIRED + 1, 5000])
def test_pair_mass_is_their_sum(n: int) -> None:
    f, _ = long_document(n)
    assert_allclose(pair_mass(f), fsum(pairs_by_hand(n)[2]), rtol=1e-13)


def test_the_sample_is_bounded_and_stands_for_all_pairs() -> None:
    f, _ = long_document(6000)
    (u, v, c), every = pairs_by_hand(len(f)), np.sort(f) @ np.arange(5999, -1, -1)
    assert len(c) == 6000 * (523_776 // 6000) <= 523_776
    assert_allclose(c.sum(), every, rtol=0.01)
    partners = np.bincount(np.concatenate([u, v]))
    assert set(partners) == {2 * (523_776 // 6000)}


PEAK = """
import resource, sys
import numpy as np
from biterms.kernels import Local, compiled
from tests.kernels.test_long_documents import counts_of, long_document
def read(n):
    _, lam = long_document(n)
    rows = compiled.expect(lam, lam.sum(axis=0), "vb")
    return compiled.documents(compiled.pack(counts_of(n), [0]), rows, Local(np.ones(4), max_iter=1))
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
read(200)
before = peak()
assert np.isfinite(read(200_000).stats).all()
print((peak() - before) * (1 if sys.platform == "darwin" else 1024))
"""


def test_200000_distinct_words_need_no_table_of_pairs(request: pytest.FixtureRequest) -> None:
    """A byte per pair would be 20 GB; rows, statistics and answers together are some 30 MB."""
    run = subprocess.run(
        [sys.executable, "-c", PEAK], cwd=request.config.rootpath, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) < 90e6

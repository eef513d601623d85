"""A document of thousands of distinct words: every biterm counts, and memory stays O(nK)."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import softmax

from biterms.kernels import Counts, Found, Local, compiled
from tests.kernels.cases import topics
from tests.kernels.enumeration import log_beta, log_theta

K, ALPHA = 8, 0.5


def long_document(n: int) -> Counts:
    f = np.random.default_rng(n).integers(1, 6, n).astype(np.float32)
    return Counts(np.array([0, n]), np.arange(n, dtype=np.int32), f, n)


def lam_of(counts: Counts) -> np.ndarray:
    return topics(np.random.default_rng(1), counts.n_words, K, 0.1)


def read(counts: Counts, how: str, rounds: int) -> Found:
    lam = lam_of(counts)
    rows = compiled.expect(lam, lam.sum(axis=0), how)
    local = Local(np.full(K, ALPHA), max_iter=rounds, tol=0.0)
    return compiled.documents(compiled.pack(counts, np.arange(1)), rows, local)


def pair_sums(f: np.ndarray) -> np.ndarray:
    """sum_u min(f_u, f_v), u != v, of each v, without the n x n table."""
    values, sizes = np.unique(f, return_counts=True)
    return np.minimum.outer(f, values) @ sizes - f


def assert_every_biterm_counts(n: int, how: str) -> None:
    """s of some words with every biterm they are in; gamma from s, whose pairs count twice."""
    counts = long_document(n)
    f, logs = counts.data.astype(np.float64), log_beta(lam_of(counts), how)
    first, second = (read(counts, how, rounds) for rounds in (1, 2))
    theta = log_theta(first.gamma[0].astype(np.float64), how)
    terms = f[:, None] * softmax(theta + logs, axis=1)
    for v in (0, 1, n // 2, n - 1):
        C = np.minimum(f, f[v])
        C[v] = 0.0
        expected = terms[v] + 2 * C @ softmax(theta + logs[v] + logs, axis=1)
        assert_allclose(first.stats[v], expected, rtol=1e-4, atol=1e-5 * expected.sum())
    assert_allclose(first.stats.sum(axis=1), f + 2 * pair_sums(f), rtol=1e-4)
    assert_allclose(second.gamma[0], ALPHA + (first.stats + terms).sum(axis=0) / 2, rtol=1e-4)
    assert_allclose(
        second.gamma.sum(dtype=np.float64) - K * ALPHA, f.sum() + pair_sums(f).sum(), rtol=1e-4
    )


@pytest.mark.parametrize("how", ["vb", "mean"])
def test_2000_distinct_words(how: str) -> None:
    assert_every_biterm_counts(2000, how)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["vb", "mean"])
def test_20000_distinct_words(how: str) -> None:
    assert_every_biterm_counts(20_000, how)


PEAK = """
import resource, sys
from tests.kernels.test_long_documents import long_document, read
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
read(long_document(200), "vb", 1)
before = peak()
read(long_document(20_000), "vb", 1)
print((peak() - before) * (1 if sys.platform == "darwin" else 1024))
"""


@pytest.mark.slow
def test_20000_distinct_words_need_no_table_of_pairs(request: pytest.FixtureRequest) -> None:
    """A byte per pair would be 200 MB; rows, statistics and answers together are a few MB."""
    run = subprocess.run(
        [sys.executable, "-c", PEAK], cwd=request.config.rootpath, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) < 60e6

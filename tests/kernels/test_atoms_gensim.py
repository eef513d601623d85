"""The words-only steps of HDP equal gensim's ``doc_e_step``, taken in its order.

gensim's T, K and gamma are our K, T and omega. Its order is zeta, phi, sticks; phi starts at 1/T,
and for three rounds no sticks count.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from gensim.models.hdpmodel import HdpModel, SuffStats, expect_log_sticks
from numpy.testing import assert_allclose

from biterms.kernels.hdp_shapes import Sticks
from biterms.kernels.reference_hdp import AtomCounts, Document, log_sticks
from tests.kernels.cases import Document as Words
from tests.kernels.cases import documents, topics
from tests.kernels.enumeration import log_beta

ALWAYS = -1  # as var_converge: the 100 rounds that gensim has at most
V = 30


def in_gensims_order(E: np.ndarray, f: np.ndarray, sticks: Sticks) -> tuple[np.ndarray, np.ndarray]:
    """zeta and S (n x T) after its hundred rounds."""
    T, without = sticks.n_atoms, replace(sticks, log_sigma=np.zeros_like(sticks.log_sigma))
    log_p, state = np.zeros(T), AtomCounts(np.zeros(T), np.outer(f, np.full(T, 1 / T)))
    for iteration in range(100):
        one = Document(E, f, np.zeros((len(f), len(f))), without if iteration < 3 else sticks)
        zeta = one.zeta(state.S)
        state = one.phi(log_p if iteration >= 3 else np.zeros(T), zeta)
        log_p = log_sticks(*one.gamma(state.m), vb=True)
    return zeta, state.S


def gensims(lam: np.ndarray, bags: list[Words], sticks: Sticks) -> SuffStats:
    """Its statistics of all documents: sum zeta, and sum zeta S of each word (K x V)."""
    K = lam.shape[1]
    names = {v: str(v) for v in range(V)}
    model = HdpModel(None, names, K=sticks.n_atoms, T=K, alpha=sticks.alpha, random_state=0)
    model.m_Elogbeta = log_beta(lam, "vb").T
    stats = SuffStats(K, V, len(bags))
    for bag in bags:
        words, f = [v for v, _ in bag], [f for _, f in bag]
        model.doc_e_step(stats, sticks.log_sigma, {v: v for v in range(V)}, words, f, ALWAYS)
    return stats


@pytest.mark.parametrize(("K", "T"), [(2, 2), (5, 3), (4, 8), (20, 15)])
@pytest.mark.parametrize("alpha", [0.3, 1.0, 5.0])
def test_steps_equal_gensims(K: int, T: int, alpha: float) -> None:
    rng = np.random.default_rng(K)
    lam, bags = topics(rng, V, K, 0.1), [bag for bag in documents(rng, 8, V, 12) if bag]
    sticks = Sticks(log_sticks(*rng.gamma(2.0, 2.0, (2, K)), vb=True), alpha, T, weight=0.0)
    usage, stats = np.zeros(K), np.zeros((V, K))
    for bag in bags:
        words, f = [v for v, _ in bag], np.array([f for _, f in bag])
        zeta, S = in_gensims_order(log_beta(lam, "vb")[words], f, sticks)
        usage += zeta.sum(axis=0)
        stats[words] += S @ zeta
    theirs = gensims(lam, bags, sticks)
    assert_allclose(usage, theirs.m_var_sticks_ss, rtol=1e-10, atol=1e-10)
    assert_allclose(stats, theirs.m_var_beta_ss.T, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("K", [2, 3, 50])
def test_expected_log_sticks_are_gensims(K: int) -> None:
    """Its sticks end at K - 1, the last one being 1."""
    a, b = np.random.default_rng(K).gamma(1.0, 3.0, (2, K))
    theirs = expect_log_sticks(np.array([a[:-1], b[:-1]]))
    assert_allclose(log_sticks(a, b, vb=True), theirs, rtol=1e-12)

"""Small problems for HDP's document step, solved by a kernel or by enumeration."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from biterms.kernels import compiled, compiled_hdp, reference, reference_hdp
from biterms.kernels.hdp_shapes import Atoms, Sticks
from biterms.kernels.shapes import Packed
from tests.kernels import enumeration_hdp
from tests.kernels.cases import (
    Document,
    Given,
    all_bags,
    counts_of,
    documents,
    some_pairs,
    topics,
)
from tests.kernels.enumeration import Bag, log_beta

#: what a kernel must have: pack, expect and atoms
TWIN = SimpleNamespace(pack=reference.pack, expect=reference.expect, atoms=reference_hdp.atoms)
COMPILED = SimpleNamespace(pack=compiled.pack, expect=compiled.expect, atoms=compiled_hdp.atoms)
#: the twin where the compiled one is: from the same rows
BESIDE = SimpleNamespace(pack=compiled.pack, expect=compiled.expect, atoms=reference_hdp.atoms)


class Case(NamedTuple):
    """Documents, lam (V x K), and how the document step is done."""

    documents: list[Document]
    lam: np.ndarray
    sticks: Sticks
    given: list[Given] | None = None

    @property
    def how(self) -> str:
        return "vb" if self.sticks.vb else "mean"

    def with_sticks(self, **changed: Any) -> Case:
        return self._replace(sticks=replace(self.sticks, **changed))


class Solution(NamedTuple):
    """Per document theta, usage (D x K), gamma (D x 2 x T), fit and m (D x T); s (V x K).

    ``spread`` is S of each entry of each document (entries x T).
    """

    theta: np.ndarray
    usage: np.ndarray
    gamma: np.ndarray
    fit: np.ndarray
    occupancy: np.ndarray
    stats: np.ndarray
    spread: np.ndarray


def found(kernel: Any, case: Case, **wanted: Any) -> tuple[Atoms, Packed]:
    """What a kernel finds in the documents of the case, packed."""
    counts = counts_of(case.documents, len(case.lam), case.given)
    packed = kernel.pack(counts, np.arange(len(case.documents)))
    lam = np.ascontiguousarray(case.lam[packed.words])
    rows = kernel.expect(lam, case.lam.sum(axis=0), case.how)
    return kernel.atoms(packed, rows, case.sticks, **({"fit": True, "keep": True} | wanted)), packed


def solved(kernel: Any, case: Case, **wanted: Any) -> Solution:
    """The same with s spread over all words."""
    answer, packed = found(kernel, case, **wanted)
    stats = np.zeros_like(case.lam)
    stats[packed.words] = answer.stats
    shares = answer.shares
    own = answer.theta, answer.usage, answer.gamma, answer.fit
    return Solution(*own, shares.occupancy, stats, shares.spread)


def stepped(case: Case) -> Solution:
    """The twin's last round after the compiled ones before it: what rounding does stays small."""
    rounds, one = case.sticks.max_iter, case.with_sticks(max_iter=1)
    if rounds == 1:
        return solved(BESIDE, one)
    before, _ = found(COMPILED, case.with_sticks(max_iter=rounds - 1))
    return solved(BESIDE, one, shares=before.shares)


def bags_of(case: Case) -> list[Bag]:
    return all_bags(case.documents, case.given, case.sticks.weight, case.sticks.cap)


def enumerated(case: Case) -> Solution:
    """Algorithm 5 by enumeration, ``max_iter`` rounds for every document."""
    logs, sticks = log_beta(case.lam, case.how), case.sticks
    setting = enumeration_hdp.Setting(sticks.log_sigma, sticks.alpha, sticks.n_atoms, case.how)
    stats, answers = np.zeros_like(case.lam), []
    for document, bag in zip(case.documents, bags_of(case), strict=True):
        words = [word for word, _ in document]
        answers.append(enumeration_hdp.document(bag, logs[words], setting, sticks.max_iter))
        np.add.at(stats, words, answers[-1].stats)
    per_document = ("theta", "usage", "gamma", "fit", "occupancy")
    columns = [np.array([getattr(one, name) for one in answers]) for name in per_document]
    return Solution(*columns, stats, np.concatenate([one.spread for one in answers]))


def masses(case: Case) -> tuple[np.ndarray, np.ndarray]:
    """N + M of each document, f_v + 2 sum_u C_uv of each entry."""
    bags = bags_of(case)
    entries = []
    for bag in bags:
        mass = bag.f.copy()
        np.add.at(mass, bag.first, bag.C)
        np.add.at(mass, bag.second, bag.C)
        entries.append(mass)
    return np.array([bag.f.sum() + bag.C.sum() for bag in bags]), np.concatenate(entries)


def assert_close(ours: Solution, truth: Solution, case: Case, rtol: float) -> None:
    """Shares are compared with the mass they are a share of."""
    whole, entries = masses(case)
    of_document = np.maximum(whole, 1.0)[:, None]
    scales = {
        "theta": 1.0,
        "usage": 1.0,
        "gamma": of_document[:, None] + np.abs(truth.gamma),
        "fit": np.abs(truth.fit) + of_document[:, 0],
        "occupancy": of_document,
        "stats": 1e-300 + truth.stats.sum(axis=1, keepdims=True),
        "spread": np.maximum(entries, 1e-300)[:, None],
    }
    for name, scale in scales.items():
        one, other = getattr(ours, name), getattr(truth, name)
        assert one.shape == other.shape, name
        assert np.isfinite(one).all(), name
        assert (np.abs(one - other) / scale).max(initial=0.0) <= rtol, name


@st.composite
def cases(draw: st.DrawFn, longest: int = 8, given: bool = False) -> Case:
    """Up to three documents, at any truncation and any sparsity; words may be all alike."""
    K, T = draw(st.sampled_from([1, 2, 3, 8, 17, 40])), draw(st.sampled_from([1, 2, 3, 5, 20]))
    n_words = draw(st.integers(1, 20))
    rng = np.random.default_rng(draw(st.integers(0, 2**16)))
    lam = topics(rng, n_words, K, draw(st.sampled_from([0.01, 0.1, 1.0])))
    if draw(st.sampled_from([False, False, False, True])):
        lam = np.tile(lam[0], (n_words, 1))
    bags = documents(
        rng, draw(st.integers(1, 3)), n_words, min(n_words, longest), draw(st.booleans())
    )
    sticks = Sticks(
        np.log(rng.dirichlet(np.ones(K))) - rng.gamma(1.0, 1.0, K),
        draw(st.sampled_from([0.1, 1.0, 10.0])),
        T,
        weight=draw(st.sampled_from([1.0, 0.0, 0.3, 2.0])),
        cap=draw(st.sampled_from([np.inf, 2.0, 0.5])),
        max_iter=draw(st.integers(1, 8)),
        tol=0.0,
        vb=draw(st.booleans()),
    )
    pairs = [some_pairs(rng, len(bag)) for bag in bags] if given else None
    return Case(bags, lam, sticks, pairs)

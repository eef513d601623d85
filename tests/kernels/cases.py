"""Small problems for the document step, solved by a kernel or by enumeration."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from biterms.kernels import Counts, DocumentResult, Local, Pairs
from tests.kernels import enumeration

#: entries of a document: (word, weight); of its biterms: (entry, entry, weight)
Document = list[tuple[int, float]]
Given = list[tuple[int, int, float]]


class Case(NamedTuple):
    """Documents, lam (V x K), and how the document step is done."""

    documents: list[Document]
    lam: np.ndarray
    local: Local
    how: str
    gamma: np.ndarray | None = None
    given: list[Given] | None = None


class Solution(NamedTuple):
    """gamma (D x K), s (V x K), the fit of each document."""

    gamma: np.ndarray
    stats: np.ndarray
    fit: np.ndarray


def counts_of(documents: list[Document], n_words: int, given: list[Given] | None = None) -> Counts:
    entries = [entry for document in documents for entry in document]
    return Counts(
        np.cumsum([0] + [len(document) for document in documents]).astype(np.int64),
        np.array([word for word, _ in entries], dtype=np.int32),
        np.array([weight for _, weight in entries], dtype=np.float32),
        n_words,
        None if given is None else pairs_of(given),
    )


def pairs_of(given: list[Given]) -> Pairs:
    entries = [entry for pairs in given for entry in sorted(pairs)]
    return Pairs(
        np.cumsum([0] + [len(pairs) for pairs in given]).astype(np.int64),
        np.array([left for left, _, _ in entries], dtype=np.int32),
        np.array([right for _, right, _ in entries], dtype=np.int32),
        np.array([weight for _, _, weight in entries], dtype=np.float32),
    )


def found(kernel: ModuleType, case: Case, **wanted: Any) -> tuple[DocumentResult, np.ndarray]:
    """What a kernel module finds, and the words its rows of statistics belong to."""
    counts = counts_of(case.documents, len(case.lam), case.given)
    packed = kernel.pack(counts, np.arange(len(case.documents)))
    lam = np.ascontiguousarray(case.lam[packed.words])
    rows = kernel.expect(lam, case.lam.sum(axis=0), case.how)
    wanted = {"gamma": case.gamma, "fit": True} | wanted
    return kernel.documents(packed, rows, case.local, **wanted), packed.words


def solved(kernel: ModuleType, case: Case, **wanted: Any) -> Solution:
    """The same with s spread over all words."""
    answer, words = found(kernel, case, **wanted)
    stats = np.zeros_like(case.lam)
    stats[words] = answer.stats
    return Solution(answer.gamma.astype(np.float64), stats, answer.fit)


def bags_of(case: Case) -> list[enumeration.Bag]:
    """Every ordered biterm of every document, and what its words weigh beside them."""
    bags = all_bags(case.documents, case.given, case.local.weight, case.local.cap)
    return [bag._replace(f=case.local.word_weight * bag.f) for bag in bags]


def all_bags(
    documents: list[Document], given: list[Given] | None, weight: float, cap: float
) -> list[enumeration.Bag]:
    weights = [[f for _, f in document] for document in documents]
    if given is None:
        return [enumeration.bag_of_biterms(f, weight, cap) for f in weights]
    return [
        enumeration.bag_of_given(f, pairs, weight, cap)
        for f, pairs in zip(weights, given, strict=True)
    ]


def min_pairs(documents: list[Document]) -> list[Given]:
    """All pairs with weight min(f_u, f_v): what is implied where none are given."""
    return [
        [(u, v, min(bag[u][1], bag[v][1])) for u in range(len(bag)) for v in range(u + 1, len(bag))]
        for bag in documents
    ]


def enumerated(case: Case) -> Solution:
    """Algorithm 1 by enumeration, ``max_iter`` rounds for every document."""
    logs = enumeration.log_beta(case.lam, case.how)
    first = case.local.alpha if case.local.at_prior else np.ones(case.lam.shape[1])
    start = [first] * len(case.documents) if case.gamma is None else case.gamma
    stats, answers = np.zeros_like(case.lam), []
    for document, bag, gamma in zip(case.documents, bags_of(case), start, strict=True):
        words = [word for word, _ in document]
        answer = enumeration.local_vb(
            bag, logs[words], case.local.alpha, gamma, case.local.max_iter, case.how
        )
        np.add.at(stats, words, answer.stats)
        answers.append(answer)
    K = case.lam.shape[1]
    gamma = np.array([answer.gamma for answer in answers]).reshape(-1, K)
    return Solution(gamma, stats, np.array([answer.fit for answer in answers]))


def word_masses(case: Case) -> np.ndarray:
    """f_v + 2 sum_u C_uv of each word, summed over documents: what its row of s must hold."""
    masses = np.zeros(len(case.lam))
    for document, bag in zip(case.documents, bags_of(case), strict=True):
        words = np.array([word for word, _ in document], dtype=int)
        np.add.at(masses, words, bag.f)
        np.add.at(masses, words[bag.first], bag.C)
        np.add.at(masses, words[bag.second], bag.C)
    return masses


def document_masses(case: Case) -> np.ndarray:
    """N + M of each document."""
    return np.array([bag.f.sum() + bag.C.sum() for bag in bags_of(case)])


def stepped(kernel: ModuleType, case: Case) -> Solution:
    """The truth one step at a time: gamma from the kernel's last but one, s from its last.

    Small alpha makes the map itself so steep that rounding grows a hundredfold per round; each
    single step is well behaved.
    """
    rounds = case.local.max_iter
    before, last = (_with_rounds(case, many) for many in (rounds - 1, rounds))
    gamma = solved(kernel, before).gamma if rounds > 1 else case.gamma
    step = enumerated(_with_rounds(case, 1)._replace(gamma=gamma)).gamma
    here = enumerated(_with_rounds(case, 0)._replace(gamma=solved(kernel, last).gamma))
    return Solution(step, here.stats, here.fit)


def _with_rounds(case: Case, rounds: int) -> Case:
    return case._replace(local=replace(case.local, max_iter=rounds))


def assert_close(ours: Solution, truth: Solution, case: Case, rtol: float) -> None:
    """gamma relative to the document's mass; responsibilities entry by entry.

    What is below 1e-4 of the word's mass counts as 1e-4 of it.
    """
    for array in ours:
        assert np.isfinite(array).all()
    masses = np.maximum(document_masses(case), 1.0)
    assert _largest(np.abs(ours.gamma - truth.gamma) / masses[:, None]) <= rtol
    assert _largest(np.abs(ours.fit - truth.fit) / (np.abs(truth.fit) + masses)) <= rtol
    words = word_masses(case)
    met = words > 0
    assert not ours.stats[~met].any()
    off = np.abs(ours.stats - truth.stats)[met]
    assert _largest(off / (truth.stats[met] + 1e-4 * words[met, None])) <= rtol


def _largest(ratios: np.ndarray) -> float:
    return float(ratios.max(initial=0.0))


def topics(rng: np.random.Generator, n_words: int, n_topics: int, eta: float) -> np.ndarray:
    """lam (V x K): most entries at eta, the others of very different sizes."""
    sizes = rng.choice([0.0, 0.0, 1.0, 10.0, 1000.0], (n_words, n_topics))
    return eta + sizes * rng.gamma(0.5, 1.0, (n_words, n_topics))


def documents(
    rng: np.random.Generator, n: int, n_words: int, longest: int, whole: bool = True
) -> list[Document]:
    """Random words; weights are counts, or any positive numbers."""

    def weight() -> float:
        return float(rng.integers(1, 5)) if whole else float(np.float32(rng.gamma(1.0, 2.0)))

    lengths = rng.integers(0, longest + 1, n)
    return [[(int(v), weight()) for v in rng.choice(n_words, m, replace=False)] for m in lengths]


@st.composite
def cases(
    draw: st.DrawFn, given: bool = False, alphas: tuple[float, ...] = (0.01, 0.1, 1.0)
) -> Case:
    """Cases of up to five documents, at any number of topics and any sparsity."""
    K = draw(st.sampled_from([1, 2, 3, 8, 15, 16, 17, 31, 33, 50]))
    eta = draw(st.sampled_from([0.01, 0.1, 1.0]))
    # Short and long documents go different ways through the kernel.
    n_words, longest = draw(st.integers(1, 50)), draw(st.sampled_from([12, 12, 50]))
    rng = np.random.default_rng(draw(st.integers(0, 2**16)))
    bags = documents(
        rng, draw(st.integers(1, 5)), n_words, min(n_words, longest), draw(st.booleans())
    )
    local = Local(
        rng.gamma(5.0, 0.2, K) * draw(st.sampled_from(alphas)),
        weight=draw(st.sampled_from([1.0, 0.0, 0.3, 2.0])),
        cap=draw(st.sampled_from([np.inf, 2.0, 0.5])),
        max_iter=draw(st.integers(1, 10)),
        tol=0.0,
        at_prior=draw(st.booleans()),
        word_weight=draw(st.sampled_from([1.0, 1.0, 0.0, 0.4])),
    )
    gamma = rng.gamma(1.0, 1.0, (len(bags), K)) + 0.05 if draw(st.booleans()) else None
    pairs = [some_pairs(rng, len(bag)) for bag in bags] if given else None
    how = draw(st.sampled_from(["vb", "mean"]))
    return Case(bags, topics(rng, n_words, K, eta), local, how, gamma, pairs)


def some_pairs(rng: np.random.Generator, n: int) -> Given:
    """Each pair of n words with probability 1/2, of any weight."""
    return [
        (u, v, float(np.float32(rng.gamma(1.0, 2.0))))
        for u in range(n)
        for v in range(u + 1, n)
        if rng.random() < 0.5
    ]

"""Pairs of words of topics, against a plain enumeration of what they are."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from biterms import InOrder
from biterms.kernels import Array, Counts, Sequences
from biterms.topics.document_pairs import LONGEST, biterms_of
from biterms.topics.pairs import (
    Choice,
    Placed,
    entries_of_counts,
    of_entries,
    of_given,
    ranked_pairs,
    scored_pairs,
)
from biterms.topics.sampled_words import first_counts

K, V = 3, 9


def texts(rng: np.random.Generator, n: int = 12) -> list[list[int]]:
    """Texts as word ids in their order; -1 is a word without one."""
    return [rng.integers(-1, V, rng.integers(0, 8)).tolist() for _ in range(n)]


def sequences(rows: list[list[int]]) -> tuple[Sequences, Array]:
    words = np.array([word for row in rows for word in row], dtype=np.int32)
    sizes = np.array([len(row) for row in rows])
    return Sequences(np.append(0, np.cumsum(sizes)), words), first_counts(words, sizes)


def lists(rng: np.random.Generator) -> list[Array]:
    return [rng.permutation(V)[: rng.integers(0, 6)] for _ in range(K)]


def enumerated(rows: list[list[int]]) -> dict[tuple[int, int], float]:
    """min(f_u, f_v) by the words in the order in which they first come."""
    found: dict[tuple[int, int], float] = {}
    for row in rows:
        known = [word for word in dict.fromkeys(row) if word >= 0]
        for pair in itertools.combinations(known, 2):
            found[pair] = found.get(pair, 0.0) + min(map(row.count, pair))
    return found


def as_words(found: Array, choice: Choice, k: int) -> dict[tuple[int, int], float]:
    """The numbers of one topic by word ids."""
    ids = choice.words[choice.table[k]]
    return {(int(ids[i]), int(ids[j])): found[k, i, j] for i, j in np.argwhere(found[k])}


@given(seed=st.integers(0, 9999))
def test_biterms_of_chosen_words_are_counted(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, chosen = texts(rng), lists(rng)
    choice, expected = Choice(chosen, V), enumerated(rows)
    found = of_entries(Placed.of(*sequences(rows), choice.numbers).entries(), choice)
    for k, words in enumerate(chosen):
        mine = {pair: w for pair, w in expected.items() if {*pair} <= {*words.tolist()}}
        assert as_words(found, choice, k) == mine


@given(seed=st.integers(0, 999))
def test_counts_give_the_same_without_an_order(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = [sorted(word for word in row if word >= 0) for row in texts(rng)]
    choice = Choice(lists(rng), V)
    X = np.array([np.bincount(row, minlength=V) if row else np.zeros(V) for row in rows])
    counts = Counts(
        np.append(0, np.cumsum((X > 0).sum(axis=1))), np.nonzero(X)[1].astype(np.int32), X[X > 0], V
    )
    one = of_entries(entries_of_counts(counts, choice), choice)
    assert_allclose(one, of_entries(Placed.of(*sequences(rows), choice.numbers).entries(), choice))


@given(seed=st.integers(0, 999), window=st.integers(2, 4))
def test_biterms_within_a_window(seed: int, window: int) -> None:
    rng = np.random.default_rng(seed)
    rows, chosen = texts(rng), lists(rng)
    choice = Choice(chosen, V)
    found = of_given(InOrder(rows, V).within(window), choice)
    expected: dict[tuple[int, int], float] = {}
    for row in rows:
        for i, j in itertools.combinations(range(len(row)), 2):
            if j - i < window and -1 not in (row[i], row[j]) and row[i] != row[j]:
                pair = sorted((row[i], row[j]), key=row.index)
                expected[tuple(pair)] = expected.get(tuple(pair), 0.0) + 1
    for k, words in enumerate(chosen):
        mine = {pair: w for pair, w in expected.items() if {*pair} <= {*words.tolist()}}
        assert as_words(found, choice, k) == mine


@given(seed=st.integers(0, 999))
def test_top_pairs_speak_for_their_topic_more_than_for_others(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, chosen = texts(rng, 30), lists(rng)
    beta, sizes = rng.dirichlet(np.ones(V), K).T, rng.dirichlet(np.ones(K))
    choice, both = Choice(chosen, V), dict[frozenset[int], float]()
    for pair, weight in (written := enumerated(rows)).items():
        both[frozenset(pair)] = both.get(frozenset(pair), 0.0) + weight
    listed = [[pair for pair in both if pair <= {*words.tolist()}] for words in chosen]
    everything = sum(both[pair] for pair in {pair for pairs in listed for pair in pairs})
    found = of_entries(Placed.of(*sequences(rows), choice.numbers).entries(), choice)
    scored = scored_pairs(found, choice, range(K), beta[choice.words], sizes)
    ranked = ranked_pairs(scored, found, choice)
    for k, pairs in enumerate(listed):
        at, counts = ranked.first(np.array([k]), 1000)
        left, right, share = (column[at] for column in ranked[:3])
        assert counts.tolist() == [len(at)] == [len(pairs)]
        mass = {}
        for pair in pairs:
            u, v = pair
            joint = sizes * beta[u] * beta[v]
            mass[pair] = both[pair] * joint[k] / joint.sum()
        p = {pair: m / sum(mass.values()) for pair, m in mass.items()}
        score = {pair: p[pair] * np.log(p[pair] / (both[pair] / everything)) for pair in pairs}
        shown = [
            (int(choice.words[u]), int(choice.words[v])) for u, v in zip(left, right, strict=True)
        ]
        assert {*map(frozenset, shown)} == {*pairs}
        assert_allclose(share, [p[frozenset(pair)] for pair in shown])
        scores = [score[frozenset(pair)] for pair in shown]
        assert_allclose(scores, sorted(scores, reverse=True), rtol=1e-9, atol=1e-12)
        for u, v in shown:
            assert written.get((u, v), 0) >= written.get((v, u), 0)


@pytest.mark.parametrize("n", [0, 1, 5, LONGEST + 50])
def test_a_long_document_is_explained_by_its_first_words(n: int) -> None:
    counts = np.arange(1, n + 1)
    pairs = biterms_of(None, counts)
    m = min(n, LONGEST)
    assert len(pairs.left) == m * (m - 1) // 2
    assert_allclose(pairs.weight, np.minimum(counts[pairs.left], counts[pairs.right]))

"""A signal whose handler raises ends every long kernel, also inside of one long document."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from biterms.kernels import (
    Biterms,
    Counts,
    Lazy,
    Local,
    Rules,
    Sequences,
    Steps,
    Sticks,
    TopicCounts,
    WordLists,
    compiled,
    compiled_bags,
    compiled_btm,
    compiled_hdp,
    compiled_learn,
    compiled_listed,
    compiled_near,
    compiled_tokens,
)

AFTER, FOREVER = 0.1, 2**31 - 1
#: CPU seconds that an answer may take, whatever else is running; builds with sanitizers are slower
ANSWER = float(os.environ.get("BITERMS_ANSWER_SECONDS", "0.5"))


class Raised(Exception):
    """What the handler raises."""


@contextmanager
def alarm() -> Iterator[None]:
    """A signal after a moment; the block must end with what its handler raises, and soon."""

    def handler(*_: Any) -> None:
        raise Raised

    before = signal.signal(signal.SIGPROF, handler)
    begin = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, AFTER)
    try:
        with pytest.raises(Raised):
            yield
        assert time.process_time() - begin < AFTER + ANSWER
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def documents(n_threads: int) -> Callable[[], Any]:
    """One document, of which a single sweep over its pairs takes longer than the answer may."""
    n, K = 1024, 6000 if n_threads == 1 else 20
    counts = Counts(np.array([0, n]), np.arange(n, dtype=np.int32), np.ones(n, np.float32), n)
    packed = compiled.pack(counts, np.zeros(n_threads, dtype=np.int64))
    rows = compiled.expect(np.random.default_rng(0).random((n, K)), np.ones(K), "mean")
    local = Local(np.ones(K), max_iter=FOREVER, tol=0.0)
    return lambda: compiled.documents(packed, rows, local, stats=False, n_threads=n_threads)


def atoms(n_threads: int) -> Callable[[], Any]:
    n, K = 1000, 20
    counts = Counts(np.array([0, n]), np.arange(n, dtype=np.int32), np.ones(n, np.float32), n)
    packed = compiled.pack(counts, np.zeros(n_threads, dtype=np.int64))
    rows = compiled.expect(np.random.default_rng(0).random((n, K)), np.ones(K), "vb")
    sticks = Sticks(np.zeros(K), 1.0, 500, max_iter=FOREVER, tol=0.0)
    return lambda: compiled_hdp.atoms(packed, rows, sticks, n_threads=n_threads)


def draws(_: int) -> Callable[[], Any]:
    n, K, V = 3_000_000, 300, 50
    rng = np.random.default_rng(0)
    left, right = rng.integers(0, V, (2, n), dtype=np.int32)
    biterms = Biterms(left, right, np.full(n, -1, dtype=np.int32))
    words, of_topics = np.zeros((V, K), dtype=np.int32), np.zeros(K, dtype=np.int32)
    counts = TopicCounts(words, of_topics, np.ones((1, K), np.float32), np.ones(K), np.ones(K))
    visits, uniforms = np.arange(n, dtype=np.int32), rng.random(n)
    return lambda: compiled_btm.draw_topics(biterms, counts, visits, uniforms)


def pair_counts(n_threads: int) -> Callable[[], Any]:
    D, n = 1200, 2000
    indices = np.tile(np.arange(n, dtype=np.int32), D)
    counts = Counts(np.arange(D + 1) * n, indices, np.ones(D * n, dtype=np.float32), n)
    return lambda: compiled_bags.pair_counts(counts, 1, n_threads)


def near(n_threads: int) -> Callable[[], Any]:
    n = 60_000
    text = Sequences(np.array([0, n]), np.arange(n, dtype=np.int32) % 30_000)
    return lambda: compiled_near.near_pairs(text, np.array([30_000]), n, n_threads)


def listed(_: int) -> Callable[[], Any]:
    n = 200_000  # one document, all of whose words are in one list
    text = Sequences(np.array([0, n]), np.zeros(n, dtype=np.int32))
    lists = WordLists(np.array([0, 1]), np.array([0]), np.array([0]), 1, 1)
    return lambda: compiled_listed.listed_pairs(text, None, lists)


def split(_: int) -> Callable[[], Any]:
    text = "some words and @tags, and more words of one long line " * 1_500_000
    return lambda: compiled_tokens.split(text, 1, Rules(tags=True))


@pytest.mark.parametrize("n_threads", [1, 2])
@pytest.mark.parametrize("make", [documents, atoms, pair_counts, near])
def test_it_ends_on_any_number_of_threads(
    make: Callable[[int], Callable[[], Any]], n_threads: int
) -> None:
    call = make(n_threads)
    with alarm():
        call()


LONG, TOPICS, ATOMS = 40_000, 48, 16
#: multiplications after which kernels look at the clock
PORTION = 2**19
#: what is done after the last look does not count
LOST = 0.7


def one_long(inference: str) -> tuple[Any, Any]:
    """One document of LONG words, and the rows of its words."""
    words = np.arange(LONG, dtype=np.int32)
    counts = Counts(np.array([0, LONG]), words, np.ones(LONG, np.float32), LONG)
    lam = np.random.default_rng(0).random((LONG, TOPICS)) + 0.1
    rows = compiled.expect(lam, lam.sum(axis=0), inference)
    return compiled.pack(counts, np.zeros(1, dtype=np.int64)), rows


def looks(call: Callable[[], Any]) -> float:
    """How often a call looks at the clock, for each time it goes through words x TOPICS."""
    before = compiled._native.looks()
    call()
    return (compiled._native.looks() - before) / (LONG * TOPICS / PORTION)


@pytest.mark.parametrize("inference", ["mean", "vb"])
@pytest.mark.parametrize("weight", [0.0, 1.0])
def test_every_pass_over_one_long_document_looks_at_the_clock(
    inference: str, weight: float
) -> None:
    """At least once for each part of its words, however little is asked for."""
    packed, rows = one_long(inference)
    local = Local(np.ones(TOPICS), weight=weight, max_iter=2, tol=0.0, drop=False)

    def some(**wanted: bool) -> float:
        return looks(lambda: compiled.documents(packed, rows, local, **wanted))

    pairs = 13 * weight  # 523776 // LONG partners of each word
    mixture, counts = some(stats=False), some()
    assert mixture > 1 + 2 * (1 + pairs) - LOST  # copying rows, two rounds
    collecting = 1 if weight else 2  # clearing the counts, or making them from the last round
    assert counts - mixture > 1 + pairs + collecting + 2 - LOST  # a round; writing, adding up
    assert some(fit=True) - counts > 1 - LOST


@pytest.mark.parametrize("inference", ["mean", "vb"])
def test_every_pass_of_hdp_over_one_long_document_looks_at_the_clock(inference: str) -> None:
    packed, rows = one_long(inference)
    vb, sigma = inference == "vb", np.zeros(TOPICS)
    sticks = Sticks(sigma, 1.0, ATOMS, vb=vb, weight=0.0, max_iter=2, tol=0.0)

    def some(**wanted: bool) -> float:
        return looks(lambda: compiled_hdp.atoms(packed, rows, sticks, **wanted))

    mixture, counts = some(stats=False), some()
    assert mixture > 0.9 * (15 + 4 * ATOMS)  # rows, ranks, spreads; zeta and its words, twice
    assert counts - mixture > ATOMS + 1 - LOST
    assert some(keep=True) > counts


def test_reading_rows_looks_at_the_clock() -> None:
    M, words = np.ones((LONG, TOPICS)), np.arange(LONG, dtype=np.int32)
    lazy = Lazy(M, np.ones((1, 1)), 1.0, 1.0)
    assert looks(lambda: compiled.gather(lazy, words)) > 1 - LOST
    assert looks(lambda: compiled.expect_words(lazy, words, np.ones(TOPICS), "mean")) > 1 - LOST
    assert looks(lambda: compiled.digamma(M)) > 1 - LOST


def test_packing_looks_at_the_clock() -> None:
    """An entry costs nine multiplications: it is copied for one, met and numbered for four each."""
    n = 40 * LONG
    words = np.arange(n, dtype=np.int32) % LONG
    counts = Counts(LONG * np.arange(41), words, np.ones(n, np.float32), LONG)
    seen = looks(lambda: compiled.pack(counts, np.arange(40)))
    assert seen * TOPICS > 0.9 * 40 * 9


@pytest.mark.parametrize("make", [draws, split, listed])
def test_it_ends(make: Callable[[int], Callable[[], Any]]) -> None:
    call = make(1)
    with alarm():
        call()


def block(n: int) -> tuple[Any, ...]:
    """Minibatches of a long document and a short one."""
    V, K = 50, 50
    rng = np.random.default_rng(0)
    indptr = np.array([0, V, V + 3])
    indices = np.concatenate([np.arange(V), [1, 2, 3]]).astype(np.int32)
    counts = Counts(indptr, indices, np.ones(V + 3, dtype=np.float32), V)
    M = rng.random((V, K))
    steps = Steps(np.full(n, 0.999), np.ones(n), np.zeros(n))
    local = Local(np.full(K, 0.1), max_iter=4, tol=0.0)
    docs, cuts = np.tile([0, 1], n), 2 * np.arange(n + 1)
    posterior = Lazy(M, np.full((1, 1), 0.1), 1.0, 1.0)
    return counts, docs, cuts, posterior, M.sum(axis=0), np.full((n, K), 60.0), steps, local


@pytest.mark.parametrize("n_threads", [1, 2])
def test_minibatches_are_in_whole_or_not_at_all(n_threads: int) -> None:
    """The posterior is that of as many minibatches as are said to be done."""
    stopped, done = block(40_000), np.zeros(1, dtype=np.int64)
    with alarm():
        compiled_learn.learn(*stopped, "mean", n_threads, done)
    n = int(done[0])
    assert 0 < n < 40_000
    undisturbed, count = block(n), np.zeros(1, dtype=np.int64)
    compiled_learn.learn(*undisturbed, "mean", 1, count)
    assert_array_equal(stopped[3].M, undisturbed[3].M)
    assert_array_equal(stopped[4], undisturbed[4])


def test_what_was_interrupted_can_be_done_again() -> None:
    """The threads are free for the next call."""
    call = documents(2)
    with alarm():
        call()
    counts = Counts(np.arange(41), np.zeros(40, np.int32), np.ones(40, np.float32), 1)
    rows = compiled.expect(np.ones((1, 3)), np.ones(3), "vb")
    packed = compiled.pack(counts, np.arange(40))
    answers = [compiled.documents(packed, rows, Local(np.ones(3)), n_threads=n) for n in (1, 2)]
    assert_array_equal(answers[0].stats, answers[1].stats)

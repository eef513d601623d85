"""Trials of moves against loops over documents and held-out words, the topic being deleted."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from scipy.special import softmax

from biterms import kernels
from biterms.kernels import Packed, Rows, Sticks
from biterms.learning.heldout import packed_table
from biterms.models.hdp.trials import FAR, Trials, TriedTopics

V = 12
#: documents are computed in float32
NEAR: dict[str, float] = {"rtol": 1e-4, "atol": 1e-4}


class Given(NamedTuple):
    """Documents in two parts (D x V), lam (V x K) and log sigma."""

    seen: np.ndarray
    held: np.ndarray
    lam: np.ndarray
    log_sigma: np.ndarray

    def without(self, k: int) -> Given:
        """The table has one column less."""
        columns = np.delete(np.arange(len(self.log_sigma)), k)
        return self._replace(lam=self.lam[:, columns], log_sigma=self.log_sigma[columns])

    def merged(self, k: int, j: int) -> Given:
        lam, log_sigma = self.lam.copy(), self.log_sigma.copy()
        lam[:, k] += lam[:, j]
        log_sigma[k] = np.logaddexp(log_sigma[k], log_sigma[j])
        return self._replace(lam=lam, log_sigma=log_sigma).without(j)


def infer(packed: Packed, rows: Rows, log_sigma: np.ndarray) -> np.ndarray:
    sticks = Sticks(log_sigma, alpha=2.0, n_atoms=4, vb=False, max_iter=4, tol=0.0)
    return kernels.atoms(packed, rows, sticks, stats=False).theta.astype(np.float64)


def table(X: np.ndarray) -> Packed:
    return packed_table(sparse.csr_array(X.astype(np.float32)))


def topics_of(given: Given, seen: Packed, held: Packed) -> TriedTopics:
    sums = given.lam.sum(axis=0)
    rows = kernels.expect(given.lam[seen.words], sums, "mean")
    free = np.zeros(len(sums), dtype=bool)
    return TriedTopics(rows, given.log_sigma, given.lam[held.words] / sums, sums, free)


def trials_of(given: Given) -> tuple[Trials, TriedTopics]:
    seen, held = table(given.seen), table(given.held)
    topics, trials = topics_of(given, seen, held), Trials(infer, seen, held)
    trials.look(topics)
    return trials, topics


def mixtures(given: Given) -> list[np.ndarray]:
    """Document by document."""
    found, sums = [], given.lam.sum(axis=0)
    for d in range(len(given.seen)):
        packed = table(given.seen[d : d + 1])
        rows = kernels.expect(given.lam[packed.words], sums, "mean")
        found.append(infer(packed, rows, given.log_sigma)[0])
    return found


def scores(given: Given) -> list[float]:
    """sum_w f_w log p(w | seen words) of each document."""
    beta = given.lam / given.lam.sum(axis=0)
    return [
        sum(f * np.log(theta @ beta[v]) for v, f in enumerate(held) if f)
        for theta, held in zip(mixtures(given), given.held, strict=True)
    ]


def beyond(given: Given) -> list[np.ndarray]:
    """Mixtures without what each document has, because every topic has a little of it."""
    sigma = softmax(given.log_sigma)
    return [theta - min(theta / sigma) * sigma for theta in mixtures(given)]


def gain(before: Given, after: Given, docs: list[int]) -> float:
    then, now = scores(before), scores(after)
    return sum(now[d] - then[d] for d in docs)


def drawn(seed: int, K: int = 5, n_docs: int = 14) -> Given:
    """Topics and documents of few words; words that are held out were not seen."""
    rng = np.random.default_rng(seed)
    seen, held = np.zeros((2, n_docs, V))
    for d in range(n_docs):
        words = rng.permutation(V)[: rng.integers(3, 7)]
        f = rng.integers(1, 4, len(words))
        cut = rng.integers(1, 3)
        held[d, words[:cut]], seen[d, words[cut:]] = f[:cut], f[cut:]
    lam = rng.gamma(0.3, 20.0, (V, K)) + 0.1
    return Given(seen, held, lam, np.log(rng.dirichlet(np.full(K, 3.0))))


def apart(K: int = 3, copies: int = 0) -> Given:
    """Topic k alone has the words 4k to 4k + 3; topic 0 is in parts, ``copies`` of them at the end.

    Each part knows some words better, as if it had learnt from other documents.
    """
    lam = np.full((V, K + copies), 0.1)
    for k in range(K + copies):
        first = 4 * k if k < K else 0
        lam[first : first + 4, k] += np.roll([60.0, 20.0, 50.0, 10.0], k // K)
    seen, held = np.zeros((2, 4 * K, V))
    for d in range(4 * K):
        words = 4 * (d // 4) + (np.arange(4) + d) % 4
        seen[d, words[:3]], held[d, words[3]] = 1.0, 2.0
    return Given(seen, held, lam, np.log(np.full(K + copies, 1 / (K + copies))))


@pytest.mark.parametrize("seed", range(6))
def test_a_removal_is_the_table_without_the_topic(seed: int) -> None:
    given = drawn(seed)
    trials, _ = trials_of(given)
    own = beyond(given)
    for k in range(5):
        move, docs = trials.removal(k), [d for d, part in enumerate(own) if part[k] > FAR]
        assert (move.gone, move.into, move.docs.tolist()) == (k, None, docs)
        expected = gain(given, given.without(k), docs) if docs else -np.inf
        assert_allclose(move.gain, expected, **NEAR)


@pytest.mark.parametrize("seed", range(3))
def test_a_merging_is_the_table_with_the_sum_of_both(seed: int) -> None:
    given = drawn(seed)
    trials, _ = trials_of(given)
    mass, own = given.lam.sum(axis=0), beyond(given)
    for k, j in [(0, 1), (1, 0), (2, 4), (4, 2), (3, 1)]:
        large, small = (k, j) if mass[k] >= mass[j] else (j, k)
        move, docs = (
            trials.merging(k, j),
            [d for d, part in enumerate(own) if part[k] + part[j] > FAR],
        )
        assert (move.gone, move.into, move.docs.tolist()) == (small, large, docs)
        assert_array_equal(move.heirs, np.eye(5)[large])
        expected = gain(given, given.merged(large, small), docs)
        assert_allclose(move.gain, expected, **NEAR)


@pytest.mark.parametrize("seed", range(6))
def test_heirs_have_all_or_nothing_and_rows_stay(seed: int) -> None:
    given = drawn(seed)
    trials, topics = trials_of(given)
    before = [array.tobytes() for array in (topics.rows.rows, topics.log_sigma, topics.beta)]
    moves = [trials.removal(k) for k in range(5)] + trials.moves()
    for move in moves:
        assert (move.heirs >= 0).all()
        assert move.heirs[move.gone] == 0
        assert_allclose(move.heirs.sum(), 1.0 if len(move.docs) else 0.0, rtol=1e-12)
    after = [array.tobytes() for array in (topics.rows.rows, topics.log_sigma, topics.beta)]
    assert after == before


def test_heirs_are_where_the_documents_went() -> None:
    trials, _ = trials_of(apart(copies=1))
    assert_allclose(trials.removal(3).heirs, [1.0, 0.0, 0.0, 0.0], atol=0.15)
    assert_allclose(trials.removal(0).heirs, [0.0, 0.0, 0.0, 1.0], atol=0.15)


def test_topics_that_alone_have_some_words_are_kept() -> None:
    trials, _ = trials_of(apart())
    assert trials.moves() == []
    for k in range(3):
        assert trials.removal(k).gain < -1
        assert trials.merging(k, (k + 1) % 3).gain < -1


def test_a_copy_goes() -> None:
    trials, _ = trials_of(apart(copies=1))
    moves = trials.moves()
    assert {(move.gone, move.into) for move in moves} >= {(3, 0), (3, None)}
    assert all(move.gone in (0, 3) and move.gain >= 0 for move in moves)
    assert [move.gain for move in moves] == sorted((move.gain for move in moves), reverse=True)


def exact() -> Given:
    """Topic 3 is topic 0 again, half as large."""
    given = apart(copies=1)
    given.lam[:, 3] = given.lam[:, 0] / 2
    return given


def test_an_exact_copy_goes_though_an_atom_more_would_help() -> None:
    given = exact()
    assert gain(given, given.merged(0, 3), [*range(12)]) < 0
    trials, _ = trials_of(given)
    assert [(move.gone, move.into, move.gain) for move in trials.moves()] == [(3, 0, 0.0)]


def test_few_words_do_not_make_topics_the_same() -> None:
    """Nine words in ten of both topics are one that no document has."""
    given = exact()
    more = np.zeros((1, 4)) + 0.1 + 9 * given.lam[:, [0, 3]].sum(axis=0) @ np.eye(4)[[0, 3]]
    wide = given._replace(
        seen=np.pad(given.seen, [(0, 0), (0, 1)]),
        held=np.pad(given.held, [(0, 0), (0, 1)]),
        lam=np.vstack([given.lam, more]),
    )
    trials, _ = trials_of(wide)
    move = trials.merging(0, 3)
    assert move.gain == pytest.approx(gain(wide, wide.merged(0, 3), move.docs.tolist()), rel=1e-4)
    assert move.gain < 0


def test_what_is_gone_does_not_go_again() -> None:
    given = apart(copies=2)
    trials, topics = trials_of(given)
    removal, other = trials.removal(3), trials.removal(4)
    merging, into_gone = trials.merging(0, 3), trials.merging(3, 4)
    log_sigma = given.log_sigma.copy()
    log_sigma[3] = -np.inf
    trials.look(topics._replace(log_sigma=log_sigma))
    assert trials.again(removal) is None
    assert trials.again(merging) is None
    assert trials.again(into_gone) is None
    again = trials.again(other)
    assert again is not None
    assert again.gain == trials.removal(4).gain
    assert all(3 not in (move.gone, move.into) for move in trials.moves())


def test_a_gone_topic_is_as_good_as_deleted() -> None:
    given = drawn(1)
    trials, topics = trials_of(given)
    log_sigma = given.log_sigma.copy()
    log_sigma[2] = -np.inf
    trials.look(topics._replace(log_sigma=log_sigma))
    smaller, _ = trials_of(given.without(2))
    ours, theirs = trials.moves(), smaller.moves()
    assert_allclose(
        [move.gain for move in ours], [move.gain for move in theirs], rtol=1e-4, atol=1e-5
    )
    numbers = [0, 1, 3, 4]
    assert [move.gone for move in ours] == [numbers[move.gone] for move in theirs]


def test_only_the_documents_that_changed_are_looked_at_again() -> None:
    given = apart(copies=1)
    trials, topics = trials_of(given)
    move, log_sigma = trials.removal(3), given.log_sigma.copy()
    log_sigma[3] = -np.inf
    trials.look(topics._replace(log_sigma=log_sigma), move.docs)
    fresh, _ = trials_of(given)
    fresh.look(topics._replace(log_sigma=log_sigma))
    assert trials.removal(0).gain == pytest.approx(fresh.removal(0).gain, rel=1e-5)


def test_the_last_topic_stays() -> None:
    given = apart()
    trials, topics = trials_of(given)
    removal = trials.removal(1)
    trials.look(topics._replace(log_sigma=np.array([-np.inf, 0.0, -np.inf])))
    assert trials.removal(1).gain == -np.inf
    assert trials.again(removal) is None
    assert trials.moves() == []


def test_topics_that_concern_nobody_are_left_to_other_documents() -> None:
    trials, _ = trials_of(apart()._replace(seen=np.zeros((0, V)), held=np.zeros((0, V))))
    assert trials.moves() == []
    given = apart()
    trials, _ = trials_of(given._replace(seen=given.seen[:8], held=given.held[:8]))
    assert trials.removal(2).gain == -np.inf
    assert trials.removal(1).gain < 0


def test_a_topic_of_the_prior_stays_and_takes_its_copy() -> None:
    """Though it is the smaller one."""
    trials, topics = trials_of(exact())
    trials.look(topics._replace(guided=np.array([False, False, False, True])))
    assert [(move.gone, move.into) for move in trials.moves()] == [(0, 3)]
    assert trials.removal(3).gain == -np.inf
    trials.look(topics._replace(guided=np.array([True, False, False, True])))
    assert trials.moves() == []
    assert trials.merging(0, 3).gain == -np.inf


def test_a_topic_that_hardly_is_gives_numbers() -> None:
    """exp(log sigma) is 0 as a number, though the topic lives."""
    trials, _ = trials_of(drawn(0)._replace(log_sigma=np.array([-1.0, -1.0, -1.0, -2.0, -800.0])))
    assert all(np.isfinite(trials.removal(k).gain) for k in range(4))
    assert trials.removal(4).gain == -np.inf

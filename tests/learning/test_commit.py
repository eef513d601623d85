"""An interrupt right after the compiled call: the next look at the posterior finds all of it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from biterms import SVB, kernels
from biterms.learning import Posterior, Step
from biterms.learning.changes import ChangeLog
from biterms.learning.commit import Commit
from tests.learning.steps import K, flat, learn, minibatches, some

V = 6


def three() -> Posterior:
    """A posterior that has learnt three minibatches."""
    return learn(flat(V), SVB(), minibatches(np.random.default_rng(0), 3, V))


def interrupted(monkeypatch: pytest.MonkeyPatch, before: bool = False) -> Posterior:
    """Rows of words 1 and 4 were on their way when an interrupt came, before or after the call."""
    posterior, real = three(), kernels.add_rows

    def add_rows(*arguments: Any) -> None:
        if not before:
            real(*arguments)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(kernels, "add_rows", add_rows)
        with pytest.raises(KeyboardInterrupt):
            posterior.add(some([1, 4], np.ones((2, K)), V), Step(0.5, 1.0))
    return posterior


LOOKS: dict[str, Callable[[Posterior], Any]] = {
    "table": lambda posterior: posterior.table.updates,
    "updates": lambda posterior: posterior.updates,
    "copy": lambda posterior: posterior.copy().updates,
    "file": lambda posterior: posterior.to_fields()[0]["updates"],
    "mark": lambda posterior: posterior.mark() and posterior._table.updates,
}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_any_look_finds_the_minibatch_whose_rows_are_in(look: Any, monkeypatch: Any) -> None:
    assert look(interrupted(monkeypatch)) == 4


def test_the_numbers_are_those_of_no_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    posterior = three()
    mark = posterior.mark()
    posterior.add(some([1, 4], np.ones((2, K)), V), Step(0.5, 1.0))
    other = interrupted(monkeypatch)
    assert_array_equal(other.lam(), posterior.lam())
    assert_array_equal(other.sums(), posterior.sums())
    assert other.documents == posterior.documents
    assert posterior.changed_since(mark)[0].tolist() == [1, 4]


def test_nothing_has_happened_before_the_rows_are_in(monkeypatch: pytest.MonkeyPatch) -> None:
    posterior = three()
    other = interrupted(monkeypatch, before=True)
    assert_array_equal(other.lam(), posterior.lam())
    assert (other.updates, other.documents) == (3, posterior.documents)


def test_another_thread_reads_the_moment_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the rows go in, the numbers that go with them are not yet valid."""
    posterior, seen, real = flat(V), list[int](), kernels.add_rows

    def add_rows(*arguments: Any) -> None:
        real(*arguments)
        thread = Thread(target=lambda: seen.append(posterior.updates))
        thread.start()
        thread.join()

    monkeypatch.setattr(kernels, "add_rows", add_rows)
    posterior.add(some([1], np.ones((1, K)), V), Step(1.0, 1.0))
    assert seen == [0]
    assert posterior.updates == 1


@pytest.mark.parametrize(("done", "words"), [(0, []), (1, [3]), (2, [0, 3, 5])])
def test_the_words_of_the_minibatches_that_are_in_have_changed(done: int, words: list[int]) -> None:
    """Three documents, of which the second and the third are a minibatch each."""
    before, log = flat(V).table, ChangeLog()
    indptr, indices = np.array([0, 2, 3, 5]), np.array([1, 2, 3, 0, 5], dtype=np.int32)
    documents = kernels.Counts(indptr, indices, np.ones(5, dtype=np.float32), V)
    after = [before._replace(updates=1), before._replace(updates=2)]
    counted, docs = np.array([done]), np.array([1, 2])
    commit, mark = Commit.of_block(counted, after, documents, docs, np.arange(3)), log.mark()
    for _ in range(2):  # asked twice, it says the same
        assert commit.result(before, log).updates == done
        assert_array_equal(log.since(mark), words)

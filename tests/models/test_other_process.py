"""The document step in another process: settings, gathered rows and documents are all it needs.

This is what learning on several machines stands on: statistics come back as bytes, and adding them
in order gives the bits of one process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from copy import deepcopy
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import HDP, KPS, LDA, SVB, kernels
from biterms.bags.counts import read_counts
from biterms.kernels import Packed, Rows
from biterms.learning import Anchor, Moment, Statistics
from biterms.learning.minibatches import one_batch
from biterms.learning.state import Clock
from biterms.models.hdp import engine as hdp
from biterms.models.lda import engine as lda
from tests.models.planted import planted
from tests.models.snapshots import learnt

X = planted(140, n_topics=3).X
PARTS = [X[40:80], X[80:81], X[81:]]
USUAL: dict[str, Any] = {"random_state": 0, "n_threads": 1, "batch_size": 40}
MODELS: dict[str, Callable[[], Any]] = {
    "LDA": lambda: LDA(3, learner=SVB(0.9), **USUAL),
    "LDA, vb": lambda: LDA(3, learner=KPS(), inference="vb", **USUAL),
    "HDP": lambda: HDP(5, learner=SVB(0.9), **USUAL),
    "HDP, vb": lambda: HDP(5, learner=SVB(), inference="vb", **USUAL),
}


def work(settings: Any, rows: Rows, documents: Packed, n_words: int, anchor: Anchor) -> bytes:
    """Runs where there is no model and no posterior."""
    extra = {}
    if isinstance(settings, kernels.Local):
        result = lda.local_step(settings, rows, documents)
    else:
        result = hdp.local_step(settings, rows, documents)
        extra = {"usage": result.usage.sum(axis=0, dtype=np.float64)}
    statistics = Statistics(
        documents.words, result.stats, n_words, documents=len(documents), anchor=anchor, extra=extra
    )
    return statistics.to_bytes()


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[ProcessPoolExecutor]:
    """A process that begins with nothing."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        yield pool


def task(model: Any, part: np.ndarray, **changes: Any) -> tuple[Any, ...]:
    """All that is sent."""
    engine, posterior = model.engine(), model.state.posterior
    packed = one_batch(read_counts(model, part)).packed
    rows = posterior.table.expect(packed.words, engine.inference)
    settings = replace(engine.local_settings(model.state), **changes)
    return settings, rows, packed, posterior.n_words, posterior.anchor


def take(model: Any, statistics: Statistics) -> None:
    """Add statistics as a minibatch."""
    state, clock = model.state, model.state.clock
    seen = clock.documents + statistics.documents
    step = model.learner.step(Moment(clock.steps + 1, statistics.documents, seen))
    after = Clock(
        steps=clock.steps + 1, documents=seen, passes=clock.passes, first_pass=clock.first_pass
    )
    state.commit(lambda: state.posterior.add(statistics, step), [{"clock": after}])


@pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)
def test_another_process_gives_the_bits_of_one(make: Any, elsewhere: ProcessPoolExecutor) -> None:
    here, there = make().partial_fit(X[:40]), make().partial_fit(X[:40])
    for part in PARTS:
        here.partial_fit(part)
        data = elsewhere.submit(work, *task(there, part)).result()
        take(there, Statistics.from_bytes(data))
        assert learnt(there) == learnt(here)


@pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)
def test_what_is_sent_does_not_grow_with_the_vocabulary(make: Any) -> None:
    model = make().partial_fit(X[:40])
    small = size_of(task(model, X[:20]))
    model.grow(100_000)
    assert size_of(task(model, np.pad(X[:20], [(0, 0), (0, 100_000)]))) == small


def size_of(sent: tuple[Any, ...]) -> int:
    """Bytes of all arrays, and of those that they are views of."""
    arrays = [each for part in sent[:3] for each in vars(part).values()]
    whole = [each if each.base is None else each.base for each in arrays if hasattr(each, "base")]
    return sum(each.nbytes for each in whole if isinstance(each, np.ndarray))


@pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)
def test_any_split_of_a_minibatch_sums_to_the_same_bits(make: Any) -> None:
    """With ``exact`` the statistics of a document are multiples of 2^-20: sums round nothing."""
    model, rng = make().partial_fit(X[:40]), np.random.default_rng(0)
    at_once = Statistics.from_bytes(work(*task(model, X[40:], exact=True)))
    grid = at_once.rows * 2.0**20
    assert_array_equal(grid, np.rint(grid))
    for _ in range(6):
        cuts = np.sort(rng.choice(np.arange(1, 100), 4, replace=False))
        parts = [
            Statistics.from_bytes(work(*task(model, part, exact=True)))
            for part in np.split(X[40:], cuts)
        ]
        total = parts.pop(rng.integers(len(parts)))
        while parts:
            total = parts.pop(rng.integers(len(parts))) + total
        assert_array_equal(total.words, at_once.words)
        assert_array_equal(total.rows, at_once.rows)
        for name, array in at_once.extra.items():
            assert_array_equal(total.extra[name], array)
        assert total.documents == at_once.documents


@pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)
def test_exact_statistics_are_those_of_before_to_rounding(make: Any) -> None:
    model = make().partial_fit(X[:40])
    exact, plain = (
        Statistics.from_bytes(work(*task(model, X[40:], **changes)))
        for changes in ({"exact": True}, {})
    )
    assert np.abs(exact.rows - plain.rows).max() < 100 * 2.0**-20


@pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)
def test_a_snapshot_takes_what_a_model_has_learnt_since(make: Any) -> None:
    """Also from another process: the difference is `Statistics`, and those are bytes."""
    model = make().partial_fit(X[:40])
    base = deepcopy(model)
    for part in PARTS:
        model.partial_fit(part)
    now, then = model.posterior_, base.posterior_
    difference = Statistics.from_bytes(now.difference(then).to_bytes())
    assert difference.documents == len(X) - 40
    then.copy().add(difference, now.step_since(then))  # a copy takes it and the snapshot does not
    assert then.documents == 40
    then.add(difference, now.step_since(then))
    assert then.documents == now.documents == len(X)
    assert_allclose(then.lam(), now.lam(), rtol=1e-12)
    assert_allclose(base.transform(X), model.transform(X), rtol=1e-5)  # HDP: the sticks, too

"""Whatever interrupts learning, at any line of the package: the model is at one moment.

It is as before the call or as after some number of minibatches, to the bit, and going on from there
gives the bits of a run that nothing disturbed.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from biterms import BTM, HDP, KPS, LDA, SVB, BatchVB
from biterms.bags.counts import counts_of
from biterms.kernels import Counts
from biterms.learning import RowMap
from biterms.learning.state import State
from tests.models.interrupts import interrupted, run, spread
from tests.models.page_model import Mixture
from tests.models.planted import planted
from tests.models.snapshots import bits, learnt

X = planted(100, n_topics=3, words_each=8, length=6).X
V = X.shape[1]


def counted(documents: np.ndarray) -> Counts:
    """As they are behind the door, so that scikit-learn's checks are not run a thousand times."""
    return counts_of(sparse.csr_array(documents))


ALL, FEW = counted(X), counted(X[:10])
PARTS = [counted(part) for part in (X[:20], X[20:45], X[45:46], X[46:80])]
ETA = np.random.default_rng(0).uniform(0.05, 1.0, (3, V))
USUAL: dict[str, Any] = {"random_state": 0, "n_threads": 1, "batch_size": 25}
Make = Callable[[], Any]

STREAMS: dict[str, Make] = {
    "LDA": lambda: LDA(3, **USUAL),
    "LDA, alpha": lambda: LDA(3, alpha="auto", **USUAL),
    "LDA, KPS, vb": lambda: LDA(3, learner=KPS(0.9), inference="vb", eta=ETA, **USUAL),
    "HDP": lambda: HDP(5, doc_topics=5, learner=SVB(0.9), **USUAL),
    "Mixture": lambda: Mixture(3, learner=SVB(), **USUAL),
    "BTM": lambda: BTM(3, sweeps=3, random_state=0),
    "iBTM": lambda: BTM(3, online="incremental", rejuvenations=2, window=200, random_state=0),
}


class Stream:
    """A model that learns from parts one after the other, and knows how many it has taken."""

    def __init__(self, make: Make) -> None:
        self.model, self.taken = make(), 0

    def go_on(self) -> None:
        while self.taken < len(PARTS):
            self.model.partial_fit(PARTS[self.taken])
            self.taken += 1


def moments_of(make: Make) -> list[Any]:
    """What a model has learnt before the first part, after the first, the second, ..."""
    model, moments = make(), [None]
    for part in PARTS:
        model.partial_fit(part)
        moments.append(learnt(model))
    return moments


@pytest.mark.parametrize("make", STREAMS.values(), ids=STREAMS)
def test_a_stream_that_is_interrupted_anywhere(make: Make) -> None:
    moments = moments_of(make)
    n = run(Stream(make).go_on)
    hit = 0
    for at in spread(n, 100):
        stream = Stream(make)
        hit += interrupted(stream.go_on, at)
        now = learnt(stream.model)
        assert now in (moments[stream.taken : stream.taken + 2]), f"event {at} of {n}"
        if stream.taken < len(PARTS):
            stream.taken = moments.index(now)
        stream.go_on()
        assert learnt(stream.model) == moments[-1], f"event {at} of {n}"
    assert hit > 70


FITS: dict[str, Make] = {
    "SVI": lambda: LDA(3, passes=2, **USUAL),
    "SVB": lambda: LDA(3, learner=SVB(), **USUAL),
    "alpha": lambda: LDA(3, alpha="auto", passes=2, **USUAL),
    "batch": lambda: LDA(3, learner=BatchVB(), inference="vb", passes=3, **USUAL),
    "HDP": lambda: HDP(6, passes=5, doc_topics=5, **USUAL),
}


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every moment that a state has reached: after minibatches, and when a pass has ended."""
    moments: list[Any] = []
    for name in ("commit", "set"):
        monkeypatch.setattr(State, name, recording(getattr(State, name), moments))
    return moments


def recording(method: Callable[..., None], moments: list[Any]) -> Callable[..., None]:
    def record(self: State, *given: Any, **more: Any) -> None:
        method(self, *given, **more)
        moments.append(bits(self))

    return record


@pytest.mark.parametrize("make", FITS.values(), ids=FITS)
def test_a_fit_that_is_interrupted_anywhere(
    make: Make, recorded: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fitted model is as before, or at a moment of the new run."""
    make().fit(ALL)
    moments = list(recorded)
    monkeypatch.undo()
    assert_at_a_moment(make, moments, points=30 if isinstance(make(), HDP) else 70)


def test_a_fit_of_btm_keeps_complete_sweeps() -> None:
    def make(sweeps: int = 3) -> BTM:
        return BTM(3, sweeps=sweeps, random_state=0)

    assert_at_a_moment(make, [learnt(make(sweeps).fit(ALL)) for sweeps in (1, 2, 3)])


def assert_at_a_moment(make: Make, moments: list[Any], points: int = 70) -> None:
    n, hit, seen = run(lambda: make().fit(ALL)), 0, set()
    for at in spread(n, points):
        model = make().fit(FEW)
        before = learnt(model)
        hit += interrupted(lambda model=model: model.fit(ALL), at)
        now = learnt(model)
        assert now == before or now in moments, f"event {at} of {n}"
        seen.add(-1 if now == before else moments.index(now))
        model.transform(FEW)
    assert hit > 0.7 * points
    assert len(seen) > 1, "it was never seen inside of the new run"


@pytest.mark.parametrize("kind", ["LDA", "HDP"])
def test_the_rest_of_an_interrupted_fit_can_be_learnt(kind: str) -> None:
    """One pass in the order of the documents: what is missing are the minibatches that are left."""

    def make() -> Any:
        return {"LDA": LDA, "HDP": HDP}[kind](4, learner=SVB(0.9), **USUAL)

    expected = make().fit(ALL).components_
    n = run(lambda: make().fit(ALL))
    for at in spread(n, 60):
        model = make()
        interrupted(lambda model=model: model.fit(ALL), at)
        done = getattr(model, "n_docs_", 0)
        for begin in range(done, len(X), 25):
            model.partial_fit(counted(X[begin : begin + 25]))
        assert np.array_equal(model.components_, expected), f"event {at} of {n}"


# words that join -------------------------------------------------------------------------------

#: the documents of X in minibatches, and how many words are known before and after each of them
CUTS = np.array([20, 45, 60, 61, 100])
KNOWN = np.array([V - 9, V - 9, V - 6, V - 6, V])


def joining(eta: np.ndarray | None) -> list[Any]:
    changes = [RowMap.grow(int(a), int(b - a)) for a, b in pairwise(KNOWN)]
    return [(change, None if eta is None else eta.T[change.added]) for change in changes]


class Joining:
    """A stream in which words join with minibatches, and a count of what was called after them."""

    def __init__(self, make: Make) -> None:
        model = make()
        eta = model.eta if np.ndim(model.eta) else None
        if eta is not None:
            model.eta = eta[:, : KNOWN[0]]
        self.documents = np.where(
            np.arange(V) < np.repeat(KNOWN[1:], np.diff(CUTS))[:, None], X[20:], 0
        )
        self.state = model.partial_fit(counted(X[:20, : KNOWN[0]])).state
        self.engine, self.joining, self.then = model.engine(), joining(eta), 0

    def go_on(self, last: int = 4) -> None:
        """From the minibatch that is next."""
        first = self.state.clock.steps - 1
        cuts, begun = CUTS[first : last + 1] - 20, self.then

        def then(done: int) -> None:
            self.then = begun + done

        if first < last:
            counts = counted(self.documents[cuts[0] : cuts[-1]])
            self.engine.learn_stream(
                self.state, counts, cuts - cuts[0], joining=self.joining[first:last], then=then
            )


@pytest.mark.parametrize("name", ["LDA", "LDA, alpha", "LDA, KPS, vb", "HDP"])
def test_words_join_with_their_minibatch_or_not_at_all(name: str) -> None:
    make, moments = STREAMS[name], []
    for last in range(5):
        stream = Joining(make)
        stream.go_on(last)
        moments.append(bits(stream.state))
    n, hit = run(Joining(make).go_on), 0
    for at in spread(n, 80):
        stream = Joining(make)
        hit += interrupted(stream.go_on, at)
        stream.state.finish()
        done = stream.state.clock.steps - 1
        assert stream.then == done, f"event {at} of {n}"
        assert bits(stream.state) == moments[done], f"event {at} of {n}"
        stream.go_on()
        assert bits(stream.state) == moments[-1], f"event {at} of {n}"
    assert hit > 60


# words and topics that change ------------------------------------------------------------------

CHANGES: dict[str, Callable[[Any], Any]] = {
    "merge": lambda model: model.merge([2, 0]),
    "grow": lambda model: model.grow(3),
    "drop": lambda model: model.remap(RowMap(V, V + 1, np.array([0, 4]), np.array([4, V]))),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("name", ["LDA", "HDP", "BTM", "iBTM"])
def test_a_change_of_words_or_topics_happens_or_does_not(name: str, change: Any) -> None:
    def fitted() -> Any:
        return STREAMS[name]().partial_fit(ALL)

    model = fitted()
    before = learnt(model)
    after = learnt(change(model))
    n = run(lambda: change(fitted())) - run(fitted)
    for at in spread(max(n, 10), 30):
        model = fitted()
        interrupted(lambda model=model: change(model), at)
        now = learnt(model)
        assert now in (before, after), f"event {at} of {n}"
        model.transform(counted(np.zeros((1, model.n_features_in_))))

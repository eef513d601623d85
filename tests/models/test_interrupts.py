"""Whatever interrupts learning, at any line of the package: the model is at one moment.

It is as before the call or as after some number of minibatches, to the bit, and going on from there
gives the bits of a run that nothing disturbed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from biterms import BTM, HDP, KPS, LDA, SVB, BatchVB
from biterms.learning import RowMap
from biterms.learning.state import State
from tests.models.interrupts import interrupted, run, spread
from tests.models.page_model import Mixture
from tests.models.planted import planted
from tests.models.snapshots import bits, learnt

X = planted(100, n_topics=3, words_each=8, length=6).X
V = X.shape[1]
PARTS = [X[:20], X[20:45], X[45:46], X[46:80]]
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
    for at in spread(n, 120):
        stream = Stream(make)
        hit += interrupted(stream.go_on, at)
        now = learnt(stream.model)
        assert now in (moments[stream.taken : stream.taken + 2]), f"event {at} of {n}"
        if stream.taken < len(PARTS):
            stream.taken = moments.index(now)
        stream.go_on()
        assert learnt(stream.model) == moments[-1], f"event {at} of {n}"
    assert hit > 80


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
    make().fit(X)
    moments = list(recorded)
    monkeypatch.undo()
    assert_at_a_moment(make, moments)


def test_a_fit_of_btm_keeps_complete_sweeps() -> None:
    def make(sweeps: int = 3) -> BTM:
        return BTM(3, sweeps=sweeps, random_state=0)

    assert_at_a_moment(make, [learnt(make(sweeps).fit(X)) for sweeps in (1, 2, 3)])


def assert_at_a_moment(make: Make, moments: list[Any]) -> None:
    n, hit, seen = run(lambda: make().fit(X)), 0, set()
    for at in spread(n, 120):
        model = make().fit(X[:10])
        before = learnt(model)
        hit += interrupted(lambda model=model: model.fit(X), at)
        now = learnt(model)
        assert now == before or now in moments, f"event {at} of {n}"
        seen.add(-1 if now == before else moments.index(now))
        model.transform(X)
    assert hit > 80
    assert len(seen) > 1, "it was never seen inside of the new run"


@pytest.mark.parametrize("kind", ["LDA", "HDP"])
def test_the_rest_of_an_interrupted_fit_can_be_learnt(kind: str) -> None:
    """One pass in the order of the documents: what is missing are the minibatches that are left."""

    def make() -> Any:
        return {"LDA": LDA, "HDP": HDP}[kind](4, learner=SVB(0.9), **USUAL)

    expected = make().fit(X).components_
    n = run(lambda: make().fit(X))
    for at in spread(n, 60):
        model = make()
        interrupted(lambda model=model: model.fit(X), at)
        done = getattr(model, "n_docs_", 0)
        for begin in range(done, len(X), 25):
            model.partial_fit(X[begin : begin + 25])
        assert np.array_equal(model.components_, expected), f"event {at} of {n}"


CHANGES: dict[str, Callable[[Any], Any]] = {
    "merge": lambda model: model.merge([2, 0]),
    "grow": lambda model: model.grow(3),
    "drop": lambda model: model.remap(RowMap(V, V + 1, np.array([0, 4]), np.array([4, V]))),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("name", ["LDA", "HDP", "BTM", "iBTM"])
def test_a_change_of_words_or_topics_happens_or_does_not(name: str, change: Any) -> None:
    def fitted() -> Any:
        return STREAMS[name]().partial_fit(X)

    model = fitted()
    before = learnt(model)
    after = learnt(change(model))
    n = run(lambda: change(fitted())) - run(fitted)
    for at in spread(max(n, 10), 30):
        model = fitted()
        interrupted(lambda model=model: change(model), at)
        now = learnt(model)
        assert now in (before, after), f"event {at} of {n}"
        model.transform(np.zeros((1, model.n_features_in_)))

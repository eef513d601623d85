"""Models over counts that learn, and whose words and topics change."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from biterms import BTM, HDP, KPS, LDA, SVB, SVI, Annealed, BatchVB, InOrder, Paired
from biterms.bags.counts import counts_of
from biterms.errors import StopLearning
from biterms.learning import RowMap
from biterms.learning.state import State
from tests.interrupts.cases import Case
from tests.models.page_model import Mixture
from tests.models.planted import planted
from tests.models.snapshots import bits, learnt
from tests.models.stored import again

X = planted(100, n_topics=3, words_each=6, length=6).X
V = X.shape[1]
BATCH = 15
CUTS = [0, 15, 16, 40, 60]
ETA = np.random.default_rng(0).uniform(0.05, 1.0, (3, V))
USUAL: dict[str, Any] = {"random_state": 0, "n_threads": 1, "batch_size": BATCH}
Make = Callable[[], Any]
Documents = Callable[[int, int], Any]


@cache
def counted(begin: int = 0, end: int = 60) -> Any:
    """Documents behind the door, so that scikit-learn's checks are not run a thousand times."""
    return counts_of(sparse.csr_array(X[begin:end]))


@cache
def in_order(begin: int, end: int) -> InOrder:
    rows = [np.repeat(np.arange(V), row.astype(int))[::-1] for row in X[begin:end]]
    return InOrder(rows, V)


@cache
def paired(begin: int, end: int) -> Paired:
    pairs = np.array([(0, 1), (6, 7), (12, 13)])
    return Paired(X[begin:end], np.minimum(*X[begin:end][:, pairs].transpose(2, 0, 1)), pairs)


def reloaded(model: Any, _: Any = None) -> Any:
    """Through the fields of a model file, in memory."""
    return again(model) if hasattr(model, "state_") else model


def case(begin: Make, go_on: Callable[[Any], Any], moments: Callable[[], list[Any]]) -> Case:
    return Case(begin, go_on, moments, learnt, reloaded)


# partial_fit -----------------------------------------------------------------------------------


def stream(make: Make, documents: Documents = counted) -> Case:
    """`partial_fit` with one part after the other."""

    def go_on(model: Any) -> None:
        for begin, end in pairwise(CUTS):
            if getattr(model, "n_docs_", 0) <= begin:
                model.partial_fit(documents(begin, end))

    def moments() -> list[Any]:
        found, model = [None], make()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(State, "commit", recording(State.commit, found))
            for cut in pairwise(CUTS):
                model.partial_fit(documents(*cut))
        return found

    return case(make, go_on, moments)


STREAMS = {
    "partial_fit LDA": stream(lambda: LDA(3, learner=Annealed(held=30, starts=2), **USUAL)),
    "partial_fit LDA SVI": stream(lambda: LDA(3, learner=SVI(), **USUAL)),
    "partial_fit LDA SVI vb": stream(lambda: LDA(3, inference="vb", **USUAL)),
    "partial_fit LDA SVB": stream(lambda: LDA(3, learner=SVB(0.9), **USUAL)),
    "partial_fit LDA SVB vb": stream(lambda: LDA(3, learner=SVB(), inference="vb", **USUAL)),
    "partial_fit LDA KPS": stream(lambda: LDA(3, learner=KPS(), **USUAL)),
    "partial_fit LDA KPS vb": stream(
        lambda: LDA(3, learner=KPS(0.9), inference="vb", eta=ETA, **USUAL)
    ),
    "partial_fit LDA alpha": stream(lambda: LDA(3, alpha="auto", inference="mean", **USUAL)),
    "partial_fit LDA window": stream(lambda: LDA(3, biterms=3, **USUAL), in_order),
    "partial_fit LDA given": stream(lambda: LDA(3, biterms="given", **USUAL), paired),
    "partial_fit HDP": stream(lambda: HDP(5, doc_topics=4, learner=SVB(0.9), **USUAL)),
    "partial_fit HDP vb": stream(lambda: HDP(5, doc_topics=4, inference="vb", **USUAL)),
    "partial_fit HDP window": stream(lambda: HDP(5, biterms=3, **USUAL), in_order),
    "partial_fit BTM": stream(lambda: BTM(3, sweeps=3, random_state=0)),
    "partial_fit iBTM": stream(
        lambda: BTM(3, online="incremental", rejuvenations=2, window=200, random_state=0)
    ),
    "partial_fit own model": stream(lambda: Mixture(3, learner=SVB(), **USUAL)),
}


# fit -------------------------------------------------------------------------------------------


def fit(make: Make, n: int = 60, *, watched: bool = False) -> Case:
    """`fit` of a model that has learnt before: it is as it was, or at a moment of the new run."""

    @cache
    def before() -> Any:
        return make().fit(counted(0, 12))

    def begin() -> Any:
        return deepcopy(before())

    def go_on(model: Any) -> None:
        model.fit(counted(0, n), progress=(lambda *_: None) if watched else None)

    def moments() -> list[Any]:
        found = [learnt(begin())]
        with pytest.MonkeyPatch.context() as patch:
            for name in ("commit", "set"):
                patch.setattr(State, name, recording(getattr(State, name), found))
            go_on(make())
        return found

    return case(begin, go_on, moments)


def recording(method: Callable[..., None], moments: list[Any]) -> Callable[..., None]:
    def record(self: State, *given: Any, **more: Any) -> None:
        method(self, *given, **more)
        moments.append(bits(self))

    return record


def fit_btm() -> Case:
    """BTM keeps complete sweeps."""

    def make(sweeps: int = 3) -> BTM:
        return BTM(3, sweeps=sweeps, random_state=0)

    def moments() -> list[Any]:
        fitted = [learnt(make(sweeps).fit(counted())) for sweeps in (1, 2, 3)]
        return [learnt(make().fit(counted(0, 12))), *fitted]

    return case(lambda: make().fit(counted(0, 12)), lambda model: model.fit(counted()), moments)


def fit_btm_stopped() -> Case:
    """BTM goes back to the last complete sweep when it is stopped; that can be interrupted, too."""
    plain = fit_btm()

    def stop(done: int, total: int, _: float | None) -> None:
        if 3 * done >= 2 * total:
            raise StopLearning

    def go_on(model: BTM) -> None:
        with suppress(StopLearning):
            model.fit(counted(), progress=stop)

    return case(plain.begin, go_on, lambda: plain.moments()[:-1])


def fit_in_order(make: Make) -> Case:
    """One pass in the order of the documents: its rest can be learnt by `partial_fit`."""

    def go_on(model: Any) -> None:
        if not hasattr(model, "state_"):
            model.fit(counted())
        for begin in range(model.n_docs_, 60, BATCH):
            model.partial_fit(counted(begin, begin + BATCH))

    def topics(model: Any) -> Any:
        return model.components_.tobytes() if hasattr(model, "state_") else None

    def moments() -> list[Any]:
        model, begins = make(), range(0, 60, BATCH)
        parts = (counted(begin, begin + BATCH) for begin in begins)
        return [None, *(topics(model.partial_fit(part)) for part in parts)]

    return Case(make, go_on, moments, topics, reloaded)


FITS = {
    "fit LDA": fit(lambda: LDA(3, learner=Annealed(starts=1), passes=2, **USUAL)),
    "fit LDA SVI scored": fit(lambda: LDA(3, learner=SVI(), passes=2, **USUAL), watched=True),
    "fit LDA alpha": fit(
        lambda: LDA(3, alpha="auto", inference="mean", passes=2, **USUAL), watched=True
    ),
    "fit LDA SVB": fit_in_order(lambda: LDA(3, learner=SVB(0.9), **USUAL)),
    "fit LDA KPS vb": fit_in_order(lambda: LDA(3, learner=KPS(), inference="vb", **USUAL)),
    "fit LDA batch vb": fit(lambda: LDA(3, learner=BatchVB(), inference="vb", passes=3, **USUAL)),
    "fit HDP": fit(
        lambda: HDP(4, passes=5, doc_topics=3, **(USUAL | {"batch_size": 40})), 100, watched=True
    ),
    "fit HDP SVB": fit_in_order(lambda: HDP(4, learner=SVB(0.9), **USUAL)),
    "fit BTM": fit_btm(),
    "fit BTM stopped": fit_btm_stopped(),
    "fit iBTM": fit(
        lambda: BTM(3, online="incremental", rejuvenations=2, window=200, random_state=0)
    ),
}


# words and topics that change ------------------------------------------------------------------

EVENTS: dict[str, Callable[[Any], Any]] = {
    "merge": lambda model: model.merge([2, 0]),
    "grow": lambda model: model.grow(3),
    "drop": lambda model: model.remap(RowMap(V, V + 1, np.array([0, 4]), np.array([4, V]))),
}


def change(make: Make, change: Callable[[Any], Any]) -> Case:
    """A change happens or does not."""

    @cache
    def before() -> Any:
        return make().partial_fit(counted())

    @cache
    def moments() -> list[Any]:
        return [learnt(before()), learnt(change(begin()))]

    def begin() -> Any:
        return deepcopy(before())

    def go_on(model: Any) -> None:
        if learnt(model) == moments()[0]:
            change(model)

    return case(begin, go_on, moments)


CHANGES = {
    f"{name} {model}": change(STREAMS[f"partial_fit {model}"].begin, action)
    for model in ("LDA SVI", "HDP", "BTM", "iBTM")
    for name, action in EVENTS.items()
}

"""A signal while `update` is inside a compiled call leaves a model at one moment, to go on from."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import numpy as np
import pytest

from biterms import BTM, HDP, LDA, SVB, TopicModel, Vectoriser, kernels
from tests.topics.bits import bits

pytestmark = pytest.mark.skipif(
    kernels.isa() == "reference", reason="no compiled kernels: BITERMS_KERNELS=reference"
)

#: seconds after which the signal comes; a call of a kernel takes far longer
AFTER = 0.01
FIRST, BATCH = 30, 30
USUAL: dict[str, Any] = {"batch_size": BATCH, "random_state": 0, "n_threads": 1}
LONG: dict[str, Any] = {"doc_tol": 0.0, **USUAL}


def texts() -> list[str]:
    """Long texts, so that kernels have to work; later ones have words that join."""
    rng = np.random.default_rng(0)
    return [
        " ".join(f"w{word}" for word in rng.integers(0, 250 + min(at, 90), 100))
        for at in range(120)
    ]


TEXTS = texts()


class Stopped(NamedTuple):
    """A model, its texts, and the kernel that a signal comes in, in which call of `update`."""

    make: Callable[[], Any]
    ends: list[int]
    kernel: str
    number: int


def btm() -> BTM:
    return BTM(1000, sweeps=2, random_state=0)


CASES = {
    "BTM, first sweep": Stopped(btm, [120], "draw_topics", 1),
    "BTM, second sweep": Stopped(btm, [120], "draw_topics", 3),
    "LDA": Stopped(lambda: LDA(50, doc_iter=200, learner=SVB(), **LONG), [60, 90], "learn", 1),
    "LDA, window": Stopped(
        lambda: LDA(50, biterms=9, doc_iter=800, **LONG), [60, 90], "documents", 2
    ),
    "HDP, window": Stopped(lambda: HDP(20, biterms=9, doc_iter=200, **LONG), [60, 90], "atoms", 2),
}


class Hit(BaseException):
    """What the handler of the signal raises."""


@contextmanager
def signal_in(kernel: str, number: int) -> Iterator[list[str]]:
    """A signal shortly after the kernel was called for the n-th time; the files it came in."""
    met, calls, original = list[str](), [0], getattr(kernels, kernel)

    def handler(_: int, frame: FrameType | None) -> None:
        met.append(Path(frame.f_code.co_filename).name if frame else "")
        raise Hit

    def call(*given: Any, **more: Any) -> Any:
        calls[0] += 1
        if calls[0] == number:
            signal.setitimer(signal.ITIMER_REAL, AFTER)
        return original(*given, **more)

    before = signal.signal(signal.SIGALRM, handler)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels, kernel, call)
        try:
            yield met
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", CASES)
def test_a_signal_in_a_compiled_call(name: str) -> None:
    make, ends, kernel, number = CASES[name]
    text = Vectoriser(language=None, stop_words=None, min_df=2, max_words=280, prune=True)
    expected = TopicModel(make(), text=text, keep=20).update(TEXTS[:FIRST])
    model, moments = deepcopy(expected), {FIRST: bits(expected)}
    for end in ends:
        moments[end] = bits(expected.update(TEXTS[expected.model_.n_docs_ : end]))
    with signal_in(kernel, number) as met, pytest.raises(Hit):
        model.update(TEXTS[FIRST : ends[-1]])
    assert len(met) == 1
    assert met[0].startswith("compiled"), f"the signal came in {met[0]}, not in a compiled call"
    done = model.model_.n_docs_
    assert done < ends[-1]
    assert bits(model) == moments[done]
    assert bits(model.update(TEXTS[done : ends[-1]])) == moments[ends[-1]]

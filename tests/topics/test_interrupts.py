"""An exception at any line of `update` leaves a model of one moment, which learns on from there."""

from __future__ import annotations

import copy
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest

import biterms
from biterms import TopicModel, load
from tests.topics.bits import Bits, bits
from tests.topics.streams import BATCH, FIRST, TEXTS, new

PACKAGE = str(Path(biterms.__file__).parent)


class Interrupter:
    """Counts the lines of the package that run, and raises at one of them."""

    def __init__(self, at: int | None = None) -> None:
        self.at, self.lines = at, 0

    def __enter__(self) -> Interrupter:
        self._before = sys.gettrace()
        sys.settrace(self._trace)
        return self

    def __exit__(self, *error: object) -> None:
        sys.settrace(self._before)

    def _trace(self, frame: FrameType, event: str, _: Any) -> Any:
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None
        if event == "line":
            self.lines += 1
            if self.lines == self.at:
                sys.settrace(None)
                raise KeyboardInterrupt
        return self._trace


def moments(name: str) -> tuple[TopicModel, dict[int, Bits]]:
    """A model after its first texts, and what it is after each further minibatch."""
    model = new(name).update(TEXTS[:FIRST])
    begun, found = copy.deepcopy(model), {FIRST: bits(model)}
    for at in range(FIRST, len(TEXTS), BATCH):
        model.update(TEXTS[at : at + BATCH])
        found[at + BATCH] = bits(model)
    return begun, found


def spread(n: int, points: int) -> Iterator[int]:
    """Lines from the first to the last, at odd distances."""
    return iter(np.unique(np.linspace(1, n, points).astype(int)).tolist())


@pytest.mark.filterwarnings("ignore:.*seed words are not in the vocabulary")
@pytest.mark.parametrize("name", ["LDA", "guided", "HDP"])
def test_an_interrupt_leaves_one_moment_to_go_on_from(name: str, tmp_path: Path) -> None:
    begun, expected = moments(name)
    model = copy.deepcopy(begun)
    with Interrupter() as all_lines:
        model.update(TEXTS[FIRST:])
    for number, line in enumerate(spread(all_lines.lines - 5, 50)):
        model = copy.deepcopy(begun)
        with Interrupter(line), pytest.raises(KeyboardInterrupt):
            model.update(TEXTS[FIRST:])
        done = model.model_.n_docs_
        assert bits(model) == expected[done], line
        if number % 10 == 0:
            model.save(tmp_path / "model")
            model = load(tmp_path / "model")
        if number % 2 == 0:
            model.update(TEXTS[done:])
            assert bits(model) == expected[len(TEXTS)], line


@pytest.mark.parametrize("name", ["LDA", "HDP"])
def test_the_first_texts_are_learnt_all_or_not_at_all(name: str) -> None:
    expected = bits(new(name).update(TEXTS[:FIRST]))
    model = new(name)
    with Interrupter() as all_lines:
        model.update(TEXTS[:FIRST])
    for line in spread(all_lines.lines - 5, 20):
        model = new(name)
        with Interrupter(line), pytest.raises(KeyboardInterrupt):
            model.update(TEXTS[:FIRST])
        if hasattr(model, "_fitted"):
            assert bits(model) == expected, line
        else:
            assert bits(model.update(TEXTS[:FIRST])) == expected, line

"""Progress over parts of learning that take longer than others."""

from __future__ import annotations

from typing import Any

import pytest

from biterms import LDA
from biterms.errors import StopLearning
from biterms.models.lda.counter import Counter, work
from tests.models.test_auto import SMALL


def test_done_follows_the_work() -> None:
    told = list[tuple[Any, ...]]()
    counter = Counter(lambda *call: told.append(call), total=100, expected=40.0)
    for size in (30.0, 10.0):
        part = counter.part(size)
        assert part is not None
        part(1, 2, -7.0)
        part(2, 2, -7.0)
    assert told == [(38, 100, None), (75, 100, None), (88, 100, None), (100, 100, None)]


def test_done_waits_while_more_is_expected_than_before() -> None:
    told = list[int]()
    counter = Counter(lambda done, *_: told.append(done), total=100)
    for left in (20.0, 60.0, 10.0):
        counter.expect(left)
        part = counter.part(10.0)
        assert part is not None
        part(1, 1, None)
    assert told == [50, 50, 100]


def test_the_lpp_is_that_of_the_passes() -> None:
    told = list[float | None]()
    counter = Counter(lambda done, total, lpp: told.append(lpp), 10, 10.0)
    for scored in (False, True):
        part = counter.part(5.0, scored=scored)
        assert part is not None
        part(1, 1, -7.0)
    assert told == [None, -7.0]


def test_what_ends_a_start_ends_the_passes() -> None:
    def stop(*_: Any) -> None:
        raise StopLearning

    counter = Counter(stop, 10, 10.0)
    for _ in range(2):
        part = counter.part(5.0)
        assert part is not None
        with pytest.raises(StopLearning):
            part(1, 1, None)
        assert counter.stopped


def test_nobody_waits() -> None:
    assert Counter().part(1.0) is None


def test_starts_of_twice_as_many_topics_take_longer() -> None:
    """100 documents: ten starts of two passes with 2 K topics, then ten passes."""
    told = list[tuple[int, int]]()
    LDA(100, random_state=0).fit(SMALL[:100], progress=lambda *call: told.append(call[:2]))
    starts, passes = 10 * work(200, 200), work(1000, 100)
    assert told[19][0] == round(3000 * starts / (starts + passes))
    assert told[-1] == (3000, 3000)

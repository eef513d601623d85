"""Numbered batches are recorded once, whoever repeats them; no Java is needed to see that."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from biterms import InputError, Record, TopicModel, load
from biterms.spark.batches import Batches
from biterms.streams import follow
from tests.streams.models import RECORDS, assert_same, new

HANDED = [RECORDS[at : at + 170] for at in range(0, 680, 170)]


class Followed:
    """A folder that is followed by another thread, as `ForeachBatch` does."""

    def __init__(self, folder: Path) -> None:
        self.source, self._stop = Batches(), Event()
        self._pool = ThreadPoolExecutor(1)
        self.future = self._pool.submit(self._follow, folder)

    def _follow(self, folder: Path) -> TopicModel:
        settings = {"every": 50, "within": 1e-9, "most": 1000}
        return follow(self.source, folder, new(), stopping=self._stop.is_set, **settings)

    def hand_in(self, query: str, number: int, read: Callable[[], list[Record]]) -> bool:
        return self.source.hand_in(query, number, read, lambda: not self.future.done())

    def end(self) -> TopicModel:
        self._stop.set()
        self._pool.shutdown()
        return self.future.result()


def not_asked() -> list[Record]:
    raise AssertionError("a batch that is known was read again")


def test_batches_that_are_repeated_count_once(tmp_path: Path) -> None:
    """In one run and in the next one; another query has numbers of its own."""
    once = Followed(tmp_path / "once")
    for number, records in enumerate(HANDED):
        assert once.hand_in("a", number, lambda records=records: records)
    expected = once.end()

    first = Followed(tmp_path / "again")
    for number, records in enumerate(HANDED[:2]):
        assert first.hand_in("a", number, lambda records=records: records)
        assert first.hand_in("a", number, not_asked)
    assert first.end().model_.n_docs_ == 340
    second = Followed(tmp_path / "again")
    assert second.hand_in("a", 1, not_asked)
    assert second.hand_in("a", 2, lambda: HANDED[2])
    assert second.hand_in("b", 0, lambda: HANDED[3])
    assert_same(second.end(), expected)


def test_an_empty_batch_is_done_at_once(tmp_path: Path) -> None:
    followed = Followed(tmp_path / "live")
    assert followed.hand_in("a", 0, lambda: HANDED[0])
    assert followed.hand_in("a", 1, list)
    assert followed.hand_in("a", 2, lambda: HANDED[1])
    assert followed.end().model_.n_docs_ == 340
    assert load(tmp_path / "live").model_.n_docs_ == 340


def test_who_hands_in_hears_when_nobody_follows(tmp_path: Path) -> None:
    followed = Followed(tmp_path / "live")
    with pytest.raises(InputError, match="no documents came"):
        followed.end()
    assert not followed.hand_in("a", 0, lambda: HANDED[0])

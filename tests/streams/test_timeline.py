"""Minutes become hours, and hours days; nothing is lost by it."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.streams.chapters import Chapters
from biterms.streams.chapters.timeline import CutRows, PeriodRow, Timeline, TopicRow
from biterms.streams.cut import Cut
from biterms.streams.journal import Journal
from biterms.streams.observed import Observer
from biterms.streams.periods import DAY, FINE, HOUR, MEDIUM, MINUTE
from biterms.topics import TopicModel

NOW = 1_700_000_000 // DAY * DAY


def seen(arrived: float, length: int, begin: int, n: int) -> CutRows:
    periods = [PeriodRow(length, begin, n, 3 * n, n, -7.0 * n, n)]
    return CutRows(arrived, periods, [TopicRow(length, begin, 4, n, 0.5 * n)])


class Given(Timeline):
    """A timeline of cuts whose rows are known."""

    def __init__(self, cuts: list[CutRows], first: int = 1) -> None:
        self.cuts = dict(enumerate(cuts, first))

    def take(self, step: int, seen: Observer, model: TopicModel) -> CutRows:
        return self.cuts[step]


def rows(folder: Path, table: str) -> list[tuple[float, ...]]:
    with closing(sqlite3.connect(folder / "stream.sqlite")) as db:
        return db.execute(f"SELECT * FROM {table} ORDER BY length, begin").fetchall()


def followed(folder: Path, cuts: list[CutRows], first: int = 1) -> int:
    """Follow cuts; the step up to which the timeline was told before."""
    journal = Journal(folder, Chapters([Given(cuts, first)]))
    journal.open_chapters(0)
    before = journal.chapters.told
    for step, found in enumerate(cuts, first):
        journal.chapters.take(step, Observer(found.arrived), TopicModel())
        if step > journal.last_step():
            journal.record(Cut(step, found.arrived, [], 100), {}, {}).result()
    journal.finish()
    journal.close()
    return before


def test_minutes_become_hours_and_hours_days(tmp_path: Path) -> None:
    minutes = [seen(NOW + at, MINUTE, NOW + at, 2) for at in (0, 60, 120, HOUR)]
    later = seen(NOW + FINE + 2 * HOUR, MINUTE, NOW + FINE + 2 * HOUR, 1)
    followed(tmp_path, [*minutes, later])
    assert [row[:3] for row in rows(tmp_path, "period")] == [
        (MINUTE, NOW + FINE + 2 * HOUR, 1),
        (HOUR, NOW, 6),
        (HOUR, NOW + HOUR, 2),
    ]
    assert [row[3:] for row in rows(tmp_path, "topic_period")] == [(1, 0.5), (6, 3.0), (2, 1.0)]
    end = NOW + MEDIUM + FINE + 3 * DAY
    # it has the first of them already
    assert followed(tmp_path, [later, seen(end, MINUTE, end, 1)], 5) == 5
    assert [row[:3] for row in rows(tmp_path, "period")] == [
        (MINUTE, end, 1),
        (DAY, NOW, 8),
        (DAY, NOW + FINE, 1),
    ]


@given(
    st.lists(st.tuples(st.integers(0, 400 * HOUR), st.integers(1, 9)), min_size=1, max_size=8),
    st.integers(1, 3),
)
def test_sums_stay(cuts: list[tuple[int, int]], days: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("biterms.streams.chapters.timeline.FINE", HOUR)
        patch.setattr("biterms.streams.chapters.timeline.MEDIUM", days * DAY)
        with tempfile.TemporaryDirectory() as folder:
            arrivals = sorted(NOW + at for at, _ in cuts)
            numbers = [n for _, n in cuts]
            minutes = [at // MINUTE * MINUTE for at in arrivals]
            pairs = zip(arrivals, minutes, numbers, strict=True)
            followed(Path(folder), [seen(at, MINUTE, begin, n) for at, begin, n in pairs])
            found = rows(Path(folder), "period")
            assert sum(row[2] for row in found) == sum(numbers)
            assert sum(row[5] for row in found) == pytest.approx(-7.0 * sum(numbers))
            assert sum(row[4] for row in rows(Path(folder), "topic_period")) == sum(numbers) / 2

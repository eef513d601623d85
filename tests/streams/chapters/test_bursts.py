"""Topics against what is usual for them, at an hour of the day and in every period."""

from __future__ import annotations

import math
import time
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from biterms.cli.app import run
from biterms.streams import Texts, bursts, courses, follow
from biterms.streams.chapters.bursts import BurstRow, Bursts
from tests.streams.models import RECORDS, new

HOUR, DAY = 3600, 86_400
TOPICS, EACH, EVENING = 6, 300, 20
#: one hour has a burst of its own
DAYS, BURST = 8, (6, 11)


def shares(day: int, hour: int) -> np.ndarray[Any, Any]:
    """Topic 0 is large every evening; topic 1 once."""
    weights = np.ones(TOPICS)
    weights[0] = 8.0 if hour == EVENING else 1.0
    weights[1] = 6.0 if (day, hour) == BURST else 1.0
    return weights / weights.sum()


def observed(day: int, hour: int, rng: np.random.Generator) -> Any:
    """An hour of documents as chapters see it."""
    lead = rng.choice(TOPICS, EACH, p=shares(day, hour))
    times = day * DAY + hour * HOUR + np.linspace(0, HOUR - 1, EACH)
    known, ids = np.ones(EACH, bool), np.arange(TOPICS)
    look = SimpleNamespace(times=times, lead=lead, known=known, ids=ids)
    return SimpleNamespace(looks=[look])


def rows_of(chapter: Bursts, seen: Any) -> list[BurstRow]:
    for look in seen.looks:
        chapter.ahead(0, look)
    given: Any = (0, seen, None)
    return chapter.take(*given).rows


def told(seed: int, *, restarted: bool = False) -> list[BurstRow]:
    rng, chapter, rows = np.random.default_rng(seed), Bursts(), list[BurstRow]()
    for day in range(DAYS):
        for hour in range(24):
            rows += rows_of(chapter, observed(day, hour, rng))
            if restarted:
                memory = chapter.memory()
                chapter = Bursts()
                chapter.remember(memory)
    return rows


@pytest.mark.parametrize("seed", range(5))
def test_what_happens_every_day_at_the_same_hour_is_no_burst(seed: int) -> None:
    rows = {(row.begin, row.topic): row for row in told(seed)}
    evenings = [rows[day * DAY + EVENING * HOUR, 0] for day in range(DAYS)]
    assert evenings[0].low > 0  # nobody could know
    assert all(row.low < 0 < row.high for row in evenings[4:])
    day, hour = BURST
    assert rows[day * DAY + hour * HOUR, 1].low > 0
    false = [
        key for key, row in rows.items()
        if row.low > 0 and row.begin >= 4 * DAY and key != (day * DAY + hour * HOUR, 1)
    ]  # fmt: skip
    assert len(false) <= 0.025 * 2 * len([row for row in rows.values() if row.begin >= 4 * DAY])


def test_a_restart_changes_nothing() -> None:
    assert told(0) == told(0, restarted=True)


def test_the_share_of_an_hour_is_what_the_formula_says() -> None:
    rng, chapter, counts = np.random.default_rng(1), Bursts(), list[Any]()
    for day in range(2):
        for hour in range(24):
            seen = observed(day, hour, rng)
            counts.append(np.bincount(seen.looks[0].lead, minlength=TOPICS))
            rows = rows_of(chapter, seen)
    # the row of the hour before the last one: day 1, hour 22
    decayed, exposure = np.zeros(TOPICS), 0.0
    for each in counts[:-2]:
        left = 0.5 ** min(1 / (7 * 24), EACH / 20_000)
        decayed, exposure = decayed * left + each, exposure * left + EACH
    overall = (decayed + 0.5) / (exposure + 1)
    expected = EACH * (counts[22] + EACH * overall) / (EACH + EACH)
    found = {row.topic: row.expected for row in rows}
    np.testing.assert_allclose([found[k] for k in range(TOPICS)], expected, rtol=1e-12)


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five hours of today and yesterday with 300 texts each."""
    folder = tmp_path_factory.mktemp("bursts") / "live"
    begin = time.time() // HOUR * HOUR - 6 * HOUR
    moments = [datetime.fromtimestamp(begin + 12 * i, UTC).isoformat() for i in range(len(RECORDS))]
    dated = [record._replace(time=at) for record, at in zip(RECORDS, moments, strict=True)]
    follow(Texts(dated), folder, new(), every=100, most=100, within=None)
    return folder


@pytest.mark.parametrize("period", ["hour", "day"])
def test_the_timeline_says_what_bursts_say(period: str, live: Path) -> None:
    known = {(one.begin, one.topic): one for one in bursts(live, period)}
    rows = [row for row in courses(live, period) if row.burst is not None]
    assert rows
    for row in rows:
        one = known[row.begin, row.topic]
        assert (row.expected, row.burst, row.low, row.high) == (
            one.expected, one.score, one.low, one.high,
        )  # fmt: skip
        # a day has the hours that have something to be compared with
        assert (
            row.documents == one.documents if period == "hour" else row.documents >= one.documents
        )


def test_minutes_are_compared_with_their_hour(live: Path) -> None:
    hours = {(one.begin, one.topic): one for one in bursts(live, "hour")}
    minutes = bursts(live, "minute")
    assert len(minutes) == 60 * len(hours)
    for key, hour in hours.items():
        inside = [one for one in minutes if (one.begin // HOUR * HOUR, one.topic) == key]
        assert sum(one.documents for one in inside) == hour.documents
        assert sum(one.expected for one in inside) == pytest.approx(hour.expected)
        waver = ((hour.high - hour.score) / 1.96) ** 2 - 1 / (hour.documents + 0.5)
        for one in inside:  # five texts in each minute
            assert one.expected == pytest.approx(hour.expected / 60)
            assert one.score == pytest.approx(
                math.log((one.documents + 0.5) / (one.expected + 0.5))
            )
            half = 1.96 * math.sqrt(1 / (one.documents + 0.5) + waver)
            assert (one.score - one.low, one.high - one.score) == pytest.approx((half, half))


def test_the_command_writes_them(live: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["timeline", str(live), "--period", "hour"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split(",")[-5:] == ["expected", "burst", "low", "high", "alarm"]
    assert any(all(line.split(",")[-5:-1]) for line in lines)

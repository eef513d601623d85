"""How fast texts come, by the clock and not by their own times."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from biterms import Record
from biterms.serve.arrivals import MOST, Arrivals
from biterms.streams import Texts, follow
from tests.serve.running import eventually, running
from tests.streams.chapters.planted import model
from tests.streams.clocks import BEGIN


def test_nothing_is_known_at_first() -> None:
    arrivals = Arrivals()
    assert arrivals.rate(1000.0) is None
    arrivals.note(1000.0, 50)
    assert arrivals.rate(1010.0) is None, "when the first 50 came, nobody knows"
    assert arrivals.rate(1060.0) == 0.0, "but none came in the last minute"


def test_a_steady_stream() -> None:
    arrivals = Arrivals()
    for second in range(0, 301, 5):
        arrivals.note(1000.0 + second, 100 + 20 * second)
        if second >= 60:
            assert arrivals.rate(1000.0 + second) == pytest.approx(20.0)
    assert arrivals.rate(1330.0) == pytest.approx(10.0), (
        "half a minute of it, and half a minute of none"
    )
    assert arrivals.rate(1360.0) == 0.0


def test_the_first_minute() -> None:
    arrivals = Arrivals()
    arrivals.note(1000.0, 100)
    arrivals.note(1010.0, 300)
    assert arrivals.rate(1020.0) == pytest.approx(10.0)


def test_texts_after_a_long_pause() -> None:
    arrivals = Arrivals()
    arrivals.note(1000.0, 100)
    arrivals.note(9000.0, 400)
    assert arrivals.rate(9010.0) == pytest.approx(5.0)


def test_another_stream_begins_anew_and_memory_is_bounded() -> None:
    arrivals = Arrivals()
    arrivals.note(1000.0, 100)
    arrivals.note(1001.0, 10)
    assert arrivals.rate(1003.0) is None
    for i in range(3 * MOST):
        arrivals.note(1002.0 + i / 1000, 11 + i)
    assert len(arrivals._samples) == MOST


def test_cuts_that_are_left_tell_what_came_before_the_server() -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE TABLE cut (step INTEGER, arrived REAL, n INTEGER)")
        cuts = [(1, 900.0, 999), (2, 990.0, 50), (3, 1000.0, 70), (4, 1010.0, 80)]
        db.executemany("INSERT INTO cut VALUES (?, ?, ?)", cuts)
        arrivals = Arrivals()
        arrivals.begin(db, 1010.0, 5000)
        arrivals.note(1010.0, 5000)
        assert arrivals.rate(1020.0) == pytest.approx(150 / 30)


def test_a_replay_has_a_rate(tmp_path: Path) -> None:
    """Texts of long ago come now."""
    texts = [Record("goal team match rocket", f"t{i}", str(BEGIN + i), None) for i in range(300)]
    follow(Texts(texts), tmp_path, model(seed=1), every=100, most=100, within=None)
    with running(tmp_path) as server:
        more = [one._replace(id=f"u{one.id}") for one in texts]
        follow(Texts(more, name="more"), tmp_path, every=100, most=100, within=None)
        eventually(lambda: bool(server.get("health")["rate"]))
        found = server.get("health")
        assert found["documents"] == 600
        assert 300 / 60 <= found["rate"] <= 600
        assert found["rates"]["minute"] == 0
        text = server.ask("GET", "/v1/metrics").body.decode()
        assert "\nbiterms_texts_per_second 0" not in text

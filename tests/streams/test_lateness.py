"""Documents that come late: which they are, where they are counted, and that it stays so."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
from contextlib import closing
from copy import deepcopy
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from biterms import LDA, Annealed, TopicModel, Vectoriser
from biterms.errors import SettingError
from biterms.streams import JsonLinesSink, Progress, Texts, follow
from biterms.streams import live as live_module
from biterms.streams.journal import Journal
from biterms.streams.lateness import Lateness, believed, sort_late
from biterms.streams.periods import DAY, HOUR
from biterms.text.readers import Record
from biterms.text.times import TimeColumn
from tests.streams.killing import processes
from tests.streams.models import RECORDS, assert_same, documents_of, loaded, new, timeline
from tests.streams.test_following import Crash, crashing

NOW = 1_800_000_000.0
#: of RECORDS: every seventh came three days late, in the middle of a minibatch
LATE = [
    record._replace(time="2011-02-20T12:00:00") if i % 7 == 5 and i >= 400 else record
    for i, record in enumerate(RECORDS[:1000])
]
N_LATE = sum(record.time == "2011-02-20T12:00:00" for record in LATE)
CUTTING: dict[str, Any] = {"every": 50, "within": None, "most": 100}


def late_days(folder: Path) -> list[tuple[int, int, int]]:
    with closing(sqlite3.connect(folder / "stream.sqlite")) as db:
        return db.execute("SELECT * FROM late").fetchall()


def sorted_times(times: list[Any], lateness: Lateness | None, newest: float | None = None) -> Any:
    records = [
        Record("a", str(i), None if t is None else str(t), None) for i, t in enumerate(times)
    ]
    return sort_late(records, NOW, lateness, newest, TimeColumn())


def test_a_document_is_late_after_one_that_was_written_much_later() -> None:
    """Each is compared with those before it, one by one."""
    rng = np.random.default_rng(0)
    times = (NOW - 1e6 + np.cumsum(rng.normal(600, 4_000, 300))).round().tolist()
    newest, expected = NOW - 1e6, []
    found = sorted_times(times, Lateness(2 * HOUR, drop=True), newest)
    for i, time in enumerate(times):
        if time < newest - 2 * HOUR:
            expected.append(i)
        newest = max(newest, time)
    assert found.dropped == expected
    assert 5 < len(expected) < 250
    assert found.newest == newest
    assert [one is None for one in found.records] == [i in expected for i in range(300)]
    assert found.dropped_times.tolist() == [times[i] for i in expected]


def test_documents_without_a_time_are_never_late_and_move_nothing() -> None:
    found = sorted_times([None, NOW - 9 * DAY, None, "soon", NOW - 11 * DAY], Lateness(DAY, True))
    assert found.dropped == [4]
    assert found.newest == NOW - 9 * DAY
    assert sorted_times([None], Lateness(DAY, drop=True)).newest is None


def test_a_date_in_the_future_is_that_of_the_arrival() -> None:
    assert believed(np.array([NOW + 2 * DAY, NOW + HOUR, np.nan]), NOW)[:2].tolist() == [
        NOW,
        NOW + HOUR,
    ]
    found = sorted_times([NOW - HOUR, NOW + 400 * DAY, NOW - HOUR], Lateness(2 * HOUR, drop=True))
    assert (found.dropped, found.newest) == ([], NOW)
    assert TimeColumn().seconds([found.records[1].time]) == [NOW]


def test_without_a_limit_nothing_is_late() -> None:
    found = sorted_times([NOW - HOUR, NOW - 900 * DAY], None)
    assert found.dropped == found.learnt_times.tolist() == []


def test_late_documents_are_counted_apart(tmp_path: Path) -> None:
    day = 1_298_160_000
    learnt = follow(Texts(LATE), tmp_path / "learn", new(), lateness="1d", **CUTTING)
    assert late_days(tmp_path / "learn") == [(day, N_LATE, 0)]
    assert learnt.model_.n_docs_ == documents_of(tmp_path / "learn") == len(LATE)
    less = follow(Texts(LATE), tmp_path / "drop", new(), lateness="1d", late="drop", **CUTTING)
    assert late_days(tmp_path / "drop") == [(day, 0, N_LATE)]
    assert less.model_.n_docs_ == documents_of(tmp_path / "drop") == len(LATE) - N_LATE
    assert_same(learnt_apart(learnt), follow(Texts(LATE), tmp_path / "plain", new(), **CUTTING))


def learnt_apart(model: TopicModel) -> TopicModel:
    """The model without the one fact that lateness adds."""
    assert model.fitted.provenance.facts.pop("stream_newest") == 1_299_279_600
    return model


@pytest.mark.parametrize("late", ["learn", "drop"])
@pytest.mark.parametrize("snapshots", [0.0, 60.0], ids=["always", "rarely"])
def test_the_same_documents_are_late_after_a_crash_at_any_cut(
    late: str, snapshots: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "SECONDS", snapshots)
    monkeypatch.setattr(live_module, "TIMES", 0.0)
    settings = CUTTING | {"lateness": "1d", "late": late}
    expected = follow(Texts(LATE), tmp_path / "straight", new(), **settings)
    for at in count(1):
        sink = JsonLinesSink(tmp_path / "topics.jsonl")
        try:
            crash = crashing(at)
            model = follow(
                Texts(LATE), tmp_path / "live", new(), sinks=sink, progress=crash, **settings
            )
            break
        except Crash:
            continue
    assert at > 3
    assert_same(model, expected)
    assert_same(loaded(tmp_path / "live"), expected)
    assert timeline(tmp_path / "live") == timeline(tmp_path / "straight")
    assert late_days(tmp_path / "live") == late_days(tmp_path / "straight")
    rows = [json.loads(line) for line in (tmp_path / "topics.jsonl").read_text().splitlines()]
    assert [row["id"] for row in rows] == [record.id for record in LATE]
    without = {row["id"] for row in rows if row["topic"] is None}
    dropped = {r.id for r in LATE if r.time == "2011-02-20T12:00:00"}
    assert dropped <= without if late == "drop" else not dropped & without


def killed_at(folder: Path, step: int) -> None:
    """Follow up to a step and be killed there; runs in another process."""
    live_module.SECONDS, live_module.TIMES = 0.0, 0.0

    def progress(now: Progress) -> None:
        if now.step >= step:
            os.kill(os.getpid(), signal.SIGKILL)

    follow(Texts(LATE), folder, new(), progress=progress, lateness="1d", late="drop", **CUTTING)


def test_a_process_that_is_killed_at_a_boundary_drops_the_same(tmp_path: Path) -> None:
    """In the middle of late documents, right after a snapshot and what it says of the newest."""
    for step in (2, 3):
        process = processes.Process(target=killed_at, args=(tmp_path / "live", step))
        process.start()
        process.join(30)
        assert process.exitcode == -signal.SIGKILL
    settings = CUTTING | {"lateness": "1d", "late": "drop"}
    model = follow(Texts(LATE), tmp_path / "live", new(), **settings)
    assert_same(model, follow(Texts(LATE), tmp_path / "straight", new(), **settings))
    assert late_days(tmp_path / "live") == late_days(tmp_path / "straight")
    assert timeline(tmp_path / "live") == timeline(tmp_path / "straight")


def test_how_a_stream_was_cut_makes_no_difference(tmp_path: Path) -> None:
    """Minibatches that have lost documents do not move those after them."""
    settings = {"every": 100, "within": None, "lateness": "1d", "late": "drop"}
    begun, learnt = new().update(LATE[:300]), []
    for most in (100, 1000):
        source, folder = Texts(LATE[300:]), tmp_path / str(most)
        learnt.append(follow(source, folder, deepcopy(begun), most=most, **settings))
        assert late_days(folder)[0][2] == N_LATE
    assert [model.provenance_["stream_step"] for model in learnt] == [7, 1]
    assert learnt[0].model_.n_docs_ == learnt[1].model_.n_docs_ == len(LATE) - N_LATE
    assert_array_equal(learnt[0].model_.components_, learnt[1].model_.components_)


def test_what_was_recorded_is_sorted_as_it_was_then(tmp_path: Path) -> None:
    """Another choice at the next start is for what comes then."""
    settings = CUTTING | {"lateness": "1d", "most": 50}
    with pytest.raises(Crash):
        follow(Texts(LATE[:700]), tmp_path, new(), late="drop", progress=crashing(9), **settings)
    journal = Journal(tmp_path)
    recorded = journal.last_step() * 50
    journal.close()
    follow(Texts(LATE), tmp_path, new(), late="learn", **settings)
    dropped = sum(record.time == LATE[404].time for record in LATE[:recorded])
    assert 450 <= recorded <= 700
    assert [row[1:] for row in late_days(tmp_path)] == [(N_LATE - dropped, dropped)]


def test_a_date_in_the_future_does_not_end_a_memory_of_days(tmp_path: Path) -> None:
    wrong = [r._replace(time="2999-01-01") if i == 450 else r for i, r in enumerate(RECORDS)]
    learner = Annealed(20, most="1d", starts=0, held=0)
    model = TopicModel(
        LDA(4, learner=learner, random_state=0, n_threads=1), text=Vectoriser(min_df=2), keep=2_000
    )
    clock = follow(Texts(wrong), tmp_path, model, **CUTTING).model_.state_.clock
    assert clock.arrivals.times[-1] < NOW * 1.2
    assert documents_of(tmp_path) == len(RECORDS)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"lateness": "2 hours"}, "lateness='2 hours': expected a span of time"),
        ({"lateness": "2h", "late": "ignore"}, "late='ignore': expected one of learn, drop"),
        ({"late": "drop"}, "late='drop' without lateness"),
    ],
)
def test_what_makes_no_sense_is_refused(
    settings: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(SettingError, match=message):
        follow(Texts(LATE), tmp_path / "live", new(), **settings)
    assert not (tmp_path / "live").exists()

"""How a live model is doing, as those see it who look after it."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from biterms import Record
from biterms.cli.app import run
from biterms.cli.status_lines import lines_of
from biterms.store import JOURNAL, Owner
from biterms.streams import Files, JsonLinesSink, Progress, Texts, follow, health
from tests.streams.models import TEXTS, new


def recent(n: int, seconds: float) -> list[Record]:
    """Texts that were written so many seconds ago."""
    moment = datetime.fromtimestamp(time.time() - seconds, UTC).isoformat()
    return [Record(text, f"n{i}", moment, None) for i, text in enumerate(TEXTS[:n])]


def test_while_it_is_followed_and_after(tmp_path: Path) -> None:
    live, seen = tmp_path / "live", []

    def progress(now: Progress) -> None:
        seen.append(health(live))

    sink = JsonLinesSink(tmp_path / "rows.jsonl", name="rows")
    texts = recent(300, 600)
    follow(Texts(texts), live, new(), every=100, most=100, progress=progress, sinks=sink)
    during, after = seen[-1], health(live)
    follower = during.follower
    assert follower is not None
    assert (follower.process, follower.host) == (os.getpid(), socket.gethostname())
    assert during.is_followed
    assert follower.running is True
    assert follower.memory is None or follower.memory > 1e7
    assert after.follower is None
    assert not after.is_followed
    assert after.lag == pytest.approx(600, abs=60)
    assert after.rates["minute"] == 0
    assert after.rates["hour"] == pytest.approx(300 / 3600)
    assert after.rates["day"] == pytest.approx(300 / 86_400)
    assert after.snapshot is not None
    assert (after.snapshot.step, after.snapshot.topics, after.snapshot.documents) == (3, 4, 300)
    assert [(one.name, one.step, one.behind) for one in after.sinks] == [("rows", 3, 0)]
    assert during.sinks[0].behind > 0
    assert after.disk > after.status.size > 0
    assert after.alarm is None


def test_a_process_that_was_killed_does_not_follow(tmp_path: Path) -> None:
    live = tmp_path / "live"
    follow(Texts(TEXTS[:100]), live, new())
    # Its number may be that of another process by now: this one has not opened the lock.
    owner = Owner.this_process()
    for left in (owner._replace(pid=2**22 + 1), owner):
        (live / "lock").write_bytes(left.as_text())
        found = health(live)
        assert found.follower is not None
        assert found.follower.running is False
        assert not found.is_followed
        assert "by nobody; process" in lines_of(found)[0]
    (live / "lock").write_bytes(owner._replace(host="elsewhere").as_text())
    found = health(live)
    assert found.follower is not None
    assert found.follower.running is None
    assert "cannot be looked at from here" in lines_of(found)[0]


def test_what_is_left_of_files(tmp_path: Path) -> None:
    inbox, live = tmp_path / "inbox", tmp_path / "live"
    inbox.mkdir()
    (inbox / "a.txt").write_text("\n".join(TEXTS[:100]) + "\n")
    follow(Files(inbox), live, new())
    assert health(live).backlog == {str(inbox / "a.txt"): 0}
    with (inbox / "a.txt").open("a") as file:
        file.write("x" * 50)
    assert health(live).backlog == {str(inbox / "a.txt"): 50}
    (inbox / "a.txt").rename(inbox / "b.txt")
    assert health(live).backlog == {}


def test_the_last_alarm_is_shown_where_there_is_a_table_of_them(tmp_path: Path) -> None:
    live = tmp_path / "live"
    follow(Texts(TEXTS[:100]), live, new())
    with closing(sqlite3.connect(live / JOURNAL)) as db, db:
        db.execute("DROP TABLE IF EXISTS alarm")
        db.execute("CREATE TABLE alarm (number, step, time, since, kind, topic, strength, words)")
        words = json.dumps(["quake", "tremor"])
        for number, topic in ((1, 5), (2, 7)):
            row = (number, 3, 1.7e9, 1.69e9, "burst", topic, 4.5, words)
            db.execute("INSERT INTO alarm VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    found = health(live)
    assert found.alarm is not None
    assert (found.alarm["number"], found.alarm["topic"]) == (2, 7)
    (line,) = [line for line in lines_of(found) if line.startswith("last alarm")]
    assert line.endswith("2023-11-14 22:13:20 UTC: burst of topic 7 (quake, tremor)")
    born = found._replace(alarm=found.alarm | {"kind": "birth", "topic": None})
    (line,) = [line for line in lines_of(born) if line.startswith("last alarm")]
    assert line.endswith("UTC: birth (quake, tremor)")


def test_checks_for_those_who_watch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    live = tmp_path / "live"
    follow(Texts(recent(100, 600)), live, new())
    assert run(["status", str(live), "--max-lag", "1h"]) == 0
    assert run(["status", str(live), "--max-lag", "9min"]) == 3
    assert "the newest text is older than 9min" in capsys.readouterr().err
    assert run(["status", str(live), "--running", "--json"]) == 3
    said = capsys.readouterr()
    assert "nobody follows" in said.err
    assert json.loads(said.out)["is_followed"] is False
    assert run(["status", str(live), "--max-lag", "soon"]) == 2
    assert run(["stream", "--model", str(live), "--status"]) == 0
    assert "4 topics, 100 texts" in capsys.readouterr().out


def test_late_texts_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    live, texts = tmp_path / "live", recent(300, 600)
    old = recent(300, 86_400 * 3)
    dated = [old[i] if i % 100 == 99 else text for i, text in enumerate(texts)]
    settings = {"every": 100, "within": None, "lateness": "1h"}
    follow(Texts(dated[:100]), live, new(), late="learn", **settings)
    assert (health(live).status.late, health(live).status.dropped) == (1, 0)
    follow(Texts(dated), live, late="drop", **settings)
    found = health(live).status
    assert (found.late, found.dropped, found.documents) == (1, 2, 298)
    assert run(["status", str(live)]) == 0
    said = capsys.readouterr().out
    assert "298, 1 of them late; 2 others came late and were dropped" in said
    assert run(["status", str(live), "--json"]) == 0
    known = json.loads(capsys.readouterr().out)
    assert (known["late"], known["dropped"]) == (1, 2)

"""What machines do to a live model: clocks that jump, copies, damage, a second process."""

from __future__ import annotations

import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

import biterms
from biterms import StoreError
from biterms.cli.app import run
from biterms.store import JOURNAL
from biterms.streams import (
    Files,
    Progress,
    Texts,
    alarms,
    digest,
    edit,
    edits,
    follow,
    prevalence,
    status,
)
from biterms.streams import live as live_module
from biterms.topics import TopicModel
from tests.streams.killing import processes
from tests.streams.models import (
    RECORDS,
    TEXTS,
    assert_same,
    documents_of,
    loaded,
    new,
    undisturbed,
)
from tests.streams.rights import read_only

FEW: dict[str, Any] = {"every": 50, "within": None, "most": 50}
NOW = 1_700_000_000.0
YEAR = 365 * 86_400


def test_a_clock_that_jumps_changes_nothing_that_is_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = undisturbed(tmp_path / "straight", most=50)
    times = cycle([NOW, NOW + 10 * YEAR, NOW + 60, NOW - 10 * YEAR, NOW + 120])
    monkeypatch.setattr(live_module, "SECONDS", 0.0)
    monkeypatch.setattr(live_module, "TIMES", 0.0)
    with monkeypatch.context() as patch:
        patch.setattr("time.time", lambda: next(times))
        model = follow(Texts(RECORDS), tmp_path / "live", new(), **FEW)
    assert_same(model, expected)
    assert documents_of(tmp_path / "live") == len(RECORDS)
    assert status(tmp_path / "live").waiting == 0  # those of the future were forgotten as well


def test_texts_without_a_time_are_counted_once_when_the_clock_is_set_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = tmp_path / "live"
    for days in (0, 3650, 1, 2, 3, 4, 5):
        with monkeypatch.context() as patch:
            patch.setattr("time.time", lambda: NOW + days * 86_400)  # noqa: B023
            follow(Texts(TEXTS[:100], f"day {days}"), live, new(), **FEW)
    assert documents_of(live) == 700
    assert status(live).last == NOW + 5 * 86_400
    with closing(sqlite3.connect(live / JOURNAL)) as db:
        minutes = db.execute("SELECT begin FROM period WHERE length = 60").fetchall()
    # What is two days old has become hours, although the clock was once ten years ahead.
    assert all(begin >= NOW + 2 * 86_400 for (begin,) in minutes)


def test_few_texts_are_begun_with_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    straight, live = tmp_path / "straight", tmp_path / "live"
    follow(Texts(RECORDS[:20]), straight, new(), **FEW)
    with monkeypatch.context() as patch:
        patch.setattr(TopicModel, "save", crash)
        with pytest.raises(KeyboardInterrupt):
            follow(Texts(RECORDS[:20]), live, new(), **FEW)
    for folder in (straight, live):
        follow(Texts(RECORDS[:200]), folder, new(), **FEW)
    assert_same(loaded(live), loaded(straight))
    assert documents_of(live) == documents_of(straight) == 200


def test_a_second_process_is_refused_and_readers_are_not(tmp_path: Path) -> None:
    live, said = tmp_path / "live", []
    program = "import sys; from biterms.cli.app import run; sys.exit(run(sys.argv[1:]))"
    command = [sys.executable, "-c", program, "stream", "-", "--model", str(live)]

    def progress(now: Progress) -> None:
        if now.step == 5:
            path = os.pathsep.join(filter(None, sys.path))
            second = subprocess.run(
                command, input="a text\n", capture_output=True, text=True, check=False,
                env=os.environ | {"PYTHONPATH": path},
            )  # fmt: skip
            said.append((second.returncode, second.stderr))
            assert loaded(live).model_.n_docs_ > 0
            assert status(live).step >= 5
            assert prevalence(live)

    follow(Texts(RECORDS), live, new(), progress=progress, **FEW)
    ((code, message),) = said
    assert code != 0
    assert f"process {os.getpid()} on {socket.gethostname()}" in message
    assert documents_of(live) == len(RECORDS)


def test_a_folder_that_nothing_can_be_written_to_is_read_and_not_followed() -> None:
    with tempfile.TemporaryDirectory() as place:
        live = Path(place) / "live"
        undisturbed(live)
        Path(place).chmod(0o755)
        live.chmod(0o555)
        process = processes.Process(target=read_only, args=(live,))
        process.start()
        process.join()
        assert process.exitcode == 0
        live.chmod(0o755)


def interrupted(folder: Path) -> None:
    """Follow, and stop where the journal has cuts that are not in the snapshot."""

    def progress(now: Progress) -> None:
        if now.step == 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        follow(Texts(RECORDS), folder, new(), progress=progress, **FEW)


@pytest.mark.parametrize("table", ["sqlite_master", "position", "fact", "cut"])
def test_a_damaged_journal_is_refused_and_the_model_still_loads(table: str, tmp_path: Path) -> None:
    interrupted(tmp_path)
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as db:
        where = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    data = bytearray((tmp_path / JOURNAL).read_bytes())
    begin = (where[0] - 1) * size + size // 2 if where else 0
    data[begin : begin + size // 2] = bytes(byte ^ 0x55 for byte in data[begin : begin + size // 2])
    (tmp_path / JOURNAL).write_bytes(data)
    with pytest.raises(StoreError, match="damaged") as raised:
        follow(Texts(RECORDS), tmp_path, new(), **FEW)
    assert "nothing that was recorded is lost" not in str(raised.value)
    assert loaded(tmp_path).model_.n_docs_ == 50


def test_a_journal_of_another_version_is_refused(tmp_path: Path) -> None:
    undisturbed(tmp_path / "live")
    with closing(sqlite3.connect(tmp_path / "live" / JOURNAL)) as db:
        db.execute("PRAGMA user_version = 99")
    refused = "journal of version 99, expected 2: use the version"
    with pytest.raises(StoreError, match=refused):
        follow(Texts(RECORDS), tmp_path / "live", new())
    for look in (status, alarms, digest, prevalence, edits):
        with pytest.raises(StoreError, match=refused):
            look(tmp_path / "live")
    with pytest.raises(StoreError, match=refused):
        edit(tmp_path / "live", "label", topic=0, value="sport")


def part(folder: Path, to: Path, names: str) -> None:
    """Copy some files of a folder over those of another."""
    for path in folder.glob(names):
        shutil.copy(path, to)


def test_a_model_and_a_journal_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    early, late = tmp_path / "early", tmp_path / "late"
    follow(Texts(RECORDS[:500]), early, new(), **FEW)
    follow(Texts(RECORDS), late, new(), **FEW)
    older, newer = (Path(shutil.copytree(late, tmp_path / name)) for name in ("older", "newer"))
    (older / "model.json").unlink()
    part(early, older, "model.json")
    part(early, older, "*.safetensors")
    part(early, newer, JOURNAL)
    with pytest.raises(StoreError, match="has no documents of step 11: they were forgotten"):
        follow(Texts(RECORDS), older, new(), **FEW)
    with pytest.raises(StoreError, match="learnt 30 cuts, but the journal ends with 10"):
        follow(Texts(RECORDS), newer, new(), **FEW)
    (newer / JOURNAL).unlink()
    with pytest.raises(StoreError, match="is empty or was missing: texts would be learnt twice"):
        follow(Texts(RECORDS), newer, new(), **FEW)
    assert not (newer / JOURNAL).exists()
    # Its model may begin another stream.
    other = follow(Texts(RECORDS[:100]), tmp_path / "other", biterms.load(newer), **FEW)
    assert other.model_.n_docs_ == len(RECORDS) + 100


def test_a_copy_that_is_made_while_the_stream_runs_goes_on_by_itself(tmp_path: Path) -> None:
    live, copy = tmp_path / "live", tmp_path / "copy"

    def progress(now: Progress) -> None:
        if now.step == 10:
            copy.mkdir()
            part(live, copy, "model.json")
            part(live, copy, "*.safetensors")
            with (
                closing(sqlite3.connect(live / JOURNAL)) as one,
                closing(sqlite3.connect(copy / JOURNAL)) as other,
            ):
                one.backup(other)

    model = follow(Texts(RECORDS), live, new(), progress=progress, **FEW)
    assert 10 <= status(copy).step < 15
    assert_same(follow(Texts(RECORDS), copy, new(), **FEW), model)
    assert documents_of(copy) == len(RECORDS)


def test_a_file_whose_name_is_not_utf8_is_followed_over_two_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "biterms.streams")
    (tmp_path / "inbox").mkdir()
    name = tmp_path / "inbox" / os.fsdecode(b"caf\xe9.jsonl")
    texts = [json.dumps({"text": text}) for text in TEXTS]
    for more in (["{broken", *texts[:500]], texts[500:]):
        with name.open("a") as file:
            file.write("".join(f"{line}\n" for line in more))
        model = follow(Files(tmp_path / "inbox"), tmp_path / "live", new(), **FEW)
    assert model.model_.n_docs_ == len(TEXTS)
    assert {*status(tmp_path / "live").positions["files"]} == {str(name)}
    assert run(["status", str(tmp_path / "live")]) == 0
    assert r"caf\udce9.jsonl" in capsys.readouterr().out
    assert r"caf\udce9.jsonl" in caplog.text
    assert caplog.text.encode()

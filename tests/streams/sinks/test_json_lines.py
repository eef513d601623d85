"""Lines of JSON: what is there stays, what is torn is cut off, what is not ours is refused."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from itertools import count
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms import InputError, Record
from biterms.errors import StoreError
from biterms.streams import JsonLinesSink, Progress, Texts, follow
from biterms.streams import live as live_module
from biterms.streams.sinks.json_lines import lines_of
from biterms.streams.sinks.sink import Row
from tests.streams.models import RECORDS, loaded, new, timeline, undisturbed

WORDS = [a + b for a in ascii_lowercase for b in "abcdef"]
SETTINGS: dict[str, Any] = {"every": 50, "within": None, "most": 50}


class Crash(BaseException):
    """Nothing catches it."""


def crashing(at: int) -> Callable[[Progress], None]:
    calls = count(1)

    def progress(_: Progress) -> None:
        if next(calls) == at:
            raise Crash

    return progress


def rows(step: int, n: int) -> list[Row]:
    return [Row(step, place, f"n{place}", 1, "goal", 0.5, 1e9 + step) for place in range(n)]


def test_a_crash_at_any_cut_leaves_no_trace_in_the_file(tmp_path: Path) -> None:
    """There are two snapshots, after the first cut and at the end, so that labels are the same."""
    undisturbed(tmp_path / "calm", sinks=JsonLinesSink(tmp_path / "calm.jsonl"), **SETTINGS)
    expected = (tmp_path / "calm.jsonl").read_bytes()
    path, before = tmp_path / "rows.jsonl", b""
    for at in (1, 2, 5, 9, 99):
        try:
            follow(
                Texts(RECORDS), tmp_path / "live", new(), sinks=JsonLinesSink(path),
                progress=crashing(at), **SETTINGS,
            )  # fmt: skip
        except Crash:
            now = path.read_bytes()
            assert expected.startswith(now)
            assert len(now) > len(before)
            before = now
            path.write_bytes(now + b'{"step": 7, "pla')  # it was killed while it wrote
    assert path.read_bytes() == expected
    assert timeline(tmp_path / "live") == timeline(tmp_path / "calm")


def test_lines_are_written_as_they_come(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    undisturbed(tmp_path / "live", sinks=JsonLinesSink(path))
    first = json.loads(path.read_text().splitlines()[0])
    labels = {topic.id: topic.label for topic in loaded(tmp_path / "live").topics()}
    assert [*first] == ["step", "place", "id", "topic", "label", "probability", "time"]
    assert first["topic"] in labels
    assert first["label"]
    assert (first["id"], first["time"]) == ("n0", "2011-03-01T00:00:00Z")
    assert 1 / len(labels) < first["probability"] <= 1


def test_what_comes_again_is_not_written_again(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    sink = JsonLinesSink(path)
    sink.open(0, 0, None)
    sink.write(1, rows(1, 3))
    at = sink.flush()
    sink.write(2, rows(2, 3))
    sink.close()
    whole, inode = path.read_bytes(), path.stat().st_ino
    path.write_bytes(whole[:-5])
    again = JsonLinesSink(path)
    again.open(1, 2, at)
    again.write(2, rows(2, 3))
    assert again.flush() == {"bytes": len(whole)}
    again.close()
    assert (path.read_bytes(), path.stat().st_ino) == (whole, inode)
    assert whole.splitlines()[-1].decode() == lines_of(rows(2, 3)).splitlines()[-1].decode()


@given(
    st.builds(
        Row,
        step=st.integers(1, 1 << 62),
        place=st.integers(0, 1 << 20),
        id=st.text(),
        topic=st.none() | st.integers(0, 1 << 30),
        label=st.none() | st.text(),
        probability=st.integers(0, 10**6).map(lambda i: i / 10**6),
        time=st.just(1.5),
    )
)
def test_any_row_is_one_line_of_json(row: Row) -> None:
    line = lines_of([row])
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert json.loads(line) == row._asdict() | {"time": "1970-01-01T00:00:01.500Z"}


def test_a_file_of_others_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("{}\n")
    with pytest.raises(InputError, match="not of this model; move it away"):
        undisturbed(tmp_path / "live", sinks=JsonLinesSink(path))
    assert path.read_text() == "{}\n"
    assert not (tmp_path / "live").exists()


def test_a_file_that_was_cut_is_refused_and_one_that_was_moved_begins_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, live = tmp_path / "rows.jsonl", tmp_path / "live"
    undisturbed(live, sinks=JsonLinesSink(path))
    whole = path.read_bytes()
    path.write_bytes(whole[:100])
    more = Texts([Record("late goal", "new", None, None)], name="more")
    with pytest.raises(InputError, match="has 100 bytes, but"):
        follow(more, live, sinks=JsonLinesSink(path))
    path.unlink()
    with caplog.at_level(logging.WARNING, "biterms.streams"), pytest.raises(Crash):
        follow(more, live, sinks=JsonLinesSink(path), progress=crashing(1))
    assert "is not there any more" in caplog.text
    follow(Texts([], name="more"), live, sinks=JsonLinesSink(path))
    assert [json.loads(line)["id"] for line in path.read_text().splitlines()] == ["new"]


def test_a_sink_that_was_left_out_says_what_it_lacks(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, live = tmp_path / "rows.jsonl", tmp_path / "live"
    follow(Texts(RECORDS[:100]), live, new(), sinks=JsonLinesSink(path), **SETTINGS)
    follow(Texts(RECORDS[:200]), live, **SETTINGS)
    with caplog.at_level(logging.WARNING, "biterms.streams"):
        follow(Texts(RECORDS[:300]), live, sinks=JsonLinesSink(path), **SETTINGS)
    assert "has no rows of steps 3 to 4" in caplog.text
    steps = [json.loads(line)["step"] for line in path.read_text().splitlines()]
    assert [*dict.fromkeys(steps)] == [1, 2, 5, 6]


def test_a_disk_that_fails_ends_it_and_nothing_is_lost(tmp_path: Path) -> None:
    path, live = tmp_path / "rows.jsonl", tmp_path / "live"
    calm = undisturbed(tmp_path / "calm", sinks=JsonLinesSink(tmp_path / "calm.jsonl"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("biterms.streams.sinks.json_lines.os.pwrite", _full(3))
        with pytest.raises(StoreError, match="No space left on device; nothing is lost"):
            undisturbed(live, sinks=JsonLinesSink(path), most=50)
    model = undisturbed(live, sinks=JsonLinesSink(path), most=50)
    assert model.model_.n_docs_ == calm.model_.n_docs_
    assert len(path.read_text().splitlines()) == len(RECORDS)


def _full(at: int) -> Callable[..., int]:
    """Half of what comes then is written."""
    import os

    calls, write = count(1), os.pwrite

    def pwrite(file: int, data: memoryview, offset: int) -> int:
        if next(calls) < at:
            return write(file, data, offset)
        write(file, data[: len(data) // 2], offset)
        raise OSError(28, "No space left on device")

    return pwrite


def test_texts_that_are_not_learnt_have_a_row_without_a_topic(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    fresh = [Record(f"late goal {word}", word, None, None) for word in WORDS]
    records = [*fresh[:100], *fresh[50:], Record("zzz", "unknown", None, None)]
    model = new(duplicates="once")
    follow(Texts(records), tmp_path / "live", model, sinks=JsonLinesSink(path), **SETTINGS)
    found = [json.loads(line) for line in path.read_text().splitlines()]
    assert [row["id"] for row in found] == [record.id for record in records]
    without = [i for i, row in enumerate(found) if row["topic"] is None]
    assert without == [*range(100, 150), len(records) - 1]
    assert found[-1]["label"] is None
    assert found[-1]["probability"] == 0


def test_a_model_begins_with_the_same_texts_after_a_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stream that is stopped early begins with few texts; then it is killed before it saves."""

    def unsaved(following: live_module.Live) -> None:
        if following.model.__sklearn_is_fitted__():
            raise Crash

    path, live = tmp_path / "rows.jsonl", tmp_path / "live"
    settings = {"every": 500, "within": None, "most": 500, "sinks": JsonLinesSink(path)}
    few: Any = Texts(RECORDS[:120])
    with monkeypatch.context() as patch:
        patch.setattr(live_module.Live, "snapshot", unsaved)
        with pytest.raises(Crash):
            follow(few, live, new(), **settings)
    before = path.read_bytes()
    model = follow(Texts(RECORDS[:700]), live, new(), **settings)
    assert path.read_bytes().startswith(before)
    found = [json.loads(line)["id"] for line in path.read_text().splitlines()]
    assert found == [record.id for record in RECORDS[:700]]
    assert model.model_.n_docs_ == 700 == sum(row[2] for row in timeline(live)["period"])

"""Parquet files by day: complete ones only, and none of steps that come again."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from biterms import InputError, MissingExtra
from biterms.streams import ParquetSink
from biterms.streams.sinks import parquet
from biterms.streams.sinks.sink import Row
from tests.streams.models import RECORDS, undisturbed
from tests.streams.sinks.written import parquet_rows

DAY = 86_400


def row(step: int, place: int, time: float) -> Row:
    return Row(step, place, f"é{place}", None if place else 1, None, 0.25, time)


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.glob("**/*.parquet"))


def test_rows_are_kept_until_a_flush_and_go_to_their_days(tmp_path: Path) -> None:
    sink = ParquetSink(tmp_path)
    sink.open(0, 0, None)
    sink.write(1, [row(1, 0, 10.0), row(1, 1, DAY + 1.5)])
    sink.write(2, [])
    sink.write(3, [row(3, 0, 20.0)])
    assert names(tmp_path) == []
    assert sink.flush() == {"step": 3}
    first, second = "000000000001-000000000003.parquet", "000000000004-000000000004.parquet"
    assert names(tmp_path) == [f"day=1970-01-01/{first}", f"day=1970-01-02/{first}"]
    sink.write(4, [row(4, 0, -5.0)])
    sink.flush()
    sink.close()
    again = ParquetSink(tmp_path)
    again.open(3, 4, {"step": 3})
    assert names(tmp_path) == [f"day=1970-01-01/{first}", f"day=1970-01-02/{first}"]
    again.write(4, [row(4, 0, -5.0)])
    again.flush()
    assert names(tmp_path)[0] == f"day=1969-12-31/{second}"
    assert [found[:4] for found in parquet_rows(tmp_path)] == [
        (1, 0, "é0", 1), (1, 1, "é1", None), (3, 0, "é0", 1), (4, 0, "é0", 1),
    ]  # fmt: skip


def test_many_rows_do_not_wait_for_a_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "MOST", 200)
    undisturbed(tmp_path / "live", sinks=ParquetSink(tmp_path / "rows"), most=50)
    steps = [name.split("/")[1][:25] for name in names(tmp_path / "rows")]
    assert len({*steps}) > len(RECORDS) // 300
    assert len(parquet_rows(tmp_path / "rows")) == len(RECORDS)


def test_other_files_are_refused_and_left_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    with pytest.raises(InputError, match="holds files that are not of this model"):
        ParquetSink(tmp_path).open(0, 0, None)
    with pytest.raises(InputError, match="is a file, expected a folder"):
        ParquetSink(tmp_path / "notes.txt").open(0, 0, None)
    ParquetSink(tmp_path).open(0, 0, {"step": 0})
    assert (tmp_path / "notes.txt").exists()


def test_the_package_is_named_if_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"biterms\[parquet\]"):
        ParquetSink("rows")

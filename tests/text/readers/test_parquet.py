"""Readers on Parquet: types, damage, and the package missing."""

from __future__ import annotations

import io
import random
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.errors import InputError, MissingExtra
from biterms.text.readers import Columns, Trouble, read
from tests.text.readers.files import any_folder, as_parquet, outcome


def test_parquet_types(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    table = pa.table(
        {
            "body": pa.array(["x", None, "y"], pa.string()).dictionary_encode(),
            "big": pa.array(["x", "", "y"], pa.large_string()),
            "raw": pa.array([b"x", b"\xff", b"y"], pa.binary()),
            "n": pa.array([1, None, 3], pa.int64()),
            "when": pa.array([1, 2_000_000_001, None], pa.timestamp("ns")),
            "many": pa.array([["a"], [], None]),
        }
    )
    pq.write_table(table, path)

    def texts(column: str) -> tuple[list[str], dict[str, int]]:
        trouble = Trouble()
        found = read([path], Columns(text=column), trouble=trouble)
        return [record.text for record in found], trouble.counts

    assert texts("body") == (["x", "y"], {"text missing": 1})
    assert texts("big") == (["x", "y"], {"text empty": 1})
    assert texts("raw") == (["x", "�", "y"], {"invalid characters": 1})
    assert texts("n") == (["1", "3"], {"number as text": 2, "text missing": 1})
    assert texts("many") == ([], {"not a text": 2, "text missing": 1})
    times = [record.time for record in read([path], Columns(text="big", time="when"))]
    assert times == ["1970-01-01 00:00:00.000000001", None]


def test_parquet_without_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(as_parquet([]))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"biterms\[parquet\]"):
        read([path])


def parquet(rows: int, group: int) -> bytes:
    sink = io.BytesIO()
    dice = random.Random(1)
    texts = [f"{i} {dice.getrandbits(200):x}" for i in range(rows)]
    table = pa.table({"text": texts})
    pq.write_table(table, sink, row_group_size=group, use_dictionary=False, compression="zstd")
    return sink.getvalue()


def test_parquet_damaged_in_one_row_group_gives_the_others(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    data = bytearray(parquet(3000, 1000))
    middle = len(data) // 2
    data[middle - 2000 : middle + 2000] = b"\xff" * 4000
    path.write_bytes(data)
    texts, trouble = outcome(path)
    assert [int(text.split()[0]) for text in texts] == [*range(1000), *range(2000, 3000)]
    assert trouble.counts == {"rows damaged": 1000}
    assert trouble.locations["rows damaged"][0].line == 1001
    with pytest.raises(InputError, match="line 1001: rows damaged"):
        list(read([path], strict=True))


PARQUET = parquet(200, 50)


@any_folder
@given(st.lists(st.tuples(st.integers(0, len(PARQUET) - 1), st.integers(0, 255)), max_size=6))
def test_parquet_of_any_bytes(tmp_path: Path, changes: list[tuple[int, int]]) -> None:
    path = tmp_path / "a.parquet"
    data = bytearray(PARQUET)
    for place, byte in changes:
        data[place] = byte
    path.write_bytes(data)
    try:
        _, trouble = outcome(path)
    except InputError:
        assert changes
        return
    metadata = pq.read_metadata(path)
    groups = range(metadata.num_row_groups)
    assert trouble.total == sum(max(metadata.row_group(i).num_rows, 0) for i in groups)

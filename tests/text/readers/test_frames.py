"""Data frames of any library: the same values, missing ones as None."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from biterms.errors import InputError, MissingExtra
from biterms.text.readers.batches import ChosenColumns
from biterms.text.readers.frames import frame_of, joined, values_of
from biterms.text.readers.problems import ProblemLog, Trouble

TITLES, YEARS = ["late goal", None, "orbit"], [2001, 2002, None]
KINDS = (
    *("pandas", "pandas-nullable", "pandas-chunks", "polars", "polars-lazy", "duckdb"),
    *("arrow", "batch", "reader", "stream", "batches"),
)
#: how many rows these have is only known when they have been read
UNCOUNTED = {"reader", "polars-lazy", "batches", "pandas-chunks"}


class Streams:
    """Speaks Arrow alone, and cannot be counted once it is read: so does a query of DuckDB."""

    def __init__(self, table: pa.Table) -> None:
        self._table, self._is_open = table, False

    def __len__(self) -> int:
        assert not self._is_open
        return len(self._table)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        self._is_open = True
        return self._table.__arrow_c_stream__(requested_schema)


class Speaks:
    """Has the protocol of a stream of rows and nothing else."""

    def __init__(self, rows: Any) -> None:
        self._rows = rows

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._rows.__arrow_c_stream__(requested_schema)


class Exchanges:
    """Speaks the interchange protocol and nothing else."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self._frame = frame

    def __dataframe__(self, nan_as_null: bool = False, allow_copy: bool = True) -> Any:
        return self._frame.__dataframe__(nan_as_null, allow_copy)


def frames(duck: Any) -> dict[str, Any]:
    columns = {"title": TITLES, "year": YEARS}
    arrow = pa.table(columns)
    return {
        "pandas": pd.DataFrame(columns),
        "pandas-nullable": pd.DataFrame(columns).convert_dtypes(),
        "polars": pl.DataFrame(columns),
        "polars-lazy": pl.LazyFrame(columns),
        "duckdb": duck.from_arrow(arrow),
        "arrow": arrow,
        "batch": arrow.to_batches()[0],
        "reader": arrow.to_reader(),
        "stream": Streams(arrow),
        "batches": arrow.to_batches(max_chunksize=2),
        "pandas-chunks": [pd.DataFrame(columns)[:2], pd.DataFrame(columns)[2:]],
    }


@pytest.mark.parametrize("kind", KINDS)
def test_a_frame_of_any_library_has_the_same_values(kind: str, duck: Any) -> None:
    given = frames(duck)
    assert {*given} == {*KINDS}
    frame = frame_of(given[kind])
    assert frame is not None
    assert (frame.names, frame.is_column) == (["title", "year"], False)
    assert frame.n_rows == (None if kind in UNCOUNTED else 3)
    log = ProblemLog("x", Trouble())
    batches = list(frame.batches(ChosenColumns((0, 1, None, None)), 10, log))
    assert [line for batch in batches for line in batch.lines] == [10, 11, 12]
    assert [text for batch in batches for text in batch.texts] == TITLES
    assert [year for batch in batches for year in batch.ids or ()] == YEARS


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.filterwarnings("ignore::pandas.errors.Pandas4Warning")
def test_the_interchange_protocol() -> None:
    frame = frame_of(Exchanges(pd.DataFrame({"title": ["late goal", "orbit"], "n": [1, 2]})))
    assert frame is not None
    [batch] = frame.batches(ChosenColumns((0, 1, None, None)), 0, ProblemLog("x", Trouble()))
    assert (list(batch.texts), list(batch.ids or ())) == (["late goal", "orbit"], [1, 2])


@pytest.mark.parametrize(
    "make",
    [pd.Series, pd.Index, pl.Series, pa.array, lambda v: pa.chunked_array([v[:1], v[1:]])],
    ids=["pandas", "index", "polars", "array", "chunks"],
)
def test_a_column_is_a_frame_of_its_own(make: Any) -> None:
    frame = frame_of(make(TITLES))
    assert frame is not None
    assert frame.is_column
    assert list(values_of(make(TITLES), "texts")) == TITLES


@pytest.mark.parametrize("thing", [["a"], ("a",), iter("a"), np.array(["a"]), {"a": 1}, 3, None])
def test_what_is_no_frame(thing: Any) -> None:
    assert frame_of(thing) is None


def test_values_that_differ_from_themselves_are_missing() -> None:
    times = np.array(["2024-05-01", "NaT"], dtype="datetime64[D]")
    assert [*map(str, values_of(times, "times"))] == ["2024-05-01", "None"]
    assert list(values_of([1, float("nan"), pd.NA, pd.NaT, None], "ids")) == [1] + [None] * 4


@pytest.mark.parametrize("given", ["2024", 5, pl.DataFrame({"a": [1], "b": [2]})])
def test_what_are_no_values_is_refused(given: Any) -> None:
    with pytest.raises(
        InputError, match=r"times: a \w+ was given, expected one value for each text"
    ):
        values_of(given, "times")


def stream(read: list[int], n: int = 5) -> pa.RecordBatchReader:
    """Batches of two rows, which note that they were asked for."""

    def batches() -> Iterator[pa.RecordBatch]:
        for i in range(n):
            read.append(i)
            yield pa.record_batch({"title": [f"goal {i}", f"orbit {i}"]})

    return pa.RecordBatchReader.from_batches(pa.schema({"title": pa.string()}), batches())


def test_batches_of_a_stream_are_read_when_they_are_needed() -> None:
    read: list[int] = []
    frame = frame_of(Speaks(stream(read)))
    assert frame is not None
    batches = frame.batches(ChosenColumns(), 0, ProblemLog("x", Trouble()))
    for i, batch in enumerate(batches):
        assert list(batch.texts) == [f"goal {i}", f"orbit {i}"]
        assert read == [*range(i + 1)]


def test_a_query_of_polars_is_read_in_batches() -> None:
    """Of one that is left early the rest is never computed, or does no harm."""
    query = pl.LazyFrame({"n": range(100_000)}).select(title=pl.col("n").cast(pl.String))
    frame = frame_of(query)
    assert frame is not None
    batches = frame.batches(ChosenColumns(), 0, ProblemLog("x", Trouble()))
    first = next(batches)
    assert len(first.texts) <= 8192
    assert first.texts[:2] == ["0", "1"]
    assert [*first.texts, *(t for b in batches for t in b.texts)] == [*map(str, range(100_000))]
    left = frame_of(query)
    assert left is not None
    assert len(next(iter(left.parts))) <= 8192


def test_tables_of_one_iterator_have_the_same_columns() -> None:
    one, other = pa.table({"title": ["goal"]}), pa.table({"headline": ["orbit"]})
    for wrong, found in ((other, r"the columns \['headline'\]"), ("orbit", "str")):
        frame = joined(iter([one, wrong]))
        assert frame is not None
        with pytest.raises(InputError, match=rf"tables\[1\] is or has {found}, expected a table"):
            list(frame.parts)


def test_what_speaks_arrow_needs_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    given = Speaks(pa.table({"title": ["late goal"]}))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"A Speaks needs .* pip install 'biterms\[parquet\]'"):
        frame_of(given)


def test_long_frames_are_read_in_parts() -> None:
    titles = [f"title {i}" for i in range(20_000)]
    for table in (
        pd.DataFrame({"t": titles}),
        pl.DataFrame({"t": titles}),
        pa.table({"t": titles}),
    ):
        frame = frame_of(table)
        assert frame is not None
        batches = list(frame.batches(ChosenColumns(), 0, ProblemLog("x", Trouble())))
        assert max(len(batch.texts) for batch in batches) <= 8192
        assert [text for batch in batches for text in batch.texts] == titles

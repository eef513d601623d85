"""Data frames of any library: the same values, missing ones as None."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from biterms.errors import InputError
from biterms.text.readers.batches import ChosenColumns
from biterms.text.readers.frames import frame_of, values_of
from biterms.text.readers.problems import ProblemLog, Trouble

TITLES, YEARS = ["late goal", None, "orbit"], [2001, 2002, None]


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


class Exchanges:
    """Speaks the interchange protocol and nothing else."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self._frame = frame

    def __dataframe__(self, nan_as_null: bool = False, allow_copy: bool = True) -> Any:
        return self._frame.__dataframe__(nan_as_null, allow_copy)


def frames() -> dict[str, Any]:
    columns = {"title": TITLES, "year": YEARS}
    arrow = pa.table(columns)
    return {
        "pandas": pd.DataFrame(columns),
        "pandas-nullable": pd.DataFrame(columns).convert_dtypes(),
        "polars": pl.DataFrame(columns),
        "polars-lazy": pl.LazyFrame(columns),
        "arrow": arrow,
        "batch": arrow.to_batches()[0],
        "reader": arrow.to_reader(),
        "stream": Streams(arrow),
    }


@pytest.mark.parametrize("kind", frames())
def test_a_frame_of_any_library_has_the_same_values(kind: str) -> None:
    frame = frame_of(frames()[kind])
    assert frame is not None
    assert (frame.names, frame.is_column) == (["title", "year"], False)
    assert frame.n_rows == (None if kind == "reader" else 3)
    log = ProblemLog("x", Trouble())
    [batch] = frame.batches(ChosenColumns((0, 1, None, None)), 10, log)
    assert list(batch.lines) == [10, 11, 12]
    assert list(batch.texts) == TITLES
    assert list(batch.ids or ()) == YEARS


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

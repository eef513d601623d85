"""Data frames and their columns: pandas, polars, and whatever speaks Arrow or ``__dataframe__``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from biterms.errors import InputError, MissingExtra
from biterms.text.readers.batches import ChosenColumns, RowBatch, Values, make_batch
from biterms.text.readers.parquet import arrow_values
from biterms.text.readers.problems import ProblemLog, Trouble

#: rows whose values become Python objects at a time
_ROWS = 1 << 13
_ARROW = ("__arrow_c_stream__", "__arrow_c_array__", "__dataframe__")


@dataclass(frozen=True)
class Frame:
    """A table in memory or in a stream; a column is a table of its own.

    Parameters
    ----------
    names : list of str
        Names of the columns.
    n_rows : int or None
        How many rows it has, if that is known.
    is_column : bool
        Whether it is a column alone.
    parts : iterable
        Some rows after another, each with a length.
    values : callable
        Reads a column of such rows by its number.
    """

    names: list[str]
    n_rows: int | None
    is_column: bool
    parts: Iterable[Any]
    values: Callable[[Any, int, ProblemLog], Values]

    def batches(self, chosen: ChosenColumns, begin: int, log: ProblemLog) -> Iterator[RowBatch]:
        """Read the chosen columns; rows are counted from ``begin``."""
        for part in self.parts:
            rows = range(begin, begin + len(part))
            yield make_batch(rows, chosen, partial(self._read, part, log))
            begin += len(part)

    def _read(self, part: Any, log: ProblemLog, number: int) -> Values:
        return self.values(part, number, log)


def frame_of(thing: Any) -> Frame | None:
    """What somebody gave as a table or as a column of one; None if it is neither.

    Raises
    ------
    MissingExtra
        If it speaks Arrow only, and there is no pyarrow to listen.
    """
    if hasattr(thing, "iloc"):
        return _pandas(thing)
    if hasattr(thing, "to_series") and hasattr(thing, "get_column"):
        return _polars(thing)
    if hasattr(thing, "collect") and hasattr(thing, "collect_schema"):  # a query of polars
        return frame_of(thing.collect())
    if hasattr(thing, "to_frame") and hasattr(thing, "to_list"):  # a series, or an index of pandas
        frame = frame_of(thing.to_frame())
        return None if frame is None else replace(frame, is_column=len(frame.names) == 1)
    if any(hasattr(thing, name) for name in _ARROW):
        return _arrow(thing)
    return None


def values_of(given: Any, name: str) -> Iterator[object]:
    """The values of a column or of another iterable, None for those that are missing.

    Raises
    ------
    InputError
        If it is no iterable of values.
    """
    frame = frame_of(given)
    if frame is not None and len(frame.names) == 1:
        log = ProblemLog(name, Trouble())
        return (value for part in frame.parts for value in frame.values(part, 0, log))
    if frame is not None or isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InputError(
            f"{name}: a {type(given).__name__} was given, expected one value for each text, such "
            "as a list or a column"
        )
    return (None if _is_missing(value) else value for value in given)


def length_of(given: Any) -> int | None:
    """How many there are, if that is known before they are read."""
    return len(given) if isinstance(given, Sized) else None


def can_be_read_again(thing: Any) -> bool:
    """Whether values are the same when they are read twice; it is not opened to find out."""
    if isinstance(thing, Iterator) or not isinstance(thing, Sized):
        return False
    # Other things that speak Arrow may be the result of a query, which is handed out once.
    in_memory = type(thing).__module__.partition(".")[0] in ("pandas", "polars", "pyarrow")
    return in_memory or not any(hasattr(thing, name) for name in _ARROW)


def _pandas(thing: Any) -> Frame:
    is_column = thing.ndim == 1
    frame = thing.to_frame() if is_column else thing
    parts = (frame.iloc[at : at + _ROWS] for at in range(0, len(frame), _ROWS))
    return Frame([str(name) for name in frame.columns], len(frame), is_column, parts, _of_pandas)


def _of_pandas(part: Any, number: int, _: ProblemLog) -> Values:
    """NaN, NaT and NA are no values."""
    column = part.iloc[:, number]
    pairs = zip(column.tolist(), column.isna().tolist(), strict=True)
    return [None if missing else value for value, missing in pairs]


def _polars(frame: Any) -> Frame:
    parts = (frame.slice(at, _ROWS) for at in range(0, len(frame), _ROWS))
    return Frame(list(frame.columns), len(frame), False, parts, _of_polars)


def _of_polars(part: Any, number: int, _: ProblemLog) -> Values:
    values: list[object] = part.to_series(number).to_list()
    return values


def _arrow(thing: Any) -> Frame:
    try:
        import pyarrow as pa
    except ImportError as error:
        raise MissingExtra(f"A {type(thing).__name__}", "parquet") from error
    n_rows = length_of(thing)  # a database may not count any more once its result is open
    reader, is_column = _reader(thing, pa)
    parts = (batch.slice(at, _ROWS) for batch in reader for at in range(0, len(batch), _ROWS))
    names = [str(name) for name in reader.schema.names]
    return Frame(names, n_rows, is_column, parts, _of_arrow)


def _of_arrow(part: Any, number: int, log: ProblemLog) -> Values:
    return arrow_values(part.column(number), range(len(part)), log)


def _reader(thing: Any, pa: Any) -> tuple[Any, bool]:
    """A stream of rows, and whether they were a column alone."""
    if hasattr(thing, "__arrow_c_stream__"):
        try:
            return pa.RecordBatchReader.from_stream(thing), False
        except pa.ArrowInvalid:  # a stream of values instead of rows
            column = pa.chunked_array(thing)
    elif hasattr(thing, "__arrow_c_array__"):
        column = pa.array(thing)
        if pa.types.is_struct(column.type):
            return pa.table(thing).to_reader(), False
    else:
        from pyarrow.interchange import from_dataframe

        return from_dataframe(thing).to_reader(), False
    return pa.table({"text": column}).to_reader(), True


def _is_missing(value: Any) -> bool:
    """None, and NaN and NaT, which differ from themselves."""
    try:
        return value is None or bool(value != value)
    except (TypeError, ValueError):  # NA of pandas does not say
        return True

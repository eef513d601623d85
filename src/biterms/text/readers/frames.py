"""Data frames and their columns: pandas, polars, and whatever speaks Arrow or ``__dataframe__``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from biterms.errors import InputError
from biterms.text.readers.arrow import ROWS, arrow_values, opened, speaks_arrow
from biterms.text.readers.batches import ChosenColumns, RowBatch, Values, make_batch
from biterms.text.readers.problems import ProblemLog, Trouble


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
    if hasattr(thing, "collect") and hasattr(thing, "collect_schema"):
        return _polars_query(thing)
    if hasattr(thing, "to_frame") and hasattr(thing, "to_list"):  # a series, or an index of pandas
        frame = frame_of(thing.to_frame())
        return None if frame is None else replace(frame, is_column=len(frame.names) == 1)
    if speaks_arrow(thing):
        return _arrow(thing)
    return joined(thing) if isinstance(thing, list | tuple) else None


def joined(tables: Iterable[Any]) -> Frame | None:
    """One table of several that come one after another; None if they are none.

    The first one is read at once, for its columns, and each of the others when it is needed.

    Raises
    ------
    InputError
        When a table comes that has other columns than the first one.
    """
    given = iter(tables)
    first = next(given, None)
    if not is_table(first) or (frame := frame_of(first)) is None:
        return None
    return replace(frame, n_rows=None, parts=_parts(frame, given))


def _parts(first: Frame, others: Iterator[Any]) -> Iterator[Any]:
    yield from first.parts
    for number, other in enumerate(others, 1):
        frame = frame_of(other) if is_table(other) else None
        if frame is None or (frame.names, frame.values) != (first.names, first.values):
            found = type(other).__name__ if frame is None else f"the columns {frame.names!r:.200}"
            raise InputError(
                f"tables[{number}] is or has {found}, expected a table with the columns of the "
                f"first one, {first.names!r:.200}"
            )
        yield from frame.parts


def is_table(thing: Any) -> bool:
    """Whether it is a table or a column of one, as far as can be told without reading it."""
    return hasattr(thing, "iloc") or hasattr(thing, "get_column") or speaks_arrow(thing)


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
    if isinstance(thing, list | tuple) and any(map(is_table, thing[:1])):
        return all(map(can_be_read_again, thing))
    # Other things that speak Arrow may be the result of a query, which is handed out once.
    in_memory = type(thing).__module__.partition(".")[0] in ("pandas", "polars", "pyarrow")
    return in_memory or not speaks_arrow(thing)


def _pandas(thing: Any) -> Frame:
    is_column = thing.ndim == 1
    frame = thing.to_frame() if is_column else thing
    parts = (frame.iloc[at : at + ROWS] for at in range(0, len(frame), ROWS))
    return Frame([str(name) for name in frame.columns], len(frame), is_column, parts, _of_pandas)


def _of_pandas(part: Any, number: int, _: ProblemLog) -> Values:
    """NaN, NaT and NA are no values."""
    column = part.iloc[:, number]
    pairs = zip(column.tolist(), column.isna().tolist(), strict=True)
    return [None if missing else value for value, missing in pairs]


def _polars(frame: Any) -> Frame:
    parts = (frame.slice(at, ROWS) for at in range(0, len(frame), ROWS))
    return Frame(list(frame.columns), len(frame), False, parts, _of_polars)


def _polars_query(query: Any) -> Frame:
    """Its rows as they come, where polars can do that."""
    if not hasattr(query, "collect_batches"):
        return _polars(query.collect())
    batches = query.collect_batches(chunk_size=ROWS, maintain_order=True, lazy=True)
    parts = (batch.slice(at, ROWS) for batch in batches for at in range(0, len(batch), ROWS))
    return Frame(query.collect_schema().names(), None, False, parts, _of_polars)


def _of_polars(part: Any, number: int, _: ProblemLog) -> Values:
    values: list[object] = part.to_series(number).to_list()
    return values


def _arrow(thing: Any) -> Frame:
    n_rows = length_of(thing)  # a database may not count any more once its result is open
    stream = opened(thing)
    return Frame(stream.names, n_rows, stream.is_column, stream.parts, _of_arrow)


def _of_arrow(part: Any, number: int, log: ProblemLog) -> Values:
    return arrow_values(part.column(number), range(len(part)), log)


def _is_missing(value: Any) -> bool:
    """None, and NaN and NaT, which differ from themselves."""
    try:
        return value is None or bool(value != value)
    except (TypeError, ValueError):  # NA of pandas does not say
        return True

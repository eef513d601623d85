"""The door for Arrow: whoever speaks it hands over rows batch by batch, whatever library it is of.

``__arrow_c_stream__`` is the protocol of a stream of rows; Spark, Polars, DuckDB, pyarrow, pandas
and many others speak it. pyarrow reads it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from biterms.errors import MissingExtra
from biterms.text.readers.decoding import Decoder
from biterms.text.readers.problems import ProblemLog

#: rows whose values become Python objects at a time
ROWS = 1 << 13
_PROTOCOLS = ("__arrow_c_stream__", "__arrow_c_array__", "__dataframe__")
_UTF8 = Decoder("utf-8")


class Stream(NamedTuple):
    """Rows that are read once, in their order.

    Parameters
    ----------
    names : list of str
        Names of the columns.
    is_column : bool
        Whether it is a column alone.
    parts : iterator of pyarrow.RecordBatch
        At most `ROWS` rows each; the next ones are asked for when they are needed.
    """

    names: list[str]
    is_column: bool
    parts: Iterator[Any]


def speaks_arrow(thing: Any) -> bool:
    """Whether it hands over rows or values by one of the protocols."""
    return any(hasattr(thing, name) for name in _PROTOCOLS)


def opened(thing: Any) -> Stream:
    """Begin to read what speaks Arrow.

    Raises
    ------
    MissingExtra
        If there is no pyarrow.
    """
    try:
        import pyarrow as pa
    except ImportError as error:
        raise MissingExtra(f"A {type(thing).__name__}", "parquet") from error
    reader, is_column = _reader(thing, pa)
    parts = (batch.slice(at, ROWS) for batch in reader for at in range(0, len(batch), ROWS))
    return Stream([str(name) for name in reader.schema.names], is_column, parts)


def arrow_values(column: Any, rows: range, log: ProblemLog) -> list[object]:
    """The values of an Arrow array as Python has them; times as texts, bytes decoded."""
    import pyarrow as pa

    kind = column.type
    if pa.types.is_dictionary(kind):
        column, kind = column.dictionary_decode(), kind.value_type
    if pa.types.is_temporal(kind):
        column = column.cast(pa.string())
    try:
        values = column.to_pylist()
    except UnicodeDecodeError:
        values = column.cast(pa.large_binary()).to_pylist()
    return [
        _UTF8.line(value, row, log) if isinstance(value, bytes) else value
        for value, row in zip(values, rows, strict=True)
    ]


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

"""Parquet, row group by row group; needs pyarrow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from biterms.errors import InputError, MissingExtra
from biterms.text.read_batches import Batch, Chosen, gathered
from biterms.text.read_blocks import Source
from biterms.text.read_gzip import BLOCK
from biterms.text.records import INVALID, LOST, Log

_ROWS = 1 << 13


def columns(source: Source) -> list[str]:
    with _opened(source) as file:
        if names := file.schema_arrow.names:
            return [str(name) for name in names]
    raise InputError(f"{source.name}: a Parquet file without columns; expected one with texts")


def batches(source: Source, chosen: Chosen, log: Log) -> Iterator[Batch]:
    with _opened(source) as file:
        _check_names(file.schema_arrow.names, chosen, source.name)
        row = 1
        for group in range(file.num_row_groups):
            end = row + file.metadata.row_group(group).num_rows
            yield from _group(file, group, range(row, end), chosen, log)
            row = end


def _check_names(names: list[str], chosen: Chosen, file: str) -> None:
    """Columns are read by name, so a chosen one must be the only one of its name."""
    for name in {names[i] for i in chosen.keys if i is not None}:
        if names.count(name) > 1:
            raise InputError(f"{file}: several columns are called {name!r}; rename all but one")


def _group(file: Any, group: int, rows: range, chosen: Chosen, log: Log) -> Iterator[Batch]:
    """What can be read of a row group; the rest of it is left out."""
    import pyarrow as pa

    names = file.schema_arrow.names
    wanted = sorted({names[i] for i in chosen.keys if i is not None})
    why = "it has fewer rows than it says"
    try:
        for batch in file.iter_batches(_ROWS, row_groups=[group], columns=wanted):
            table = batch[: len(rows)]
            here, rows = rows[: len(table)], rows[len(table) :]
            columns = {names.index(name): _values(table[name], here, log) for name in wanted}
            yield gathered(here, chosen, columns.__getitem__)
    except (pa.ArrowException, OSError, UnicodeError) as error:
        why = str(error)
    if rows:
        log.met(LOST, rows.start, why, times=len(rows))


def _opened(source: Source) -> Any:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise MissingExtra("Reading Parquet", "parquet") from error
    try:
        return pq.ParquetFile(source.seekable(), buffer_size=BLOCK)
    except (pa.ArrowException, OSError, UnicodeError) as error:
        raise InputError(f"{source.name}: not a readable Parquet file ({error})") from error


def _values(column: Any, rows: range, log: Log) -> list[object]:
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
    if any(isinstance(value, bytes) for value in values):
        return [_decoded(value, row, log) for value, row in zip(values, rows, strict=True)]
    return list(values)


def _decoded(value: object, row: int, log: Log) -> object:
    if not isinstance(value, bytes):
        return value
    try:
        return value.decode()
    except UnicodeDecodeError as error:
        log.met(INVALID, row, error.reason)
        return value.decode(errors="replace")

"""Parquet, row group by row group; needs pyarrow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from biterms.errors import InputError, MissingExtra
from biterms.text.readers.arrow import ROWS, arrow_values
from biterms.text.readers.batches import ChosenColumns, RowBatch, make_batch
from biterms.text.readers.gzip_blocks import BLOCK_BYTES
from biterms.text.readers.problems import LOST, ProblemLog
from biterms.text.readers.source import Source


def columns(source: Source) -> list[str]:
    """List the names of the columns."""
    with _open(source) as file:
        if names := file.schema_arrow.names:
            return [str(name) for name in names]
    raise InputError(f"{source.name}: a Parquet file without columns; expected one with texts")


def batches(
    source: Source, chosen: ChosenColumns, log: ProblemLog, passed: int = 0
) -> Iterator[RowBatch]:
    """Read the chosen columns; damage in a row group costs only that group.

    Row groups that end within the first `passed` rows are not read.
    """
    with _open(source) as file:
        row = 1
        for group in range(file.num_row_groups):
            end = row + file.metadata.row_group(group).num_rows
            if end > passed + 1:
                yield from _row_group(file, group, range(row, end), chosen, log)
            row = end


def _row_group(
    file: Any, group: int, rows: range, chosen: ChosenColumns, log: ProblemLog
) -> Iterator[RowBatch]:
    """The readable rows of a row group; the others are counted as a problem."""
    import pyarrow as pa

    names = file.schema_arrow.names
    wanted = sorted({names[i] for i in chosen.keys if i is not None})
    why = "the row group has fewer rows than it declares"
    try:
        for batch in file.iter_batches(ROWS, row_groups=[group], columns=wanted):
            table = batch[: len(rows)]
            here, rows = rows[: len(table)], rows[len(table) :]
            values = {names.index(name): arrow_values(table[name], here, log) for name in wanted}
            yield make_batch(here, chosen, values.__getitem__)
    except (pa.ArrowException, OSError, UnicodeError) as error:
        why = str(error)
    if rows:
        log.add(LOST, rows.start, why, times=len(rows))


def _open(source: Source) -> Any:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise MissingExtra("Reading Parquet", "parquet") from error
    try:
        return pq.ParquetFile(source.seekable(), buffer_size=BLOCK_BYTES)
    except (pa.ArrowException, OSError, UnicodeError) as error:
        raise InputError(f"{source.name}: not a readable Parquet file ({error})") from error

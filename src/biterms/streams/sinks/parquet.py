"""Rows as Parquet files, a folder for each day, each row exactly once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from os import PathLike
from pathlib import Path
from typing import Any

from biterms.errors import InputError, MissingExtra
from biterms.store import atomic_file
from biterms.store.place import fsync_folder
from biterms.streams.periods import DAY
from biterms.streams.sinks.sink import Row, Sink, written_time
from biterms.streams.sinks.writing import writing

#: rows that are kept in memory at most before they are written
MOST = 1 << 17
FOLDER = re.compile(r"day=-?\d{4,}-\d\d-\d\d", re.ASCII)
FILE = re.compile(r"(\d{12})-(\d{12})\.parquet", re.ASCII)


class ParquetSink(Sink):
    """A folder of Parquet files, one folder inside for each day, exactly once.

    Rows are kept until the next snapshot of the model, or until there are many, and written as one
    file per day, ``day=2026-11-01/FIRST-LAST.parquet``, named by its steps.

    Parameters
    ----------
    folder : str or path
        The folder; made if there is none. It must be empty, or of the same live model.
    name : str, optional
        A name for the journal, the same at every start; made of the path by default.

    Notes
    -----
    Files have their names when they are complete. Those of steps after the last one that the
    journal knows are removed at the start, since their rows come again.

    Examples
    --------
    >>> from biterms.streams import ParquetSink
    >>> ParquetSink("/data/topics", name="topics").name
    'topics'
    """

    def __init__(self, folder: str | PathLike[str], name: str | None = None) -> None:
        _arrow()
        self.folder = Path(folder).absolute()
        self.name = name or f"parquet/{self.folder}"
        self._rows: list[Row] = []
        self._first, self._last = 0, 0
        self._safe = set[Path]()

    def open(self, step: int, last: int, at: Any) -> None:  # noqa: ARG002
        """Remove the files of steps that come again."""
        if self.folder.exists() and not self.folder.is_dir():
            raise InputError(f"{self.folder} is a file, expected a folder; choose another name")
        if at is None and self.folder.exists() and any(self.folder.iterdir()):
            raise InputError(
                f"{self.folder} holds files that are not of this model; choose another name"
            )
        self._last = step
        self._safe.clear()
        with writing(self.folder):
            for file in self._files():
                if int(FILE.fullmatch(file.name)[2]) > step:  # type: ignore[index]
                    file.unlink()

    def write(self, step: int, rows: Sequence[Row]) -> None:
        """Keep the rows until there are many, or a snapshot is taken."""
        if not self._rows:
            self._first = step
        self._rows += rows
        self._last = step
        if len(self._rows) >= MOST:
            self._write()

    def flush(self) -> dict[str, int]:
        """Write the rows that were kept; the last step."""
        self._write()
        return {"step": self._last}

    def close(self) -> None:
        """Forget the rows that were kept: they come again."""
        self._rows = []

    def _write(self) -> None:
        """A file for each day of the rows."""
        name = f"{self._first:012}-{self._last:012}.parquet"
        with writing(self.folder):
            for day, rows in groupby(sorted(self._rows, key=_day), key=_day):
                place = self.folder / f"day={written_time(day * DAY)[:10]}"
                self._make(place)
                _write_file(place / name, [*rows])
        self._rows = []

    def _make(self, place: Path) -> None:
        """Make a folder whose name survives a power cut, whoever may have begun to make it."""
        if place not in self._safe:
            place.mkdir(parents=True, exist_ok=True)
            for parent in (self.folder.parent, self.folder):
                fsync_folder(parent)
            self._safe.add(place)

    def _files(self) -> Iterator[Path]:
        if not self.folder.is_dir():
            return
        for day in self.folder.iterdir():
            if FOLDER.fullmatch(day.name) and day.is_dir():
                yield from (file for file in day.iterdir() if FILE.fullmatch(file.name))


def _day(row: Row) -> int:
    return int(row.time // DAY)


def _write_file(path: Path, rows: list[Row]) -> None:
    arrow, parquet = _arrow()
    kinds = {
        "step": arrow.int64(),
        "place": arrow.int32(),
        "id": arrow.string(),
        "topic": arrow.int32(),
        "label": arrow.string(),
        "probability": arrow.float64(),
        "time": arrow.timestamp("ms", tz="UTC"),
    }
    columns = dict(zip(kinds, map(list, zip(*rows, strict=True)), strict=True))
    columns["time"] = [round(1000 * time) for time in columns["time"]]
    table = arrow.table(columns, schema=arrow.schema(kinds.items()))
    with atomic_file(path) as file:
        parquet.write_table(table, file.buffer, compression="zstd")


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingExtra("writing Parquet", "parquet") from None
    return pa, pq

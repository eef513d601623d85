"""Rows of texts that are to be forgotten, taken out of sinks."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from biterms.store import atomic_file
from biterms.store.place import fsync_folder
from biterms.streams.sinks.sink import Sink

#: a step and a place
Places = Collection[tuple[int, int]]


class Files(NamedTuple):
    """A sink that is made of files.

    Parameters
    ----------
    kind : {"jsonl", "parquet"}
        What they are.
    path : str
        Where they are.
    """

    kind: str
    path: str


def files_of(name: str, sinks: Sequence[Sink]) -> Files | None:
    """The files of a sink that a journal knows by its name; None if it is made of none.

    Parameters
    ----------
    name : str
        The name.
    sinks : sequence of Sink
        Sinks that a user gave, some of which may have names of their own.

    Returns
    -------
    Files or None
    """
    for sink in sinks:
        if sink.name == name:
            for kind, attribute in (("jsonl", "path"), ("parquet", "folder")):
                if hasattr(sink, attribute):
                    return Files(kind, str(getattr(sink, attribute)))
    kind, _, path = name.partition("/")
    return Files(kind, path) if kind in ("jsonl", "parquet") and path.startswith("/") else None


def without_rows(files: Files, places: Places) -> None:
    """Write files again without some rows; done twice, it changes nothing more.

    Parameters
    ----------
    files : Files
        The sink.
    places : collection of (int, int)
        Steps and places of the rows.
    """
    path = Path(files.path)
    if files.kind == "jsonl" and path.exists():
        lines = [line for line, gone in _lines(path, places) if not gone]
        with atomic_file(path) as file:
            file.buffer.writelines(lines)
    elif files.kind == "parquet":
        for part in sorted(path.glob("day=*/*.parquet")):
            _without_parquet_rows(part, places)


def bytes_without(files: Files, places: Places, end: int) -> int:
    """How long the first ``end`` bytes of a file of JSON lines will be without some rows.

    Parameters
    ----------
    files : Files
        The sink.
    places : collection of (int, int)
        Steps and places of the rows.
    end : int
        Bytes that are safe.

    Returns
    -------
    int
    """
    path, at, left = Path(files.path), 0, 0
    if not path.exists():
        return end
    for line, gone in _lines(path, places):
        at += len(line)
        if at > end:
            break
        left += 0 if gone else len(line)
    return left


def _lines(path: Path, places: Places) -> Iterator[tuple[bytes, bool]]:
    """Each line, and whether it is one of these rows."""
    with path.open("rb") as file:
        for line in file:
            try:
                row: Any = json.loads(line)
                yield line, (row["step"], row["place"]) in places
            except (ValueError, KeyError, TypeError):  # half a line, which comes again
                yield line, False


def _without_parquet_rows(path: Path, places: Places) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pq.ParquetFile(path).read()
    rows = zip(table["step"].to_pylist(), table["place"].to_pylist(), strict=True)
    kept = [row not in places for row in rows]
    if all(kept):
        return
    if any(kept):
        with atomic_file(path) as file:
            pq.write_table(table.filter(pa.array(kept)), file.buffer, compression="zstd")
    else:
        path.unlink()
        fsync_folder(path.parent)

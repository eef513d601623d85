"""Partitions of files: ranges of bytes that end where lines end, read where they are needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path, PurePath
from typing import IO, NamedTuple, cast

from biterms.cluster.chunks import Chunk
from biterms.errors import InputError
from biterms.text.readers import Columns, Record, Trouble
from biterms.text.readers.batches import (
    ChosenColumns,
    RowBatch,
    records_with_text,
    with_text,
)
from biterms.text.readers.formats import Plan, plan_of, rows_of
from biterms.text.readers.gzip_blocks import BLOCK_BYTES, MAGIC
from biterms.text.readers.problems import ProblemLog
from biterms.text.readers.source import Source

#: formats in which a line end always ends a text
LINES = ("txt", "jsonl")
#: bytes of texts in a byte of a compressed file, about
COMPRESSED = 4
NO_COLUMNS = Columns()


class Reading(NamedTuple):
    """How files are read, as for `biterms.read`."""

    columns: Columns = NO_COLUMNS
    kind: str | None = None
    encoding: str | None = None
    strict: bool = False


class Range(NamedTuple):
    """Lines of a file that begin in a range of bytes.

    Parameters
    ----------
    path : str
        The file.
    begin, end : int
        The bytes; of a file that cannot be cut, all of them.
    kind : str
        Its format.
    chosen : ChosenColumns
        Its columns.
    whole : bool
        Whether it is the whole file.
    """

    path: str
    begin: int
    end: int
    kind: str
    chosen: ChosenColumns
    whole: bool


Partition = tuple[Range, ...]


def planned(paths: Sequence[str], reading: Reading, documents: int) -> list[Partition]:
    """Cut files into partitions; this runs on a worker, which is where the files are.

    Parameters
    ----------
    paths : sequence of str
        The files; names with ``*`` and the like stand for all files that they fit.
    reading : Reading
        How they are read.
    documents : int
        Documents of a partition, about.

    Returns
    -------
    list of Partition

    Raises
    ------
    InputError
        If there is no such file, or it cannot be read.
    """
    files = [_whole(path, reading) for given in paths for path in _found(given)]
    size = documents * _bytes_of_a_text(files, reading)
    return list(_grouped(list(chain.from_iterable(_cut(file, size) for file in files)), size))


def chunks(partition: Partition, reading: Reading, trouble: Trouble) -> Iterator[Chunk]:
    """The texts of a partition, many at a time.

    Parameters
    ----------
    partition : Partition
        Ranges of files.
    reading : Reading
        How they are read.
    trouble : Trouble
        Filled with what was wrong.
    """
    for some in partition:
        prefix = f"{some.path}:" if some.whole else f"{some.path}@{some.begin}:"
        log = ProblemLog(some.path, trouble, reading.strict)
        for rows in rows_of(_plan(some, reading), log):
            batch = with_text(rows, log)
            trouble.kept += len(batch.texts)
            yield Chunk(cast("list[str]", batch.texts), partial(_some, batch, prefix))


def _some(batch: RowBatch, prefix: str, rows: Sequence[int]) -> list[Record]:
    """Some rows with all that stands beside their texts, for which nothing is counted."""
    columns = [v and [v[i] for i in rows] for v in (batch.ids, batch.times, batch.labels)]
    lines, texts = [batch.lines[i] for i in rows], [batch.texts[i] for i in rows]
    nobody = ProblemLog("", Trouble())
    return list(records_with_text(RowBatch(lines, texts, *columns), prefix, nobody))


def _found(path: str) -> list[str]:
    if path == "-":
        raise InputError("standard input (-) cannot be read by workers: give files")
    if not set(path) & set("*?[") or Path(path).exists():
        return [path]
    root = PurePath(path).anchor
    named = Path(root or ".").glob(str(PurePath(path).relative_to(root)))
    if not (found := sorted(str(file) for file in named if file.is_file())):
        raise InputError(f"{path}: no such files on the workers; check the name")
    return found


def _whole(path: str, reading: Reading) -> Range:
    try:
        source = Source(path, reading.encoding)
    except InputError as error:
        raise InputError(
            f"{error}: workers read files themselves, and need them by the same name as you do"
        ) from None
    _, kind, chosen = plan_of(source, reading.columns, reading.kind)
    packed = next(source.raw(), b"").startswith(MAGIC)
    cut = kind in LINES and not packed and not source.decoder.transcodes
    size = Path(path).stat().st_size * (COMPRESSED if packed else 1)
    return Range(path, 0, size, kind, chosen, whole=not cut)


def _bytes_of_a_text(files: Sequence[Range], reading: Reading) -> int:
    """Bytes of a line of the first file that is not empty, on average over its beginning."""
    heads = (Source(file.path, reading.encoding).head() for file in files)
    head = next(filter(None, heads), b"")
    return max(1, len(head) // max(1, head.count(b"\n")))


def _cut(file: Range, size: int) -> Iterator[Range]:
    n = 1 if file.whole else max(1, round(file.end / size))
    for at in range(n):
        yield file._replace(begin=file.end * at // n, end=file.end * (at + 1) // n)


def _grouped(ranges: Sequence[Range], size: int) -> Iterator[Partition]:
    """Small files in a row as one partition."""
    group, total = list[Range](), 0
    for some in ranges:
        own = some.end - some.begin
        if group and total + own > size:
            yield tuple(group)
            group, total = [], 0
        group.append(some)
        total += own
    if group:
        yield tuple(group)


def _plan(some: Range, reading: Reading) -> Plan:
    """How a range is read; only the beginning of a file can have a byte order mark."""
    raw = None if some.whole else partial(_lines, some)
    source = Source(some.path, reading.encoding, raw)
    if some.begin == 0 and some.kind != "parquet":
        source.text_head()
    return Plan(source, some.kind, some.chosen)


def _lines(some: Range) -> Iterator[bytes]:
    """The bytes of the lines that begin in a range."""
    with Path(some.path).open("rb") as file:
        if some.begin:  # the line before ends with the byte before, or later
            file.seek(some.begin - 1)
            _ = sum(map(len, _rest_of_line(file)))
        while file.tell() < some.end:
            block = file.read(min(BLOCK_BYTES, some.end - file.tell()))
            if not block:
                return
            yield block
            if file.tell() == some.end and not block.endswith(b"\n"):
                yield from _rest_of_line(file)


def _rest_of_line(file: IO[bytes]) -> Iterator[bytes]:
    """The bytes up to the next line end, some at a time."""
    while piece := file.readline(BLOCK_BYTES):
        yield piece
        if piece.endswith(b"\n"):
            return

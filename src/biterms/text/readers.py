"""Texts from files: TXT, CSV, TSV, JSON lines, Parquet, gzip of these, standard input."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path, PurePath
from typing import NamedTuple

from biterms.errors import InputError, SettingError
from biterms.text import read_json, read_lines, read_parquet
from biterms.text.read_batches import Batch, Chosen, records
from biterms.text.read_blocks import Source
from biterms.text.read_columns import choose
from biterms.text.read_tables import Table
from biterms.text.records import Columns, Log, Place, Record, Trouble

__all__ = ["KINDS", "Columns", "Place", "Record", "Trouble", "columns_of", "read"]


class _Format(NamedTuple):
    columns: Callable[[Source], list[str]]
    batches: Callable[[Source, Chosen, Log], Iterator[Batch]]


_CSV, _TSV = Table(","), Table("\t")
_FORMATS = {
    "txt": _Format(read_lines.columns, read_lines.batches),
    "csv": _Format(_CSV.columns, _CSV.batches),
    "tsv": _Format(_TSV.columns, _TSV.batches),
    "jsonl": _Format(read_json.columns, read_json.batches),
    "parquet": _Format(read_parquet.columns, read_parquet.batches),
}
KINDS = tuple(_FORMATS)
_SUFFIXES = {f".{kind}": kind for kind in KINDS} | {
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".tab": "tsv",
    ".pq": "parquet",
}

_ANY_COLUMNS = Columns()

Paths = str | Path | Iterable[str | Path]


class _Plan(NamedTuple):
    source: Source
    kind: str
    chosen: Chosen


def read(
    paths: Paths,
    columns: Columns = _ANY_COLUMNS,
    *,
    kind: str | None = None,
    strict: bool = False,
    trouble: Trouble | None = None,
) -> Iterator[Record]:
    """The texts of all files, one after another, in constant memory; ``-`` is standard input.

    `kind` is one of KINDS; without it the suffix tells, or, where that is unknown, the first line.
    All files are looked at before the first record: a missing file or column is an error now. Any
    other trouble is counted in `trouble`, or with `strict` an error when it is met.

    - Not UTF-8, a number as text, a stray quote, a short row: the text is kept and counted.
    - No text, an empty or other value, no valid row, a line over 1 MiB: left out and counted.
    - Damaged gzip: all texts before the damage are given. Damaged Parquet: row groups without it.
    """
    plans = _plans(paths, columns, kind)
    account = Trouble() if trouble is None else trouble
    return chain.from_iterable(
        records(batch, f"{plan.source.name}:" if len(plans) > 1 else "", log)
        for plan in plans
        for log in [Log(plan.source.name, account, strict)]
        for batch in _FORMATS[plan.kind].batches(plan.source, plan.chosen, log)
    )


def columns_of(path: str | Path, kind: str | None = None) -> list[str]:
    """The names of the columns; of a table the first row; none for TXT."""
    source = Source(path)
    return _FORMATS[_kind(source, kind)].columns(source)


def _plans(paths: Paths, columns: Columns, kind: str | None) -> list[_Plan]:
    sources = [Source(path) for path in ([paths] if isinstance(paths, str | PurePath) else paths)]
    if not sources:
        raise InputError("no files; give at least one, or - for standard input")
    if sum(source.path is None for source in sources) > 1:
        raise InputError("standard input (-) is named twice; it can be read only once")
    return [_plan(source, columns, kind) for source in sources]


def _plan(source: Source, columns: Columns, kind: str | None) -> _Plan:
    found = _kind(source, kind)
    names = _FORMATS[found].columns(source)
    return _Plan(source, found, choose(columns, names, found, source.name))


def _kind(source: Source, kind: str | None) -> str:
    if kind is not None and kind not in KINDS:
        raise SettingError(f"kind={kind!r}, expected one of {', '.join(KINDS)}")
    head = source.head()
    suffixes = PurePath(source.name.lower().removesuffix(".gz")).suffix
    return kind or _SUFFIXES.get(suffixes) or _guess(source, head)


def _guess(source: Source, head: bytes) -> str:
    if head.startswith(b"PAR1"):
        return "parquet"
    first = next(filter(str.strip, read_lines.first_lines(source)), "")
    return "jsonl" if read_json.json_object(first) is not None else "txt"

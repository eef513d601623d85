"""The formats by name, and reading files of any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path, PurePath
from typing import NamedTuple

from biterms.errors import InputError, SettingError
from biterms.text.readers import json_lines, lines, parquet
from biterms.text.readers.batches import ChosenColumns, RowBatch, records
from biterms.text.readers.columns import choose_columns, names_the_text
from biterms.text.readers.problems import ProblemLog, Trouble
from biterms.text.readers.records import Columns, Record
from biterms.text.readers.source import Source
from biterms.text.readers.tables import TableReader


class _Format(NamedTuple):
    columns: Callable[[Source], list[str]]
    batches: Callable[[Source, ChosenColumns, ProblemLog], Iterator[RowBatch]]


TABLES = {"csv": TableReader(","), "tsv": TableReader("\t")}
_FORMATS = {
    "txt": _Format(lines.columns, lines.batches),
    **{kind: _Format(table.columns, table.batches) for kind, table in TABLES.items()},
    "jsonl": _Format(json_lines.columns, json_lines.batches),
    "parquet": _Format(parquet.columns, parquet.batches),
}
FILE_KINDS = tuple(_FORMATS)
SUFFIXES = {f".{kind}": kind for kind in FILE_KINDS} | {
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".tab": "tsv",
    ".pq": "parquet",
}
_DEFAULT_COLUMNS = Columns()

Paths = str | Path | Iterable[str | Path]


class Plan(NamedTuple):
    """A file with its format and the columns that are read of it."""

    source: Source
    kind: str
    chosen: ChosenColumns


def read(
    paths: Paths,
    columns: Columns = _DEFAULT_COLUMNS,
    *,
    kind: str | None = None,
    encoding: str | None = None,
    strict: bool = False,
    trouble: Trouble | None = None,
) -> Iterator[Record]:
    """Read the texts of one or more files, one after another, in constant memory.

    Parameters
    ----------
    paths : str, path or iterable of these
        The files; ``-`` is standard input. Files may be compressed with gzip.
    columns : Columns, optional
        Which columns hold the text, id, time and label.
    kind : {'txt', 'csv', 'tsv', 'jsonl', 'parquet'}, optional
        Format of the files. By default the suffix decides or, where that is unknown, the first
        lines: JSON objects, a table with a column that is chosen or has a usual name, or texts.
    encoding : str, optional
        Encoding of the files, such as ``windows-1252``. By default UTF-8, unless a byte order mark
        or bytes that are not UTF-8 show another, which is found on a sample; `trouble` says which.
    strict : bool, default=False
        Raise InputError at the first problem instead of counting it.
    trouble : Trouble, optional
        Filled, while reading, with the number of texts and every problem met.

    Returns
    -------
    iterator of Record
        The texts in the order of the files.

    Raises
    ------
    InputError
        If a file or a column does not exist or a file is of another format or no text. All files
        are checked in this call, before the first record.
    SettingError
        If `kind` or `encoding` is unknown.

    Notes
    -----
    What becomes of a problem when `strict` is False:

    - Characters that cannot be decoded, a number as text, a stray quote, a short row: the text is
      kept.
    - No text, an empty text, another type, a broken row, a line over 1 MiB: it is left out.
    - Damaged gzip: all texts before the damage are read. Damaged Parquet: all row groups without
      damage are read.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "news.csv")
    ...     _ = path.write_text("title,section\\nStorm hits coast,weather\\n")
    ...     list(read(path, Columns(label="section")))
    [Record(text='Storm hits coast', id='2', time=None, label='weather')]
    """
    plans = _plans(paths, columns, kind, encoding)
    summary = Trouble() if trouble is None else trouble
    return chain.from_iterable(
        records(batch, f"{plan.source.name}:" if len(plans) > 1 else "", log)
        for plan in plans
        for log in [ProblemLog(plan.source.name, summary, strict)]
        for batch in rows_of(plan, log)
    )


def rows_of(plan: Plan, log: ProblemLog) -> Iterator[RowBatch]:
    """The rows of one file, or of some lines of it, whose format is known.

    Parameters
    ----------
    plan : Plan
        How it is read.
    log : ProblemLog
        Where problems are counted.

    Returns
    -------
    iterator of RowBatch
        Many rows at a time, also those without a text.
    """
    return _FORMATS[plan.kind].batches(plan.source, plan.chosen, log)


def columns_of(
    path: str | Path, kind: str | None = None, *, encoding: str | None = None
) -> list[str]:
    """List the names of the columns of a file.

    Parameters
    ----------
    path : str or path
        The file; ``-`` is standard input.
    kind : {'txt', 'csv', 'tsv', 'jsonl', 'parquet'}, optional
        Format of the file; by default it is found as in `read`.
    encoding : str, optional
        Encoding of the file; by default it is found as in `read`.

    Returns
    -------
    list of str
        The names; the first row of a table; an empty list for TXT.

    Raises
    ------
    InputError
        If the file does not exist or is of another format.
    """
    source = Source(path, encoding)
    return _FORMATS[_kind(source, kind, Columns())].columns(source)


def _plans(paths: Paths, columns: Columns, kind: str | None, encoding: str | None) -> list[Plan]:
    files = [paths] if isinstance(paths, str | PurePath) else paths
    sources = [Source(path, encoding) for path in files]
    if not sources:
        raise InputError("no files; give at least one, or - for standard input")
    if sum(source.path is None for source in sources) > 1:
        raise InputError("standard input (-) is named twice; it can be read only once")
    return [plan_of(source, columns, kind) for source in sources]


def plan_of(source: Source, columns: Columns, kind: str | None) -> Plan:
    """Decide on the start of a file how it is read.

    Raises
    ------
    InputError
        If it is of another format, or a column does not exist.
    SettingError
        If `kind` is unknown.
    """
    kind = _kind(source, kind, columns)
    names = _FORMATS[kind].columns(source)
    return Plan(source, kind, choose_columns(columns, names, kind, source.name))


def _kind(source: Source, kind: str | None, columns: Columns) -> str:
    if kind is not None and kind not in FILE_KINDS:
        raise SettingError(f"kind={kind!r}, expected one of {', '.join(FILE_KINDS)}")
    head = source.head()
    suffix = PurePath(source.name.lower().removesuffix(".gz")).suffix
    kind = kind or SUFFIXES.get(suffix) or ("parquet" if head.startswith(b"PAR1") else None)
    if kind == "parquet" and source.decoder.encoding is not None:
        raise InputError(
            f"{source.name}: Parquet, whose texts are always UTF-8; leave encoding out"
        )
    if kind == "parquet":
        return kind
    if head.startswith(b"PAR1"):
        raise InputError(f"{source.name}: a Parquet file, read as {kind}; name its format, parquet")
    source.text_head()
    return kind or _guess(source, columns)


def _guess(source: Source, columns: Columns) -> str:
    """The format by the first lines; a table is known by the name of the column of texts."""
    first = next(filter(str.strip, lines.first_lines(source)), "")
    if json_lines.parse_object(first) is not None:
        return "jsonl"
    table = TABLES["csv"]
    names = table.columns(source) if table.is_regular(source) else []
    return "csv" if names_the_text(columns.text, names) else "txt"

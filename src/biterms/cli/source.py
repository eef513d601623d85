"""Files of texts, read with an account of what was wrong and of the time it took."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path, PurePath
from typing import Any

from biterms.cli.terminal import say
from biterms.errors import InputError
from biterms.text.readers import Columns, Record, Trouble, read
from biterms.text.times import TimeColumn
from biterms.text.times.column import TRIED

#: Records whose reading is timed together, so that the clock costs less than the reading.
TIMED = 2048
#: Files whose columns have names and no numbers.
_NAMED = {".jsonl", ".ndjson", ".json"}
REMEDY = "choose another column, or say how times are written (--time-format)"


@dataclass
class TextFiles:
    """The texts of files; iterating reads them once and adds the time it took to ``seconds``.

    ``watch`` is called with the number of texts so far. ``none`` is the error message when there
    are no texts; None makes that no error. Where there is a column of times, ``times`` reads it,
    and records have ISO times.
    """

    files: list[str]
    columns: Columns = field(default_factory=Columns)
    times: TimeColumn | None = None
    kind: str | None = None
    encoding: str | None = None
    strict: bool = False
    trouble: Trouble = field(default_factory=Trouble)
    watch: Callable[[int], None] | None = None
    none: str | None = "no texts were read, expected some; check the files and the column of texts"
    seconds: float = field(default=0.0, init=False)
    stopped: bool = field(default=False, init=False)

    def __iter__(self) -> Iterator[Record]:
        if self.times is not None and all(Path(file).is_file() for file in self.files):
            self.times.whole = self._all_times
        records = self._read(strict=self.strict, trouble=self.trouble)
        if self._headless():
            say("columns are chosen by number: the first line of a table is taken as data")
        n = 0
        while (chunk := self._next(records)) and not self.stopped:
            n += len(chunk)
            if self.watch is not None:
                self.watch(n)
            yield from chunk
        if not n and self.none is not None:
            raise InputError(self.none)
        if n and self.times is not None and not self.stopped:
            self._check(self.times)

    def lines(self) -> list[str]:
        """Describe for people what was wrong with the files, and what was decided."""
        known = self.times is not None and self.times.given
        return self.trouble.lines() + (self.times.lines() if self.times and known else [])

    def stop(self) -> None:
        """End the texts before the chunk that is being read; a signal handler may call it."""
        self.stopped = True
        if "-" in self.files:
            # A read that waits for more is tried again after the signal, and finds the end.
            nothing = os.open(os.devnull, os.O_RDONLY)
            os.dup2(nothing, sys.stdin.fileno())
            os.close(nothing)

    def _next(self, records: Iterator[Record]) -> list[Record]:
        begin = time.perf_counter()
        try:
            chunk = list(islice(records, TIMED))
            return chunk if self.times is None else self._with_times(chunk, self.times)
        except InputError:
            if self.stopped:  # what we cut off is no damage
                return []
            raise
        finally:
            self.seconds += time.perf_counter() - begin

    def _read(self, **more: Any) -> Iterator[Record]:
        return read(self.files, self.columns, kind=self.kind, encoding=self.encoding, **more)

    def _with_times(self, chunk: list[Record], times: TimeColumn) -> list[Record]:
        """The records with ISO times; a column without any is refused before long."""
        chunk = times.records(chunk)
        if times.given >= TRIED:
            self._check(times)
        return chunk

    def _check(self, times: TimeColumn) -> None:
        times.check(f"the column of times, {self.columns.time}", REMEDY)

    def _all_times(self) -> Iterator[str | None]:
        return (record.time for record in self._read())

    def _headless(self) -> bool:
        """Whether there are tables whose columns are chosen by number only."""
        chosen = (self.columns.text, self.columns.id, self.columns.time, self.columns.label)
        if not isinstance(chosen[0], int) or any(isinstance(column, str) for column in chosen):
            return False
        if self.kind is not None:
            return self.kind in ("csv", "tsv")
        return any(_suffix(file) in (".csv", ".tsv", ".tab") for file in self.files)


def source_of(
    files: list[str],
    typed: tuple[str | None, str | None, str | None, str | None],
    times: TimeColumn | None,
    *,
    kind: str | None = None,
    **more: Any,
) -> TextFiles:
    """Return the source of some files; the columns, as typed, are text, id, time and label."""
    return TextFiles(files, columns_of(files, typed, kind), times, kind, **more)


def columns_of(
    files: list[str], typed: tuple[str | None, str | None, str | None, str | None], kind: str | None
) -> Columns:
    """The columns of text, id, time and label as they were typed."""
    named = kind == "jsonl" or (kind is None and {*map(_suffix, files)} <= _NAMED)
    return Columns(*(_column(one, named=named) for one in typed))


def _column(typed: str | None, *, named: bool) -> str | int | None:
    """Digits are a number, from 0, unless they are in quotes or columns have only names."""
    if typed is not None and len(typed) > 2 and typed[0] == typed[-1] and typed[0] in "'\"":
        return typed[1:-1]
    return int(typed) if typed is not None and typed.isdecimal() and not named else typed


def _suffix(file: str) -> str:
    return PurePath(file.lower().removesuffix(".gz")).suffix

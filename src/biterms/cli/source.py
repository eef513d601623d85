"""Files of texts, read with an account of what was wrong and of the time it took."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from biterms.errors import StopLearning
from biterms.text.readers import read
from biterms.text.records import Columns, Record, Trouble

#: records whose reading is timed together: the clock should not cost more than the reading
TIMED = 2048


@dataclass
class Source:
    """Where texts come from; iterating reads them once, `seconds` is what the reading took.

    `StopLearning` while it reads is the end of the texts; `watch` is told how many there are.
    """

    files: list[str]
    columns: Columns = field(default_factory=Columns)
    kind: str | None = None
    strict: bool = False
    trouble: Trouble = field(default_factory=Trouble)
    watch: Callable[[int], None] | None = None
    seconds: float = 0.0
    reading: bool = False

    def __iter__(self) -> Iterator[Record]:
        records = read(
            self.files, self.columns, kind=self.kind, strict=self.strict, trouble=self.trouble
        )
        n = 0
        while chunk := self._next(records):
            n += len(chunk)
            if self.watch is not None:
                self.watch(n)
            yield from chunk

    def _next(self, records: Iterator[Record]) -> list[Record]:
        begin, self.reading = time.perf_counter(), True
        try:
            return list(islice(records, TIMED))
        except StopLearning:
            return []
        finally:
            self.reading = False
            self.seconds += time.perf_counter() - begin


def source_of(
    files: list[str], *columns: str | None, kind: str | None = None, strict: bool = False
) -> Source:
    """Columns, as typed, are those of text, id, time and label: digits are a place, from 0."""
    chosen = (int(name) if name is not None and name.isdecimal() else name for name in columns)
    return Source(files, Columns(*chosen), kind, strict)

"""Files of texts, read with an account of what was wrong and of the time it took."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from biterms.text.readers import read
from biterms.text.records import Columns, Record, Trouble

#: records whose reading is timed together: the clock should not cost more than the reading
TIMED = 2048


@dataclass
class Source:
    """Where texts come from; iterating reads them once, `seconds` is what the reading took."""

    files: list[str]
    columns: Columns = field(default_factory=Columns)
    kind: str | None = None
    strict: bool = False
    trouble: Trouble = field(default_factory=Trouble)
    seconds: float = 0.0

    def __iter__(self) -> Iterator[Record]:
        records = read(
            self.files, self.columns, kind=self.kind, strict=self.strict, trouble=self.trouble
        )
        while True:
            begin = time.perf_counter()
            chunk = list(islice(records, TIMED))
            self.seconds += time.perf_counter() - begin
            if not chunk:
                return
            yield from chunk


def column(name: str | None) -> str | int | None:
    """A column as typed: digits are a place, from 0; everything else is a name."""
    return int(name) if name is not None and name.isdigit() else name

"""Rows of a Parquet file as chunks: the offset is the number of rows that have been passed."""

from __future__ import annotations

import json

from biterms.streams.sources.chunks import REASONS, Chunk, Origin
from biterms.text.readers import parquet
from biterms.text.readers.batches import RowBatch, records, with_text
from biterms.text.readers.layouts import Layout
from biterms.text.readers.problems import ProblemLog, Trouble
from biterms.text.readers.source import Source


class ParquetRows:
    """Reads the records of a Parquet file.

    Parameters
    ----------
    source : Source
        The file.
    layout : Layout
        The columns.
    origin : Origin
        What rows are called.
    passed : int
        Rows that were read before.
    """

    def __init__(self, source: Source, layout: Layout, origin: Origin, passed: int) -> None:
        self.layout = layout
        self._origin, self._passed = origin, passed
        self._problems: list[tuple[str, int, str]] = []
        self._log = ProblemLog(origin.file, Trouble(), left_out=self._left_out)
        self._batches = parquet.batches(source, layout.chosen, self._log, passed)

    def next(self) -> Chunk | None:
        """The next chunk; None if all rows have been read."""
        for batch in self._batches:
            if len(batch.lines) and batch.lines[-1] > self._passed:
                return self._chunk(_after(batch, self._passed))
        if not self._problems:
            return None
        return self._chunk(RowBatch((), ()))

    def _chunk(self, batch: RowBatch) -> Chunk:
        rows = with_text(batch, self._log)
        texts = list(records(rows, self._origin.prefix, self._log))
        values = dict(zip(batch.lines, batch.texts, strict=True))
        broken = [
            (row, self._origin.broken(row, kind, why, _shown(values.get(row))))
            for kind, row, why in sorted(self._problems, key=lambda problem: problem[1])
            if kind in REASONS
        ]
        last = max([*batch.lines[-1:], *(row for row, _ in broken), self._passed])
        starts, self._passed = range(self._passed, last + 1), last
        self._problems = []
        return Chunk(starts[0] + 1, starts, texts, rows.lines, broken)

    def _left_out(self, kind: str, row: int, why: str) -> None:
        if row > self._passed:
            self._problems.append((kind, row, why))


def _after(batch: RowBatch, passed: int) -> RowBatch:
    """The rows of a batch that have not been passed."""
    n = max(0, passed + 1 - batch.lines[0])
    others = (column and column[n:] for column in batch[2:])
    return RowBatch(batch.lines[n:], batch.texts[n:], *others)


def _shown(value: object) -> str:
    return "" if value is None else json.dumps(value, default=str, ensure_ascii=False)

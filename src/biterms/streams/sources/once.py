"""A source that ends when it has nothing more to give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from biterms.streams.source import Batch, Source

#: seconds without a document after which nothing more is waited for
SILENCE = 2.0


class Once(Source):
    """Another source up to the moment when it is silent: for runs that a timer starts.

    Parameters
    ----------
    source : Source
        The source.
    """

    def __init__(self, source: Source) -> None:
        self.source, self.name, self.ended = source, source.name, False
        self._silent = 0.0

    def open(self, positions: Mapping[str, Any]) -> None:
        """Begin to read, or go on."""
        self.source.open(positions)

    def poll(self, max_documents: int, timeout: float) -> Batch:
        """Ask the source, and note how long it was silent."""
        batch = self.source.poll(max_documents, timeout)
        self._silent = 0.0 if batch.records or batch.broken else self._silent + timeout
        self.ended = self.source.ended or self._silent >= SILENCE
        return batch

    def commit(self, positions: Mapping[str, Any]) -> None:
        """Tell the source."""
        self.source.commit(positions)

    def close(self) -> None:
        """Close the source."""
        self.source.close()

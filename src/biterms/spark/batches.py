"""A source that is given numbered batches, some of them again: each is recorded once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Condition
from typing import Any

from biterms.streams import Batch, Source
from biterms.text.readers import Record


class Batches(Source):
    """Batches of queries, each with a number; the position is the number of the last one.

    One thread hands batches in, another one follows. A batch is one cut: its documents and its
    number are recorded in one transaction, so either both are there after a crash or neither.
    """

    def __init__(self) -> None:
        self.name, self.ended = "spark", False
        #: whether there was a batch to record
        self.given = False
        self._turn = Condition()
        self._last: dict[str, int] | None = None
        self._waiting: Batch | None = None

    def hand_in(
        self,
        query: str,
        number: int,
        read: Callable[[], Sequence[Record]],
        alive: Callable[[], bool],
    ) -> bool:
        """Hand in a batch, and wait until it is recorded.

        Parameters
        ----------
        query : str
            The query that numbers its batches.
        number : int
            The number of the batch: larger than those before, or one of them again.
        read : callable
            Gives the documents; not called if they have been recorded before.
        alive : callable
            Whether somebody follows.

        Returns
        -------
        bool
            Whether it is recorded; False if nobody follows any more.
        """
        if not self._reached(lambda: self._last is not None, alive):
            return False
        assert self._last is not None
        if number <= self._last.get(query, -1) or not (records := read()):
            return True
        with self._turn:
            self._waiting, self.given = Batch(records, {query: number}), True
            self._turn.notify_all()
        return self._reached(lambda: (self._last or {}).get(query, -1) >= number, alive)

    def _reached(self, state: Callable[[], bool], alive: Callable[[], bool]) -> bool:
        """Wait for a state while somebody follows; whether it has come."""
        with self._turn:
            while not state():
                if not alive():
                    return False
                self._turn.wait(0.1)
        return True

    def open(self, positions: Mapping[str, Any]) -> None:
        """Begin after what was recorded."""
        with self._turn:
            self._last = {query: int(number) for query, number in positions.items()}
            self._turn.notify_all()

    def poll(self, max_documents: int, timeout: float) -> Batch:  # noqa: ARG002
        """The batch that waits, as a whole."""
        with self._turn:
            if self._waiting is None:
                self._turn.wait(timeout)
            batch, self._waiting = self._waiting or Batch(), None
        return batch

    def commit(self, positions: Mapping[str, Any]) -> None:
        """Tell the thread that waits."""
        with self._turn:
            self._last = {**(self._last or {}), **positions}
            self._turn.notify_all()

    def close(self) -> None:
        """Nothing is open."""

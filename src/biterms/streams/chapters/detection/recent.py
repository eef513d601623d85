"""The last documents of a stream: what stories are made of."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.streams.packed import packed, unpacked
from biterms.text.readers import Record

#: documents that are kept, and letters of each
MOST, LETTERS = 4096, 500


class Documents(NamedTuple):
    """Some documents in a row.

    Parameters
    ----------
    indptr, slots : array of int
        Document d has the words ``slots[indptr[d]:indptr[d + 1]]``.
    topics : array of int
        The id of the topic that leads each; -1 if there is none.
    times : array of float
        When they were written.
    records : list of Record
        Their ids and texts.
    """

    indptr: Array
    slots: Array
    topics: Array
    times: Array
    records: list[Record]

    def part(self, begin: int, end: int) -> Documents:
        """Documents from one number to another."""
        ptr = self.indptr[begin : end + 1]
        return Documents(
            ptr - ptr[0],
            self.slots[ptr[0] : ptr[-1]],
            self.topics[begin:end],
            self.times[begin:end],
            self.records[begin:end],
        )

    def chosen(self, rows: Array) -> Documents:
        """Some documents."""
        lengths = np.diff(self.indptr)[rows]
        indptr = np.concatenate([[0], np.cumsum(lengths)])
        at = np.arange(indptr[-1]) + np.repeat(self.indptr[rows] - indptr[:-1], lengths)
        records = [self.records[row] for row in rows.tolist()]
        return Documents(indptr, self.slots[at], self.topics[rows], self.times[rows], records)

    def rows(self) -> Array:
        """The document of each word."""
        return np.repeat(np.arange(len(self.topics)), np.diff(self.indptr))


class Recent:
    """The last documents; those that came together go together."""

    def __init__(self) -> None:
        self._parts: deque[Documents] = deque()
        self._n = 0

    def add(self, documents: Documents) -> None:
        """Take documents; the oldest go.

        Parameters
        ----------
        documents : Documents
            The documents.
        """
        self._parts.append(documents)
        self._n += len(documents.topics)
        while self._n - len(self._parts[0].topics) >= MOST:
            self._n -= len(self._parts.popleft().topics)

    def all(self) -> Documents:
        """All of them in a row."""
        lengths = [np.diff(part.indptr) for part in self._parts]
        return Documents(
            np.concatenate([[0], np.cumsum(np.concatenate(lengths))]),
            np.concatenate([part.slots for part in self._parts]),
            np.concatenate([part.topics for part in self._parts]),
            np.concatenate([part.times for part in self._parts]),
            [record for part in self._parts for record in part.records],
        )

    def moved(self, slots: Array) -> None:
        """Words have other slots now; those that are gone have -1.

        Parameters
        ----------
        slots : array of int
            The new slot of each old one.
        """
        self._parts = deque(part._replace(slots=slots[part.slots]) for part in self._parts)

    def memory(self) -> dict[str, Array]:
        """What has to be remembered."""
        if not self._parts:
            return {}
        every = self.all()
        short = [record._replace(text=record.text[:LETTERS]) for record in every.records]
        return {
            "recent_sizes": np.array([len(part.topics) for part in self._parts]),
            "recent_indptr": every.indptr,
            "recent_slots": every.slots,
            "recent_topics": every.topics,
            "recent_times": every.times,
            "recent_records": np.frombuffer(packed(short), dtype=np.uint8),
        }

    def remember(self, memory: Mapping[str, Array]) -> None:
        """Be as it was.

        Parameters
        ----------
        memory : mapping of str to array
            What `memory` gave.
        """
        self._parts, self._n = deque(), 0
        if "recent_sizes" not in memory:
            return
        names = ("indptr", "slots", "topics", "times")
        indptr, slots, topics, times = (memory[f"recent_{name}"] for name in names)
        n = len(topics)
        records = unpacked(memory["recent_records"].tobytes(), n)
        every = Documents(indptr, slots, topics, times, records)
        ends = np.cumsum(memory["recent_sizes"]).tolist()
        self._parts.extend(every.part(a, b) for a, b in zip([0, *ends[:-1]], ends, strict=True))
        self._n = n

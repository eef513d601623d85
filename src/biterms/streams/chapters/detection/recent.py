"""The last documents of a stream: what stories are made of."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from biterms import kernels
from biterms.kernels import Array, Sequences
from biterms.streams.observed import as_record
from biterms.streams.packed import packed, unpacked
from biterms.text.readers import Record

#: documents that are kept, and letters of each
MOST, LETTERS = 4096, 500


class Documents(NamedTuple):
    """Some documents in a row.

    Parameters
    ----------
    indptr, slots : array of int
        Document d has the words ``slots[indptr[d]:indptr[d + 1]]``; -1 is a word that is gone.
    times : array of float
        When they were written.
    records : list of str or Record
        Their ids and texts.
    """

    indptr: Array
    slots: Array
    times: Array
    records: list[str | Record]

    @classmethod
    def none(cls) -> Documents:
        """No documents."""
        return cls(np.zeros(1, dtype=np.int64), np.empty(0, dtype=np.int32), np.empty(0), [])

    @property
    def n(self) -> int:
        """How many there are."""
        return len(self.times)

    @property
    def words(self) -> Sequences:
        """Their words."""
        return Sequences(self.indptr, self.slots)

    def part(self, begin: int, end: int) -> Documents:
        """Documents from one number to another."""
        ptr = self.indptr[begin : end + 1]
        return Documents(
            ptr - ptr[0],
            self.slots[ptr[0] : ptr[-1]],
            self.times[begin:end],
            self.records[begin:end],
        )

    def since(self, moment: float) -> Array:
        """Documents that were written since a moment."""
        return np.flatnonzero(self.times >= moment)

    def n_since(self, moment: float) -> int:
        """How many were written since a moment."""
        return int(np.count_nonzero(self.times >= moment))

    def holding(self, slot: int, since: float) -> Array:
        """Documents with a word that were written since a moment.

        All words are looked at: they are few, and an index of them would cost more than it saves.
        """
        return kernels.holding(self.words, self.times, slot, since)


class Recent:
    """The last documents; those that came together go together.

    Attributes
    ----------
    documents : Documents
        All of them in a row.
    """

    def __init__(self) -> None:
        self.documents = Documents.none()
        self._sizes: deque[int] = deque()

    def add(self, documents: Documents) -> None:
        """Take documents; the oldest go.

        Parameters
        ----------
        documents : Documents
            The documents.
        """
        n, gone = self.documents.n + documents.n, 0
        self._sizes.append(documents.n)
        while n - gone - self._sizes[0] >= MOST:
            gone += self._sizes.popleft()
        indptr, slots, times, records = self.documents
        first = indptr[gone]
        del records[:gone]
        records += documents.records
        self.documents = Documents(
            np.concatenate([indptr[gone:] - first, indptr[-1] - first + documents.indptr[1:]]),
            np.concatenate([slots[first:], documents.slots]),
            np.concatenate([times[gone:], documents.times]),
            records,
        )

    def moved(self, slots: Array) -> None:
        """Words have other slots now; those that are gone have -1.

        Parameters
        ----------
        slots : array of int
            The new slot of each old one.
        """
        with_gone = np.append(slots, slots.dtype.type(-1))
        self.documents = self.documents._replace(slots=with_gone[self.documents.slots])

    def forget_texts(self) -> None:
        """Keep no texts."""
        records = self.documents.records
        records[:] = [as_record(one)._replace(text="") for one in records]

    def memory(self) -> dict[str, Array]:
        """What has to be remembered."""
        indptr, slots, times, records = self.documents
        if not len(times):
            return {}
        every = map(as_record, records)
        short = [record._replace(text=record.text[:LETTERS]) for record in every]
        return {
            "recent_sizes": np.array(self._sizes),
            "recent_indptr": indptr,
            "recent_slots": slots,
            "recent_times": times,
            "recent_records": np.frombuffer(packed(short), dtype=np.uint8),
        }

    def remember(self, memory: Mapping[str, Array]) -> None:
        """Be as it was.

        Parameters
        ----------
        memory : mapping of str to array
            What `memory` gave.
        """
        self.documents, self._sizes = Documents.none(), deque()
        if "recent_sizes" not in memory:
            return
        indptr, slots, times = (memory[f"recent_{name}"] for name in ("indptr", "slots", "times"))
        records: list[str | Record] = []
        records += unpacked(memory["recent_records"].tobytes(), len(times))
        self.documents = Documents(indptr, slots.astype(np.int32), times, records)
        self._sizes.extend(memory["recent_sizes"].tolist())

"""A fair sample of the texts that went by: for examples, pairs and a look over time."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import numpy as np

from biterms.errors import SettingError
from biterms.kernels import Array
from biterms.text.readers import Record

CHUNK = 4096


class Sample:
    """The documents whose places have the smallest of fixed random numbers.

    Each document is in it with the same probability, whatever has been cut into which pieces, and
    nothing but the documents themselves must be remembered.
    """

    def __init__(self, size: int) -> None:
        if size < 0:
            raise SettingError(f"keep={size}: expected the number of texts to keep, or 0 for none")
        self.size, self.seen = size, 0
        self._heap: list[tuple[int, int, Record]] = []  # largest number first, hence negative

    @property
    def records(self) -> list[Record]:
        """In the order in which they came."""
        return [record for _, _, record in sorted(self._heap, key=lambda held: held[1])]

    def copy(self) -> Sample:
        """One that goes on by itself."""
        other = Sample(self.size)
        other.seen, other._heap = self.seen, self._heap.copy()
        return other

    def watch(self, texts: Iterable[str | Record]) -> Iterator[str]:
        """The texts as they come; some of them are kept on the way."""
        pieces = iter(texts)
        while chunk := list(islice(pieces, CHUNK)):
            self._offer(chunk)
            for text in chunk:
                yield text.text if isinstance(text, Record) else text

    def _offer(self, chunk: list[str | Record]) -> None:
        places = np.arange(self.seen, self.seen + len(chunk), dtype=np.uint64)
        self.seen += len(chunk)
        numbers = mixed(places)
        if len(self._heap) >= self.size:
            full = -self._heap[0][0] if self._heap else 0
            chosen = np.flatnonzero(numbers < full)
        else:
            chosen = np.arange(len(chunk))
        for at in chosen.tolist():
            place = int(places[at])
            held = (-int(numbers[at]), place, _record(chunk[at], place))
            if len(self._heap) < self.size:
                heapq.heappush(self._heap, held)
            elif held > self._heap[0]:
                heapq.heapreplace(self._heap, held)

    def state(self) -> dict[str, Any]:
        """For a model file."""
        held = sorted(self._heap, key=lambda one: one[1])
        records = [[place, *record] for _, place, record in held]
        return {"size": self.size, "seen": self.seen, "records": records}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Sample:
        """What `state` wrote."""
        sample = cls(int(state["size"]))
        sample.seen = int(state["seen"])
        places = np.array([place for place, *_ in state["records"]], dtype=np.uint64)
        for number, (place, *fields) in zip(mixed(places), state["records"], strict=True):
            heapq.heappush(sample._heap, (-int(number), int(place), Record(*fields)))
        return sample


def mixed(places: Array) -> Array:
    """A number from 0 to 2^63 for each place: the steps of SplitMix64 (Steele et al., 2014)."""
    with np.errstate(over="ignore"):
        x = (places + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray((x ^ (x >> np.uint64(31))) >> np.uint64(1))


def _record(text: str | Record, place: int) -> Record:
    return text if isinstance(text, Record) else Record(text, str(place), None, None)

"""A fair sample of the texts that went by: for examples, pairs and a look over time."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from biterms.errors import SettingError
from biterms.kernels import Array, Tokens
from biterms.text.readers import Record

CHUNK = 4096
#: more documents than this are sifted together before they enter one by one
FEW = 256


class Held(NamedTuple):
    """Documents of a sample at one moment.

    Parameters
    ----------
    seen : int
        Documents that went by.
    heap : list
        (-number, place, text or record, its words or None); the largest
        number first, hence negative.
    """

    seen: int
    heap: list[tuple[int, int, str | Record, Any]]


class Sample:
    """The documents whose places have the smallest of fixed random numbers.

    Each document is in it with the same probability, whatever has been cut into which pieces, and
    nothing but the documents themselves must be remembered. Their words are kept as places of
    keys in the vocabulary, so that no text is tokenised twice.

    Parameters
    ----------
    size : int
        Documents at most.
    """

    def __init__(self, size: int) -> None:
        if size < 0:
            raise SettingError(f"keep={size}: expected the number of texts to keep, or 0 for none")
        self.size = size
        self._held = Held(0, [])

    @property
    def seen(self) -> int:
        """Documents that went by."""
        return self._held.seen

    @property
    def records(self) -> list[Record]:
        """The documents, in the order in which they came."""
        return [_record(text, place) for _, place, text, _ in self._ordered()]

    @property
    def held(self) -> Held:
        """All of it at one moment."""
        return self._held

    def take(self, held: Held) -> None:
        """Be what `offered` gave; taking it again changes nothing more."""
        self._held = held

    def offered(self, records: Sequence[str | Record], words: Tokens | None = None) -> Held:
        """What the sample is when these documents have gone by; it stays as it is.

        Parameters
        ----------
        records : sequence of str or Record
            Documents.
        words : Tokens, optional
            The same as places of keys.
        """
        first, heap = self._held
        numbers = mixed(np.arange(first, first + len(records), dtype=np.uint64))
        chosen = self._chosen(numbers, heap)
        if len(chosen) > FEW:
            heap, chosen = self._sifted(heap, numbers, chosen)
        heap = heap.copy()
        for at in chosen.tolist():
            tokens = None if words is None else words.ids[words.ptr[at] : words.ptr[at + 1]].copy()
            entry = (-int(numbers[at]), first + at, records[at], tokens)
            if len(heap) < self.size:
                heapq.heappush(heap, entry)
            elif entry[:2] > heap[0][:2]:
                heapq.heapreplace(heap, entry)
        return Held(first + len(records), heap)

    def _chosen(self, numbers: Array, heap: list[Any]) -> Array:
        if len(heap) < self.size:
            return np.arange(len(numbers))
        return np.flatnonzero(numbers < (-heap[0][0] if heap else 0))

    def _sifted(self, heap: list[Any], numbers: Array, chosen: Array) -> tuple[list[Any], Array]:
        """Of what is held and of many others those that stay in the end."""
        held = np.array([-entry[0] for entry in heap], dtype=np.uint64)
        every = np.concatenate([held, numbers[chosen]])
        if len(every) <= self.size:
            return heap, chosen
        limit = np.partition(every, self.size - 1)[self.size - 1] if self.size else np.uint64(0)
        some = [entry for entry in heap if -entry[0] <= limit]
        heapq.heapify(some)
        return some, chosen[numbers[chosen] <= limit]

    def watch(self, texts: Iterable[str | Record]) -> Iterator[str]:
        """The texts as they come; some of them are kept on the way."""
        pieces = iter(texts)
        while chunk := list(islice(pieces, CHUNK)):
            self.take(self.offered(chunk))
            for text in chunk:
                yield text.text if isinstance(text, Record) else text

    def without_tokens(self) -> Sample:
        """The same documents; places of keys have changed."""
        other = Sample(self.size)
        other._held = Held(self.seen, [(*entry[:3], None) for entry in self._held.heap])
        return other

    def copy(self) -> Sample:
        """A sample that goes on by itself."""
        other = Sample(self.size)
        other._held = self._held
        return other

    def _ordered(self) -> list[tuple[int, int, str | Record, Any]]:
        return sorted(self._held.heap, key=lambda entry: entry[1])

    def state(self) -> dict[str, Any]:
        """For a model file."""
        records = [[place, *_record(text, place)] for _, place, text, _ in self._ordered()]
        return {"size": self.size, "seen": self.seen, "records": records}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Sample:
        """What `state` wrote."""
        sample = cls(int(state["size"]))
        places = np.array([place for place, *_ in state["records"]], dtype=np.uint64)
        heap = [
            (-int(number), int(place), Record(*fields), None)
            for number, (place, *fields) in zip(mixed(places), state["records"], strict=True)
        ]
        sample._held = Held(int(state["seen"]), sorted(heap, key=lambda entry: entry[:2]))
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

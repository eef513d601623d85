"""A fair sample of the texts that went by: for examples, pairs and a look over time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, islice, repeat
from typing import Any, NamedTuple

import numpy as np

from biterms.errors import SettingError
from biterms.kernels import Array, Tokens
from biterms.text.readers import Record

DRAWS_AT_ONCE = 4096


#: a document of a sample: the text, and its words as places of keys if they are known
Entry = tuple[str | Record, Array | None]


class Held(NamedTuple):
    """Documents of a sample at one moment.

    Parameters
    ----------
    seen : int
        Documents that went by.
    places : array of int
        Which of them are held, ascending.
    numbers : array of int
        The random number of each.
    entries : list of Entry
        The documents.
    """

    seen: int
    places: Array
    numbers: Array
    entries: list[Entry]


NONE = Held(0, np.empty(0, dtype=np.int64), np.empty(0, dtype=np.uint64), [])


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
        given: Any = size
        whole = isinstance(given, int | np.integer) and not isinstance(given, bool)
        if not (whole and given >= 0):
            raise SettingError(f"keep={given!r}: expected the number of texts to keep, or 0")
        self.size = size
        self._held = NONE

    @property
    def seen(self) -> int:
        """Documents that went by."""
        return self._held.seen

    @property
    def records(self) -> list[Record]:
        """The documents, in the order in which they came."""
        return [record for _, record in self._records()]

    def latest(self, n: int) -> list[str]:
        """The texts of its last n documents."""
        texts = (text for text, _ in self._held.entries[-n:])
        return [text.text if isinstance(text, Record) else text for text in texts]

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
        held, n = self._held, len(records)
        numbers = mixed(np.arange(held.seen, held.seen + n, dtype=np.uint64))
        come = np.arange(n)
        if len(held.places) == self.size:
            come = np.flatnonzero(numbers < held.numbers.max(initial=0))
        if not len(come):
            return held._replace(seen=held.seen + n)
        every = np.concatenate([held.numbers, numbers[come]])
        kept = np.ones(len(every), dtype=bool)
        if len(every) > self.size:
            kept[np.argpartition(every, self.size)[self.size :]] = False
        stay, come = kept[: len(held.places)], come[kept[len(held.places) :]]
        return Held(
            held.seen + n,
            np.concatenate([held.places[stay], held.seen + come]),
            every[kept],
            [*compress(held.entries, stay), *_entries(records, words, come)],
        )

    def watch(self, texts: Iterable[str | Record]) -> Iterator[str]:
        """The texts as they come; some of them are kept on the way."""
        pieces = iter(texts)
        while chunk := list(islice(pieces, DRAWS_AT_ONCE)):
            self.take(self.offered(chunk))
            for text in chunk:
                yield text.text if isinstance(text, Record) else text

    def without_tokens(self) -> Sample:
        """The same documents; places of keys have changed."""
        other, held = Sample(self.size), self._held
        other._held = held._replace(entries=[(text, None) for text, _ in held.entries])
        return other

    def copy(self) -> Sample:
        """A sample that goes on by itself."""
        other = Sample(self.size)
        other._held = self._held
        return other

    def _records(self) -> Iterator[tuple[int, Record]]:
        for place, (text, _) in zip(self._held.places.tolist(), self._held.entries, strict=True):
            record = text if isinstance(text, Record) else Record(text, str(place), None, None)
            yield place, record

    def state(self) -> dict[str, Any]:
        """For a model file."""
        records = [[place, *record] for place, record in self._records()]
        return {"size": self.size, "seen": self.seen, "records": records}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Sample:
        """What `state` wrote."""
        sample = cls(int(state["size"]))
        records = sorted(state["records"], key=lambda record: int(record[0]))
        places = np.array([place for place, *_ in records], dtype=np.int64)
        entries: list[Entry] = [(Record(*fields), None) for _, *fields in records]
        numbers = mixed(places.astype(np.uint64))
        sample._held = Held(int(state["seen"]), places, numbers, entries)
        return sample


def _entries(
    records: Sequence[str | Record], words: Tokens | None, chosen: Array
) -> Iterator[Entry]:
    """Some documents; their words are copied together, so that the others can be forgotten."""
    texts = (records[at] for at in chosen.tolist())
    if words is None:
        return zip(texts, repeat(None))
    lengths = np.diff(words.ptr)[chosen]
    ends = np.cumsum(lengths)
    ids = words.ids[
        np.arange(lengths.sum()) + np.repeat(words.ptr[chosen] - ends + lengths, lengths)
    ]
    spans = zip((ends - lengths).tolist(), ends.tolist(), strict=True)
    return zip(texts, (ids[begin:end] for begin, end in spans), strict=True)


def mixed(places: Array) -> Array:
    """A number from 0 to 2^63 for each place: the steps of SplitMix64 (Steele et al., 2014)."""
    with np.errstate(over="ignore"):
        x = (places + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray((x ^ (x >> np.uint64(31))) >> np.uint64(1))

"""A fair sample of the texts that went by: for examples, pairs and a look over time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np

from biterms.errors import SettingError
from biterms.kernels import Array, Tokens
from biterms.text.readers import Record
from biterms.topics.sample_parts import NO_IDS, Held, Part
from biterms.topics.texts import lists, plain


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
        self._held = Held()

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
        return plain(self.documents.texts[-n:])

    @property
    def documents(self) -> Part:
        """All of it at one moment."""
        return self.moment()[1]

    def moment(self) -> tuple[int, Part]:
        """Documents that went by up to a moment, and the sample then."""
        held = self._held.sorted_out(self.size)
        return held.seen, held.parts[0]

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
        places = np.arange(held.seen, held.seen + n)
        numbers, come = mixed(places.astype(np.uint64)), np.full(n, self.size > 0)
        if held.limit is not None:
            come = numbers < held.limit
        part = Part.of(list(records), words, places, numbers).only(come)
        return held.after(n, part.smallest(self.size), self.size)

    def watch(self, texts: Iterable[str | Record]) -> Iterator[str]:
        """The texts as they come; some of them are kept on the way."""
        return chain.from_iterable(self._watched(texts))

    def _watched(self, texts: Iterable[str | Record]) -> Iterator[list[str]]:
        for chunk in lists(texts):
            self.take(self.offered(chunk))
            yield plain(chunk)

    def without_tokens(self) -> Sample:
        """The same documents; places of keys have changed."""
        other = Sample(self.size)
        seen, part = self.moment()
        unknown = np.full(len(part.places), -1)
        other._held = Held(seen, None, (part._replace(sizes=unknown, ids=NO_IDS),))
        return other

    def since(self, place: int) -> Sample:
        """Its documents from a place on: a fair sample of these."""
        other = Sample(self.size)
        seen, part = self.moment()
        other._held = Held(seen, None, (part.since(place),))
        return other

    def copy(self) -> Sample:
        """A sample that goes on by itself."""
        other = Sample(self.size)
        other._held = self._held
        return other

    def _records(self) -> Iterator[tuple[int, Record]]:
        part = self.documents
        for place, text in zip(part.places.tolist(), part.texts, strict=True):
            record = text if isinstance(text, Record) else Record(text, str(place), None, None)
            yield place, record

    def state(self) -> dict[str, Any]:
        """For a model file; random numbers where they are not those of the places."""
        records = [[place, *record] for place, record in self._records()]
        part = self.documents
        usual = np.array_equal(part.numbers, mixed(part.places.astype(np.uint64)))
        numbers = None if usual else part.numbers
        return {"size": self.size, "seen": self.seen, "records": records, "numbers": numbers}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Sample:
        """What `state` wrote."""
        sample = cls(int(state["size"]))
        records = sorted(state["records"], key=lambda record: int(record[0]))
        places = np.array([place for place, *_ in records], dtype=np.int64)
        texts: list[str | Record] = [Record(*fields) for _, *fields in records]
        numbers = mixed(places.astype(np.uint64))
        if state.get("numbers") is not None:
            order = np.argsort([int(record[0]) for record in state["records"]], kind="stable")
            numbers = np.asarray(state["numbers"], dtype=np.uint64)[order]
        return cls.of(sample.size, int(state["seen"]), Part.of(texts, None, places, numbers))

    @classmethod
    def of(cls, size: int, seen: int, part: Part) -> Sample:
        """A sample of these documents, or of those of them that have the smallest numbers."""
        sample = cls(size)
        sample._held = Held(seen, None, (part,)).sorted_out(size)
        return sample


def mixed(places: Array) -> Array:
    """A number from 0 to 2^63 for each place: the steps of SplitMix64 (Steele et al., 2014)."""
    with np.errstate(over="ignore"):
        x = (places + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray((x ^ (x >> np.uint64(31))) >> np.uint64(1))

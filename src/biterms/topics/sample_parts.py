"""Documents of a sample, and their words in one array."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, compress
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array, Tokens
from biterms.text.readers import Record

#: parts of a sample that may wait before they are put together
MOST_PARTS = 64


class Part(NamedTuple):
    """Some documents.

    Parameters
    ----------
    places : array of int
        Which of all documents they are, ascending.
    numbers : array of int
        The random number of each.
    texts : list of str or Record
        The documents.
    sizes : array of int
        How many words each has; -1 where they are not known.
    ids : array of int
        Their words as places of keys, document after document.
    """

    places: Array
    numbers: Array
    texts: list[str | Record]
    sizes: Array
    ids: Array

    @classmethod
    def of(
        cls, texts: list[str | Record], words: Tokens | None, places: Array, numbers: Array
    ) -> Part:
        """All of some documents."""
        if words is None:
            return cls(places, numbers, texts, np.full(len(texts), -1), NO_IDS)
        return cls(places, numbers, texts, np.diff(words.ptr), words.ids)

    @classmethod
    def joined(cls, parts: Sequence[Part]) -> Part:
        """All documents of parts, in their order."""
        if len(parts) == 1:
            return parts[0]
        texts = [*chain.from_iterable(part.texts for part in parts)]
        places, numbers, sizes, ids = (
            np.concatenate([getattr(part, name) for part in (NO_PART, *parts)])
            for name in ("places", "numbers", "sizes", "ids")
        )
        return cls(places, numbers, texts, sizes, ids)

    def only(self, kept: Array) -> Part:
        """Some of the documents; the words of the others can be forgotten."""
        if kept.all():
            return self
        places, numbers, sizes = (each[kept] for each in (self.places, self.numbers, self.sizes))
        words = np.repeat(kept, np.maximum(self.sizes, 0))
        return Part(places, numbers, [*compress(self.texts, kept.tolist())], sizes, self.ids[words])

    def smallest(self, n: int) -> Part:
        """The documents with the n smallest numbers."""
        kept = np.ones(len(self.numbers), dtype=bool)
        if len(kept) > n:
            kept[np.argpartition(self.numbers, n)[n:]] = False
        return self.only(kept)

    def since(self, place: int) -> Part:
        """The documents from a place on."""
        first = int(np.searchsorted(self.places, place))
        words = int(np.maximum(self.sizes[:first], 0).sum())
        places, numbers, sizes = (each[first:] for each in (self.places, self.numbers, self.sizes))
        return Part(places, numbers, self.texts[first:], sizes, self.ids[words:])


NO_IDS = np.empty(0, dtype=np.int32)
_NO_PLACES = np.empty(0, dtype=np.int64)
NO_PART = Part(_NO_PLACES, np.empty(0, dtype=np.uint64), [], _NO_PLACES, NO_IDS)


class Held(NamedTuple):
    """A sample at one moment, and some documents more, which wait to be sorted out.

    Parameters
    ----------
    seen : int
        Documents that went by.
    limit : int, optional
        A document with a larger number is not in the sample; None: any may be.
    parts : tuple of Part
        The documents.
    """

    seen: int = 0
    limit: int | None = None
    parts: tuple[Part, ...] = ()

    def after(self, n: int, part: Part, size: int) -> Held:
        """The same when n documents have gone by, of which some may be in the sample."""
        if not len(part.places):
            return self._replace(seen=self.seen + n)
        held = Held(self.seen + n, self.limit, (*self.parts, part))
        waiting = sum(len(some.places) for some in held.parts)
        if len(held.parts) < MOST_PARTS and waiting <= size + size // 8:
            return held
        return held.sorted_out(size)

    def sorted_out(self, size: int) -> Held:
        """The same with the documents of the sample alone, in one part."""
        part = Part.joined(self.parts).smallest(size)
        full = len(part.places) == size
        limit = int(part.numbers.max(initial=0)) if full else None
        return Held(self.seen, limit, (part,))

"""Texts that show best what topics are about: large shares, of late, and all different."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from biterms.bags.with_pairs import WithPairs
from biterms.kernels import Array
from biterms.streams.observed import Look
from biterms.streams.periods import DAY

#: texts of a topic, and those that one topic takes of a part of a cut
KEPT, EACH = 20, 2
#: texts of a part that all topics together take at least, and one more for so many texts
TOGETHER, MORE = 8, 256
#: a text that shares this part of its words with another one is the same
SAME = 0.5
#: fewer known words show nothing
LEAST = 3


class Kept(NamedTuple):
    """A text that is kept: its rank, and its words by their ids."""

    rank: float
    words: frozenset[int]


class Taken(NamedTuple):
    """A text that is kept now.

    Parameters
    ----------
    topic : int
        The id of its topic.
    place : int
        Its place among the texts of the topic.
    freed : list of int
        Places of texts that are not kept any more, since this one says the same.
    at : int
        Its place in the look.
    share : float
        The share of its topic.
    """

    topic: int
    place: int
    freed: list[int]
    at: int
    share: float


class Typical:
    """The best texts of each topic.

    The rank of a text is the logarithm (base 2) of its share, plus the day of the text: a text of
    yesterday counts half as much as one of today. So ranks never change, and the text with the
    lowest one makes room for a better one.
    """

    def __init__(self) -> None:
        self._kept: dict[int, dict[int, Kept]] = {}
        self._worst: dict[int, float] = {}

    def after(self, look: Look) -> Iterator[Taken]:
        """Take texts that are better than those that are kept.

        Parameters
        ----------
        look : Look
            Some texts.

        Yields
        ------
        Taken
            A text that is kept now.
        """
        rank = self._ranks(look)
        for i in self._best(look, rank):
            topic = int(look.ids[look.lead[i]])
            found = self._place(topic, Kept(float(rank[i]), _words(look, i)))
            if found is not None:
                self._note_worst(topic)
                yield Taken(topic, *found, i, float(look.mixtures[i, look.lead[i]]))

    def _ranks(self, look: Look) -> Array:
        share = look.mixtures[np.arange(len(look.lead)), look.lead]
        day = np.minimum(look.times, look.arrived) // DAY  # none is of a day that is to come
        enough = look.known & (_n_words(look) >= LEAST)
        return np.where(enough, np.log2(np.maximum(share, 1e-300)) + day, -np.inf)

    def _best(self, look: Look, rank: Array) -> list[int]:
        """Places of texts that are better than the worst of their topics, the best first."""
        worst = np.array([self._worst.get(k, -np.inf) for k in look.ids.tolist()])[look.lead]
        better = np.flatnonzero(rank > worst)
        better = better[np.lexsort((better, -rank[better], look.lead[better]))]
        lead = look.lead[better]
        number = np.arange(len(lead)) - np.searchsorted(lead, lead)
        some = better[number < EACH]
        order = np.lexsort((some, -rank[some], number[number < EACH]))
        return [*map(int, some[order][: TOGETHER + len(rank) // MORE])]

    def _place(self, topic: int, new: Kept) -> tuple[int, list[int]] | None:
        """Where a text goes, and the places of others that say the same; None: it is not taken."""
        kept = self._kept.setdefault(topic, {})
        same = [place for place, one in kept.items() if _alike(one.words, new.words)]
        if any(kept[place].rank >= new.rank for place in same):
            return None
        for place in same:
            del kept[place]
        free = sorted({*range(KEPT)} - kept.keys())
        place = free[0] if free else min(kept, key=lambda at: (kept[at].rank, at))
        if not free and kept[place].rank >= new.rank:
            return None
        kept[place] = new
        return place, [other for other in same if other != place]

    def _note_worst(self, topic: int) -> None:
        kept = self._kept[topic].values()
        full = len(kept) == KEPT
        self._worst[topic] = min(one.rank for one in kept) if full else -np.inf

    def to_array(self) -> Array:
        """Everything as bytes."""
        data: Any = {
            topic: [(place, one.rank, sorted(one.words)) for place, one in kept.items()]
            for topic, kept in self._kept.items()
        }
        return np.frombuffer(json.dumps(data).encode(), dtype=np.uint8)

    @classmethod
    def from_array(cls, data: Array) -> Typical:
        """Go on from what `to_array` gave."""
        self = cls()
        for topic, kept in json.loads(data.tobytes()).items():
            found = {place: Kept(rank, frozenset(words)) for place, rank, words in kept}
            self._kept[int(topic)] = found
            self._note_worst(int(topic))
        return self


def _table(look: Look) -> Any:
    documents = look.coming.documents
    return documents.table if isinstance(documents, WithPairs) else documents


def _n_words(look: Look) -> Array:
    return np.diff(_table(look).indptr)


def _words(look: Look, i: int) -> frozenset[int]:
    table = _table(look)
    return frozenset(table.indices[table.indptr[i] : table.indptr[i + 1]].tolist())


def _alike(one: frozenset[int], other: frozenset[int]) -> bool:
    """Whether texts have mostly the same words."""
    return len(one & other) >= SAME * len(one | other)

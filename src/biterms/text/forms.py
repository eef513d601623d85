"""Surface forms: as which strings a key was seen, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

import numpy as np

from biterms.kernels import Array
from biterms.text.growing import Growing

#: a key keeps this many when room is short, and shows no more
MOST_FORMS = 8
#: surface forms beyond twice MOST_FORMS per key that are remembered at any rate
_ROOM = 100_000


class Forms:
    """Each surface form belongs to one key, whose place it knows; -1 for stop words."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.place = Growing(np.int32)
        self.seen = Growing(np.int64)
        self._index: tuple[list[str], Array, Array] | None = None

    def numbers_of(self, surfaces: Sequence[str]) -> Array:
        """The number of each; -1 for those not known."""
        get = self.numbers.get
        return np.array([get(surface, -1) for surface in surfaces], dtype=np.int64)

    def add(self, surfaces: Sequence[str], places: Array) -> Array:
        """Surface forms that were not known get these numbers."""
        first, end = len(self.numbers), len(self.numbers) + len(surfaces)
        self.numbers.update(zip(surfaces, range(first, end), strict=True))
        self.place.extend(places)
        self.seen.extend(np.zeros(len(places)))
        return np.arange(first, end)

    def count(self, numbers: Array, times: Array) -> None:
        """The surface forms, each named once, were seen so often."""
        self.seen.values[numbers] += times
        self._index = None

    def of(self, place: int) -> dict[str, int]:
        """The most frequent surface forms of a key; of equally frequent ones the first seen."""
        names, order, starts = self._sorted()
        mine = order[starts[place] : starts[place + 1]][:MOST_FORMS]
        return {names[i]: int(self.seen.values[i]) for i in mine}

    def names(self, places: Array) -> list[str]:
        """The most frequent surface form of each key."""
        names, order, starts = self._sorted()
        return [names[i] for i in order[starts[places]]]

    def _sorted(self) -> tuple[list[str], Array, Array]:
        """All strings; their numbers by key and count; where each key begins among these."""
        if self._index is None:
            order = np.lexsort((-self.seen.values, self.place.values))
            sizes = np.bincount(self.place.values + 1, minlength=1)
            self._index = list(self.numbers), order, np.cumsum(sizes)
        return self._index

    def trim(self, n_keys: int) -> None:
        """Keeps the most frequent forms of each key if there are too many by far."""
        if len(self.numbers) <= 2 * MOST_FORMS * n_keys + _ROOM:
            return
        _, order, starts = self._sorted()
        place = self.place.values[order]
        rank = np.arange(len(order)) - starts[place]
        alive = np.zeros(len(order), dtype=bool)
        alive[order[(place >= 0) & (rank < MOST_FORMS)]] = True
        self._keep(alive)

    def renumber(self, places: Array) -> None:
        """Keys have moved; forms of those that are gone, and stop words, go too."""
        self.place = Growing(np.int32, places[self.place.values])
        self._keep(self.place.values >= 0)

    def _keep(self, alive: Array) -> None:
        self.numbers = {name: i for i, name in enumerate(compress(self.numbers, alive))}
        self.place = Growing(np.int32, self.place.values[alive])
        self.seen = Growing(np.int64, self.seen.values[alive])
        self._index = None

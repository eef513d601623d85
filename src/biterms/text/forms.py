"""Surface forms: as which strings a key was seen, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, repeat

import numpy as np

from biterms.kernels import Array
from biterms.text.growing import Growing

#: A key keeps this many when room is short, and shows no more.
MOST_FORMS = 8
#: Surface forms beyond twice MOST_FORMS per key that are remembered at any rate.
_ROOM = 100_000


def too_many_forms(n_forms: int, n_keys: int) -> bool:
    """Whether so many surface forms are far too many for this number of keys."""
    return n_forms > 2 * MOST_FORMS * n_keys + _ROOM


class Forms:
    """Surface forms with their counts; each belongs to one key, or to none if it is a stop word."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.names: list[str] = []
        self.place = Growing(np.int32)
        self.seen = Growing(np.int64)
        self.best = Growing(np.int32)  # the most frequent form of each key, by its place
        self._index: tuple[Array, Array] | None = None

    def numbers_of(self, surfaces: Sequence[str]) -> Array:
        """The number of each; -1 for those not known."""
        known = map(self.numbers.get, surfaces, repeat(-1))
        return np.fromiter(known, dtype=np.int64, count=len(surfaces))

    def put(self, first: int, surfaces: Sequence[str], places: Array) -> None:
        """New surface forms get the numbers from ``first`` on; doing it twice is doing it once."""
        end = first + len(surfaces)
        self.numbers.update(zip(surfaces, range(first, end), strict=True))
        self.names[first:] = surfaces
        self.place.put(first, places)
        if end > len(self.seen):
            self.seen.put(first, np.zeros(len(surfaces), dtype=np.int64))
        more = int(places.max(initial=-1)) + 1 - len(self.best)
        if more > 0:
            self.best.put(len(self.best), np.full(more, -1))

    def count(self, numbers: Array, seen: Array, *, choose: bool = True) -> None:
        """Take how often these forms, each named once, have been seen in all.

        Without ``choose`` the most frequent form of each key is not known until `choose` is called.
        """
        self.seen.values[numbers] = seen
        self._index = None
        if choose:
            self.choose(numbers)

    def choose(self, numbers: Array) -> None:
        """Find the most frequent form of the keys of these forms; of equal ones the first."""
        places = self.place.values[numbers]
        numbers, places = numbers[places >= 0], places[places >= 0]
        known = self.best.values[places]
        forms = np.concatenate([known[known >= 0], numbers])
        # Of one key the last one counts; one sort of numbers is cheaper than two of keys.
        forms = forms[np.argsort(self.seen.values[forms] * len(self.names) - forms)]
        self.best.values[self.place.values[forms]] = forms

    def of(self, place: int) -> dict[str, int]:
        """The most frequent surface forms of a key; of equally frequent ones the first seen."""
        order, starts = self._sorted()
        mine = order[starts[place] : starts[place + 1]][:MOST_FORMS]
        return {self.names[i]: int(self.seen.values[i]) for i in mine.tolist()}

    def best_names(self, places: Array) -> list[str]:
        """The most frequent surface form of each key; of no key an empty one."""
        chosen = np.where(places < 0, -1, self.best.take(places)).tolist()
        return ["" if number < 0 else self.names[number] for number in chosen]

    def _sorted(self) -> tuple[Array, Array]:
        """Numbers by key and count; where each key begins among these."""
        if self._index is None:
            order = np.lexsort((-self.seen.values, self.place.values))
            sizes = np.bincount(self.place.values + 1, minlength=1)
            self._index = order, np.cumsum(sizes)
        return self._index

    def copied(self) -> Forms:
        """The same in memory of its own."""
        other = Forms()
        other.numbers, other.names = {**self.numbers}, [*self.names]
        other.place, other.seen, other.best = (
            part.copy() for part in (self.place, self.seen, self.best)
        )
        return other

    def too_many(self, n_keys: int) -> bool:
        """Whether there are far too many for this number of keys."""
        return too_many_forms(len(self.names), n_keys)

    def trim(self) -> None:
        """Keep only the most frequent forms of each key, and no stop words."""
        order, starts = self._sorted()
        place = self.place.values[order]
        rank = np.arange(len(order)) - starts[place]
        alive = np.zeros(len(order), dtype=bool)
        alive[order[(place >= 0) & (rank < MOST_FORMS)]] = True
        self._keep(alive, self.place.values)

    def renumber(self, places: Array) -> None:
        """Keys have moved; forms of those that are gone, and stop words, go too."""
        moved = places[self.place.values]
        self._keep(moved >= 0, moved)

    def _keep(self, alive: Array, places: Array) -> None:
        chosen = np.flatnonzero(alive)
        names, seen = list(compress(self.names, alive)), self.seen.values[chosen]
        Forms.__init__(self)  # what was there is given back first, if nobody else has it
        self.put(0, names, places[chosen])
        self.count(np.arange(len(chosen)), seen)

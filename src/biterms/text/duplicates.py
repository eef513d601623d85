"""Texts that came before: a memory of fixed size, of hashes.

Two texts are duplicates if they are the same after cleaning, in lower case, without URLs, white
space and punctuation. Hashes of 64 bits are remembered of at least the last `HALF` different texts
and of twice as many at most: when the younger half is full it becomes the older one, which is
forgotten. So the answer depends on the order of texts alone, not on the pieces in which they come.
"""

from __future__ import annotations

import mmap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from biterms import kernels
from biterms.kernels import Array
from biterms.text.cleaning import Profile, cleaned, lines_of
from biterms.text.tokens import simple_lines

HALF = 1 << 19
#: numbers that are kept apart before they join the younger half
LAST = 1 << 15


@dataclass(frozen=True)
class Hashes:
    """Texts as numbers.

    Parameters
    ----------
    keys : int64 array
        The hash of each text without what makes no difference; 0 for a text with nothing else.
    letters : int64 array
        The hash of its exact letters; 0 likewise.
    """

    keys: Array
    letters: Array

    def __len__(self) -> int:
        return len(self.keys)

    def __getitem__(self, rows: slice) -> Hashes:
        return Hashes(self.keys[rows], self.letters[rows])

    def joined(self, *others: Hashes) -> Hashes:
        """These, then the others."""
        every = (self, *others)
        keys, letters = ([getattr(one, name) for one in every] for name in ("keys", "letters"))
        return Hashes(np.concatenate(keys), np.concatenate(letters))


NO_NUMBERS = np.empty(0, dtype=np.int64)
NONE = Hashes(NO_NUMBERS, NO_NUMBERS)


def hashes_of(texts: Sequence[str], profile: Profile) -> Hashes:
    """The hashes of texts."""
    if not texts:
        return NONE
    lines = lines_of(texts)
    return hashes_of_lines(lines, simple_lines(cleaned(lines, profile)), len(texts))


def hashes_of_lines(lines: str, simple: str, n: int) -> Hashes:
    """The hashes of ``n`` texts, one per line: as they are, and cleaned and made simple."""
    keys = kernels.fingerprints(simple, n, bare=True)
    return Hashes(keys, np.where(keys == 0, 0, kernels.fingerprints(lines, n, bare=False)))


class Memory(NamedTuple):
    """Different numbers that came before, in two halves; each part is sorted.

    The last ones of the younger half are kept apart, so that a few more cost little.
    """

    older: Array = NO_NUMBERS
    younger: Array = NO_NUMBERS
    last: Array = NO_NUMBERS

    def after(self, given: Array) -> tuple[Memory, Array]:
        """What is remembered after more numbers, and which of them are new; 0 is none."""
        memory, new, at = self, np.zeros(len(given), dtype=bool), 0
        while at < len(given):
            memory, some = memory._after_some(given[at:])
            new[at : at + len(some)] = some
            at += len(some)
        return memory, new

    def halves(self) -> tuple[Array, Array]:
        """The older half and the younger one."""
        return self.older, _merged(self.younger, self.last)

    def _after_some(self, given: Array) -> tuple[Memory, Array]:
        """The same for as many numbers as the younger half has room for."""
        order = np.argsort(given, kind="stable")  # of equal numbers the first comes first
        ranked = given[order]
        first = ranked != 0
        first[1:] &= ranked[1:] != ranked[:-1]
        for part in self:
            first &= ~_known(part, ranked)
        new = np.empty(len(given), dtype=bool)
        new[order] = first
        room = HALF - len(self.younger) - len(self.last)
        if np.count_nonzero(first) < room:
            return self._with(ranked[first]), new
        new = new[: np.flatnonzero(new)[room - 1] + 1]
        return Memory(self._with(np.sort(given[: len(new)][new])).halves()[1]), new

    def _with(self, new: Array) -> Memory:
        last = _merged(self.last, new)
        if len(last) < LAST:
            return self._replace(last=last)
        return Memory(self.older, _merged(self.younger, last))


NO_MEMORY = Memory()


@dataclass(frozen=True)
class Seen:
    """What is known of the texts that came before.

    Parameters
    ----------
    texts, duplicates, exact : int
        Texts so far, those that came before, and those of them with exactly the same letters.
    keys, letters : Memory
        Their hashes.
    """

    texts: int = 0
    duplicates: int = 0
    exact: int = 0
    keys: Memory = NO_MEMORY
    letters: Memory = NO_MEMORY

    def after(self, given: Hashes) -> tuple[Seen, Array]:
        """What is known after more texts, and which of them are new."""
        keys, new = self.keys.after(given.keys)
        letters, new_letters = self.letters.after(given.letters)
        again = ~new & (given.keys != 0)
        seen = Seen(
            self.texts + len(given),
            self.duplicates + int(again.sum()),
            self.exact + int((again & ~new_letters).sum()),
            keys,
            letters,
        )
        return seen, ~again


def _known(held: Array, given: Array) -> Array:
    """Which of some sorted numbers are held."""
    if not len(held):
        return np.zeros(len(given), dtype=bool)
    places = np.minimum(np.searchsorted(held, given), len(held) - 1)
    return np.asarray(held[places] == given)


def _merged(held: Array, new: Array) -> Array:
    """Both, sorted; a stable sort takes two sorted parts as they are."""
    if not (len(held) and len(new)):
        return held if len(held) else new
    both = _apart(len(held) + len(new))
    np.concatenate([held, new], out=both)
    both.sort(kind="stable")
    return both


def _apart(n: int) -> Array:
    """Room for numbers that goes back to the system with them, if there are many.

    Halves grow for months, each time into a larger place: the C library would keep the holes.
    """
    if n < LAST:
        return np.empty(n, dtype=np.int64)
    return np.frombuffer(mmap.mmap(-1, 8 * n, access=mmap.ACCESS_COPY), dtype=np.int64)

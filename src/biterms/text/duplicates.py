"""Texts that came before: a memory of fixed size, of hashes.

Two texts are duplicates if they are the same after cleaning, in lower case, without URLs, white
space and punctuation. Hashes of 64 bits are remembered of at least the last `HALF` different texts
and of twice as many at most: when the younger half is full it becomes the older one, which is
forgotten. So the answer depends on the order of texts alone, not on the pieces in which they come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from unicodedata import normalize

import numpy as np

from biterms import kernels
from biterms.kernels import Array
from biterms.text.cleaning import Profile, cleaned, lines_of

HALF = 1 << 19


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

    def joined(self, other: Hashes) -> Hashes:
        """These, then the others."""
        keys, letters = (self.keys, other.keys), (self.letters, other.letters)
        return Hashes(np.concatenate(keys), np.concatenate(letters))


NO_NUMBERS = np.empty(0, dtype=np.int64)
NONE = Hashes(NO_NUMBERS, NO_NUMBERS)


def hashes_of(texts: Sequence[str], profile: Profile) -> Hashes:
    """The hashes of texts."""
    if not texts:
        return NONE
    lines, n = lines_of(texts), len(texts)
    bare = cleaned(lines, profile)
    bare = bare if bare.isascii() else _plain(bare)
    keys = kernels.fingerprints(bare, n, bare=True)
    return Hashes(keys, np.where(keys == 0, 0, kernels.fingerprints(lines, n, bare=False)))


def _plain(lines: str) -> str:
    """Lines with plain small letters: the kernel knows the case of ASCII alone."""
    each = lines.split("\n")
    foreign = [line for line in each if not line.isascii()]
    plain = iter(normalize("NFKC", "\n".join(foreign).lower()).split("\n"))
    return "\n".join([line if line.isascii() else next(plain) for line in each])


class Memory(NamedTuple):
    """Different numbers that came before, in two halves; each is sorted."""

    older: Array = NO_NUMBERS
    younger: Array = NO_NUMBERS

    def after(self, given: Array) -> tuple[Memory, Array]:
        """What is remembered after more numbers, and which of them are new; 0 is none."""
        memory, new, at = self, np.zeros(len(given), dtype=bool), 0
        while at < len(given):
            memory, some = memory._after_some(given[at:])
            new[at : at + len(some)] = some
            at += len(some)
        return memory, new

    def _after_some(self, given: Array) -> tuple[Memory, Array]:
        """The same for as many numbers as the younger half has room for."""
        new = _first(given) & ~_known(self.younger, given) & ~_known(self.older, given)
        full = np.flatnonzero(np.cumsum(new) == HALF - len(self.younger))
        if len(full):
            new = new[: full[0] + 1]
        younger = _merged(self.younger, given[: len(new)][new])
        if len(younger) == HALF:
            return Memory(younger), new
        return self._replace(younger=younger), new


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


def _first(given: Array) -> Array:
    """Which numbers come for the first time; 0 is none."""
    first = np.zeros(len(given), dtype=bool)
    first[np.unique(given, return_index=True)[1]] = True
    return np.asarray(first & (given != 0))


def _known(held: Array, given: Array) -> Array:
    if not len(held):
        return np.zeros(len(given), dtype=bool)
    places = np.minimum(np.searchsorted(held, given), len(held) - 1)
    return np.asarray(held[places] == given)


def _merged(held: Array, new: Array) -> Array:
    if not len(new):
        return held
    new = np.sort(new)
    return np.insert(held, np.searchsorted(held, new), new)

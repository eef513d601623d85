"""Texts that came before: a memory of fixed size, of hashes.

Two texts are duplicates if they are the same after cleaning, in lower case, without URLs, white
space and punctuation. The hash of a text is remembered with the hash of its exact letters, for at
least the last `HALF` different texts and at most twice as many: when the younger half is full it
becomes the older one, which is forgotten. So the answer depends on the order of texts alone, not on
the pieces in which they come.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

import numpy as np

from biterms.kernels import Array
from biterms.text.cleaning import Profile, cleaned, lines_of
from biterms.text.tokens import simple

HALF = 1 << 19
_URL = re.compile(r"(?<!\w)(?:https?://|www\.)\S*")
_PUNCTUATION = {c: None for c in range(128) if not chr(c).isalnum() and c != ord("\n")}


@dataclass(frozen=True)
class Hashes:
    """Texts as numbers.

    Parameters
    ----------
    keys : int64 array
        The hash of each text without what makes no difference; 0 for a text with nothing else.
    letters : int64 array
        The hash of its exact letters.
    """

    keys: Array
    letters: Array

    def __len__(self) -> int:
        return len(self.keys)

    def __getitem__(self, rows: slice | Array) -> Hashes:
        return Hashes(self.keys[rows], self.letters[rows])

    def joined(self, other: Hashes) -> Hashes:
        """These, then the others."""
        keys, letters = (self.keys, other.keys), (self.letters, other.letters)
        return Hashes(np.concatenate(keys), np.concatenate(letters))


NONE = Hashes(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))


def hashes_of(texts: Sequence[str], profile: Profile) -> Hashes:
    """The hashes of texts."""
    if not texts:
        return NONE
    lines = cleaned(lines_of(texts), profile).lower()
    if "http" in lines or "www." in lines:
        lines = _URL.sub(" ", lines)
    keys = [_hash(words) if words else 0 for words in _without_punctuation(lines)]
    letters = [_hash(text) for text in texts]
    return Hashes(np.array(keys, dtype=np.int64), np.array(letters, dtype=np.int64))


def _without_punctuation(lines: str) -> list[str]:
    if lines.isascii():
        return lines.translate(_PUNCTUATION).split("\n")
    texts = lines.split("\n")
    return [(t if t.isascii() else simple(t)).translate(_PUNCTUATION) for t in texts]


def _hash(text: str) -> int:
    data = text.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little", signed=True) or 1


@dataclass(frozen=True)
class Seen:
    """What is known of the texts that came before.

    Parameters
    ----------
    texts, duplicates, exact : int
        Texts so far, those that came before, and those of them with exactly the same letters.
    older, younger : Hashes
        Sorted by their keys.
    """

    texts: int = 0
    duplicates: int = 0
    exact: int = 0
    older: Hashes = NONE
    younger: Hashes = NONE

    def after(self, given: Hashes) -> tuple[Seen, Array]:
        """What is known after more texts, and which of them are new."""
        seen, fresh, at = self, np.ones(len(given), dtype=bool), 0
        while at < len(given):
            seen, some = seen._after_some(given[at:])
            fresh[at : at + len(some)] = some
            at += len(some)
        return seen, fresh

    def _after_some(self, given: Hashes) -> tuple[Seen, Array]:
        """The same for as many texts as the younger half has room for."""
        new = _first(given.keys) & ~_known(self.younger, given)[0] & ~_known(self.older, given)[0]
        full = np.flatnonzero(np.cumsum(new) == HALF - len(self.younger))
        given, new = (given, new) if not len(full) else (given[: full[0] + 1], new[: full[0] + 1])
        younger = _merged(self.younger, given[np.flatnonzero(new)])
        (_, same), (_, same_before) = _known(younger, given), _known(self.older, given)
        again = ~new & (given.keys != 0)
        seen = replace(
            self,
            texts=self.texts + len(given),
            duplicates=self.duplicates + int(again.sum()),
            exact=self.exact + int((again & (same | same_before)).sum()),
            younger=younger,
        )
        if len(younger) == HALF:
            seen = replace(seen, older=younger, younger=NONE)
        return seen, new | (given.keys == 0)


def _first(keys: Array) -> Array:
    """Which keys come for the first time; 0 is none."""
    first = np.zeros(len(keys), dtype=bool)
    first[np.unique(keys, return_index=True)[1]] = True
    return np.asarray(first & (keys != 0))


def _known(held: Hashes, given: Hashes) -> tuple[Array, Array]:
    """Which keys are held, and which with the same letters."""
    if not len(held):
        none = np.zeros(len(given), dtype=bool)
        return none, none
    places = np.minimum(np.searchsorted(held.keys, given.keys), len(held) - 1)
    known = held.keys[places] == given.keys
    return known, known & (held.letters[places] == given.letters)


def _merged(held: Hashes, new: Hashes) -> Hashes:
    if not len(new):
        return held
    new = new[np.argsort(new.keys)]
    places = np.searchsorted(held.keys, new.keys)
    return Hashes(
        np.insert(held.keys, places, new.keys), np.insert(held.letters, places, new.letters)
    )

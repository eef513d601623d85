"""Phrases: pairs of words side by side that are read as one word."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import repeat

import numpy as np

from biterms.kernels import Array, Tokens
from biterms.text.neighbours import (
    MOST_BETWEEN,
    Neighbours,
    Ranked,
    first_of_each,
    neighbours,
    spliced,
)

Keys = Callable[[Sequence[str]], list[str | None]]

#: words of a phrase at most, stop words inside not counted
MOST_WORDS = 3
#: surface forms whose part in phrases is remembered
_REMEMBERED = 1 << 20
_STOP, _NEW = -1, -2


class Phrases:
    """Pairs of keys that are one word, the oldest first.

    Pairs of single words are joined before pairs with a phrase in them. Where two of them overlap,
    the older one is taken, so that a phrase that comes later does not change what texts with older
    phrases are.

    Parameters
    ----------
    pairs : iterable of (str, str)
        Left and right key of each phrase; the key of the phrase is both with a space between.
    """

    def __init__(self, pairs: Iterable[tuple[str, str]] = ()) -> None:
        self.pairs = tuple(pairs)
        self._parts = {key: number for number, key in enumerate(dict.fromkeys(_flat(self.pairs)))}
        of_words = [pair for pair in self.pairs if not _has_phrase(pair)]
        of_phrases = [pair for pair in self.pairs if _has_phrase(pair)]
        self._steps = [_Step(some, self._parts) for some in (of_words, of_phrases) if some]
        self._part_of: dict[str, int] = {}  # by surface form, so that it is stemmed once only

    def __len__(self) -> int:
        return len(self.pairs)

    @property
    def keys(self) -> list[str]:
        """The key of each phrase."""
        return [" ".join(pair) for pair in self.pairs]

    def only_words(self, words: Container[str]) -> Phrases | None:
        """Those that are words, or part of another phrase; None if all of them are."""
        needed = {*_flat(self.pairs)}
        kept = [
            pair
            for pair, key in zip(self.pairs, self.keys, strict=True)
            if key in words or key in needed
        ]
        return None if len(kept) == len(self.pairs) else Phrases(kept)

    def joined(self, tokens: Tokens, keys: Keys) -> Tokens:
        """The same documents with phrases as words.

        Parameters
        ----------
        tokens : Tokens
            Documents as surface forms, stop words included.
        keys : callable
            Gives the keys of surface forms; None for stop words.
        """
        words, parts, read = tokens.words, np.empty(0, dtype=np.int64), tokens
        for step in self._steps:
            parts = np.append(parts, self._parts_of(words[len(parts) :], keys))
            pairs = step.pairs(read, parts[read.ids])
            if len(pairs.left):
                words, read = _with_phrases(words, read, pairs)
        return tokens if read is tokens else _renumbered(read, words)

    def _parts_of(self, surfaces: Sequence[str], keys: Keys) -> Array:
        """Which part of phrases each surface form is; the number after the last for none."""
        memory, other = self._part_of, len(self._parts)
        found = np.fromiter(map(memory.get, surfaces, repeat(_NEW)), np.int64, len(surfaces))
        if len(new := np.flatnonzero(found == _NEW)):
            words = [surfaces[i] for i in new.tolist()]
            parts = [_STOP if key is None else self._parts.get(key, other) for key in keys(words)]
            found[new] = parts
            if len(memory) > _REMEMBERED:
                self._part_of = memory = {}
            memory.update(zip(words, parts, strict=True))
        return found


class _Step:
    """Phrases that are joined together."""

    def __init__(self, pairs: Sequence[tuple[str, str]], numbers: Mapping[str, int]) -> None:
        self._n = n = len(numbers)
        self._ranked = Ranked(np.array([numbers[u] * n + numbers[v] for u, v in pairs]))
        self._is_part = np.zeros(n + 1, dtype=bool)
        self._is_part[[numbers[key] for key in _flat(pairs)]] = True

    def pairs(self, tokens: Tokens, units: Array) -> Neighbours:
        """What is joined in documents whose words are these parts of phrases."""
        pairs = neighbours(tokens.ptr, units, self._is_part)
        ranks = self._ranked.of(units[pairs.left] * self._n + units[pairs.right])
        known = np.flatnonzero(ranks >= 0)
        pairs = pairs.only(known)
        return pairs.only(first_of_each(pairs, ranks[known]))


def _has_phrase(pair: tuple[str, str]) -> bool:
    return any(" " in part for part in pair)


def _flat(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    return (part for pair in pairs for part in pair)


def _with_phrases(words: list[str], tokens: Tokens, pairs: Neighbours) -> tuple[list[str], Tokens]:
    """One token for each pair, and all words with those that are new behind the others."""
    inside = pairs.left[:, None] + np.arange(MOST_BETWEEN + 2)
    there = inside <= pairs.right[:, None]
    parts = np.where(there, tokens.ids[np.minimum(inside, len(tokens.ids) - 1)], -1)
    # "a b" with "c" and "a" with "b c" are one word
    number: dict[str, int] = {}
    each, which = np.unique(parts, axis=0, return_inverse=True)
    surfaces = (" ".join(words[i] for i in row if i >= 0) for row in each.tolist())
    numbers = np.array([number.setdefault(name, len(words) + len(number)) for name in surfaces])
    ptr, ids = spliced(tokens.ptr, tokens.ids, pairs, numbers[which.ravel()])
    return [*words, *number], Tokens(ptr, ids, [])


def _renumbered(tokens: Tokens, words: list[str]) -> Tokens:
    """Words that are in use, in order of appearance."""
    n = len(tokens.ids)
    first = np.full(len(words), n)
    first[tokens.ids[::-1]] = np.arange(n)[::-1]
    order = np.argsort(first, kind="stable")[: np.count_nonzero(first < n)]
    rank = np.empty(len(words), dtype=np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return Tokens(tokens.ptr, rank[tokens.ids], [words[i] for i in order.tolist()])

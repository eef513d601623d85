"""Phrases: pairs of words side by side that are read as one word."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import repeat

import numpy as np

from biterms.kernels import Array, Tokens
from biterms.text.neighbours import MOST_BETWEEN, Neighbours, first_of_each, neighbours, spliced

Keys = Callable[[Sequence[str]], list[str | None]]

#: words of a phrase at most, stop words inside not counted
MOST_WORDS = 3
#: surface forms whose part in phrases is remembered
_REMEMBERED = 1 << 20
_STOP = -1


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
        of_words = [pair for pair in self.pairs if not _has_phrase(pair)]
        of_phrases = [pair for pair in self.pairs if _has_phrase(pair)]
        self._steps = [_Step(some) for some in (of_words, of_phrases) if some]

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
        for step in self._steps:
            tokens = step.joined(tokens, keys)
        return tokens


class _Step:
    """Phrases that are joined together."""

    def __init__(self, pairs: Sequence[tuple[str, str]]) -> None:
        self._numbers = {key: number for number, key in enumerate(dict.fromkeys(_flat(pairs)))}
        n = len(self._numbers)
        codes = np.array([self._numbers[u] * n + self._numbers[v] for u, v in pairs])
        self._ranks = np.argsort(codes, kind="stable")
        self._codes = codes[self._ranks]
        self._of_surface: dict[str, int] = {}

    def joined(self, tokens: Tokens, keys: Keys) -> Tokens:
        n = len(self._numbers)
        units = self._units(tokens.words, keys)[tokens.ids]
        pairs = neighbours(tokens.ptr, units, np.arange(n + 1) < n)
        codes = units[pairs.left] * n + units[pairs.right]
        at = np.minimum(np.searchsorted(self._codes, codes), len(self._codes) - 1)
        known = np.flatnonzero(self._codes[at] == codes)
        pairs = Neighbours(pairs.left[known], pairs.right[known])
        chosen = first_of_each(pairs, self._ranks[at[known]])
        if not len(chosen):
            return tokens
        return _with_phrases(tokens, Neighbours(pairs.left[chosen], pairs.right[chosen]))

    def _units(self, surfaces: Sequence[str], keys: Keys) -> Array:
        """Which part of phrases each surface form is; the last number for none."""
        memory, other = self._of_surface, len(self._numbers)
        found = np.fromiter(map(memory.get, surfaces, repeat(-2)), np.int64, len(surfaces))
        if len(new := np.flatnonzero(found == -2)):
            words = [surfaces[i] for i in new.tolist()]
            parts = [
                _STOP if key is None else self._numbers.get(key, other) for key in keys(words)
            ]
            found[new] = parts
            if len(memory) > _REMEMBERED:
                memory = {}
            memory.update(zip(words, parts, strict=True))
            self._of_surface = memory
        return found


def _has_phrase(pair: tuple[str, str]) -> bool:
    return any(" " in part for part in pair)


def _flat(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    return (part for pair in pairs for part in pair)


def _with_phrases(tokens: Tokens, pairs: Neighbours) -> Tokens:
    """The tokens with one token for each pair; words are numbered in order of appearance."""
    inside = pairs.left[:, None] + np.arange(MOST_BETWEEN + 2)
    parts = np.where(
        inside <= pairs.right[:, None], tokens.ids[np.minimum(inside, len(tokens.ids) - 1)], -1
    )
    each, numbers = np.unique(parts, axis=0, return_inverse=True)
    words = tokens.words + [
        " ".join(tokens.words[i] for i in row if i >= 0) for row in each.tolist()
    ]
    ptr, ids = spliced(tokens.ptr, tokens.ids, pairs, len(tokens.words) + numbers.ravel())
    return _renumbered(ptr, ids, words)


def _renumbered(ptr: Array, ids: Array, words: list[str]) -> Tokens:
    # The same surface form can come from two pairs: "a b" and "c", "a" and "b c".
    number = {word: i for i, word in reversed(list(enumerate(words)))}
    if len(number) < len(words):
        ids = np.array([number[word] for word in words])[ids]
    first = np.full(len(words), len(ids))
    first[ids[::-1]] = np.arange(len(ids))[::-1]
    order = np.argsort(first, kind="stable")[: np.count_nonzero(first < len(ids))]
    rank = np.empty(len(words), dtype=np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return Tokens(ptr, rank[ids], [words[i] for i in order.tolist()])

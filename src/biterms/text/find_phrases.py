"""Finding the phrases of a collection."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat

import numpy as np

from biterms import kernels
from biterms.kernels import Array, PairRows, Tokens
from biterms.text.collocations import Pairs, collocations, word_counts
from biterms.text.neighbours import Ranked, first_of_each, in_reach, neighbours, spliced
from biterms.text.phrases import MOST_WORDS, Keys, Phrases
from biterms.text.vocabulary import Vocabulary

#: words that a phrase may have in each round over a collection: the next one counts what is left
_ROUNDS = (2, 2, MOST_WORDS)


class Collection:
    """Texts as numbers of keys, which phrases are found in and joined in, round after round.

    Parameters
    ----------
    keys : callable
        Gives the keys of surface forms; None for stop words.
    """

    def __init__(self, keys: Keys) -> None:
        self._keys_of = keys
        self._numbers: dict[str, int] = {}  # of keys
        self._of_surface: dict[str, int] = {}
        self._texts: list[Tokens] = []

    def add(self, tokens: Tokens) -> None:
        """Take more texts, cut into surface forms."""
        known, numbers = self._of_surface, self._numbers
        found = np.fromiter(map(known.get, tokens.words, repeat(-2)), np.int32, len(tokens.words))
        if len(new := np.flatnonzero(found == -2)):
            words = [tokens.words[i] for i in new.tolist()]
            places = [
                -1 if key is None else numbers.setdefault(key, len(numbers))
                for key in self._keys_of(words)
            ]
            found[new] = places
            known.update(zip(words, places, strict=True))
        self._texts.append(Tokens(tokens.ptr, found[tokens.ids], []))

    def keys(self, keys: Keys) -> Keys:
        """The same keys, but those of surface forms of these texts are not worked out again."""
        known, every = self._of_surface, [*self._numbers, None]

        def remembered(surfaces: Sequence[str]) -> list[str | None]:
            numbers = [*map(known.get, surfaces)]
            pairs = zip(surfaces, numbers, strict=True)
            others = iter(keys([word for word, number in pairs if number is None]))
            return [next(others) if number is None else every[number] for number in numbers]

        return remembered

    def phrases(self, least: int) -> Phrases:
        """The phrases in ``least`` or more of the texts."""
        ptr, units = _together(self._texts)
        keys = [*self._numbers]
        found = list[tuple[str, str]]()
        for most_words in _ROUNDS:
            pairs = _collocations(ptr, units, keys, least, most_words)
            both = zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)
            found += (new := [(keys[u], keys[v]) for u, v in both])
            ptr, units = _joined(ptr, units, pairs, len(keys))
            keys += [" ".join(pair) for pair in new]
        return Phrases(found)


def _collocations(
    ptr: Array, units: Array, keys: Sequence[str], least: int, most_words: int
) -> Pairs:
    """The pairs that become phrases in a round."""
    every = np.arange(len(keys), dtype=np.int32)
    entries = kernels.count(Tokens(ptr, units, []), every)[1]
    doc_freq = np.bincount(entries, minlength=len(keys))
    frequent = np.flatnonzero(doc_freq >= least)
    number = np.full(len(keys) + 1, -1, dtype=np.int32)
    number[frequent] = np.arange(len(frequent))
    rows = kernels.bigram_counts(in_reach(ptr, units, number[units]), len(frequent), least)
    left = np.repeat(np.arange(len(frequent)), np.diff(rows.ptr))
    pairs = Pairs(left, rows.second, rows.documents)
    lengths = word_counts([keys[i] for i in frequent.tolist()])
    pairs = pairs.only(lengths[pairs.left] + lengths[pairs.right] <= most_words)
    pairs = collocations(pairs, doc_freq[frequent], len(ptr) - 1, least)
    return Pairs(frequent[pairs.left], frequent[pairs.right], pairs.documents)


def _joined(ptr: Array, units: Array, pairs: Pairs, first: int) -> tuple[Array, Array]:
    """The texts with these pairs as words ``first``, ``first`` + 1, ...; the first go before."""
    parts = np.zeros(first, dtype=bool)
    parts[pairs.left] = parts[pairs.right] = True
    both = neighbours(ptr, units, parts)
    ranked = Ranked(_codes(pairs.left, pairs.right))
    ranks = ranked.of(_codes(units[both.left], units[both.right]))
    known = np.flatnonzero(ranks >= 0)
    both, ranks = both.only(known), ranks[known]
    chosen = first_of_each(both, ranks)
    return spliced(ptr, units, both.only(chosen), first + ranks[chosen])


def pairs_of(words: Vocabulary, read: list[Tokens]) -> PairRows:
    """Pairs of ids side by side in two or more of the texts, which are places of words."""
    ptr, places = _together(read)
    texts = in_reach(ptr, places, words.id_of.take(places))
    return kernels.bigram_counts(texts, words.n_ids, 2)


def _together(pieces: list[Tokens]) -> tuple[Array, Array]:
    """Texts in pieces as one array."""
    sizes = [np.diff(piece.ptr) for piece in pieces]
    ptr = np.cumsum(np.concatenate([np.zeros(1, dtype=np.int64), *sizes]))
    return ptr, np.concatenate([np.empty(0, dtype=np.int32), *(piece.ids for piece in pieces)])


def _codes(left: Array, right: Array) -> Array:
    return (left.astype(np.int64) << 32) + right

"""Finding the phrases of a collection."""

from __future__ import annotations

from itertools import repeat

import numpy as np

from biterms import kernels
from biterms.kernels import Array, PairRows, Tokens
from biterms.text.analyser import Analyser
from biterms.text.collocations import Pairs, collocations, word_counts
from biterms.text.neighbours import Ranked, first_of_each, in_reach, neighbours, spliced
from biterms.text.phrases import MOST_WORDS, Phrases
from biterms.text.vocabulary import Vocabulary

#: words that a phrase may have in each round over a collection: the next one counts what is left
_ROUNDS = (2, 2, MOST_WORDS)


class Collection:
    """Texts as numbers of keys, which phrases are found in and joined in, round after round."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self._numbers: dict[str, int] = {}
        self._of_surface: dict[str, int] = {}
        self._texts: list[Tokens] = []

    def add(self, tokens: Tokens, analyser: Analyser) -> None:
        """Take more texts, cut into surface forms."""
        known = self._of_surface
        found = np.fromiter(map(known.get, tokens.words, repeat(-2)), np.int32, len(tokens.words))
        new = np.flatnonzero(found == -2).tolist()
        if new:
            words = [tokens.words[i] for i in new]
            found[new] = [self._number(key) for key in analyser.keys(words)]
            known.update(zip(words, found[new].tolist(), strict=True))
        self._texts.append(Tokens(tokens.ptr, found[tokens.ids], []))

    def phrases(self, least: int) -> Phrases:
        """The phrases in ``least`` or more of the texts."""
        ptr, units = _together(self._texts)
        found = list[tuple[str, str]]()
        for most_words in _ROUNDS:
            pairs = self._collocations(ptr, units, least, most_words)
            both = zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)
            found += [(self.keys[u], self.keys[v]) for u, v in both]
            ptr, units = self._joined(ptr, units, pairs)
        return Phrases(found)

    def _number(self, key: str | None) -> int:
        if key is None:
            return -1
        number = self._numbers.setdefault(key, len(self.keys))
        if number == len(self.keys):
            self.keys.append(key)
        return number

    def _collocations(self, ptr: Array, units: Array, least: int, most_words: int) -> Pairs:
        doc_freq = np.bincount(
            kernels.count(Tokens(ptr, units, []), np.arange(len(self.keys), dtype=np.int32))[1],
            minlength=len(self.keys),
        )
        frequent = np.flatnonzero(doc_freq >= least)
        number = np.full(len(self.keys) + 1, -1, dtype=np.int32)
        number[frequent] = np.arange(len(frequent))
        rows = kernels.bigram_counts(in_reach(ptr, units, number[units]), len(frequent), least)
        left = np.repeat(np.arange(len(frequent)), np.diff(rows.ptr))
        pairs = Pairs(left, rows.second, rows.documents)
        lengths = word_counts([self.keys[i] for i in frequent.tolist()])
        pairs = pairs.only(lengths[pairs.left] + lengths[pairs.right] <= most_words)
        pairs = collocations(pairs, doc_freq[frequent], len(ptr) - 1, least)
        return Pairs(frequent[pairs.left], frequent[pairs.right], pairs.documents)

    def _joined(self, ptr: Array, units: Array, pairs: Pairs) -> tuple[Array, Array]:
        """The texts with these pairs as phrases, the first of them before the others."""
        parts = np.zeros(len(self.keys), dtype=bool)
        parts[pairs.left] = parts[pairs.right] = True
        both = neighbours(ptr, units, parts)
        ranks = Ranked(_codes(pairs.left, pairs.right)).of(
            _codes(units[both.left], units[both.right])
        )
        known = np.flatnonzero(ranks >= 0)
        both, ranks = both.only(known), ranks[known]
        chosen = first_of_each(both, ranks)
        names = zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)
        numbers = [self._number(f"{self.keys[u]} {self.keys[v]}") for u, v in list(names)]
        joined = np.array(numbers, dtype=np.int32)[ranks[chosen]]
        return spliced(ptr, units, both.only(chosen), joined)


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

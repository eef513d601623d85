"""Finding the phrases of a collection."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat

import numpy as np

from biterms import kernels
from biterms.kernels import Array, Tokens
from biterms.store.space import IN_MEMORY, Space
from biterms.text.collocations import Pairs, collocations, word_counts
from biterms.text.kept import KeptSurfaces, KeptTexts
from biterms.text.neighbours import Ranked, first_of_each, in_reach, neighbours, spliced
from biterms.text.pair_counts import PairCounts
from biterms.text.pair_tally import counted_pairs, most_frequent
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
    space : Space
        Where the texts are kept.
    """

    def __init__(self, keys: Keys, space: Space = IN_MEMORY) -> None:
        self._keys_of, self._space = keys, space
        self._numbers: dict[str, int] = {}  # of keys
        self._of_surface: dict[str, int] = {}
        self._texts, self._n_texts = KeptTexts(space), 0
        #: the texts as they came
        self.surfaces = KeptSurfaces(space)

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
        self.surfaces.append(tokens)
        self._n_texts += len(tokens.ptr) - 1
        # The vocabulary will remember them once more.
        self._space.check_words(2 * len(numbers), 2 * len(known))

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
        texts, keys = self._texts, [*self._numbers]
        found = list[tuple[str, str]]()
        for most_words in _ROUNDS:
            pieces = _pieces(texts, self._space)
            pairs = self._collocations(pieces, keys, least, most_words)
            both = zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)
            found += (new := [(keys[u], keys[v]) for u, v in both])
            texts = KeptTexts(self._space)
            for ptr, units, _ in pieces:
                texts.append(Tokens(*_joined(ptr, units, pairs, len(keys)), []))
            keys += [" ".join(pair) for pair in new]
        return Phrases(found)

    def _collocations(
        self, texts: Iterable[Tokens], keys: Sequence[str], least: int, most_words: int
    ) -> Pairs:
        """The pairs that become phrases in a round."""
        every = np.arange(len(keys), dtype=np.int32)
        doc_freq = np.zeros(len(keys), dtype=np.int64)
        for tokens in texts:
            doc_freq += np.bincount(kernels.count(tokens, every)[1], minlength=len(keys))
        frequent = np.flatnonzero(doc_freq >= least)
        number = np.full(len(keys) + 1, -1, dtype=np.int32)
        number[frequent] = np.arange(len(frequent))
        beside = (in_reach(ptr, units, number[units]) for ptr, units, _ in texts)
        lengths = word_counts([keys[i] for i in frequent.tolist()])
        parts = [Pairs(frequent[:0], frequent[:0], frequent[:0])]
        for counts in counted_pairs(beside, doc_freq[frequent], least, self._space):
            pairs = counts.pairs(least)
            parts.append(pairs.only(lengths[pairs.left] + lengths[pairs.right] <= most_words))
        pairs = Pairs(*(np.concatenate(each) for each in zip(*parts, strict=True)))
        pairs = collocations(pairs, doc_freq[frequent], self._n_texts, least)
        return Pairs(frequent[pairs.left], frequent[pairs.right], pairs.documents)


def _pieces(texts: Iterable[Tokens], space: Space) -> Iterable[Tokens]:
    """Texts that can be gone over again and again; in one piece if they are in memory."""
    return [Tokens(*_together(texts), [])] if space.in_memory else texts


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


def pairs_of(words: Vocabulary, read: Iterable[Tokens], most: int, space: Space) -> PairCounts:
    """Pairs of ids side by side in two or more of the texts, which are places of words.

    Of more than ``most`` the rarest are forgotten.
    """
    doc_freq = words.doc_freq.values[words.place_of.values]
    texts = (
        in_reach(ptr, places, words.id_of.take(places)) for ptr, places, _ in _pieces(read, space)
    )
    return most_frequent(counted_pairs(texts, doc_freq, 2, space), most, space)


def _together(texts: Iterable[Tokens]) -> tuple[Array, Array]:
    """Texts in pieces as one array."""
    pieces = [*texts]
    sizes = [np.diff(piece.ptr) for piece in pieces]
    ptr = np.cumsum(np.concatenate([np.zeros(1, dtype=np.int64), *sizes]))
    return ptr, np.concatenate([np.empty(0, dtype=np.int32), *(piece.ids for piece in pieces)])


def _codes(left: Array, right: Array) -> Array:
    return (left.astype(np.int64) << 32) + right

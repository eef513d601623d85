"""The words of a partition, counted by numbers: strings are made only of those that it has."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from biterms import kernels
from biterms.cluster.known_forms import KnownForms
from biterms.cluster.words import Words
from biterms.kernels import Array, Tokens
from biterms.store.space import IN_MEMORY
from biterms.text.appending import WordCounts, append
from biterms.text.forms import too_many_forms
from biterms.text.kept import KeptTexts
from biterms.text.learn import counted_words
from biterms.text.vectoriser import Vectoriser
from biterms.text.vocabulary import Vocabulary

NONE: Array = np.empty(0, dtype=np.int32)


def tallied(
    settings: Vectoriser, forms: KnownForms, pieces: Iterator[Tokens]
) -> tuple[Words, list[Tokens]]:
    """Count words as `counted_words` does.

    Parameters
    ----------
    settings : Vectoriser
        The limits.
    forms : KnownForms
        Surface forms that have been met.
    pieces : iterator of Tokens
        The texts.

    Returns
    -------
    (Words, list of Tokens)
        The words, and the texts as places of keys.
    """
    tally = Tally(forms)
    for tokens in pieces:
        tally.add(tokens)
        if tally.too_many(settings.most_waiting):
            return _forgetting(settings, tally, pieces)
    return tally.result()


def _forgetting(
    settings: Vectoriser, tally: Tally, pieces: Iterator[Tokens]
) -> tuple[Words, list[Tokens]]:
    """Go on where words have to be forgotten on the way."""
    (counts, texts), words, read = tally.result(), Vocabulary(), KeptTexts()
    append(words, counts.counts())
    for tokens in texts:
        read.append(tokens)
    if (moved := words.forget(settings.most_waiting, settings.min_df)) is not None:
        read.move(moved)
    keys = tally.forms.analyser.keys
    words, read = counted_words(settings, keys, pieces, IN_MEMORY, (words, read))
    return Words.of(WordCounts.of(words)), [*read]


class Tally:
    """Words that are counted by their numbers.

    Parameters
    ----------
    forms : KnownForms
        Where they have their numbers.
    """

    def __init__(self, forms: KnownForms) -> None:
        self.forms, self._texts = forms, list[Tokens]()
        self._numbers, self._seen, self._documents = [NONE], [NONE], [NONE]

    def add(self, tokens: Tokens) -> None:
        """Count some texts."""
        numbers = self.forms.numbers_of(tokens.words)
        keys = self.forms.keys_of(numbers)
        self._numbers.append(numbers)
        self._seen.append(np.bincount(tokens.ids, minlength=len(numbers)))
        self._documents.append(kernels.count(tokens, keys)[1])
        self._texts.append(Tokens(tokens.ptr, keys[tokens.ids], []))

    def too_many(self, most: int) -> bool:
        """Whether words or surface forms may have to be forgotten."""
        met = sum(map(len, self._numbers))
        if met <= most and not too_many_forms(met, 0):
            return False
        forms, keys = self._in_order()
        return len(keys) > most or too_many_forms(len(forms), len(keys))

    def result(self) -> tuple[Words, list[Tokens]]:
        """The words in order of appearance, and the texts as places of keys."""
        forms, keys = self._in_order()
        places = np.full(len(self.forms.keys) + 1, -1, dtype=np.int32)  # the last one is of none
        places[keys] = np.arange(len(keys))
        seen = np.zeros(len(self.forms.forms), dtype=np.int64)
        for numbers, times in zip(self._numbers, self._seen, strict=True):
            seen[numbers] += times  # those of a piece are different ones
        words = Words(
            sum(len(tokens.ptr) - 1 for tokens in self._texts),
            self.forms.keys.names.some(keys),
            np.bincount(np.concatenate(self._documents), minlength=len(places))[keys],
            self.forms.forms.names.some(forms),
            places[self.forms.keys_of(forms)],
            seen[forms],
        )
        return words, [each._replace(ids=places[each.ids]) for each in self._texts]

    def _in_order(self) -> tuple[Array, Array]:
        """The surface forms and the keys in order of appearance."""
        forms = in_order(np.concatenate(self._numbers))
        keys = self.forms.keys_of(forms)
        return forms, in_order(keys[keys >= 0])


def in_order(numbers: Array) -> Array:
    """The different numbers in order of appearance."""
    first, at = np.empty(int(numbers.max(initial=-1)) + 1, dtype=np.int64), np.arange(len(numbers))
    first[numbers[::-1]] = at[::-1]  # of those that come again the first one is written last
    return np.asarray(numbers[first[numbers] == at])

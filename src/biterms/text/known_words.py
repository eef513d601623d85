"""What a vectoriser knows of words: read only."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from sklearn.utils.validation import check_is_fitted

from biterms.kernels import Array
from biterms.text.analyser import Analyser
from biterms.text.chunks import chunks
from biterms.text.vocabulary import Vocabulary


class Span(NamedTuple):
    """A word of a text as it was read; its column, -1 if it has none; whether it is a stop word."""

    surface: str
    column: int
    stop: bool


class KnownWords:
    """Words by their text, their key or their column."""

    _analyser: Analyser
    _words: Vocabulary

    @property
    def n_words_(self) -> int:
        """How many words have a column."""
        self._check_fitted()
        return len(self._words.columns)

    def spans(self, text: str) -> list[Span]:
        """The words of one text in order; numbers and the like that were dropped are not there."""
        self._check_fitted()
        [piece] = chunks([text])
        tokens = self._analyser.tokens(piece)
        keys = self._analyser.keys(tokens.words)
        columns = self._words.columns
        return [
            Span(tokens.words[i], -1 if (key := keys[i]) is None else columns.get(key, -1), not key)
            for i in tokens.ids
        ]

    def unknown(self, text: str) -> tuple[str, ...]:
        """The words of a text that have no column and are no stop words, each once."""
        found = [span.surface for span in self.spans(text) if span.column < 0 and not span.stop]
        return tuple(dict.fromkeys(found))

    def key(self, word: str) -> str | None:
        """What a word is called in ``vocabulary_``, whether it is there or not; None for none."""
        self._check_fitted()
        [piece] = chunks([word])
        found = self._analyser.tokens(piece).words
        return self._analyser.keys(found)[0] if len(found) == 1 else None

    def column(self, word: str) -> int | None:
        """The column of a word in any of its forms."""
        key = self.key(word)
        return None if key is None else self._words.columns.get(key)

    def forms(self, column: int) -> dict[str, int]:
        """The most frequent surface forms of a word and how often each was seen."""
        places = self._places
        return self._words.forms.of(int(places[column]))

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """The most frequent surface form of each word; of equally frequent ones the first seen."""
        places = self._places
        return np.array(self._words.forms.names(places), dtype=object)

    @property
    def vocabulary_(self) -> dict[str, int]:
        """The column of each word by its key: its stem, or itself without stemming."""
        self._check_fitted()
        return self._words.columns

    @property
    def n_features_(self) -> int:
        return len(self.vocabulary_)

    @property
    def n_docs_(self) -> int:
        """How many documents have been learnt from."""
        self._check_fitted()
        return self._words.n_docs

    @property
    def doc_freq_(self) -> Array:
        """In how many of these each word was seen."""
        places = self._places
        return self._words.doc_freq.values[places]

    @property
    def _places(self) -> Array:
        self._check_fitted()
        return self._words.members.values

    def _check_fitted(self) -> None:
        if not self.__sklearn_is_fitted__():  # asked here: scikit-learn takes its time
            check_is_fitted(self)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_words")

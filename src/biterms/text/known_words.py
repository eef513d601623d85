"""What a vectoriser knows of words; nothing here changes it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.parameters import Parameters, not_fitted, scikit_tags
from biterms.text.analyser import Analyser
from biterms.text.chunks import chunks
from biterms.text.vocabulary import Vocabulary


class Span(NamedTuple):
    """A word of a text as it was read.

    Parameters
    ----------
    surface : str
        The word.
    column : int
        Its column, -1 if it has none.
    stop : bool
        Whether it is a stop word.
    """

    surface: str
    column: int
    stop: bool


class KnownWords(Parameters):
    """Words by their text, their key or their column."""

    _analyser: Analyser
    _words: Vocabulary

    def spans(self, text: str) -> list[Span]:
        """Return the words of one text in order, with their columns.

        Parameters
        ----------
        text : str
            The text.

        Returns
        -------
        list of Span
            Stop words are among them; numbers and the like that are dropped are not.

        Examples
        --------
        >>> from biterms import Vectoriser
        >>> [tuple(span) for span in Vectoriser(min_df=1).fit(["cheap rates"]).spans("the rates")]
        [('the', -1, True), ('rates', 1, False)]
        """
        self._check_fitted()
        [piece] = chunks([text])
        tokens = self._analyser.tokens(piece)
        keys = self._analyser.keys(tokens.words)
        ids = self._words.ids
        return [
            Span(tokens.words[i], -1 if (key := keys[i]) is None else ids.get(key, -1), not key)
            for i in tokens.ids
        ]

    def unknown(self, text: str) -> tuple[str, ...]:
        """Return the words of a text that have no column and are not stop words, each once.

        Parameters
        ----------
        text : str
            The text.

        Returns
        -------
        tuple of str
            The words in order.
        """
        unknown = [span.surface for span in self.spans(text) if span.column < 0 and not span.stop]
        return tuple(dict.fromkeys(unknown))

    def key(self, word: str) -> str | None:
        """Return the key of a word in ``vocabulary_``, whether it is there or not.

        Parameters
        ----------
        word : str
            One word in any of its forms.

        Returns
        -------
        str or None
            None for a stop word, and for what is not one word.
        """
        self._check_fitted()
        [piece] = chunks([word])
        words = self._analyser.words(piece).words
        found = self._analyser.keys(words)[0] if len(words) == 1 else None
        if found is None or found in self._words.ids or not self._analyser.segmenters:
            return found
        # A form of a verb is cut into the word and its endings, which are stop words.
        cut = list(filter(None, self._analyser.keys(self._analyser.tokens(piece).words)))
        return cut[0] if len(cut) == 1 else found

    def column(self, word: str) -> int | None:
        """Return the column of a word.

        Parameters
        ----------
        word : str
            One word in any of its forms.

        Returns
        -------
        int or None
            None if it has no column.
        """
        key = self.key(word)
        return None if key is None else self._words.ids.get(key)

    # what has been learnt ------------------------------------------------------------------

    def forms(self, column: int) -> dict[str, int]:
        """Return the most frequent surface forms of a word.

        Parameters
        ----------
        column : int
            The word.

        Returns
        -------
        dict
            Number of times that each form was seen, the most frequent first.
        """
        self._check_fitted()
        return self._words.forms.of(int(self._words.place_of.values[column]))

    def names(self, columns: Any) -> list[str]:
        """Return the most frequent surface form of some words.

        Parameters
        ----------
        columns : array of int
            The words.

        Returns
        -------
        list of str
            The words as people read them.
        """
        self._check_fitted()
        return self._words.forms.best_names(self._words.place_of.values[columns])

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """Return the most frequent surface form of each word.

        Parameters
        ----------
        input_features : ignored
            For scikit-learn.

        Returns
        -------
        array of str
            One for each column; of equally frequent forms the first.
        """
        self._check_fitted()
        return np.array(self._words.forms.best_names(self._words.place_of.values), dtype=object)

    @property
    def vocabulary_(self) -> dict[str, int]:
        """The column of each word by its key: its stem, or itself without stemming."""
        self._check_fitted()
        return self._words.ids

    @property
    def analyser_(self) -> Analyser:
        """What cuts texts into surface forms and stems them."""
        self._check_fitted()
        return self._analyser

    @property
    def language_(self) -> str | None:
        """The language that texts are read in, also the one that ``language="auto"`` found."""
        self._check_fitted()
        return self._analyser.language

    @property
    def languages_(self) -> dict[str, float]:
        """Share of the texts in each language that ``language="auto"`` found, the largest first."""
        self._check_fitted()
        found = self._analyser.found
        return {} if found is None else dict(found.shares)

    @property
    def words_(self) -> Vocabulary:
        """All words, waiting ones included, with their counts and surface forms."""
        self._check_fitted()
        return self._words

    @property
    def n_words_(self) -> int:
        """Number of columns."""
        self._check_fitted()
        return self._words.n_ids

    @property
    def n_docs_(self) -> int:
        """Number of documents learnt from."""
        self._check_fitted()
        return self._words.n_docs

    @property
    def doc_freq_(self) -> Array:
        """Number of these documents that have each word."""
        self._check_fitted()
        return np.asarray(self._words.doc_freq.values[self._words.place_of.values])

    # scikit-learn --------------------------------------------------------------------------

    def _check_fitted(self) -> None:
        if not self.__sklearn_is_fitted__():
            raise not_fitted("this Vectoriser knows no words yet: call fit first")

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_words")

    def __sklearn_tags__(self) -> Any:
        """Tell scikit-learn which input to expect."""
        return scikit_tags(string=True, two_d_array=False)

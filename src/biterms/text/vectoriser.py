"""The transformer that users meet: texts in, counts of words out."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from os import PathLike
from typing import Any, Self

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin

from biterms import kernels
from biterms.errors import InputError, SettingError, StoreError
from biterms.kernels import Array, Rules, Sequences, Tokens
from biterms.text.analyser import Analyser
from biterms.text.chunks import chunks, cut
from biterms.text.known_words import KnownWords, Span
from biterms.text.rows import moved, stacked
from biterms.text.stop_words import read_stop_words
from biterms.text.text_settings import check_settings
from biterms.text.vectoriser_state import restored, stored
from biterms.text.vocabulary import Vocabulary

__all__ = ["Span", "Vectoriser"]

#: with ``prune`` a document counts half after so many documents per word of ``max_words``
HALF_LIFE = 10


class Vectoriser(KnownWords, TransformerMixin, BaseEstimator):
    """Counts of words: tokenise, leave out stop words, stem, leave out rare words.

    Words are runs of letters and digits of any script, with apostrophes inside, in lower case;
    hyphens and underscores separate. Full-width letters and the like become plain ones, an emoji
    is a word, single letters are none, and neither is anything over 64 characters. Languages
    written without spaces have to be cut into words beforehand.

    Parameters
    ----------
    language : Snowball language of the stemmer, or None for no stemming.
    stop_words : "english" (scikit-learn's list and contractions), the path of a file with one word
        per line, a collection of words, or None. They are compared before stemming.
    min_df : words in fewer documents are left out, or wait until they have been seen so often.
    max_df : words in more documents are left out: a share (float) or a number (int).
    max_words : at most so many words, the most frequent; None for all.
    prune : when there are ``max_words``, `grow` lets words go that are not in use any more, for
        words that have become frequent; else a full vocabulary stays as it is. What was long ago
        counts less: half as much after 10 documents for each of ``max_words``.
    tags : keep ``#word`` and ``@word`` as words of their own, not stemmed; else the sign is
        ignored.
    urls, numbers : keep these; else they are dropped.
    candidates : how many words that wait for their place are remembered, beyond these the rarest
        and oldest are forgotten.

    Examples
    --------
    >>> text = Vectoriser(min_df=1)
    >>> text.fit_transform(["A parrot rests", "Parrots aren't resting"]).toarray()
    array([[1., 1.],
           [1., 1.]], dtype=float32)
    >>> text.get_feature_names_out().tolist()
    ['parrot', 'rests']
    >>> text.vocabulary_
    {'parrot': 0, 'rest': 1}
    """

    #: which columns stayed at the last `grow`, if it has let words go; the others have closed up
    kept_: Array | None = None

    def __init__(
        self,
        *,
        language: str | None = "english",
        stop_words: str | PathLike[str] | Collection[str] | None = "english",
        min_df: int = 3,
        max_df: float = 1.0,
        max_words: int | None = None,
        prune: bool = False,
        tags: bool = False,
        urls: bool = False,
        numbers: bool = False,
        candidates: int = 1_000_000,
    ) -> None:
        self.language = language
        self.stop_words = stop_words
        self.min_df = min_df
        self.max_df = max_df
        self.max_words = max_words
        self.prune = prune
        self.tags = tags
        self.urls = urls
        self.numbers = numbers
        self.candidates = candidates

    # learning the words --------------------------------------------------------------------

    def fit(self, texts: Any, y: Any = None) -> Self:
        """Forget all and learn the words of the texts, in one pass; texts are not kept."""
        self._begin(texts, keep=False)
        return self

    def fit_transform(self, texts: Any, y: Any = None) -> sparse.csr_matrix:
        """The same, and their counts, also from an iterator that can be read only once."""
        return self._table(self._begin(texts, keep=True))

    def fit_in_order(self, texts: Any) -> Iterator[Sequences]:
        """`fit`, and then `in_order` of the same texts, which are read only once."""
        return self._in_order(self._begin(texts, keep=True))

    def grow(self, texts: Any) -> sparse.csr_matrix:
        """Go on: words that now are in ``min_df`` documents get columns at the end.

        The counts of the texts are at the new width. Bad input changes nothing. With ``prune``
        look at ``kept_``: if it is not None, the words of these columns are now 0, 1, ...
        """
        return self._table(self._grown(texts))

    def grow_in_order(self, texts: Any) -> Iterator[Sequences]:
        """`grow`, and then `in_order` of the same texts."""
        return self._in_order(self._grown(texts))

    def _grown(self, texts: Any) -> list[Tokens]:
        check_settings(self)
        pieces = list(chunks(texts))
        if not self.__sklearn_is_fitted__():
            self._analyser, self._words = self._new_analyser(), Vocabulary()
        self.kept_ = None
        if not self.prune:
            return self._learn(pieces, self._analyser, self._words, keep=True)
        assert self.max_words is not None
        read: list[Tokens] = []
        for piece in cut(pieces, self._words.n_docs, self.max_words):
            read = self._read(piece, self._analyser, self._words, read, keep=True)
            self._renew(self.max_words)
        return self._admit(self._words, read)

    def _renew(self, most: int) -> None:
        """Let words go, once in ``most`` documents: a document costs the same.

        Counted from the first document of all, so it does not matter how a stream is cut.
        """
        words = self._words
        if words.n_docs % (HALF_LIFE * most) == 0:
            words.age()
        if len(words.columns) < most or words.n_docs % most:
            return
        if (found := words.renewed(self.min_df, self._max_df(words))) is not None:
            renewed, kept = found
            if self.kept_ is not None:  # words of before are the first, what has come follows
                kept = self.kept_[kept[kept < len(self.kept_)]]
            self._words, self.kept_ = renewed, kept

    def _begin(self, texts: Any, *, keep: bool) -> list[Tokens]:
        check_settings(self)
        analyser, words = self._new_analyser(), Vocabulary()
        read = self._learn(chunks(texts), analyser, words, keep=keep)
        if not words.columns:
            raise InputError(
                f"no word is in {self.min_df} or more of the {words.n_docs:,} texts (and within "
                "max_df); give more texts, or set min_df lower"
            )
        self._analyser, self._words, self.kept_ = analyser, words, None
        return read

    def _new_analyser(self) -> Analyser:
        rules = Rules(bool(self.tags), bool(self.urls), bool(self.numbers))
        return Analyser(rules, read_stop_words(self.stop_words), self.language)

    def _learn(
        self, pieces: Any, analyser: Analyser, words: Vocabulary, *, keep: bool
    ) -> list[Tokens]:
        """Documents as places of words, if asked for; they follow when words are forgotten."""
        read: list[Tokens] = []
        for piece in pieces:
            read = self._read(piece, analyser, words, read, keep=keep)
        return self._admit(words, read)

    def _read(
        self,
        piece: list[str],
        analyser: Analyser,
        words: Vocabulary,
        read: list[Tokens],
        *,
        keep: bool,
    ) -> list[Tokens]:
        tokens = analyser.tokens(piece)
        places = words.observe(tokens, analyser.keys)
        if keep:
            read.append(Tokens(tokens.ptr, places, []))
        return moved(read, words.forget(self.candidates, self.min_df))

    def _admit(self, words: Vocabulary, read: list[Tokens]) -> list[Tokens]:
        words.admit(self.min_df, self._max_df(words), self.max_words)
        return moved(read, words.forget(self.candidates))

    def _max_df(self, words: Vocabulary) -> float:
        """As a number of documents."""
        share: bool = isinstance(self.max_df, float | np.floating)
        return float(self.max_df * words.n_docs if share else self.max_df)

    def _table(self, read: list[Tokens]) -> sparse.csr_matrix:
        columns = self._words.column.values
        read.reverse()
        rows = (kernels.count(read.pop(), columns) for _ in range(len(read)))  # and given back
        return stacked(rows, len(self._words.columns))

    def _in_order(self, read: list[Tokens]) -> Iterator[Sequences]:
        columns = np.append(self._words.column.values, np.int32(-1))
        for tokens in read:
            yield Sequences(tokens.ptr, columns[np.maximum(tokens.ids, -1)])

    # using them ----------------------------------------------------------------------------

    def transform(self, texts: Any) -> sparse.csr_matrix:
        """Counts of the known words of each text: float32, what the models compute with."""
        self._check_fitted()
        return stacked(map(self._rows, chunks(texts)), len(self._words.columns))

    def _rows(self, texts: list[str]) -> tuple[Array, Array, Array]:
        return kernels.count(*self._tokens(texts))

    def _tokens(self, texts: list[str]) -> tuple[Tokens, Array]:
        """The tokens of some texts, and the column of each different one."""
        tokens = self._analyser.tokens(texts)
        return tokens, self._words.columns_of(tokens.words, self._analyser.keys)

    def ordered(self, texts: Any) -> Iterator[Array]:
        """The columns of the words of each text in their order, -1 for words without one."""
        for piece in self.in_order(texts):
            yield from np.split(piece.words, piece.ptr[1:-1])

    def in_order(self, texts: Any) -> Iterator[Sequences]:
        """The same, many texts at a time."""
        self._check_fitted()
        for piece in chunks(texts):
            tokens, columns = self._tokens(piece)
            yield Sequences(tokens.ptr, columns[tokens.ids])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string, tags.input_tags.two_d_array = True, False
        return tags

    # keeping -------------------------------------------------------------------------------

    def state(self) -> tuple[dict[str, Any], dict[str, Array]]:
        """Settings for JSON and arrays: all that is needed to go on exactly."""
        fitted = (self._analyser, self._words) if self.__sklearn_is_fitted__() else None
        return stored(self.get_params(), fitted)

    @classmethod
    def from_state(cls, settings: dict[str, Any], arrays: dict[str, Array]) -> Self:
        """The vectoriser of ``state``; what does not fit together is refused."""
        try:
            params, fitted = restored(settings, arrays, set(cls().get_params()))
            self = cls(**params)
            check_settings(self)
        except SettingError as error:
            raise StoreError(f"the vectoriser's settings make no sense: {error}") from None
        if fitted is not None:
            self._analyser, self._words = fitted
        return self

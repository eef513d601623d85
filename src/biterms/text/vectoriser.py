"""The transformer that users meet: texts in, counts of words out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from os import PathLike
from typing import Any, NamedTuple, Self

import numpy as np
from scipy import sparse

from biterms import kernels
from biterms.errors import InputError, SettingError, StoreError
from biterms.kernels import Array, Rules, Sequences, Tokens
from biterms.parameters import Parameters
from biterms.text.analyser import Analyser
from biterms.text.chunks import chunks
from biterms.text.growth import Growth, grown
from biterms.text.rows import moved, stacked
from biterms.text.stop_words import read_stop_words
from biterms.text.text_settings import check_settings
from biterms.text.vectoriser_state import restored, stored
from biterms.text.vocabulary import Observed, Vocabulary

#: with ``prune`` a document counts half after so many documents per word of ``max_words``
HALF_LIFE = 10


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


class Vectoriser(Parameters):
    """Turn texts into counts of words: tokenise, drop stop words, stem, drop rare words.

    Words are runs of letters and digits of any script, with apostrophes inside, in lower case;
    hyphens and underscores separate. Full-width letters and the like become plain ones, an emoji
    is a word, single letters are none, and neither is anything over 64 characters. Languages
    written without spaces have to be cut into words beforehand.

    Parameters
    ----------
    language : str or None, default="english"
        Snowball language of the stemmer, or None for no stemming.
    stop_words : str, path, collection of str or None, default="english"
        "english", the path of a file with one word per line, a collection of words, or None. They
        are compared before stemming.
    min_df : int, default=3
        Words in fewer documents are left out, or wait until they have been seen so often.
    max_df : float or int, default=1.0
        Words in more documents are left out: a share (float) or a number (int).
    max_words : int, optional
        At most so many words, the most frequent; None for all.
    prune : bool, default=False
        In a stream, when there are ``max_words``, words that are not in use any more are exchanged
        for words that have become frequent; else a full vocabulary stays as it is. What was long
        ago counts less: half as much after 10 documents for each of ``max_words``.
    tags : bool, default=False
        Keep ``#word`` and ``@word`` as words of their own, not stemmed; else the sign is ignored.
    urls, numbers : bool, default=False
        Keep these; else they are dropped.
    candidates : int, default=1000000
        How many words that wait for their place are remembered; beyond these the rarest and
        oldest are forgotten.

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
        """Forget everything and learn the words of texts, in one pass; texts are not kept.

        Parameters
        ----------
        texts : iterable of str
            The texts.
        y : ignored
            For scikit-learn.

        Returns
        -------
        self
        """
        self._learn(texts, keep=False)
        return self

    def fit_transform(self, texts: Any, y: Any = None) -> sparse.csr_matrix:
        """Learn the words of texts, and return their counts; an iterator is read once.

        Parameters
        ----------
        texts : iterable of str
            The texts.
        y : ignored
            For scikit-learn.

        Returns
        -------
        sparse matrix of shape (texts, words)
            Counts as float32.
        """
        return self._table(self._learn(texts, keep=True))

    def fit_in_order(self, texts: Any) -> Iterator[Sequences]:
        """Learn the words of texts, then give their columns in order; texts are read once."""
        return self._in_order(self._learn(texts, keep=True))

    def start(self) -> Self:
        """Begin with no words at all, for `grow`."""
        check_settings(self)
        self._analyser, self._words = self._new_analyser(), Vocabulary()
        return self

    def analyse(self, texts: list[str]) -> Tokens:
        """The surface forms of texts in their order, stop words included."""
        self._check_fitted()
        return self._analyser.tokens(texts)

    def keys(self, surfaces: Sequence[str]) -> list[str | None]:
        """The key of each surface form; None for stop words."""
        return self._analyser.keys(surfaces)

    def observe(self, texts: list[str]) -> Observed:
        """Texts as the vocabulary sees them; nothing is changed."""
        return self.words_.observed(self.analyse(texts), self.keys)

    def grow(self, texts: Any, cuts: Array | None = None) -> Growth:
        """What texts would add to the vocabulary, as a value; `apply` makes it so.

        Parameters
        ----------
        texts : list of str
            The texts.
        cuts : array of int, optional
            Where minibatches begin, and the end; words join with minibatches. None: one.

        Returns
        -------
        Growth
            Counts of the texts, words that join, and the delta of the vocabulary.
        """
        read = [text for chunk in chunks(texts) for text in chunk]
        cuts = np.array([0, len(read)]) if cuts is None else np.asarray(cuts)
        if len(cuts) < 2 or cuts[0] != 0 or cuts[-1] != len(read) or (np.diff(cuts) < 0).any():
            raise InputError(
                f"cuts={cuts!r:.60}: expected rising numbers from 0 to {len(read)}, the number of "
                "texts"
            )
        return self.grown(self.observe(read), cuts)

    def grown(self, observed: Observed, cuts: Array) -> Growth:
        """`grow` for texts that have been observed."""
        return grown(
            self._words,
            observed,
            cuts,
            min_df=self.min_df,
            max_df=self.max_df,
            max_words=self.max_words,
        )

    def apply(self, growth: Growth) -> None:
        """Take what texts add to the vocabulary; taking it again changes nothing more."""
        self._words.apply(growth.delta)

    def renewed(self, before: int) -> tuple[Self, Array] | None:
        """After the documents since number ``before``: exchange and forget words, if it is time.

        Returns
        -------
        (Vectoriser, array of int) or None
            The vectoriser with other words, and the ids that have other words now.
        """
        words, now = self._words, self._words.n_docs
        ids = np.empty(0, dtype=np.int64)
        if self.prune and self.max_words is not None:
            if now // (HALF_LIFE * self.max_words) > before // (HALF_LIFE * self.max_words):
                words = words.aged()
            if words.n_ids >= self.max_words and now // self.max_words > before // self.max_words:
                most = self._max_df(words)
                if (found := words.exchanged(self.min_df, most)) is not None:
                    words, ids = found
        if (found := words.forgotten(self.candidates)) is not None:
            words = found[0]
        return None if words is self._words else (self._with(words), ids)

    def _with(self, words: Vocabulary) -> Self:
        other = copy(self)
        other._words = words
        return other

    def _new_analyser(self) -> Analyser:
        rules = Rules(bool(self.tags), bool(self.urls), bool(self.numbers))
        return Analyser(rules, read_stop_words(self.stop_words), self.language)

    def _learn(self, texts: Any, *, keep: bool) -> list[Tokens]:
        """Documents as places of words, if asked for; they follow when words are forgotten."""
        check_settings(self)
        analyser, words, read = self._new_analyser(), Vocabulary(), list[Tokens]()
        for piece in chunks(texts):
            observed = words.observed(analyser.tokens(piece), analyser.keys)
            words.apply(observed.delta)
            if keep:
                read.append(observed.tokens)
            if (found := words.forgotten(self.candidates, self.min_df)) is not None:
                words, read = found[0], moved(read, found[1])
        words.admit(self.min_df, self._max_df(words), self.max_words)
        if (found := words.forgotten(self.candidates)) is not None:
            words, read = found[0], moved(read, found[1])
        if not words.ids:
            raise InputError(
                f"no word is in {self.min_df} or more of the {words.n_docs:,} texts (and within "
                "max_df); give more texts, or set min_df lower"
            )
        self._analyser, self._words = analyser, words
        return read

    def _max_df(self, words: Vocabulary) -> float:
        """As a number of documents."""
        share: bool = isinstance(self.max_df, float | np.floating)
        return float(self.max_df * words.n_docs if share else self.max_df)

    def _table(self, read: list[Tokens]) -> sparse.csr_matrix:
        ids = self._words.id_of.values
        read.reverse()
        rows = (kernels.count(read.pop(), ids) for _ in range(len(read)))  # and given back
        return stacked(rows, self._words.n_ids)

    def _in_order(self, read: list[Tokens]) -> Iterator[Sequences]:
        ids = np.append(self._words.id_of.values, np.int32(-1))
        for tokens in read:
            yield Sequences(tokens.ptr, ids[np.maximum(tokens.ids, -1)])

    # using them ----------------------------------------------------------------------------

    def transform(self, texts: Any) -> sparse.csr_matrix:
        """Counts of the known words of texts.

        Parameters
        ----------
        texts : iterable of str
            The texts.

        Returns
        -------
        sparse matrix of shape (texts, words)
            Counts as float32, what the models compute with.
        """
        self._check_fitted()
        rows = (kernels.count(*self._tokens(piece)) for piece in chunks(texts))
        return stacked(rows, self._words.n_ids)

    def _tokens(self, texts: list[str]) -> tuple[Tokens, Array]:
        """The tokens of some texts, and the id of each different one."""
        tokens = self._analyser.tokens(texts)
        return tokens, self._words.ids_of(tokens.words, self._analyser.keys)

    def ordered(self, texts: Any) -> Iterator[Array]:
        """The columns of the words of each text in their order, -1 for words without one."""
        for piece in self.in_order(texts):
            yield from np.split(piece.words, piece.ptr[1:-1])

    def in_order(self, texts: Any) -> Iterator[Sequences]:
        """The same, many texts at a time."""
        self._check_fitted()
        for piece in chunks(texts):
            tokens, ids = self._tokens(piece)
            yield Sequences(tokens.ptr, ids[tokens.ids])

    def places(self, texts: list[str]) -> Tokens:
        """Texts as places of keys, for `count_places`; words may get an id later."""
        tokens = self._analyser.tokens(texts)
        places = self._words.places_of(tokens.words, self._analyser.keys)
        return Tokens(tokens.ptr, places[tokens.ids].astype(np.int32), [])

    def spans(self, text: str) -> list[Span]:
        """The words of one text in order, with their columns.

        Parameters
        ----------
        text : str
            The text.

        Returns
        -------
        list of Span
            Numbers and the like that were dropped are not there.
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
        """The words of a text that have no column and are no stop words, each once."""
        unknown = [span.surface for span in self.spans(text) if span.column < 0 and not span.stop]
        return tuple(dict.fromkeys(unknown))

    def key(self, word: str) -> str | None:
        """What a word is called in ``vocabulary_``, whether it is there or not; None for none."""
        self._check_fitted()
        [piece] = chunks([word])
        words = self._analyser.tokens(piece).words
        return self._analyser.keys(words)[0] if len(words) == 1 else None

    def column(self, word: str) -> int | None:
        """The column of a word in any of its forms, or None."""
        key = self.key(word)
        return None if key is None else self._words.ids.get(key)

    # what has been learnt ------------------------------------------------------------------

    def forms(self, column: int) -> dict[str, int]:
        """The most frequent surface forms of a word and how often each was seen."""
        self._check_fitted()
        return self._words.forms.of(int(self._words.place_of.values[column]))

    def names(self, columns: Any) -> list[str]:
        """Some words as people read them: the most frequent surface form of each column."""
        self._check_fitted()
        return self._words.forms.best_names(self._words.place_of.values[columns])

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """The most frequent surface form of each word; of equally frequent ones the first seen."""
        self._check_fitted()
        return np.array(self._words.forms.best_names(self._words.place_of.values), dtype=object)

    @property
    def vocabulary_(self) -> dict[str, int]:
        """The column of each word by its key: its stem, or itself without stemming."""
        self._check_fitted()
        return self._words.ids

    @property
    def words_(self) -> Vocabulary:
        """Words, those that wait included, with their counts and surface forms."""
        self._check_fitted()
        return self._words

    @property
    def n_words_(self) -> int:
        """How many columns there are."""
        self._check_fitted()
        return self._words.n_ids

    @property
    def n_docs_(self) -> int:
        """How many documents have been learnt from."""
        self._check_fitted()
        return self._words.n_docs

    @property
    def doc_freq_(self) -> Array:
        """In how many of these each word was seen."""
        self._check_fitted()
        return np.asarray(self._words.doc_freq.values[self._words.place_of.values])

    # scikit-learn --------------------------------------------------------------------------

    def _check_fitted(self) -> None:
        if not self.__sklearn_is_fitted__():
            from sklearn.exceptions import NotFittedError

            raise NotFittedError("this Vectoriser knows no words yet: call fit first")

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_words")

    def __sklearn_tags__(self) -> Any:
        """What kind of input and output scikit-learn may expect."""
        from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags

        return Tags(
            estimator_type=None,
            target_tags=TargetTags(required=False),
            transformer_tags=TransformerTags(),
            input_tags=InputTags(string=True, two_d_array=False),
        )

    # files ---------------------------------------------------------------------------------

    def to_fields(self) -> tuple[dict[str, Any], dict[str, Array]]:
        """Settings for JSON and arrays: all that is needed to go on exactly."""
        fitted = (self._analyser, self._words) if self.__sklearn_is_fitted__() else None
        return stored(self.get_params(), fitted)

    @classmethod
    def from_fields(cls, settings: dict[str, Any], arrays: dict[str, Array]) -> Self:
        """The vectoriser of `to_fields`; what does not fit together is refused."""
        try:
            params, fitted = restored(settings, arrays, set(cls().get_params()))
            self = cls(**params)
            check_settings(self)
        except SettingError as error:
            raise StoreError(f"the vectoriser's settings make no sense: {error}") from None
        if fitted is not None:
            self._analyser, self._words = fitted
        return self

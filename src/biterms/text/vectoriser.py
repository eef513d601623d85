"""The vectoriser: texts in, counts of words out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from copy import copy
from os import PathLike
from typing import Any, Self

import numpy as np
from scipy import sparse

from biterms import kernels
from biterms.errors import InputError, SettingError, StoreError
from biterms.kernels import Array, Counts, Sequences, Tokens
from biterms.store.documents import joined
from biterms.store.space import IN_MEMORY, Space
from biterms.text.analyser import Analyser
from biterms.text.chunks import chunks
from biterms.text.cleaning import Profile
from biterms.text.growth import Growth, grown
from biterms.text.hooks import NO_HOOKS, Hooks
from biterms.text.kept import KeptTexts
from biterms.text.known_words import KnownWords
from biterms.text.learn import analyser_of, learn, renewed
from biterms.text.pair_counts import PairCounts
from biterms.text.rows import stacked
from biterms.text.scikit_words import ScikitWords
from biterms.text.text_settings import check_settings, most_candidates
from biterms.text.vectoriser_state import restored, stored
from biterms.text.vocabulary import Observed, Vocabulary


class Vectoriser(KnownWords):
    """Turn texts into counts of words: tokenise, drop stop words, stem, drop rare words.

    Words are runs of letters and digits of any script, with apostrophes inside, in lower case;
    hyphens and underscores separate them. Full-width letters and the like become plain ones, and an
    emoji is a word. Single letters are not words, and neither is anything over 64 characters.

    Parameters
    ----------
    language : str or None, default="english"
        The language of the texts: stemmed, if there is a Snowball stemmer, and cut into words, if
        it is Chinese, Japanese or Thai, which need an extra. "auto" finds it out from the first
        texts. None: no stemming.
    stop_words : str, path, collection of str or None, default="auto"
        "auto" is the list of ``language`` (English for None); the name of another language, the
        path of a file with one word per line, a collection of words, or None. They are compared
        before stemming.
    min_df : int, default=3
        Words in fewer documents are left out; in a stream they wait until they are in enough.
    max_df : float or int, default=1.0
        Words in more documents are left out: a share (float) or a number (int).
    max_words : int, optional
        Size of the vocabulary at most: the most frequent words; None for all.
    prune : bool, default=False
        In a stream with ``max_words``, words that are out of use hand over their columns to words
        that have become frequent; otherwise a full vocabulary stays as it is. Older documents
        count less: half as much after 10 times ``max_words`` documents.
    tags : bool, default=False
        Keep ``#word`` and ``@word`` as words, not stemmed; otherwise the sign is ignored.
    urls, numbers : bool, default=False
        Keep these; otherwise they are dropped.
    candidates : int, optional
        Number of waiting words that are remembered; beyond it the rarest and oldest are forgotten.
        By default a million, or with ``prune`` four times ``max_words`` and at least 10,000.
    profile : str or Profile, default="default"
        What is cleaned before texts are cut: "default" (HTML entities), "tweets", "titles",
        "tickets", "plain" (nothing), or a `Profile`.
    tokenizer : callable, optional
        Cuts a cleaned text into words, in place of all that is said above about words; stop words
        are still left out, and words stemmed. A file cannot hold it: give it to `biterms.load`.
    preprocess : callable, optional
        What texts go through before anything else, from a string to a string; see ``tokenizer``.
    phrases : bool, default=False
        Read words that are strongly associated side by side, such as "north korea", as one word.

    Attributes
    ----------
    vocabulary_ : dict
        The column of each word by its key: its stem, or itself without stemming.
    n_words_, n_docs_ : int
        Columns, and documents learnt from.
    doc_freq_ : array of int
        Number of these documents that have each word.
    language_ : str or None
        The language that texts are read in, also the one that was found.
    languages_ : dict
        The share of the texts in each language that was found.

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
        stop_words: str | PathLike[str] | Collection[str] | None = "auto",
        min_df: int = 3,
        max_df: float = 1.0,
        max_words: int | None = None,
        prune: bool = False,
        tags: bool = False,
        urls: bool = False,
        numbers: bool = False,
        candidates: int | None = None,
        profile: str | Profile = "default",
        tokenizer: Callable[[str], Iterable[str]] | None = None,
        preprocess: Callable[[str], str] | None = None,
        phrases: bool = False,
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
        self.profile = profile
        self.tokenizer = tokenizer
        self.preprocess = preprocess
        self.phrases = phrases

    @property
    def most_waiting(self) -> int:
        """Number of waiting words that are remembered."""
        return most_candidates(self)

    # learning the words --------------------------------------------------------------------

    def fit(self, texts: Any, y: Any = None) -> Self:
        """Learn the words of texts, in one pass; words learnt before are forgotten.

        Parameters
        ----------
        texts : iterable of str
            The texts; they are not kept.
        y : ignored
            For scikit-learn.

        Returns
        -------
        self

        Raises
        ------
        InputError
            If there is something else than texts, or if no word is frequent enough.
        SettingError
            If a setting is out of range.
        """
        self._learn(texts, keep=False)
        return self

    def fit_transform(self, texts: Any, y: Any = None) -> sparse.csr_matrix:
        """Learn the words of texts and return their counts; an iterator is read once.

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
        return stacked(self._rows(self._learn(texts, keep=True)), self._words.n_ids)

    def fit_encode(self, texts: Any, space: Space = IN_MEMORY) -> Counts:
        """Learn the words of texts and return their counts as models take them.

        Parameters
        ----------
        texts : iterable of str
            The texts; an iterator is read once.
        space : Space, optional
            Where the numbers that the texts become are kept; by default in memory.

        Returns
        -------
        Counts
            What `fit_transform` gives, without a table.
        """
        read = self._learn(texts, keep=True, space=space)
        return joined(self._rows(read), self._words.n_ids, space)

    def fit_in_order(self, texts: Any, space: Space = IN_MEMORY) -> Iterator[Sequences]:
        """Learn the words of texts and return their columns in order; texts are read once.

        Parameters
        ----------
        texts : iterable of str
            The texts.
        space : Space, optional
            As for `fit_encode`.

        Returns
        -------
        iterator of Sequences
            Many texts at a time; -1 for words without a column.
        """
        return self._in_order(self._learn(texts, keep=True, space=space))

    def start(self, sample: Any = ()) -> Self:
        """Begin with an empty vocabulary, for `grow`.

        Parameters
        ----------
        sample : iterable of str
            Some texts, which tell the language if that is "auto"; they are not learnt from.

        Returns
        -------
        self

        Raises
        ------
        SettingError
            If a setting is out of range.
        """
        check_settings(self)
        texts = next(chunks(sample), [])
        if self.language == "auto" and not texts:
            raise SettingError("language='auto' looks at texts: give some to start")
        pairs = PairCounts() if self.phrases else None
        self._analyser, self._words = analyser_of(self, texts), Vocabulary(pairs)
        return self

    def grow(self, texts: Any, cuts: Array | None = None) -> Growth:
        """Work out what texts add to the vocabulary; it does not change until `apply`.

        Parameters
        ----------
        texts : list of str
            The texts.
        cuts : array of int, optional
            Where minibatches begin, and the end; words join with minibatches. None: one.

        Returns
        -------
        Growth
            Counts of the texts, words that join, and the change of the vocabulary.

        Raises
        ------
        InputError
            If there is something else than texts, or if ``cuts`` are not cuts of them.

        Examples
        --------
        >>> text = Vectoriser(min_df=2).start()
        >>> text.apply(text.grow(["rocket in orbit", "rocket waits"]))
        >>> text.apply(text.grow(["orbit reached", "comet near orbit"]))
        >>> text.vocabulary_
        {'rocket': 0, 'orbit': 1}
        """
        read = [text for chunk in chunks(texts) for text in chunk]
        cuts = np.array([0, len(read)]) if cuts is None else np.asarray(cuts)
        if len(cuts) < 2 or cuts[0] != 0 or cuts[-1] != len(read) or (np.diff(cuts) < 0).any():
            raise InputError(
                f"cuts={cuts!r:.60}: expected rising numbers from 0 to {len(read)}, the number of "
                "texts"
            )
        return self.grown(
            self.words_.observed(self.analyser_.tokens(read), self.analyser_.keys), cuts
        )

    def grown(self, observed: Observed, cuts: Array) -> Growth:
        """Work out what observed texts add to the vocabulary, see `grow`.

        Parameters
        ----------
        observed : Observed
            The texts as ``words_`` sees them.
        cuts : array of int
            Where minibatches begin, and the end.

        Returns
        -------
        Growth
            The change.
        """
        return grown(
            self._words,
            observed,
            cuts,
            min_df=self.min_df,
            max_df=self.max_df,
            max_words=0 if isinstance(self.tokenizer, ScikitWords) else self.max_words,
        )

    def begin(self, texts: list[str]) -> Tokens:
        """Learn the words of the first texts of a stream.

        A vocabulary that scikit-learn chooses does not grow afterwards.

        Parameters
        ----------
        texts : list of str
            The texts.

        Returns
        -------
        Tokens
            The texts as places of keys in ``words_``.
        """
        if isinstance(self.tokenizer, ScikitWords):
            self.fit(texts)
            return self.places(texts)
        growth = self.grow(texts)
        self.apply(growth)
        return growth.tokens

    def apply(self, growth: Growth) -> None:
        """Change the vocabulary; applying the same change again makes no difference.

        Parameters
        ----------
        growth : Growth
            The change, of `grow`.
        """
        self._words.apply(growth.delta)

    def renewed(self, before: int, texts: Sequence[str] = ()) -> tuple[Self, Array] | None:
        """Exchange and forget words, and let phrases join, if it is time to do so.

        Words are exchanged once in ``max_words`` documents, and at most half of them. Phrases join
        once in 5,000 documents.

        Parameters
        ----------
        before : int
            Number of documents up to which this has been done.
        texts : sequence of str
            Some of the texts of the stream: new phrases look as these mostly write them. A phrase
            that none of them has looks like its words side by side until the stream has it again.

        Returns
        -------
        (Vectoriser, array of int) or None
            The vectoriser with other words, which takes the place of this one, and the columns
            that have another word now, new columns included; None if nothing changes.
        """
        analyser, words, ids = renewed(self, self.analyser_, self.words_, before, texts)
        if words is self._words:
            return None
        return self.with_words(analyser, words), ids

    def with_words(self, analyser: Analyser, words: Vocabulary) -> Self:
        """Make a vectoriser with the same settings and other words.

        Parameters
        ----------
        analyser : Analyser
            How texts become words.
        words : Vocabulary
            The words, which are not copied.

        Returns
        -------
        Vectoriser
            The other one.
        """
        other = copy(self)
        other._analyser, other._words = analyser, words
        return other

    def _learn(self, texts: Any, *, keep: bool, space: Space = IN_MEMORY) -> KeptTexts:
        """Learn the words; the texts as places of words, if asked for."""
        check_settings(self)
        self._analyser, self._words, read = learn(self, texts, keep=keep, space=space)
        return read

    def _rows(self, read: KeptTexts) -> Iterator[tuple[Array, Array, Array]]:
        """Counts of the words of texts, piece by piece."""
        ids = self._words.id_of.values
        return (kernels.count(tokens, ids) for tokens in read.drain())

    def _in_order(self, read: KeptTexts) -> Iterator[Sequences]:
        ids = np.append(self._words.id_of.values, np.int32(-1))
        for tokens in read.drain():
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

    def encode(self, texts: Any) -> Counts:
        """Counts of the known words of texts, as models take them: the same without a table.

        Parameters
        ----------
        texts : iterable of str
            The texts.

        Returns
        -------
        Counts
            What `transform` gives.
        """
        self._check_fitted()
        rows = [kernels.count(*self._tokens(piece)) for piece in chunks(texts)]
        if len(rows) == 1:  # as most are, and they are to be quick
            return Counts(*rows[0], self._words.n_ids)
        return joined(rows, self._words.n_ids)

    def _tokens(self, texts: list[str]) -> tuple[Tokens, Array]:
        """The tokens of some texts, and the id of each different one."""
        tokens = self._analyser.tokens(texts)
        return tokens, self._words.ids_of(tokens.words, self._analyser.keys)

    def ordered(self, texts: Any) -> Iterator[Array]:
        """Return the columns of the words of each text in their order.

        Parameters
        ----------
        texts : iterable of str
            The texts.

        Returns
        -------
        iterator of arrays of int
            -1 for words without a column.
        """
        for piece in self.in_order(texts):
            yield from np.split(piece.words, piece.ptr[1:-1])

    def in_order(self, texts: Any) -> Iterator[Sequences]:
        """Return the columns of the words of texts in their order, many texts at a time.

        Parameters
        ----------
        texts : iterable of str
            The texts.

        Returns
        -------
        iterator of Sequences
            -1 for words without a column.
        """
        self._check_fitted()
        for piece in chunks(texts):
            tokens, ids = self._tokens(piece)
            yield Sequences(tokens.ptr, ids[tokens.ids])

    def places(self, texts: list[str]) -> Tokens:
        """Return texts as places of keys, also of words that have no column yet.

        Parameters
        ----------
        texts : list of str
            The texts.

        Returns
        -------
        Tokens
            Places of keys in ``words_``, -1 for unknown words and stop words.
        """
        tokens = self._analyser.tokens(texts)
        places = self._words.places_of(tokens.words, self._analyser.keys)
        return Tokens(tokens.ptr, places[tokens.ids].astype(np.int32), [])

    # files ---------------------------------------------------------------------------------

    def to_fields(self) -> tuple[dict[str, Any], dict[str, Array]]:
        """Return settings for JSON, and arrays: all that is needed to go on exactly.

        Returns
        -------
        (dict, dict of arrays)
            Settings and arrays.
        """
        fitted = (self._analyser, self._words) if self.__sklearn_is_fitted__() else None
        return stored(self.get_params(), fitted)

    @classmethod
    def from_fields(
        cls, settings: dict[str, Any], arrays: dict[str, Array], hooks: Hooks = NO_HOOKS
    ) -> Self:
        """Restore a vectoriser.

        Parameters
        ----------
        settings, arrays : dict
            As `to_fields` returned them.
        hooks : Hooks
            The functions that it had, which no file holds.

        Returns
        -------
        Vectoriser
            The same.

        Raises
        ------
        StoreError
            If they do not fit together, or a function is missing.
        """
        try:
            params, fitted = restored(settings, arrays, set(cls().get_params()), hooks)
            self = cls(**params)
            check_settings(self)
        except SettingError as error:
            raise StoreError(f"the vectoriser's settings make no sense: {error}") from None
        if fitted is not None:
            self._analyser, self._words = fitted
        return self

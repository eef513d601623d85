"""Words as a vectoriser of scikit-learn cuts and chooses them.

Its analyser becomes the tokeniser, and its rules choose the vocabulary; all else, counting
included, is done as with our own words. So topics, explanations, streams and files need nothing
special.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from biterms.errors import InputError, MissingExtra, SettingError, StoreError
from biterms.kernels import Tokens

STORED = ("CountVectorizer", "TfidfVectorizer")
_MODULE = "sklearn.feature_extraction.text"
# They are functions, or do not change the words.
_FUNCTIONS = ("tokenizer", "preprocessor")
_UNUSED = ("dtype", "norm", "use_idf", "smooth_idf", "sublinear_tf")


class ScikitWords:
    """A tokenizer made of a CountVectorizer or TfidfVectorizer, which also chooses the words.

    Parameters
    ----------
    vectorizer : CountVectorizer or TfidfVectorizer
        Its settings are used; what it has learnt is not.

    Raises
    ------
    SettingError
        If it does not know its words, or reads files.
    """

    def __init__(self, vectorizer: Any) -> None:
        settings = vectorizer.get_params(deep=False)
        name = type(vectorizer).__name__
        if "vocabulary" not in settings:
            raise SettingError(
                f"text={name}: it forgets which words it counted, so topics would have none; "
                "use CountVectorizer with the same settings"
            )
        if settings.get("input", "content") != "content":
            raise SettingError(f"text={name}: expected input='content', texts and not files")
        self.vectorizer, self._settings = vectorizer, settings
        self._analyse = vectorizer.build_analyzer()

    def __call__(self, text: str) -> Iterable[str]:
        words: list[str] = self._analyse(text)
        return dict.fromkeys(words) if self._settings.get("binary") else words

    def __repr__(self) -> str:
        return " ".join(repr(self.vectorizer).split())

    def chosen(self, keys: Sequence[str], read: Iterable[Tokens]) -> list[str]:
        """The vocabulary that scikit-learn chooses for texts that were cut already.

        Parameters
        ----------
        keys : sequence of str
            All words.
        read : iterable of Tokens
            The texts, as positions in ``keys``.

        Returns
        -------
        list of str
            The words in the order of their columns.

        Raises
        ------
        InputError
            If no word is left.
        """
        from sklearn.feature_extraction.text import CountVectorizer

        if self._settings.get("use_idf") is not None:
            warnings.warn(
                f"{type(self.vectorizer).__name__} chooses the words, but its weights are not "
                "used: topic models count words",
                stacklevel=2,
            )
        limits = {name: self._settings[name] for name in ("min_df", "max_df", "max_features")}
        chooser = CountVectorizer(analyzer=list, vocabulary=self._settings["vocabulary"], **limits)
        try:
            chooser.fit(_documents(keys, read))
        except ValueError as error:
            raise InputError(f"{type(self.vectorizer).__name__}: {error}") from None
        return [str(word) for word in chooser.get_feature_names_out()]

    def state(self) -> dict[str, Any] | None:
        """Its settings for a file, or None if functions are among them."""
        kind = type(self.vectorizer)
        functions = [self._settings[name] for name in _FUNCTIONS]
        named = isinstance(self._settings["analyzer"], str) and functions == [None, None]
        if kind.__module__ != _MODULE or kind.__name__ not in STORED or not named:
            return None
        usual = {name: _plain(value) for name, value in kind().get_params(deep=False).items()}
        given = {name: _plain(v) for name, v in self._settings.items() if name not in _UNUSED}
        changed = {name: value for name, value in given.items() if value != usual[name]}
        return {"kind": kind.__name__, "settings": changed}


def words_from_state(kind: Any, settings: Any) -> ScikitWords:
    """What `ScikitWords.state` gave; whatever is wrong with it is refused."""
    try:
        from sklearn.feature_extraction import text
    except ImportError:
        raise MissingExtra(f"a model that reads texts with a {kind!r:.40}", "sklearn") from None
    if kind not in STORED or not isinstance(settings, dict):
        raise StoreError(f"its vectoriser is {kind!r:.40}, expected {' or '.join(STORED)}")
    params = settings | {
        name: tuple(settings[name]) for name in ["ngram_range"] if name in settings
    }
    if {*params} & {*_FUNCTIONS, *_UNUSED} or not isinstance(params.get("analyzer", ""), str):
        raise StoreError(f"its {kind} has settings that a file cannot hold")
    try:
        made = getattr(text, kind)(**params)
        made._validate_params()
        return ScikitWords(made)
    except (TypeError, ValueError, re.error) as error:
        raise StoreError(f"its {kind} cannot be made: {error}") from None


def is_scikit_learn(text: Any) -> bool:
    """Whether this is a vectoriser of texts as scikit-learn has them."""
    return hasattr(text, "build_analyzer") and hasattr(text, "get_params")


def _documents(keys: Sequence[str], read: Iterable[Tokens]) -> Iterator[list[str]]:
    for tokens in read:
        words, ptr = tokens.ids.tolist(), tokens.ptr.tolist()
        for begin, end in pairwise(ptr):
            yield [keys[place] for place in words[begin:end]]


def _plain(value: Any) -> Any:
    """For JSON; a vocabulary is a list in the order of its columns."""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, Mapping):
        return sorted(map(str, value), key=lambda word: int(value[word]))
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    return list(value) if isinstance(value, tuple | list) else value

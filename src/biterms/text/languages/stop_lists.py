"""The stop words of a language, as they appear in texts that were split into words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import stopwordsiso

from biterms.kernels import Rules
from biterms.text.english import ENGLISH_STOP_WORDS
from biterms.text.languages.catalogue import CODES, language_of_list
from biterms.text.languages.more_stop_words import MORE_STOP_WORDS
from biterms.text.languages.writing import respelt
from biterms.text.tokens import tokens_of

# The English list expects words to be split at the apostrophe, which is not done here.
_NEGATED = (
    "ai are ca could dare did do does had has have is may might must need ought sha should was "
    "were wo would"
)
_CONTRACTIONS = {f"{word}n't" for word in _NEGATED.split()} | {"let's", "y'all"}


def has_stop_words(language: str) -> bool:
    """Whether there is a list of this name; there is one for every stemmer."""
    return language_of_list(language) in CODES


@cache
def stop_words_of(language: str) -> frozenset[str]:
    """The list of a language: for English the one of scikit-learn, with contractions."""
    name = language_of_list(language)
    if name == "english":
        return frozenset(_CONTRACTIONS | ENGLISH_STOP_WORDS)
    code = CODES[name]
    words = {*MORE_STOP_WORDS.get(code, ())}
    if stopwordsiso.has_lang(code):
        words |= stopwordsiso.stopwords(code)
    return as_in_texts(sorted(words), name)


def as_in_texts(words: Iterable[str], language: str | None = None) -> frozenset[str]:
    """Words in the form that they have when a text of the language is split."""
    given = respelt(list(words), language)
    return frozenset(tokens_of(given, Rules(tags=True, urls=True, numbers=True)).words)

"""What makes two strings the same word: how texts are cut, stop words, stems."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, islice
from typing import NamedTuple

import Stemmer

from biterms.kernels import Rules, Tokens
from biterms.text.phrases import Phrases
from biterms.text.stop_words import is_stop_word
from biterms.text.tokens import tokens_of

# Tags, URLs and numbers hold such a sign, words do not.
_NOT_STEMMED = re.compile("[#@./]")
_NO_PHRASES = Phrases()


class Analyser(NamedTuple):
    """From texts to surface forms, and from these to keys: the stems."""

    rules: Rules
    stop_words: frozenset[str]
    language: str | None
    phrases: Phrases = _NO_PHRASES

    def tokens(self, texts: Sequence[str]) -> Tokens:
        """The surface forms of each text in order, stop words included."""
        return self.phrases.joined(tokens_of(texts, self.rules), self.keys)

    def keys(self, surfaces: Sequence[str]) -> list[str | None]:
        """The key of each surface form; None for stop words, which are known by their surface."""
        keys = self._keys(surfaces)
        if self.phrases and (several := [i for i, word in enumerate(surfaces) if " " in word]):
            words = [surfaces[i].split(" ") for i in several]
            parts = iter(self._keys(list(chain.from_iterable(words))))
            for place, own in zip(several, words, strict=True):  # stop words inside are left out
                keys[place] = " ".join(filter(None, islice(parts, len(own))))
        return keys

    def _keys(self, surfaces: Sequence[str]) -> list[str | None]:
        stop = self.stop_words
        # Most words have no apostrophe, and for them a call would be too slow.
        return [
            None if word in stop or ("'" in word and is_stop_word(word, stop)) else key
            for word, key in zip(surfaces, self._stems(surfaces), strict=True)
        ]

    def _stems(self, words: Sequence[str]) -> Sequence[str]:
        """The stem of each word, or the word itself where it has none or is not to be stemmed."""
        if self.language is None or not words:
            return words
        # It is made anew each time, because threads must not share it.
        stems: list[str] = Stemmer.Stemmer(self.language, 0).stemWords(words)
        if any(self.rules) or not all(stems):
            pairs = zip(words, stems, strict=True)
            return [word if _NOT_STEMMED.search(word) else stem or word for word, stem in pairs]
        return stems

"""What makes two strings the same word: how texts are cut, stop words, stems."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import Stemmer

from biterms.kernels import Rules, Tokens
from biterms.text.stop_words import is_stop_word
from biterms.text.tokens import tokens_of

# only tags and URLs hold such a sign
_NOT_STEMMED = re.compile("[#@./]")


class Analyser(NamedTuple):
    """From texts to surface forms, and from these to keys: the stems."""

    rules: Rules
    stop_words: frozenset[str]
    language: str | None

    def tokens(self, texts: Sequence[str]) -> Tokens:
        """The surface forms of each text in order, stop words included."""
        return tokens_of(texts, self.rules)

    def keys(self, surfaces: Sequence[str]) -> list[str | None]:
        """The key of each surface form; None for stop words, which are known by their surface."""
        keys = [None if is_stop_word(word, self.stop_words) else word for word in surfaces]
        if self.language is None:
            return keys
        places = [i for i, key in enumerate(keys) if key and not _NOT_STEMMED.search(key)]
        # a new one each time: it must not be shared by threads
        stems = Stemmer.Stemmer(self.language, 0).stemWords([surfaces[i] for i in places])
        for i, stem in zip(places, stems, strict=True):
            keys[i] = stem or surfaces[i]
        return keys

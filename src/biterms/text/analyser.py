"""What makes two strings the same word: how texts are cut, stop words, stems."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import Stemmer

from biterms.kernels import Rules, Tokens
from biterms.text.cleaning import PLACEHOLDERS, PLAIN, Profile, cleaned, lines_of
from biterms.text.hooks import NO_HOOKS, Hooks
from biterms.text.stop_words import is_stop_word
from biterms.text.tokens import tokens_of_lines

# Tags, URLs, numbers and masks hold such a sign, words do not.
_NOT_STEMMED = re.compile("[#@./<]")


class Analyser(NamedTuple):
    """From texts to surface forms, and from these to keys: the stems."""

    rules: Rules
    stop_words: frozenset[str]
    language: str | None
    profile: Profile = PLAIN
    hooks: Hooks = NO_HOOKS

    def tokens(self, texts: Sequence[str]) -> Tokens:
        """The surface forms of each text in order, stop words included."""
        lines = cleaned(lines_of(self.hooks.preprocessed(texts)), self.profile)
        if self.hooks.tokenizer is None:
            tokens = tokens_of_lines(lines, len(texts), self.rules)
        else:
            tokens = self.hooks.cut(lines.split("\n") if len(texts) else [])
        if not self.profile.masks:
            return tokens
        return tokens._replace(words=[PLACEHOLDERS.get(word, word) for word in tokens.words])

    def keys(self, surfaces: Sequence[str]) -> list[str | None]:
        """The key of each surface form; None for stop words, which are known by their surface."""
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
        if any(self.rules) or self.profile.masks or not all(stems):
            pairs = zip(words, stems, strict=True)
            return [word if _NOT_STEMMED.search(word) else stem or word for word, stem in pairs]
        return stems

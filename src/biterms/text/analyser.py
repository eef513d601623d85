"""What makes two strings the same word: how texts are cut, stop words, stems."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, islice
from typing import NamedTuple

import Stemmer

from biterms import kernels
from biterms.kernels import Rules, Tokens
from biterms.text.cleaning import PLACEHOLDERS, PLAIN, Profile, cleaned, lines_of
from biterms.text.hooks import NO_HOOKS, Hooks
from biterms.text.languages import korean
from biterms.text.languages.catalogue import stemmers
from biterms.text.languages.detect import Found
from biterms.text.languages.segment import segmented
from biterms.text.languages.writing import respelt
from biterms.text.phrases import Phrases
from biterms.text.stop_words import is_stop_word
from biterms.text.tokens import simple_lines

# Tags, URLs, numbers and masks hold such a sign, words do not.
_NOT_STEMMED = re.compile("[#@./<]")
_NO_PHRASES = Phrases()


class Analyser(NamedTuple):
    """From texts to surface forms, and from these to keys: the stems."""

    rules: Rules
    stop_words: frozenset[str]
    language: str | None
    profile: Profile = PLAIN
    hooks: Hooks = NO_HOOKS
    #: Languages without spaces that are cut into words, each with what cuts it.
    segmenters: tuple[tuple[str, str], ...] = ()
    #: What the texts were found to be in, if that was asked for.
    found: Found | None = None
    phrases: Phrases = _NO_PHRASES

    def tokens(self, texts: Sequence[str]) -> Tokens:
        """The surface forms of each text in order, stop words included."""
        return self.cut(self._simple(self.respelt(self._cleaned(texts))), len(texts))

    def words(self, texts: Sequence[str]) -> Tokens:
        """The same for texts whose words have spaces between them in any language."""
        [lines] = respelt([self._cleaned(texts)], self.language)
        return self.cut(self._simple(lines), len(texts))

    def _cleaned(self, texts: Sequence[str]) -> str:
        return cleaned(lines_of(self.hooks.preprocessed(texts)), self.profile)

    def respelt(self, lines: str) -> str:
        """Cleaned texts, one per line, with spaces between words that are the same words anywhere.

        In most languages they are as they were.
        """
        cut = tuple(name for name, _ in self.segmenters)
        [lines] = respelt(segmented([lines], cut, tags=self.rules.tags), self.language)
        return lines

    def _simple(self, lines: str) -> str:
        return simple_lines(lines) if self.hooks.tokenizer is None else lines

    def cut(self, lines: str, n_texts: int) -> Tokens:
        """The tokens of texts, one per line, after `simple_lines`."""
        if self.hooks.tokenizer is None:
            tokens = kernels.split(lines, n_texts, self.rules)
        else:
            tokens = self.hooks.cut(lines.split("\n") if n_texts else [])
        if self.profile.masks:
            words = [PLACEHOLDERS.get(word, word) for word in tokens.words]
            tokens = tokens._replace(words=words)
        return self.phrases.joined(tokens, self.keys)

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

    def described(self) -> str:
        """The language for people: whether it was found, and what cuts it into words."""
        found = "" if self.found is None else f", found: {self.found}"
        cut = "".join(f", {name} cut by {segmenter}" for name, segmenter in self.segmenters)
        return f"{self.language or 'none'}{cut}{found}"

    def _stems(self, words: Sequence[str]) -> Sequence[str]:
        """The stem of each word, or the word itself where it has none or is not to be stemmed."""
        if self.language == "korean":
            return korean.stems(words)
        if self.language not in stemmers() or not words:
            return words
        # It is made anew each time, because threads must not share it.
        stems: list[str] = Stemmer.Stemmer(self.language, 0).stemWords(words)
        pairs = zip(words, stems, strict=True)
        if any(self.rules) or self.profile.masks or not all(stems):
            return [word if _NOT_STEMMED.search(word) else stem or word for word, stem in pairs]
        # A word that is its own stem is remembered once.
        return [word if stem == word else stem for word, stem in pairs]

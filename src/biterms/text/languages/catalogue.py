"""The languages by name: which have stop words, a stemmer, or words without spaces between them."""

from __future__ import annotations

from functools import cache

import Stemmer

#: Codes of ISO 639 in the package of stop words, and of the lists written here.
CODES = {
    "afrikaans": "af",
    "arabic": "ar",
    "armenian": "hy",
    "basque": "eu",
    "bengali": "bn",
    "breton": "br",
    "bulgarian": "bg",
    "catalan": "ca",
    "chinese": "zh",
    "croatian": "hr",
    "czech": "cs",
    "danish": "da",
    "dutch": "nl",
    "english": "en",
    "esperanto": "eo",
    "estonian": "et",
    "finnish": "fi",
    "french": "fr",
    "galician": "gl",
    "german": "de",
    "greek": "el",
    "gujarati": "gu",
    "hausa": "ha",
    "hebrew": "he",
    "hindi": "hi",
    "hungarian": "hu",
    "indonesian": "id",
    "irish": "ga",
    "italian": "it",
    "japanese": "ja",
    "korean": "ko",
    "kurdish": "ku",
    "latin": "la",
    "latvian": "lv",
    "lithuanian": "lt",
    "malay": "ms",
    "marathi": "mr",
    "nepali": "ne",
    "norwegian": "no",
    "persian": "fa",
    "polish": "pl",
    "portuguese": "pt",
    "romanian": "ro",
    "russian": "ru",
    "serbian": "sr",
    "sesotho": "st",
    "slovak": "sk",
    "slovenian": "sl",
    "somali": "so",
    "spanish": "es",
    "swahili": "sw",
    "swedish": "sv",
    "tagalog": "tl",
    "tamil": "ta",
    "thai": "th",
    "turkish": "tr",
    "ukrainian": "uk",
    "urdu": "ur",
    "vietnamese": "vi",
    "yiddish": "yi",
    "yoruba": "yo",
    "zulu": "zu",
}
#: Other stemmers for a language.
_ALIASES = {"porter": "english", "dutch_porter": "dutch"}
#: Written without spaces: an extra of the same name cuts them into words.
WITHOUT_SPACES = ("chinese", "japanese", "thai")


@cache
def stemmers() -> frozenset[str]:
    """The languages that have a stemmer: those of Snowball."""
    return frozenset(Stemmer.algorithms())


@cache
def languages() -> tuple[str, ...]:
    """The names that the setting `language` may have, in order."""
    return tuple(sorted(stemmers() | {*CODES}))


def language_of_list(name: str) -> str:
    """The language whose stop words go with a stemmer: english for porter."""
    return _ALIASES.get(name, name)

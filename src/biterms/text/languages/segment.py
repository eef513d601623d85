"""Words of languages that are written without spaces, cut by dedicated segmenters.

Only runs of the letters of such a language are cut, before the text is split like any other, so a
text may be in several languages. Segmenters come with extras named like their languages.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version

from biterms.errors import MissingExtra
from biterms.text.languages.catalogue import WITHOUT_SPACES

Cutter = Callable[[str], list[tuple[str, str]]]

_HAN = "\u3005\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_KANA = "\u3041-\u3096\u309d-\u309f\u30a1-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_LETTERS = {"chinese": _HAN, "japanese": _HAN + _KANA, "thai": "\u0e01-\u0e3a\u0e40-\u0e4e"}
_PACKAGES = {"chinese": "rjieba", "japanese": "SudachiPy", "thai": "newmm-tokenizer"}
#: Some segmenters take more than proportional time, and one has a limit.
_LONGEST = 200


def segmenter(language: str) -> str:
    """Name and version of what cuts a language into words.

    Raises
    ------
    MissingExtra
        If it is not installed.
    """
    try:
        found = f"{_PACKAGES[language]} {version(_PACKAGES[language])}"
        return f"{found} ({version('SudachiDict-small')})" if language == "japanese" else found
    except PackageNotFoundError:
        raise MissingExtra(f"cutting {language.capitalize()} into words", language) from None


def is_installed(language: str) -> bool:
    """Whether texts of a language that is written without spaces can be cut."""
    try:
        return bool(segmenter(language))
    except MissingExtra:
        return False


def segmented(texts: Sequence[str], languages: tuple[str, ...], *, tags: bool) -> Sequence[str]:
    """Texts with spaces between the words of some languages; with ``tags`` these stay whole.

    Parameters
    ----------
    texts : sequence of str
        The texts.
    languages : tuple of str
        Some of those written without spaces. Chinese signs beside Japanese ones are Japanese.
    tags : bool
        Whether ``#`` or ``@`` makes what follows one word.
    """
    if not languages:
        return texts
    pattern = _pattern(languages, tags)

    def spaced(match: re.Match[str]) -> str:
        run = match[0]
        return run if run[0] in "#@＃＠" else _spaced(_language(run, languages), run)

    return [text if text.isascii() else pattern.sub(spaced, text) for text in texts]


@cache
def _pattern(languages: tuple[str, ...], tags: bool) -> re.Pattern[str]:
    runs = [f"[{_LETTERS[name]}]{{1,{_LONGEST}}}" for name in _in_order(languages)]
    return re.compile("|".join([r"[#@＃＠]\w+", *runs] if tags else runs))


def _in_order(languages: tuple[str, ...]) -> list[str]:
    """A run of Japanese is longer than the Chinese signs it begins with."""
    return [name for name in reversed(WITHOUT_SPACES) if name in languages]


@lru_cache(maxsize=1 << 16)
def _spaced(language: str, run: str) -> str:
    return f" {' '.join(word for _, word in words_of(run, language))} "


def words_of(run: str, language: str) -> list[tuple[str, str]]:
    """The words of a run of letters: each as it is written, and as it stands in a dictionary.

    The two differ in Japanese, whose verbs and adjectives have endings that are words here.

    Raises
    ------
    MissingExtra
        If what cuts the language is not installed.
    """
    return _cutter(language)(run)


def _language(run: str, languages: tuple[str, ...]) -> str:
    if "\u0e01" <= run[0] <= "\u0e4e":
        return "thai"
    if "chinese" not in languages:
        return "japanese"
    return "japanese" if "japanese" in languages and _kana().search(run) else "chinese"


@cache
def _kana() -> re.Pattern[str]:
    return re.compile(f"[{_KANA}]")


@cache
def _cutter(language: str) -> Cutter:
    segmenter(language)
    return {"chinese": _chinese, "japanese": _japanese, "thai": _thai}[language]()


def _chinese() -> Cutter:
    from rjieba import cut

    # The hidden Markov model finds names that are in no dictionary, and joins too many words.
    return lambda run: [(word, word) for word in cut(run, False)]


def _japanese() -> Cutter:
    from sudachipy import Dictionary, SplitMode

    dictionary, local = Dictionary(dict="small"), threading.local()

    def cut(run: str) -> list[tuple[str, str]]:
        if not hasattr(local, "tokenizer"):  # threads must not share it
            local.tokenizer = dictionary.tokenizer(SplitMode.A)
        words = local.tokenizer.tokenize(run)
        return [(word.surface(), word.dictionary_form()) for word in words]

    return cut


def _thai() -> Cutter:
    from newmm_tokenizer.tokenizer import word_tokenize

    return lambda run: [(word, word) for word in word_tokenize(run)]

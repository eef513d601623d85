"""Stop words: the English list of the package, a file, or words from the user."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from biterms.errors import SettingError
from biterms.kernels import Rules
from biterms.text.tokens import tokens_of

LARGEST_FILE = 10_000_000

# The list is made for words that are cut at the apostrophe, which ours are not.
_NEGATED = (
    "ai are ca could dare did do does had has have is may might must need ought sha should was "
    "were wo would"
)
_CONTRACTED = {f"{word}n't" for word in _NEGATED.split()} | {"let's", "y'all"}
_EXPECTED = "'english', the path of a file with one word per line, a list of words, or None"
_ENDINGS = frozenset(["s", "re", "ve", "ll", "d", "m"])


def check_stop_words(given: Any) -> None:
    """Refuse what cannot be stop words; a file is not looked at yet."""
    if given is None or isinstance(given, str | os.PathLike):
        return
    if not isinstance(given, Collection) or not all(isinstance(word, str) for word in given):
        raise SettingError(f"stop_words={given!r:.60}: expected {_EXPECTED}")


def read_stop_words(given: Any) -> frozenset[str]:
    """The words as texts would hold them."""
    check_stop_words(given)
    if given is None:
        return frozenset()
    if isinstance(given, str) and given == "english":
        return frozenset(_CONTRACTED | _english())
    return _as_in_texts(_read_file(Path(given)) if isinstance(given, str | os.PathLike) else given)


@cache
def _english() -> frozenset[str]:
    path = resources.files("biterms.text") / "english_stop_words.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def is_stop_word(word: str, known: frozenset[str]) -> bool:
    """Also a known word with a verb behind an apostrophe: it's, who'd, they've."""
    if word in known:
        return True
    start, _, end = word.rpartition("'")
    return end in _ENDINGS and start in known


def _as_in_texts(words: Iterable[str]) -> frozenset[str]:
    return frozenset(tokens_of(list(words), Rules(tags=True, urls=True, numbers=True)).words)


def _read_file(path: Path) -> list[str]:
    if not path.is_file():
        raise SettingError(f"stop_words='{path}': no such file; expected {_EXPECTED}")
    if path.stat().st_size > LARGEST_FILE:
        raise SettingError(
            f"stop_words='{path}': the file has more than {LARGEST_FILE:,} bytes, which no list "
            "of stop words has; give a text file with one word per line"
        )
    return path.read_text(encoding="utf-8-sig", errors="replace").splitlines()

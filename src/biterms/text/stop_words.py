"""Stop words, which say nothing about the subject of a text: built in, from a file or given."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from biterms.errors import SettingError
from biterms.kernels import Rules
from biterms.text.english import ENGLISH_STOP_WORDS
from biterms.text.tokens import tokens_of

MAX_FILE_BYTES = 10_000_000

# The English list expects words to be split at the apostrophe, which is not done here.
_NEGATED = (
    "ai are ca could dare did do does had has have is may might must need ought sha should was "
    "were wo would"
)
_CONTRACTIONS = {f"{word}n't" for word in _NEGATED.split()} | {"let's", "y'all"}
_EXPECTED = "'english', the path of a file with one word per line, a list of words, or None"
_ENDINGS = frozenset(["s", "re", "ve", "ll", "d", "m"])


def check_stop_words(given: Any) -> None:
    """Check the setting `stop_words`; a file is not opened yet.

    Parameters
    ----------
    given : object
        The value of the setting.

    Raises
    ------
    SettingError
        If it is neither a text, a path, a collection of texts nor None.
    """
    if given is None or isinstance(given, str | os.PathLike):
        return
    if not isinstance(given, Collection) or not all(isinstance(word, str) for word in given):
        raise SettingError(f"stop_words={given!r:.60}: expected {_EXPECTED}")


def read_stop_words(given: Any) -> frozenset[str]:
    """Return the stop words as they appear in texts that were split into words.

    Parameters
    ----------
    given : {'english'}, str, path-like, collection of str or None
        The built-in list, a file with one word per line, or the words.

    Returns
    -------
    frozenset of str
        The words; empty for None.

    Raises
    ------
    SettingError
        If `given` is none of these, or the file does not exist or is too large for a word list.

    Examples
    --------
    >>> sorted(read_stop_words(["The", "AND"]))
    ['and', 'the']
    >>> "don't" in read_stop_words("english")
    True
    """
    check_stop_words(given)
    if given is None:
        return frozenset()
    if isinstance(given, str) and given == "english":
        return frozenset(_CONTRACTIONS | ENGLISH_STOP_WORDS)
    return _as_in_texts(_read_file(Path(given)) if isinstance(given, str | os.PathLike) else given)


def is_stop_word(word: str, stop_words: frozenset[str]) -> bool:
    """Say whether a word is a stop word, or one with a verb after an apostrophe (it's, they've).

    Parameters
    ----------
    word : str
        A word as it appears in a text.
    stop_words : frozenset of str
        What `read_stop_words` returned.

    Returns
    -------
    bool
        True for a stop word.
    """
    if word in stop_words:
        return True
    start, _, end = word.rpartition("'")
    return end in _ENDINGS and start in stop_words


def _as_in_texts(words: Iterable[str]) -> frozenset[str]:
    return frozenset(tokens_of(list(words), Rules(tags=True, urls=True, numbers=True)).words)


def _read_file(path: Path) -> list[str]:
    if not path.is_file():
        raise SettingError(f"stop_words='{path}': no such file; expected {_EXPECTED}")
    if path.stat().st_size > MAX_FILE_BYTES:
        raise SettingError(
            f"stop_words='{path}': the file has more than {MAX_FILE_BYTES:,} bytes, which no list "
            "of stop words has; give a text file with one word per line"
        )
    return path.read_text(encoding="utf-8-sig", errors="replace").splitlines()

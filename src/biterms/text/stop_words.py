"""Stop words, which say nothing about the subject of a text: of a language, a file or a list."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from biterms.errors import SettingError
from biterms.text.languages.stop_lists import as_in_texts, has_stop_words, stop_words_of

MAX_FILE_BYTES = 10_000_000

_EXPECTED = (
    "'auto', a language such as 'german', the path of a file with one word per line, a list of "
    "words, or None"
)
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


def read_stop_words(given: Any, languages: Sequence[str] = ("english",)) -> frozenset[str]:
    """Return the stop words as they appear in texts that were split into words.

    Parameters
    ----------
    given : {'auto'}, str, path-like, collection of str or None
        The lists of ``languages``, the list of another language, a file with one word per line, or
        the words.
    languages : sequence of str
        What the texts are in.

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
    if isinstance(given, str) and given == "auto":
        return frozenset().union(*(stop_words_of(name) for name in languages))
    if isinstance(given, str) and has_stop_words(given):
        return stop_words_of(given)
    words = _read_file(Path(given)) if isinstance(given, str | os.PathLike) else given
    return as_in_texts(words, languages[0])


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


def _read_file(path: Path) -> list[str]:
    if not path.is_file():
        raise SettingError(f"stop_words='{path}': no such file or language; expected {_EXPECTED}")
    if path.stat().st_size > MAX_FILE_BYTES:
        raise SettingError(
            f"stop_words='{path}': the file has more than {MAX_FILE_BYTES:,} bytes, which no list "
            "of stop words has; give a text file with one word per line"
        )
    return path.read_text(encoding="utf-8-sig", errors="replace").splitlines()

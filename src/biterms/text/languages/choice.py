"""What the settings mean for some texts: their language, its stop words, and what cuts it."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import NamedTuple

from biterms.errors import LanguageWarning
from biterms.text.languages.catalogue import WITHOUT_SPACES, language_of_list
from biterms.text.languages.detect import Found, covered_by, languages_of, spread, unspaced_in
from biterms.text.languages.segment import is_installed, segmenter
from biterms.text.languages.stop_lists import stop_words_of

#: Without settings or a clear language.
USUAL = "english"
#: Texts have a language if so many of their words are its stop words; then nothing else is tried.
_PLAIN, _GLANCE = 0.15, 200


class Choice(NamedTuple):
    """How texts are read.

    Parameters
    ----------
    language : str or None
        The language of the stemmer; None for none.
    spoken : tuple of str
        The languages whose stop words are left out, and which are cut if they have no spaces.
    segmenters : tuple of (str, str)
        Languages that are cut into words, and the names and versions of what cuts them.
    found : Found, optional
        What texts were found to be in, if that was asked for.
    """

    language: str | None
    spoken: tuple[str, ...]
    segmenters: tuple[tuple[str, str], ...] = ()
    found: Found | None = None


def choose(language: str | None, texts: Sequence[str]) -> Choice:
    """Read the setting `language`; `"auto"` looks at the texts, which are the first ones.

    Raises
    ------
    MissingExtra
        If the language has no spaces, and what cuts it is not installed.
    """
    if language != "auto":
        given = (language or USUAL,)
        return Choice(language, given, _segmenters(given))
    found = languages_of(texts)
    if found.main is None:
        _warn(f"language='auto': not clear ({found}), so {USUAL} is assumed; name the language")
        return Choice(USUAL, (USUAL,), found=found)
    for name in filter(_hides, found.present[1:]):
        _warn(_without_spaces(name, found))
    spoken = (found.main, *(name for name in found.present[1:] if not _hides(name)))
    return Choice(found.main, spoken, _segmenters(spoken), found)


def warn_of_others(choice: Choice, texts: Sequence[str], *, stems_only: bool = False) -> None:
    """Warn if texts are in another language than the one that was set; it costs little if not.

    Parameters
    ----------
    choice : Choice
        What was set.
    texts : sequence of str
        The first texts.
    stems_only : bool
        Whether the user has given the stop words.
    """
    glance, expected = spread(texts, _GLANCE), choice.spoken[0]
    cut = {name for name, _ in choice.segmenters}
    if covered_by(glance, stop_words_of(expected)) >= _PLAIN and not unspaced_in(glance) - cut:
        return
    found = languages_of(texts)
    for name in found.present:
        if name in WITHOUT_SPACES and name not in cut:
            _warn(_without_spaces(name, found))
            return
    main = found.main
    if main in (None, language_of_list(expected)) or (choice.language is None and stems_only):
        return
    _warn(
        f"{found.shares[main or '']:.0%} of {found.texts:,} texts look {str(main).capitalize()}, "
        f"but are read as {expected.capitalize()} (stems, stop words): set language={main!r}, "
        "or language='auto'"
    )


def _segmenters(languages: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((name, segmenter(name)) for name in languages if name in WITHOUT_SPACES)


def _hides(language: str) -> bool:
    """Whether the words of a language cannot be found, for want of an extra."""
    return language in WITHOUT_SPACES and not is_installed(language)


def _without_spaces(name: str, found: Found) -> str:
    extra = "" if is_installed(name) else f", after pip install 'biterms[{name}]'"
    return (
        f"{found.shares[name]:.0%} of {found.texts:,} texts look {name.capitalize()}, which is "
        "written without spaces, so that a whole sentence is taken for one word: set "
        f"language={name!r} or language='auto'{extra}"
    )


def _warn(message: str) -> None:
    warnings.warn(message, LanguageWarning, stacklevel=2)

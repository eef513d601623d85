"""Checks of the vectoriser's settings, made when learning starts: constructors only store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from biterms.errors import SettingError
from biterms.settings import check_bool, check_whole
from biterms.text.cleaning import check_profile
from biterms.text.hooks import check_hook
from biterms.text.languages.catalogue import languages
from biterms.text.stop_words import check_stop_words

if TYPE_CHECKING:
    from biterms.text.vectoriser import Vectoriser

#: waiting words that are remembered; of a vocabulary that follows its stream for each of its words,
#: and at least
MOST_CANDIDATES, FOR_EACH_WORD, LEAST_CANDIDATES = 1_000_000, 4, 10_000


def check_settings(text: Vectoriser) -> None:
    """Check all settings of a vectoriser; a file of stop words is read later.

    Parameters
    ----------
    text : Vectoriser
        The vectoriser.

    Raises
    ------
    SettingError
        If a setting has a value that it cannot have, or two settings contradict each other.
    """
    check_language(text.language)
    check_stop_words(text.stop_words)
    check_profile(text.profile)
    check_hook("tokenizer", text.tokenizer)
    check_hook("preprocess", text.preprocess)
    check_whole("min_df", text.min_df)
    for name in ("candidates", "max_words"):
        if getattr(text, name) is not None:
            check_whole(name, getattr(text, name))
    _check_max_df(text.max_df, text.min_df)
    for name in ("tags", "urls", "numbers", "prune", "phrases"):
        check_bool(name, getattr(text, name))
    if text.prune and text.max_words is None:
        raise SettingError(
            "prune=True without max_words: there is no limit to stay below; set max_words"
        )


def most_candidates(text: Vectoriser) -> int:
    """Say how many waiting words are remembered.

    Parameters
    ----------
    text : Vectoriser
        The vectoriser, whose settings have been checked.

    Returns
    -------
    int
        The number.
    """
    if text.candidates is not None:
        return int(text.candidates)
    if text.prune and text.max_words is not None:
        return max(FOR_EACH_WORD * int(text.max_words), LEAST_CANDIDATES)
    return MOST_CANDIDATES


def check_language(language: Any) -> None:
    """Check the name of a language.

    Parameters
    ----------
    language : object
        The value of the setting `language`.

    Raises
    ------
    SettingError
        If it is neither None nor "auto" nor a language that has a stemmer or stop words.
    """
    if language is not None and language != "auto" and language not in languages():
        raise SettingError(
            f"language={language!r:.40}: expected 'auto', None (no stemming) or one of "
            f"{', '.join(languages())}"
        )


def _check_max_df(value: Any, min_df: int) -> None:
    if isinstance(value, float | np.floating):
        if not 0 < value <= 1:
            raise SettingError(
                f"max_df={value!r}: expected a share of the documents, above 0 and at most 1.0, or "
                "a whole number of documents"
            )
        return
    try:
        check_whole("max_df", value)
    except SettingError as error:
        raise SettingError(f"{error}; a share is a float, such as 1.0 for all documents") from None
    if value < min_df:
        raise SettingError(
            f"max_df={value} is less than min_df={min_df}, so no word would be kept; expected at "
            "least min_df"
        )

"""Settings of the vectoriser: checked when learning begins, since constructors only store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import Stemmer

from biterms.errors import SettingError
from biterms.text.stop_words import check_stop_words

if TYPE_CHECKING:
    from biterms.text.vectoriser import Vectoriser


def check_settings(text: Vectoriser) -> None:
    """Refuse what makes no sense; a file of stop words is read later."""
    check_language(text.language)
    check_stop_words(text.stop_words)
    _check_whole("min_df", text.min_df)
    _check_whole("candidates", text.candidates)
    if text.max_words is not None:
        _check_whole("max_words", text.max_words)
    _check_max_df(text.max_df, text.min_df)
    for name in ("tags", "urls", "numbers", "prune"):
        if not isinstance(value := getattr(text, name), bool | np.bool_):
            raise SettingError(f"{name}={value!r:.40}: expected True or False")
    if text.prune and text.max_words is None:
        raise SettingError("prune=True without max_words: there is always room; set max_words")


def check_language(language: Any) -> None:
    """Refuse what the stemmer does not know."""
    if language is not None and language not in Stemmer.algorithms():
        raise SettingError(
            f"language={language!r:.40}: expected None (no stemming) or one of "
            f"{', '.join(Stemmer.algorithms())}"
        )


def _check_max_df(value: Any, min_df: int) -> None:
    if not isinstance(value, float | np.floating):
        _check_whole("max_df", value, "; a share is a float, as 1.0 for all documents")
        if value < min_df:
            raise SettingError(f"max_df={value} is less than min_df={min_df}: no word fits")
    elif not 0 < value <= 1:
        raise SettingError(
            f"max_df={value!r}: expected a share of the documents, above 0 and at most 1.0, or a "
            "whole number of documents"
        )


def _check_whole(name: str, value: Any, more: str = "") -> None:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise SettingError(f"{name}={value!r:.40}: expected a whole number of at least 1{more}")

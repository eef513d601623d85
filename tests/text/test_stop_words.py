"""Stop words: the built-in list. Files and given lists are tested with the vectoriser."""

from __future__ import annotations

from sklearn.feature_extraction import text

from biterms.text.english import ENGLISH_STOP_WORDS


def test_the_english_list_is_that_of_scikit_learn() -> None:
    assert ENGLISH_STOP_WORDS == text.ENGLISH_STOP_WORDS

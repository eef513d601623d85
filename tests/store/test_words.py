"""Words as bytes and back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.errors import StoreError
from biterms.store import bytes_of_words, words_of_bytes


@given(st.lists(st.text(st.characters())))
def test_any_words_come_back(words: list[str]) -> None:
    assert words_of_bytes(bytes_of_words(words)) == words


def test_broken_unicode_comes_back() -> None:
    assert words_of_bytes(bytes_of_words(["a\ud800", "", "\x00\n"])) == ["a\ud800", "", "\x00\n"]


@pytest.mark.parametrize(
    "data",
    [
        np.array([97], dtype=np.uint8),
        np.array([0x80, 0xFF], dtype=np.uint8),
        np.array([[97, 0xFF]], dtype=np.uint8),
        np.array([97, 255], dtype=np.int32),
    ],
    ids=["no end", "not UTF-8", "table", "type"],
)
def test_what_is_no_list_of_words_is_refused(data: np.ndarray) -> None:
    with pytest.raises(StoreError, match="words"):
        words_of_bytes(data)

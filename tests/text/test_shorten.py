"""Shortening between letters as a reader sees them; tests/report compares it with a browser."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.text.shorten import shorten

FAMILY = "👩‍👩‍👧‍👦"


@given(st.text(), st.integers(1, 20))
def test_it_is_the_text_or_its_beginning_and_never_too_long(text: str, length: int) -> None:
    short = shorten(text, length)
    assert len(short) <= length
    assert short == text or text.startswith(short[:-1])
    assert (short == text) == (len(text) <= length) or text == short[:-1] + "…"


@pytest.mark.parametrize(
    ("text", "length", "expected"),
    [
        ("twelve chars", 12, "twelve chars"),
        ("twelve chars", 8, "twelve…"),
        (FAMILY * 3, 15, FAMILY * 2 + "…"),
        (FAMILY * 3, 14, FAMILY + "…"),
        ("🇫🇷🇩🇪🇮🇹", 5, "🇫🇷🇩🇪…"),
        ("🇫🇷🇩🇪🇮🇹", 4, "🇫🇷…"),
        ("👍🏽👍🏽👍🏽", 4, "👍🏽…"),
        ("abe\u0301\u0323c", 4, "ab…"),
        ("\u1100\u1161\u11a8\u1100\u1161", 3, "\u1100\u1161…"),
        ("a" + "\u0301" * 99, 10, "a" + "\u0301" * 8 + "…"),
        ("xy", 1, "…"),
    ],
)
def test_letters_are_not_cut(text: str, length: int, expected: str) -> None:
    assert shorten(text, length) == expected

"""The memory of texts says what a set of all texts would say, as long as it reaches."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from biterms.text import duplicates
from biterms.text.cleaning import PROFILES
from biterms.text.duplicates import Memory, Seen, hashes_of

DEFAULT = PROFILES["default"]
numbers = st.lists(st.integers(-6, 6), max_size=40)


def naive(given: list[int], half: int) -> tuple[list[bool], list[list[int]]]:
    """One number after the other; 0 is none."""
    older: set[int] = set()
    younger: set[int] = set()
    new = []
    for number in given:
        new.append(number != 0 and number not in older | younger)
        if new[-1]:
            younger.add(number)
        if len(younger) == half:
            older, younger = younger, set()
    return new, [sorted(older), sorted(younger)]


@given(numbers, st.integers(1, 5), st.integers(1, 4), st.integers(1, 9))
def test_it_remembers_whatever_the_pieces_are(
    given: list[int], half: int, last: int, size: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(duplicates, "HALF", half)
        patch.setattr(duplicates, "LAST", last)
        memory, found = Memory(), []
        for at in range(0, len(given), size):
            memory, new = memory.after(np.array(given[at : at + size], dtype=np.int64))
            found += new.tolist()
    expected, halves = naive(given, half)
    assert found == expected
    assert [half.tolist() for half in memory.halves()] == halves


SAME = [
    "Storm hits the coast",
    "storm hits  the coast!",
    "STORM hits the coast https://example.org/a?b=1",
    "“Storm” hits\nthe coast…",
    "Storm hits the&nbsp;coast",
    "Ｓtorm hits the coast",
]
OTHERS = ["Storm hits the coasts", "Storm hits the coast 2", "Storm höhe", "कि", "की", "👍", "👎"]


def test_texts_are_the_same_but_for_case_space_urls_and_punctuation() -> None:
    seen, fresh = Seen().after(hashes_of([*SAME, *OTHERS], DEFAULT))
    assert fresh.tolist() == [True] + [False] * (len(SAME) - 1) + [True] * len(OTHERS)
    assert (seen.texts, seen.duplicates, seen.exact) == (len(SAME) + len(OTHERS), len(SAME) - 1, 0)


def test_exact_ones_are_counted_apart() -> None:
    seen, _ = Seen().after(hashes_of(["Late goal", "late goal", "late goal", "Late goal"], DEFAULT))
    assert (seen.duplicates, seen.exact) == (3, 2)


def test_texts_without_words_are_no_duplicates() -> None:
    seen, fresh = Seen().after(hashes_of(["", "", "...", "http://a.b", "?!"], DEFAULT))
    assert (seen.texts, seen.duplicates, fresh.all()) == (5, 0, True)


def test_retweets_are_duplicates_where_they_are_cleaned() -> None:
    texts = ["late goal wins", "RT @joe: late goal wins"]
    assert Seen().after(hashes_of(texts, PROFILES["tweets"]))[0].duplicates == 1
    assert Seen().after(hashes_of(texts, DEFAULT))[0].duplicates == 0


@given(st.lists(st.text("ab. é", max_size=3), max_size=30))
def test_counts_are_those_of_all_texts(texts: list[str]) -> None:
    bare = [text.replace(".", "").replace(" ", "") for text in texts]
    words = Counter(text for text in bare if text)
    letters = Counter(text for text, left in zip(texts, bare, strict=True) if left)
    seen, fresh = Seen().after(hashes_of(texts, DEFAULT))
    assert seen.duplicates == words.total() - len(words)
    assert seen.exact == letters.total() - len(letters)
    assert int(fresh.sum()) == len(texts) - seen.duplicates
    younger = seen.keys.halves()[1]
    assert_array_equal(younger, np.unique(younger))

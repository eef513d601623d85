"""Words by their letters: the compiled table = its twin, a dictionary."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.kernels import Spelled, _native, compiled_slots, reference_slots

words_of = st.lists(st.text(max_size=12) | st.sampled_from(["a", "ab", "\n", ""]), unique=True)


@given(words_of)
def test_words_are_spelled_out(words: list[str]) -> None:
    assert [*Spelled.of(words).each()] == words


def test_half_of_a_character_is_spelled_out() -> None:
    assert Spelled.of(["a", "\ud800", "b\udfff"]).word(2) == "b\udfff"


@given(words_of, words_of, st.integers(0, 9))
def test_compiled_is_its_twin(known: list[str], words: list[str], later: int) -> None:
    first = max(0, len(known) - later)  # some of the words come later
    table = np.full(1 << len(known).bit_length(), -1, dtype=np.int32)
    compiled_slots.place_words(Spelled.of(known[:first]), table, 0)
    compiled_slots.place_words(Spelled.of(known), table, first)
    every = Spelled.of([*words, *known])
    expected = reference_slots.find_words(every, Spelled.of(known), table)
    assert compiled_slots.find_words(every, Spelled.of(known), table).tolist() == expected.tolist()


def test_many_words_are_found() -> None:
    known = [f"word {i}" for i in range(5000)]
    table = np.full(1 << 13, -1, dtype=np.int32)
    compiled_slots.place_words(Spelled.of(known), table, 0)
    found = compiled_slots.find_words(Spelled.of([*known[::-1], "other"]), Spelled.of(known), table)
    assert found.tolist() == [*range(4999, -1, -1), -1]


@given(st.lists(words_of.filter(bool), min_size=1, max_size=3), st.data())
def test_words_are_written_one_after_the_other(parts: list[list[str]], data: st.DataObject) -> None:
    every = [word for part in parts for word in part]
    numbers = data.draw(st.lists(st.integers(0, len(every) - 1)))
    words, chosen = Spelled.joined([*map(Spelled.of, parts)]), np.array(numbers, dtype=np.int32)
    expected = "".join(every[number] for number in numbers).encode("utf8", "surrogatepass")
    assert compiled_slots.spell(words, chosen) == expected
    assert reference_slots.spell(words, chosen) == expected


def test_words_that_are_not_there_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="numbers of the words"):
        _native.spell(*Spelled.of(["a"]), np.array([1], dtype=np.int32), np.zeros(9, np.uint8))
    with pytest.raises(ValueError, match="room for all words"):
        _native.spell(*Spelled.of(["ab"]), np.array([0], dtype=np.int32), np.zeros(1, np.uint8))


@pytest.mark.parametrize(
    ("ends", "table", "message"),
    [
        ([1, 9], [-1, -1, -1, -1], "rise within the letters"),
        ([1, 1], [-1, -1, -1, -1], "rise within the letters"),
        ([1, 3], [-1, -1, -1], "a power of two above the number of words"),
        ([1, 3], [-1, -1], "a power of two above the number of words"),
    ],
)
def test_what_points_nowhere_is_refused(ends: list[int], table: list[int], message: str) -> None:
    spelled = Spelled(np.frombuffer(b"a\nb", dtype=np.uint8), np.array(ends))
    with pytest.raises(ValueError, match=message):
        compiled_slots.place_words(spelled, np.array(table, dtype=np.int32), 0)


def test_a_table_of_other_words_is_refused() -> None:
    known, table = Spelled.of(["a"]), np.array([5, 5], dtype=np.int32)
    with pytest.raises(ValueError, match="numbers of words"):
        compiled_slots.find_words(Spelled.of(["b"]), known, table)

"""Records become bytes and come back, whatever their fields are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms import Record, StoreError
from biterms.streams.packed import packed, unpacked

# also halves of surrogate pairs, which file names and broken JSON bring with them
letters = st.text(st.characters(codec=None, exclude_categories=()), max_size=6)
fields = st.none() | letters
records = st.lists(st.builds(Record, letters, letters, fields, fields), max_size=8)


@given(records, st.sampled_from([0, 1]))
def test_records_come_back(some: list[Record], level: int) -> None:
    assert unpacked(packed(some, level), len(some)) == some


@given(records.filter(len), st.integers(0, 10**6), st.sampled_from([0, 1]))
def test_damaged_bytes_are_refused_or_the_same(some: list[Record], at: int, level: int) -> None:
    data = bytearray(packed(some, level))
    data[at % len(data)] ^= 0x55
    try:
        found = unpacked(bytes(data), len(some))
    except StoreError:
        return
    assert found == some


def test_another_number_of_records_is_refused() -> None:
    with pytest.raises(StoreError, match="damaged"):
        unpacked(packed([Record("goal", "1", None, None)] * 3), 2)

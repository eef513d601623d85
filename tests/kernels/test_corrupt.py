"""Every entry of the extension with arrays that are wrong: an exception, never a wild write."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import biterms.kernels
from biterms.kernels import Counts, Lazy, compiled
from tests.examples import examples
from tests.kernels.entries import ENTRIES, Rounds, Written

REFUSED = (ValueError, TypeError, MemoryError, OverflowError)
EXTREME = (-(2**63), -(2**31), -2, -1, 0, 1, 2, 3, 4, 5, 6, 100, 2**31 - 1, 2**31, 2**62)
CAST = (np.int64, np.int32, np.float64, np.float32, np.uint8)


def test_every_entry_is_here() -> None:
    stub = Path(biterms.kernels.__file__).with_name("_native.pyi").read_text()
    assert set(re.findall(r"def (\w+)", stub)) - {"isa", "looks"} == set(ENTRIES)


def called(name: str, arguments: list[Any]) -> None:
    """The call; what stands beside the arrays that it writes to must stay."""
    entry, _ = ENTRIES[name]
    try:
        entry(*(a.array if isinstance(a, Written) else a for a in arguments))
    finally:
        assert all(a.intact() for a in arguments if isinstance(a, Written))


@pytest.mark.parametrize("name", ENTRIES)
def test_what_is_right_is_taken(name: str) -> None:
    called(name, ENTRIES[name][1]())


def resized(values: np.ndarray, by: int) -> np.ndarray:
    """Shorter or longer along the first axis."""
    return values[:by] if by < 0 else np.concatenate([values, values[:by]])


@st.composite
def wrong_array(draw: st.DrawFn, values: np.ndarray) -> np.ndarray:
    """The array with other numbers, another size, type or layout."""
    kind = draw(
        st.sampled_from(["numbers", "numbers", "numbers", "size", "type", "layout", "order"])
    )
    values = values.copy()
    if kind == "numbers":
        for _ in range(draw(st.integers(1, 2)) if values.size else 0):
            at, number = draw(st.integers(0, values.size - 1)), draw(st.sampled_from(EXTREME))
            wild = draw(st.sampled_from([np.nan, np.inf, -1.0, 1e30, 1e-40]))
            limits = np.iinfo(values.dtype) if values.dtype.kind in "iu" else None
            values.flat[at] = wild if limits is None else min(max(number, limits.min), limits.max)
    if kind == "size":
        values = resized(values, draw(st.sampled_from([-2, -1, 1])))
    if kind == "type":
        with np.errstate(invalid="ignore"):
            values = values.astype(draw(st.sampled_from(CAST)))
    if kind == "layout":
        values = np.repeat(values, 2, axis=-1)[..., ::2]
    if kind == "order":
        values = values[::-1].copy()
    return values


@st.composite
def wrong_arguments(draw: st.DrawFn, name: str) -> list[Any]:
    """One or two arguments of the call are replaced."""
    arguments = ENTRIES[name][1]()
    for _ in range(draw(st.integers(1, 2))):
        at = draw(st.integers(0, len(arguments) - 1))
        given = arguments[at]
        if isinstance(given, Written):
            shape = (max(0, given.array.shape[0] + draw(st.sampled_from([-1, 1]))),)
            arguments[at] = Written(shape + given.array.shape[1:], given.array.dtype)
        elif isinstance(given, np.ndarray):
            arguments[at] = draw(wrong_array(given))
        elif isinstance(given, Rounds):
            arguments[at] = draw(st.sampled_from([-(2**31), -1, 0, 1, 100, 2**62]))
        elif isinstance(given, int) and not isinstance(given, bool):
            arguments[at] = draw(st.sampled_from(EXTREME))
        elif isinstance(given, float):
            arguments[at] = draw(st.sampled_from([np.nan, np.inf, -np.inf, 0.0, -1.0, 1e300]))
        elif isinstance(given, bytes):
            arguments[at] = draw(st.binary(max_size=40))
    return arguments


@pytest.mark.parametrize("name", ENTRIES)
@examples(40)
@given(data=st.data())
def test_what_is_wrong_is_refused_or_harmless(name: str, data: st.DataObject) -> None:
    with suppress(*REFUSED):
        called(name, data.draw(wrong_arguments(name)))


@pytest.mark.parametrize("word", [-1, 9, 2_000_000_000, 2**32 + 1, -(2**32)])
def test_ids_beyond_the_words_do_not_wrap(word: int) -> None:
    lazy = Lazy(np.ones((9, 2)), np.ones((1, 1)), 1.0, 1.0)
    words = np.array([3, word])
    message = f"words: found {word}, expected 0 to 8"
    with pytest.raises(ValueError, match=message):
        compiled.gather(lazy, words)
    with pytest.raises(ValueError, match=message):
        compiled.expect_words(lazy, words, np.ones(2), "vb")
    with pytest.raises(ValueError, match=message):
        compiled.add_rows(lazy.M, np.ones(2), words, np.ones((2, 2)), 1.0)
    counts = Counts(np.array([0, 2]), words, np.ones(2, dtype=np.float32), 9)
    with pytest.raises(ValueError, match=message):
        compiled.pack(counts, np.array([0]))


def test_a_claim_of_two_billion_words_takes_no_memory_for_them() -> None:
    counts = Counts(np.array([0, 1]), np.array([7], np.int32), np.ones(1, np.float32), 2**31 - 1)
    assert compiled.pack(counts, np.array([0])).words.tolist() == [7]

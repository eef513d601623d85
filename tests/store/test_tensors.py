"""Arrays in the safetensors layout: against the public library, and against hostile headers."""

from __future__ import annotations

import hashlib
import io
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from numpy.testing import assert_array_equal
from safetensors.numpy import load, save

from biterms.errors import StoreError
from biterms.store.tensors import CODES, MAX_ARRAYS, checked, read_arrays, write_arrays

ARRAYS = st.dictionaries(
    st.from_regex(r"[A-Za-z][A-Za-z0-9_.]{0,9}", fullmatch=True),
    st.sampled_from(sorted(CODES, key=str)).flatmap(
        lambda kind: npst.arrays(kind, npst.array_shapes(min_dims=0, max_dims=3, min_side=0))
    ),
    max_size=5,
)


def written(arrays: dict[str, np.ndarray]) -> bytes:
    file = io.BytesIO()
    sha256 = write_arrays(file, checked(arrays))
    assert sha256 == hashlib.sha256(file.getvalue()).hexdigest()
    return file.getvalue()


def read(data: bytes) -> dict[str, np.ndarray]:
    arrays, sha256 = read_arrays(io.BytesIO(data), len(data))
    assert sha256 == hashlib.sha256(data).hexdigest()
    return arrays


def assert_same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> None:
    assert one.keys() == other.keys()
    for name, array in one.items():
        assert (array.dtype, array.shape) == (other[name].dtype, other[name].shape)
        assert array.tobytes() == other[name].tobytes()


@given(ARRAYS)
def test_arrays_come_back(arrays: dict[str, np.ndarray]) -> None:
    found = read(written(arrays))
    assert_same(arrays, found)
    assert all(
        a.flags.writeable and a.flags.aligned and a.flags.c_contiguous for a in found.values()
    )


@given(ARRAYS.filter(len))
def test_the_public_library_reads_ours_and_we_read_its(arrays: dict[str, np.ndarray]) -> None:
    assert_same(arrays, load(written(arrays)))
    assert_same(arrays, read(save({name: np.asarray(a, order="C") for name, a in arrays.items()})))


def test_arrays_by_column_are_stored_by_row() -> None:
    table = np.arange(12.0).reshape(3, 4)
    assert_array_equal(read(written({"a": table.T}))["a"], table.T)
    assert_array_equal(read(written({"a": table[:, ::2]}))["a"], table[:, ::2])


@pytest.mark.parametrize(
    "arrays",
    [
        {"a": np.array(["x"])},
        {"a": np.array([None])},
        {"a": np.zeros(2, dtype=complex)},
        {"a": np.zeros(2, dtype=">f8")},
        {"a": np.zeros((1,) * 5)},
        {"../a": np.zeros(2)},
        {"": np.zeros(2)},
        {f"a{i}": np.zeros(1) for i in range(MAX_ARRAYS + 1)},
    ],
    ids=["text", "object", "complex", "byte order", "axes", "path", "no name", "many"],
)
def test_what_cannot_be_stored_is_refused(arrays: dict[str, np.ndarray]) -> None:
    with pytest.raises(StoreError):
        checked(arrays)


def entry(shape: Any, begin: Any, end: Any, kind: Any = "F64") -> dict[str, Any]:
    return {"dtype": kind, "shape": shape, "data_offsets": [begin, end]}


#: headers for 16 bytes of arrays
HEADS: dict[str, Any] = {
    "overlap": {"a": entry([2], 0, 16), "b": entry([1], 8, 16)},
    "hole": {"a": entry([1], 8, 16)},
    "rest": {"a": entry([1], 0, 8)},
    "beyond": {"a": entry([3], 0, 24)},
    "far beyond": {"a": entry([2**60], 0, 2**63)},
    "overflow": {"a": entry([2**32, 2**32, 2**32], 0, 16)},
    "overflow hidden by 0": {"a": entry([2], 0, 16), "b": entry([0, 2**60, 2**60], 16, 16)},
    "shape and place": {"a": entry([5], 0, 16)},
    "backwards": {"a": entry([2], 16, 0)},
    "negative": {"a": entry([-2], 0, 16)},
    "two negatives": {"a": entry([-2, -1], 0, 16)},
    "truth": {"a": entry([True, 2], 0, 16)},
    "float": {"a": entry([2.0], 0, 16)},
    "text": {"a": entry("2", 0, 16)},
    "kind": {"a": entry([2], 0, 16, "O")},
    "kind no text": {"a": entry([2], 0, 16, ["F64"])},
    "bfloat": {"a": entry([8], 0, 16, "BF16")},
    "path": {"../../a": entry([2], 0, 16)},
    "separator": {"a/b": entry([2], 0, 16)},
    "metadata": {"__metadata__": {"a": "b"}, "a": entry([2], 0, 16)},
    "more keys": {"a": entry([2], 0, 16) | {"run": "x"}},
    "no dict": {"a": 5},
    "list": [entry([2], 0, 16)],
    "null": None,
    "axes": {"a": entry([1, 1, 1, 1, 2], 0, 16)},
    "many": {f"a{i}": entry([0], 0, 0) for i in range(MAX_ARRAYS)} | {"b": entry([2], 0, 16)},
}


def with_head(head: bytes) -> bytes:
    return len(head).to_bytes(8, "little") + head + bytes(16)


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_hostile_headers_are_refused(head: Any) -> None:
    with pytest.raises(StoreError):
        read(with_head(json.dumps(head).encode()))


def test_the_header_that_they_vary() -> None:
    assert_array_equal(read(with_head(json.dumps({"a": entry([2], 0, 16)}).encode()))["a"], [0, 0])


@pytest.mark.parametrize("length", [0, 7, 8, 9, 60])
def test_a_file_that_is_cut_off_is_refused(length: int) -> None:
    data = written({"a": np.arange(5.0)})
    with pytest.raises(StoreError):
        read(data[:length])
    with pytest.raises(StoreError, match="end within"):
        read_arrays(io.BytesIO(data[:-1]), len(data))


@pytest.mark.parametrize("length", [2**20 + 1, 2**63, 2**64 - 1])
def test_a_header_of_absurd_length_is_refused(length: int) -> None:
    with pytest.raises(StoreError, match="cut off"):
        read(length.to_bytes(8, "little") + bytes(64))


def test_more_than_the_memory_is_refused_before_it_is_taken() -> None:
    with pytest.raises(StoreError, match="more than the memory"):
        read_arrays(io.BytesIO(bytes(64)), 1 << 60)

"""JSON within limits."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.errors import StoreError
from biterms.store import plain

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters())
)
VALUES = st.recursive(
    SCALARS, lambda part: st.lists(part) | st.dictionaries(st.text(), part), max_leaves=20
)


@given(VALUES)
def test_any_value_comes_back(value: Any) -> None:
    data = plain.encoded(value)
    assert plain.decoded(data) == value
    assert json.loads(data) == value


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("inf"), {1: 2}, (1, 2), {"a": {1, 2}}, b"a", 10**30, {"a": (1,)}],
    ids=["NaN", "infinite", "key", "tuple", "set", "bytes", "large", "inner tuple"],
)
def test_what_would_not_come_back_is_refused(value: Any) -> None:
    with pytest.raises(StoreError):
        plain.encoded(value)


HOSTILE = {
    "deep lists": b"[" * 100_000,
    "deep lists, closed": b"[" * 900 + b"]" * 900,
    "deep dicts": b'{"a":' * 500 + b"1" + b"}" * 500,
    "many lists": b"[" + b"[]," * (plain.MAX_VALUES // 2) + b"[]]",
    "many digits": b"1" * 5000,
    "21 digits": b"1" * 21,
    "large float": b"1e999",
    "NaN": b"[NaN]",
    "Infinity": b"-Infinity",
    "twice": b'{"a": 1, "a": 2}',
    "not UTF-8": b'"\xff"',
    "cut off": b'{"a": ',
    "nothing": b"",
    "more behind": b"{} {}",
    "binary": bytes(range(256)),
    "long": b" " * (plain.MAX_JSON_BYTES + 1),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_hostile_json_is_refused(data: bytes) -> None:
    with pytest.raises(StoreError):
        plain.decoded(data)


def test_the_deepest_that_is_allowed() -> None:
    deepest = json.loads("[" * plain.MAX_DEPTH + "]" * plain.MAX_DEPTH)
    assert plain.decoded(plain.encoded(deepest)) == deepest
    with pytest.raises(StoreError, match="levels"):
        plain.encoded([deepest])

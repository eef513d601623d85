"""Arrays as compiled code takes them: one type and one layout, and no number that would wrap."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from biterms.kernels.shapes import Array


def ids(values: Any, end: int, what: str) -> NDArray[np.int32]:
    """Numbers below ``end`` as int32; compiled code looks at those that are int32 already.

    Raises
    ------
    ValueError
        If a number is not whole, or is negative or not below ``end``.
    """
    given = _whole(values, what)
    if given.dtype != np.int32:
        if given.size and not (given.min() >= 0 and given.max() < end):
            wrong = given.min() if given.min() < 0 else given.max()
            raise ValueError(f"{what}: found {wrong}, expected 0 to {end - 1}")
        given = given.astype(np.int32)
    return np.ascontiguousarray(given)


def small(values: Any, what: str) -> NDArray[np.int32]:
    """Whole numbers that fit in int32, as that."""
    if _is(values, np.int32):
        return values  # type: ignore[no-any-return]
    given = _whole(values, what)
    if given.dtype != np.int32 and given.size and max(-given.min(), given.max()) >= 2**31:
        raise ValueError(f"{what}: found numbers beyond 32 bits, expected fewer than 2**31")
    return np.ascontiguousarray(given, dtype=np.int32)


def longs(values: Any, what: str) -> NDArray[np.int64]:
    """Whole numbers as int64."""
    if _is(values, np.int64):
        return values  # type: ignore[no-any-return]
    given = _whole(values, what)
    if given.dtype == np.uint64 and given.size and given.max() > np.iinfo(np.int64).max:
        raise ValueError(f"{what}: found {given.max()}, expected a number below 2**63")
    return np.ascontiguousarray(given, dtype=np.int64)


def floats(values: Any) -> NDArray[np.float32]:
    """Numbers as float32."""
    return np.ascontiguousarray(values, dtype=np.float32)


def doubles(values: Any) -> NDArray[np.float64]:
    """Numbers as float64."""
    return np.ascontiguousarray(values, dtype=np.float64)


def _is(values: Any, dtype: Any) -> bool:
    """Whether compiled code takes it as it is; most calls are such, and some are very short."""
    return type(values) is np.ndarray and values.dtype == dtype and values.flags.c_contiguous


def _whole(values: Any, what: str) -> Array:
    given = np.asarray(values)
    if given.size == 0 and given.dtype.kind == "f":
        return given.astype(np.int64)
    if given.dtype.kind not in "iu":
        raise ValueError(f"{what}: found numbers of type {given.dtype}, expected whole numbers")
    return given

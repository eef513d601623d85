"""Settings and arrays of a file, read by name, kind and range: anything else is an error."""

from __future__ import annotations

import math
from collections.abc import Mapping
from reprlib import repr as short
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biterms.errors import StoreError

#: whole numbers up to this one are exact as floats, too
LARGEST_WHOLE = 1 << 53


class Fields:
    """The values of one level of the settings, and the arrays of the file.

    Every method refuses with a `StoreError` what is missing or not as expected.

    Parameters
    ----------
    settings : mapping
        Names and values, as read from JSON.
    arrays : mapping of str to ndarray
        The arrays by name.
    of : str, default="the settings"
        What errors call this level.
    """

    def __init__(
        self, settings: Any, arrays: Mapping[str, NDArray[Any]], *, of: str = "the settings"
    ) -> None:
        if not isinstance(settings, Mapping):
            raise StoreError(f"{of} are {short(settings)}, expected names with values")
        self.settings = settings
        self.arrays = arrays
        self.of = of

    def value(self, name: str) -> Any:
        """Return a value of any kind; it must be there."""
        if name not in self.settings:
            raise StoreError(f"{self.of} lack {name!r}")
        return self.settings[name]

    def part(self, name: str) -> Fields:
        """Return the fields one level deeper, with all arrays."""
        return Fields(self.value(name), self.arrays, of=f"the settings {name!r}")

    def below(self, name: str) -> Fields:
        """Return the fields one level deeper, with the arrays called ``name.`` and more."""
        begin = f"{name}."
        arrays = {n.removeprefix(begin): a for n, a in self.arrays.items() if n.startswith(begin)}
        return Fields(self.value(name), arrays, of=f"the settings {name!r}")

    def text(self, name: str) -> str:
        """Return a text of any length."""
        value = self.value(name)
        if not isinstance(value, str):
            raise self._error(name, value, "a text")
        return value

    def flag(self, name: str) -> bool:
        """Return True or False."""
        value = self.value(name)
        if not isinstance(value, bool):
            raise self._error(name, value, "true or false")
        return value

    def whole(self, name: str, least: int = 0, most: int = LARGEST_WHOLE) -> int:
        """Return a whole number in a range, both ends included."""
        value = self.value(name)
        if type(value) is not int or not least <= value <= most:
            raise self._error(name, value, f"a whole number from {least} to {most}")
        return value

    def number(self, name: str, least: float = -math.inf, most: float = math.inf) -> float:
        """Return a finite number in a range, both ends included."""
        value = self.value(name)
        finite = type(value) in (int, float) and math.isfinite(value)
        if not finite or not least <= value <= most:
            raise self._error(name, value, f"a finite number from {least:g} to {most:g}")
        return float(value)

    def array(
        self, name: str, shape: tuple[int | None, ...] | None = None, kind: Any = np.float64
    ) -> NDArray[Any]:
        """Return an array of this type and shape; None is any shape, or an axis of any length."""
        if name not in self.arrays:
            raise StoreError(f"the array {name!r} is missing")
        found = self.arrays[name]
        expected = found.shape if shape is None else shape
        fits = len(expected) == found.ndim and all(
            n in (None, m) for n, m in zip(expected, found.shape, strict=True)
        )
        if not fits or found.dtype != kind:
            raise StoreError(
                f"the array {name!r} has type {found.dtype} and shape {found.shape}, expected "
                f"{np.dtype(kind)} and {tuple('any' if n is None else n for n in expected)}"
            )
        return found

    def _error(self, name: str, value: Any, expected: str) -> StoreError:
        return StoreError(f"{self.of} have {name}={short(value)}, expected {expected}")

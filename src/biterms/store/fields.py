"""Settings and arrays of a file, asked for by name, kind and range: anything else is an error."""

from __future__ import annotations

import math
from collections.abc import Mapping
from reprlib import repr as short
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biterms.errors import StoreError

#: whole numbers below are exact as floats, too
LARGEST = 1 << 53


class Fields:
    """Named values of one level of the settings, and the arrays of the whole file."""

    def __init__(
        self, settings: Any, arrays: Mapping[str, NDArray[Any]], *, of: str = "the settings"
    ) -> None:
        if not isinstance(settings, Mapping):
            raise StoreError(f"{of} are {short(settings)}, expected names with values")
        self.settings = settings
        self.arrays = arrays
        self.of = of

    def value(self, name: str) -> Any:
        """Whatever stands there; it must be there."""
        if name not in self.settings:
            raise StoreError(f"{self.of} lack {name!r}")
        return self.settings[name]

    def part(self, name: str) -> Fields:
        """One level deeper."""
        return Fields(self.value(name), self.arrays, of=f"the settings {name!r}")

    def text(self, name: str) -> str:
        """A text of any length."""
        value = self.value(name)
        if not isinstance(value, str):
            raise self._error(name, value, "a text")
        return value

    def flag(self, name: str) -> bool:
        """True or False."""
        value = self.value(name)
        if not isinstance(value, bool):
            raise self._error(name, value, "true or false")
        return value

    def whole(self, name: str, least: int = 0, most: int = LARGEST) -> int:
        """A whole number in a range, both ends included."""
        value = self.value(name)
        if type(value) is not int or not least <= value <= most:
            raise self._error(name, value, f"a whole number from {least} to {most}")
        return value

    def number(self, name: str, least: float = -math.inf, most: float = math.inf) -> float:
        """A finite number in a range, both ends included."""
        value = self.value(name)
        if type(value) not in (int, float) or not least <= value <= most:
            raise self._error(name, value, f"a number from {least:g} to {most:g}")
        return float(value)

    def array(
        self, name: str, shape: tuple[int | None, ...] | None = None, kind: Any = np.float64
    ) -> NDArray[Any]:
        """An array of this type and shape (None: any); an axis of None has any length, also 0."""
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

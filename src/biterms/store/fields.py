"""Settings and arrays of a file, read by name, kind and range: anything else is an error."""

from __future__ import annotations

import math
from collections.abc import Mapping
from reprlib import repr as short
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biterms.errors import StoreError

#: Whole numbers up to this one are exact as floats, too.
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
        """Return a value of any kind.

        Parameters
        ----------
        name : str
            Name of the setting.

        Returns
        -------
        object
            The value as JSON gave it.

        Raises
        ------
        StoreError
            If there is no such setting.
        """
        if name not in self.settings:
            raise StoreError(f"{self.of} lack {name!r}")
        return self.settings[name]

    def part(self, name: str) -> Fields:
        """Return the fields one level deeper, with all arrays.

        Parameters
        ----------
        name : str
            Name of a setting that holds names with values.

        Returns
        -------
        Fields
            The settings of that level.

        Raises
        ------
        StoreError
            If the setting is missing or holds something else.
        """
        return Fields(self.value(name), self.arrays, of=f"the settings {name!r}")

    def below(self, name: str) -> Fields:
        """Return the fields one level deeper, with only the arrays of that level.

        Parameters
        ----------
        name : str
            Name of a setting that holds names with values.

        Returns
        -------
        Fields
            The settings of that level, and the arrays called ``name.`` and more, without this
            prefix.

        Raises
        ------
        StoreError
            If the setting is missing or holds something else.
        """
        begin = f"{name}."
        arrays = {n.removeprefix(begin): a for n, a in self.arrays.items() if n.startswith(begin)}
        return Fields(self.value(name), arrays, of=f"the settings {name!r}")

    def text(self, name: str) -> str:
        """Return a text of any length.

        Parameters
        ----------
        name : str
            Name of the setting.

        Returns
        -------
        str
            The text.

        Raises
        ------
        StoreError
            If the setting is missing or not a text.
        """
        value = self.value(name)
        if not isinstance(value, str):
            raise self._error(name, value, "a text")
        return value

    def flag(self, name: str) -> bool:
        """Return a truth value.

        Parameters
        ----------
        name : str
            Name of the setting.

        Returns
        -------
        bool
            True or False.

        Raises
        ------
        StoreError
            If the setting is missing or neither true nor false.
        """
        value = self.value(name)
        if not isinstance(value, bool):
            raise self._error(name, value, "true or false")
        return value

    def whole(self, name: str, least: int = 0, most: int = LARGEST_WHOLE) -> int:
        """Return an integer in a range.

        Parameters
        ----------
        name : str
            Name of the setting.
        least, most : int
            Bounds, both included.

        Returns
        -------
        int
            The number.

        Raises
        ------
        StoreError
            If the setting is missing, not an integer or out of range.
        """
        value = self.value(name)
        if type(value) is not int or not least <= value <= most:
            raise self._error(name, value, f"a whole number from {least} to {most}")
        return value

    def number(self, name: str, least: float = -math.inf, most: float = math.inf) -> float:
        """Return a finite number in a range.

        Parameters
        ----------
        name : str
            Name of the setting.
        least, most : float
            Bounds, both included.

        Returns
        -------
        float
            The number.

        Raises
        ------
        StoreError
            If the setting is missing, not a finite number or out of range.
        """
        value = self.value(name)
        finite = type(value) in (int, float) and math.isfinite(value)
        if not finite or not least <= value <= most:
            raise self._error(name, value, f"a finite number from {least:g} to {most:g}")
        return float(value)

    def array(
        self, name: str, shape: tuple[int | None, ...] | None = None, kind: Any = np.float64
    ) -> NDArray[Any]:
        """Return an array of a given type and shape.

        Parameters
        ----------
        name : str
            Name of the array.
        shape : tuple of int or None, optional
            The expected shape, where None is an axis of any length; by default any shape.
        kind : dtype, default=float64
            The expected type.

        Returns
        -------
        array
            The array; it is not copied.

        Raises
        ------
        StoreError
            If the array is missing or of another type or shape.
        """
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

"""Kind: how one field of a record is stored, and what it is written to and checked against."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from biterms.errors import StoreError
from biterms.store.fields import Fields
from biterms.store.tensors import Array

#: An axis: a fixed length, the name of a length, or None for any length.
Axis = int | str | None


@dataclass
class Sizes:
    """Lengths of axes by name; a new name takes the length of the first axis that has it.

    Parameters
    ----------
    known : dict of str to int
        The lengths so far.
    """

    known: dict[str, int]

    def check(self, name: str, shape: tuple[int, ...], axes: tuple[Axis, ...]) -> None:
        """Check a shape against the axes that are expected, and remember new lengths.

        Parameters
        ----------
        name : str
            Name of the array, for the error.
        shape : tuple of int
            The shape of the array.
        axes : tuple of int, str or None
            A fixed length, the name of a length, or None for any length.

        Raises
        ------
        StoreError
            If the shape does not fit.
        """
        expected: list[int | None] = []
        for length, axis in zip(shape, axes, strict=False):
            expected.append(self.known.setdefault(axis, length) if isinstance(axis, str) else axis)
        fits = all(n in (None, m) for n, m in zip(expected, shape, strict=False))
        if len(shape) != len(axes) or not fits:
            wanted = tuple("any" if axis is None else axis for axis in axes)
            raise StoreError(f"{name!r} has shape {shape}, expected {wanted} with {self.known}")


@dataclass
class Output:
    """Settings and arrays that are being written.

    Parameters
    ----------
    settings : dict
        Values by name.
    arrays : dict of str to ndarray
        Arrays by name.
    """

    settings: dict[str, Any] = field(default_factory=dict)
    arrays: dict[str, Array] = field(default_factory=dict)

    def add(self, name: str, settings: Any, arrays: Mapping[str, Array]) -> None:
        """Add a nested part: its settings under the name, its arrays with dotted names.

        Parameters
        ----------
        name : str
            Name of the part.
        settings : object
            Its settings.
        arrays : mapping of str to ndarray
            Its arrays by name.
        """
        self.settings[name] = settings
        self.arrays |= {f"{name}.{key}": array for key, array in arrays.items()}


class Kind(Protocol):
    """A kind of value: defines how one field of a record is stored."""

    def write(self, name: str, value: Any, out: Output) -> None:
        """Add a value to the settings or to the arrays.

        Parameters
        ----------
        name : str
            Name of the field.
        value : object
            Its value.
        out : Output
            The settings and arrays that are being written.
        """

    def read(self, name: str, fields: Fields, sizes: Sizes) -> Any:
        """Read a value and check it.

        Parameters
        ----------
        name : str
            Name of the field.
        fields : Fields
            The settings and arrays of the file.
        sizes : Sizes
            Lengths of axes by name.

        Returns
        -------
        object
            The value.

        Raises
        ------
        StoreError
            If it is missing or not as expected.
        """

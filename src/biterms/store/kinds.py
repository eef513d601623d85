"""The kinds of values that a stored field can have: how each is written, read and checked."""

from __future__ import annotations

import math
from dataclasses import dataclass
from reprlib import repr as short
from typing import Any

import numpy as np

from biterms.errors import StoreError
from biterms.store.fields import LARGEST_WHOLE, Fields
from biterms.store.kind import Axis, Kind, Output, Sizes
from biterms.store.tensors import Array
from biterms.store.words import bytes_of_words, words_of_bytes


class _Setting:
    """A kind that is one value of the settings."""

    def write(self, name: str, value: Any, out: Output) -> None:
        out.settings[name] = value.item() if isinstance(value, np.generic) else value


@dataclass(frozen=True)
class Number(_Setting):
    """A finite float between two bounds.

    Parameters
    ----------
    least, most : float
        Bounds, both included.
    """

    least: float = -math.inf
    most: float = math.inf

    def read(self, name: str, fields: Fields, sizes: Sizes) -> float:  # noqa: ARG002
        """Return the float, or raise `StoreError` if it is not finite or out of range."""
        return fields.number(name, self.least, self.most)


@dataclass(frozen=True)
class Whole(_Setting):
    """An int between two bounds.

    Parameters
    ----------
    least, most : int
        Bounds, both included.
    """

    least: int = 0
    most: int = LARGEST_WHOLE

    def read(self, name: str, fields: Fields, sizes: Sizes) -> int:  # noqa: ARG002
        """Return the int, or raise `StoreError` if it is not one or out of range."""
        return fields.whole(name, self.least, self.most)


@dataclass(frozen=True)
class Flag(_Setting):
    """True or False."""

    def read(self, name: str, fields: Fields, sizes: Sizes) -> bool:  # noqa: ARG002
        """Return the truth value, or raise `StoreError` if it is something else."""
        return fields.flag(name)


@dataclass(frozen=True)
class Text(_Setting):
    """A text, which may be limited to some choices.

    Parameters
    ----------
    choices : tuple of str
        The texts that are allowed; empty allows any text.
    """

    choices: tuple[str, ...] = ()

    def read(self, name: str, fields: Fields, sizes: Sizes) -> str:  # noqa: ARG002
        """Return the text, or raise `StoreError` if it is not one of the choices."""
        text = fields.text(name)
        if self.choices and text not in self.choices:
            raise StoreError(
                f"{fields.of} have {name}={short(text)}, expected one of {', '.join(self.choices)}"
            )
        return text


@dataclass(frozen=True)
class Mapped(_Setting):
    """Names with values that are None, truth values, finite numbers or texts."""

    def read(self, name: str, fields: Fields, sizes: Sizes) -> dict[str, Any]:  # noqa: ARG002
        """Return names with values, or raise `StoreError` if a value is a list or dict."""
        found = dict(fields.part(name).settings)
        for key, value in found.items():
            if isinstance(value, dict | list):
                raise StoreError(
                    f"{fields.of} have {name}.{key}={short(value)}, expected one value"
                )
        return found


@dataclass(frozen=True)
class NumberArray:
    """An array of one type whose numbers are finite and between two bounds.

    Parameters
    ----------
    shapes : tuple of tuples of int, str or None
        The shapes that are allowed, at most one for each number of axes.
    dtype : dtype, default=float64
        The type.
    least, most : float
        Bounds, both included.
    """

    shapes: tuple[tuple[Axis, ...], ...]
    dtype: Any = np.float64
    least: float = -math.inf
    most: float = math.inf

    def write(self, name: str, value: Any, out: Output) -> None:
        """Add the array; `StoreError` if the type of the field cannot hold its numbers exactly."""
        array = np.asarray(value)
        if not np.can_cast(array.dtype, self.dtype, "safe"):
            raise StoreError(f"{name!r} has type {array.dtype}, expected {self.dtype}")
        out.arrays[name] = array.astype(self.dtype, copy=False)

    def read(self, name: str, fields: Fields, sizes: Sizes) -> Array:
        """Return the array, or raise `StoreError` if its type, shape or range is wrong."""
        array = fields.array(name, kind=self.dtype)
        fitting = (axes for axes in self.shapes if len(axes) == array.ndim)
        sizes.check(name, array.shape, next(fitting, self.shapes[0]))
        inside = np.isfinite(array) & (array >= self.least) & (array <= self.most)
        if not inside.all():
            raise StoreError(
                f"the array {name!r} has {short(array[~inside][0].item())}, expected finite "
                f"numbers from {self.least:g} to {self.most:g}"
            )
        return array


@dataclass(frozen=True)
class Words:
    """A list of texts, stored as an array of bytes.

    Parameters
    ----------
    length : int, str or None
        The expected number of texts, its name, or None for any number.
    """

    length: Axis = None

    def write(self, name: str, value: Any, out: Output) -> None:
        """Add the texts as an array of bytes."""
        out.arrays[name] = bytes_of_words(value)

    def read(self, name: str, fields: Fields, sizes: Sizes) -> list[str]:
        """Return the texts, or raise `StoreError` if their number is not as expected."""
        words = words_of_bytes(fields.array(name, kind=np.uint8))
        sizes.check(name, (len(words),), (self.length,))
        return words


@dataclass(frozen=True)
class Later:
    """A value that files of older versions do not have; it is None then.

    Parameters
    ----------
    kind : Optional
        The kind of a value that is there.
    """

    kind: Optional

    def write(self, name: str, value: Any, out: Output) -> None:
        """Add what its kind adds."""
        self.kind.write(name, value, out)

    def read(self, name: str, fields: Fields, sizes: Sizes) -> Any:
        """Return None for nothing, and what its kind says of anything else."""
        arrays = any(key.partition(".")[0] == name for key in fields.arrays)
        if name not in fields.settings and not arrays:
            return None
        return self.kind.read(name, fields, sizes)


@dataclass(frozen=True)
class Optional:
    """A value of another kind, or None, which is null in the settings.

    Parameters
    ----------
    kind : Kind
        The kind of a value that is not None.
    """

    kind: Kind

    def write(self, name: str, value: Any, out: Output) -> None:
        """Add null for None, and any other value as its kind does."""
        if value is None:
            out.settings[name] = None
        else:
            self.kind.write(name, value, out)

    def read(self, name: str, fields: Fields, sizes: Sizes) -> Any:
        """Return None for null, and any other value as its kind does."""
        if name in fields.settings and fields.settings[name] is None:
            return None
        return self.kind.read(name, fields, sizes)

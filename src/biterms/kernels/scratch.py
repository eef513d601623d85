"""Arrays that serve one minibatch after the other, so that memory is not fetched anew each time."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from biterms.kernels.shapes import Array


class Scratch:
    """Named arrays that grow and are handed out again: valid until the next call with the name."""

    def __init__(self) -> None:
        self._held: dict[str, Array] = {}

    def empty(self, name: str, shape: tuple[int, ...], dtype: Any = np.float64) -> Array:
        """Return an array with arbitrary content; it is valid until the next call with this name.

        Parameters
        ----------
        name : str
            Name of the memory that is reused.
        shape : tuple of int
            Shape of the array.
        dtype : dtype, default=float64
            Type of the array.

        Returns
        -------
        array
            The array, in C order.
        """
        size = prod(shape)
        held = self._held.get(name)
        if held is None or len(held) < size or held.dtype != dtype:
            held = self._held[name] = np.empty(size + size // 4, dtype=dtype)
        return held[:size].reshape(shape)

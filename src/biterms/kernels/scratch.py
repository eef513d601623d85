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
        """An array of this shape with any content."""
        size = prod(shape)
        held = self._held.get(name)
        if held is None or len(held) < size or held.dtype != dtype:
            held = self._held[name] = np.empty(size + size // 4, dtype=dtype)
        return held[:size].reshape(shape)

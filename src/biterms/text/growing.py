"""An array that grows at its end at a constant cost per number."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from biterms.kernels import Array


class Growing:
    """``values`` is a view that holds until the next ``extend``."""

    def __init__(self, dtype: DTypeLike, values: ArrayLike = ()) -> None:
        self._room: Array = np.append(np.asarray(values, dtype=dtype), np.array(-1, dtype=dtype))
        self._size = len(self._room) - 1

    def __len__(self) -> int:
        return self._size

    @property
    def values(self) -> Array:
        return self._room[: self._size]

    def take(self, places: Array) -> Array:
        """The number at each place; at the place -1 it is -1, which the room always ends with."""
        return np.asarray(self._room[places])

    def extend(self, values: Any) -> None:
        end = self._size + len(values)
        if end >= len(self._room):
            room = np.full(max(end + 1, 2 * len(self._room)), -1, dtype=self._room.dtype)
            room[: self._size] = self.values
            self._room = room
        self._room[self._size : end] = values
        self._size = end

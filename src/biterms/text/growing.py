"""An array that grows at its end at a constant cost per number."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from biterms.kernels import Array


class Growing:
    """``values`` is a view that holds until the next ``extend``."""

    def __init__(self, dtype: DTypeLike, values: ArrayLike = ()) -> None:
        self._room: Array = np.array(values, dtype=dtype)
        self._size = len(self._room)

    def __len__(self) -> int:
        return self._size

    @property
    def values(self) -> Array:
        return self._room[: self._size]

    def take(self, places: Array, missing: int) -> Array:
        """The number at each place, ``missing`` for negative places."""
        found = np.full(len(places), missing, dtype=self._room.dtype)
        there = places >= 0
        found[there] = self.values[places[there]]
        return found

    def extend(self, values: Any) -> None:
        end = self._size + len(values)
        if end > len(self._room):
            room = np.empty(max(end, 2 * len(self._room)), dtype=self._room.dtype)
            room[: self._size] = self.values
            self._room = room
        self._room[self._size : end] = values
        self._size = end

"""An array that grows at its end at a constant cost per number."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from biterms.kernels import Array


class Growing:
    """Numbers that more can be added to; ``values`` is a view that holds until then."""

    def __init__(self, dtype: DTypeLike, values: ArrayLike = ()) -> None:
        self._room: Array = np.append(np.asarray(values, dtype=dtype), np.array(-1, dtype=dtype))
        self._size = len(self._room) - 1

    def __len__(self) -> int:
        return self._size

    @property
    def values(self) -> Array:
        """The numbers."""
        return self._room[: self._size]

    def take(self, places: Array) -> Array:
        """The number at each place; at the place -1 it is -1, which the room always ends with."""
        return np.asarray(self._room[places])

    def put(self, first: int, values: Any) -> None:
        """Numbers from place ``first`` on, which is not beyond the end; they are the last then.

        Doing it twice is doing it once.
        """
        end = first + len(values)
        if end >= len(self._room):
            room = np.full(max(end + 1, 2 * len(self._room)), -1, dtype=self._room.dtype)
            room[: self._size] = self.values
            self._room = room
        self._room[first:end] = values
        self._size = end

    def copy(self) -> Growing:
        """The same numbers in memory of their own."""
        return Growing(self._room.dtype, self.values)

"""Numbers that come piece by piece and are wanted as one array: in memory, or in temporary files.

A temporary file has no name, so that nothing is left of it whatever ends the process. It is read
as a map of memory: its pages come and go as they are needed, and `release` lets them go at once.
"""

from __future__ import annotations

import mmap
import os
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import DTypeLike

from biterms.errors import StoreError
from biterms.kernels import Array

#: places of a large array on disk that are read before memory is given back
RUNS_AT_ONCE, LARGE = 16, 1 << 25
_DONTNEED: int | None = getattr(mmap, "MADV_DONTNEED", None)


class Column(ABC):
    """Numbers of one type, to which pieces are added at the end.

    Parameters
    ----------
    dtype : dtype
        Their type.
    """

    def __init__(self, dtype: DTypeLike) -> None:
        self.dtype: np.dtype[Any] = np.dtype(dtype)

    @abstractmethod
    def append(self, values: Array) -> None:
        """Add a piece at the end."""

    @abstractmethod
    def __len__(self) -> int:
        """How many pieces there are."""

    @abstractmethod
    def piece(self, i: int) -> Array:
        """Piece i as it was added."""

    @abstractmethod
    def array(self) -> Array:
        """All pieces as one array; nothing else can be done with the column afterwards."""

    def __iter__(self) -> Iterator[Array]:
        return (self.piece(i) for i in range(len(self)))

    def drain(self) -> Iterator[Array]:
        """All pieces in their order; each may be forgotten once it was given."""
        return iter(self)


class InMemory(Column):
    """A column that is held in memory."""

    def __init__(self, dtype: DTypeLike) -> None:
        super().__init__(dtype)
        self._pieces: list[Array] = []

    def append(self, values: Array) -> None:
        """Add a piece at the end."""
        self._pieces.append(np.asarray(values, dtype=self.dtype))

    def __len__(self) -> int:
        return len(self._pieces)

    def piece(self, i: int) -> Array:
        """Piece i as it was added."""
        return self._pieces[i]

    def drain(self) -> Iterator[Array]:
        """All pieces in their order; each is forgotten once it was given."""
        self._pieces.reverse()
        while self._pieces:
            yield self._pieces.pop()

    def array(self) -> Array:
        """All pieces as one array."""
        none = np.empty(0, dtype=self.dtype)
        joined = self._pieces[0] if len(self) == 1 else np.concatenate([none, *self._pieces])
        self._pieces.clear()
        return joined


class OnDisk(Column):
    """A column in a temporary file, which is made when the first piece comes.

    Parameters
    ----------
    dtype : dtype
        The type of the numbers.
    folder : Path
        Where the file is.
    """

    def __init__(self, dtype: DTypeLike, folder: Path) -> None:
        super().__init__(dtype)
        self._folder, self._ends = folder, [0]
        self._file: IO[bytes] | None = None

    def append(self, values: Array) -> None:
        """Add a piece at the end.

        Raises
        ------
        StoreError
            If it cannot be written, for example on a full disk.
        """
        given = np.ascontiguousarray(values, dtype=self.dtype)
        rest, written = memoryview(given.reshape(-1).view(np.uint8).data), self._ends[-1]
        with _told(self._folder, written):
            if self._file is None:
                self._file = tempfile.TemporaryFile(dir=self._folder, buffering=0)  # noqa: SIM115
            while rest:
                rest = rest[self._file.write(rest) :]
        self._ends.append(written + given.nbytes)

    def __len__(self) -> int:
        return len(self._ends) - 1

    def piece(self, i: int) -> Array:
        """Piece i as it was added."""
        assert self._file is not None
        begin, end = self._ends[i : i + 2]
        numbers = np.empty((end - begin) // self.dtype.itemsize, dtype=self.dtype)
        rest = memoryview(numbers.view(np.uint8).data)
        while rest:
            rest = rest[os.preadv(self._file.fileno(), [rest], end - len(rest)) :]
        return numbers

    def drain(self) -> Iterator[Array]:
        """All pieces in their order; then the file is gone."""
        yield from self
        self.close()

    def array(self) -> Array:
        """All pieces as one array, which reads the file as it is needed and cannot be changed."""
        if self._file is None or not self._ends[-1]:
            return np.empty(0, dtype=self.dtype)
        whole = _Map(self._file.fileno(), self._ends[-1], access=mmap.ACCESS_READ)
        self.close()
        return np.frombuffer(whole, dtype=self.dtype)

    def close(self) -> None:
        """Close the file, which lives on as long as an array is made of it."""
        if self._file is not None:
            self._file.close()


class _Map(mmap.mmap):
    """A file of ours as memory; of those of others nothing is known, and nothing is let go."""


def release(*arrays: Array) -> None:
    """Let go of the memory that arrays on disk have taken; they are read again when needed.

    Parameters
    ----------
    *arrays : array
        Arrays, of which those in memory stay as they are.
    """
    for array in arrays:
        whole = _map_of(array)
        if whole is not None and _DONTNEED is not None:
            whole.madvise(_DONTNEED)


def on_disk(array: Array) -> bool:
    """Whether an array reads a file of ours."""
    return _map_of(array) is not None


def taken(array: Array, places: Array) -> Array:
    """The numbers at some places; of an array on disk a few runs of them at a time.

    A system may bring megabytes into memory for one number, so what was read is let go soon.

    Parameters
    ----------
    array : array
        The numbers.
    places : array of int
        Where they are; it takes least time if they are ascending.

    Returns
    -------
    array
        ``array[places]``.
    """
    if not on_disk(array):
        return np.asarray(array[places])
    found = np.empty(len(places), dtype=array.dtype)
    begins = [0]
    if array.nbytes > LARGE:
        begins = np.flatnonzero(np.diff(places, prepend=-2) != 1)[::RUNS_AT_ONCE].tolist()
    for begin, end in pairwise([*begins, len(places)]):
        found[begin:end] = array[places[begin:end]]
        release(array)
    return found


def _map_of(array: Array) -> _Map | None:
    base: Any = array
    while isinstance(base, np.ndarray):
        base = base.base
    base = base.obj if isinstance(base, memoryview) else base
    return base if isinstance(base, _Map) else None


@contextmanager
def _told(folder: Path, written: int) -> Iterator[None]:
    """Say of what goes wrong with a temporary file where it is, and what to do."""
    try:
        yield
    except OSError as error:
        raise StoreError(
            f"a temporary file in {folder}: {error.strerror} after {written:,} bytes; make room "
            "there, or set TMPDIR to a folder that has more"
        ) from error

"""A file that is open while it is read, whatever becomes of its name."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

from biterms.errors import InputError
from biterms.streams.sources.content import PlainContent
from biterms.streams.sources.file_place import Place, Stamp, hash_of, inode_of, stamp_of


class OpenedFile:
    """A file that is opened when it is needed.

    Parameters
    ----------
    path : str
        Where it is.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._file: BinaryIO | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is open, so that it can be read even when it has no name any more."""
        return self._file is not None

    def content(self, name: str, place: Place) -> PlainContent | None:
        """Its bytes; None while there is no file at its path, or another one than in `place`.

        Raises
        ------
        InputError
            If it cannot be opened.
        """
        if self._file is None:
            try:
                file = Path(self.path).open("rb", buffering=0)  # noqa: SIM115
            except FileNotFoundError:
                return None
            except OSError as error:
                raise InputError(f"{name}: cannot be opened ({error.strerror})") from error
            inode = inode_of(os.fstat(file.fileno()))
            if place.offset and inode != place.inode:
                file.close()  # the next look at the names finds both
                return None
            self._file, place.inode = file, inode
        return PlainContent(self._file, name)

    def stamp(self) -> Stamp | None:
        """Its size and when it was changed; None if there is no such file."""
        try:
            if self._file is not None:
                return stamp_of(os.fstat(self._file.fileno()))
            return stamp_of(Path(self.path).stat())
        except OSError:
            return None

    def close(self) -> None:
        """Close it; it can be opened again."""
        if self._file is not None:
            self._file.close()
            self._file = None


def begins(path: str, start: tuple[int, str]) -> bool:
    """Whether the first bytes of a file are those that are known."""
    try:
        with Path(path).open("rb") as file:
            return hash_of(file.read(start[0])) == start
    except OSError:
        return False

"""Where the numbers of all documents are kept while a model learns: in memory, or on disk."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from numpy.typing import DTypeLike

from biterms.store.columns import Column, InMemory, OnDisk


class Space:
    """Memory without a limit."""

    #: whether what is kept there takes memory, so that it may as well be together
    in_memory = True

    def column(self, dtype: DTypeLike) -> Column:
        """Make a column for numbers of a type.

        Parameters
        ----------
        dtype : dtype
            The type.

        Returns
        -------
        Column
            One without numbers.
        """
        return InMemory(dtype)

    def check_words(self, n_keys: int, n_forms: int) -> None:
        """Refuse more words than there is memory for.

        Parameters
        ----------
        n_keys, n_forms : int
            Words that are remembered, and ways to write them.
        """


IN_MEMORY = Space()


class DiskSpace(Space):
    """Temporary files in a folder; leaving the block closes them.

    Parameters
    ----------
    folder : Path
        The folder.
    """

    in_memory = False

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._columns: list[OnDisk] = []

    def column(self, dtype: DTypeLike) -> Column:
        """Make a column in a file of its own."""
        self._columns.append(column := OnDisk(dtype, self.folder))
        return column

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for column in self._columns:
            column.close()

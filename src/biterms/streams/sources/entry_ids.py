"""Ids of entries of a Redis stream, in their order."""

from __future__ import annotations

from typing import NamedTuple

from biterms.errors import StoreError

LARGEST = (1 << 64) - 1


class EntryId(NamedTuple):
    """The id of an entry: a moment, and a number within it.

    Parameters
    ----------
    milliseconds : int
        Milliseconds since 1970, if the server made the id.
    number : int
        Tells entries of the same moment apart.
    """

    milliseconds: int
    number: int

    @classmethod
    def of(cls, text: str | bytes) -> EntryId:
        """Read an id.

        Parameters
        ----------
        text : str or bytes
            As Redis writes it, ``1700000000000-0``.

        Returns
        -------
        EntryId
            The id.

        Raises
        ------
        StoreError
            If it is none: the journal is of another source.
        """
        plain = text.decode() if isinstance(text, bytes) else str(text)
        milliseconds, _, number = plain.partition("-")
        try:
            return cls(int(milliseconds), int(number))
        except ValueError:
            raise StoreError(
                f"the journal has the position {plain!r:.40}, expected the id of an entry of a "
                "Redis stream: it was written for another source"
            ) from None

    @property
    def before(self) -> EntryId:
        """The largest id below this one."""
        if self.number:
            return EntryId(self.milliseconds, self.number - 1)
        return EntryId(self.milliseconds - 1, LARGEST) if self.milliseconds else self

    def __str__(self) -> str:
        return f"{self.milliseconds}-{self.number}"

"""Where a stream comes from: documents, and the position to go on from after them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from biterms.text.readers import Record


class Broken(NamedTuple):
    """A record that could not be used.

    Parameters
    ----------
    position : str
        Where it is, for people: a file and a line, or the id of a message.
    reason : str
        What is wrong with it.
    data : str
        The record as far as it could be read, so that it can be mended and replayed.
    """

    position: str
    reason: str
    data: str


class Batch(NamedTuple):
    """Documents of a source in their order, and where to go on after them.

    Parameters
    ----------
    records : sequence of Record
        The documents.
    positions : mapping of str to object
        Keys of the source whose position has changed, with the new one: anything JSON can hold.
        None: the key is forgotten.
    broken : sequence of Broken
        Records that could not be used; their positions count as done.
    """

    records: Sequence[Record] = ()
    positions: Mapping[str, Any] = {}
    broken: Sequence[Broken] = ()


@runtime_checkable
class Source(Protocol):
    """What a stream is read from.

    Attributes
    ----------
    name : str
        The same for the same source at every start: its positions are kept under this name.
    ended : bool
        Whether nothing more will ever come.
    """

    name: str
    ended: bool

    def open(self, positions: Mapping[str, Any]) -> None:
        """Begin to read, or go on after what has been recorded.

        Parameters
        ----------
        positions : mapping of str to object
            All positions that were recorded; empty at the first start.
        """

    def poll(self, max_documents: int, timeout: float) -> Batch:
        """Wait for documents.

        Parameters
        ----------
        max_documents : int
            Documents at most.
        timeout : float
            Seconds to wait for the first of them.

        Returns
        -------
        Batch
            Documents; none if there were none in time, or ``ended``.
        """

    def commit(self, positions: Mapping[str, Any]) -> None:
        """Everything up to these positions is recorded and will not be asked for again.

        Parameters
        ----------
        positions : mapping of str to object
            Positions of batches that `poll` gave.
        """

    def close(self) -> None:
        """Stop reading."""

"""Which words join and which go: the only description of a change of the vocabulary."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array

_NONE = np.arange(0)
_NONE.flags.writeable = False


@dataclass(frozen=True)
class RowMap:
    """Word ids that get a row, and word ids that lose theirs; all others stay where they are.

    A word keeps its id for the life of a model. The id of a word that is dropped becomes a hole,
    which a word that joins later may take over.

    Parameters
    ----------
    before, after : int
        Number of ids before and after the change, holes included.
    dropped : array of int
        Ids that lose their row.
    added : array of int
        Ids that get a row: holes (also those of ``dropped``), or ids from ``before`` on.

    Examples
    --------
    >>> RowMap.grow(3, 2).added.tolist()
    [3, 4]
    """

    before: int
    after: int
    dropped: Array
    added: Array

    def __post_init__(self) -> None:
        if not 0 <= self.before <= self.after:
            raise InputError(
                f"a vocabulary of {self.before} ids cannot become one of {self.after}: ids are "
                "never taken back, a dropped word leaves a hole"
            )
        dropped = _ids("dropped", self.dropped, self.before)
        added = _ids("added", self.added, self.after)
        if np.count_nonzero(added >= self.before) != self.after - self.before:
            raise InputError(f"every id from {self.before} to {self.after - 1} must be added")
        object.__setattr__(self, "dropped", dropped)
        object.__setattr__(self, "added", added)

    @classmethod
    def grow(cls, before: int, n: int) -> RowMap:
        """Describe a vocabulary that grows at its end.

        Parameters
        ----------
        before : int
            Number of ids before the change.
        n : int
            Number of words that join behind the others.

        Returns
        -------
        RowMap
            The change; no word is dropped.
        """
        self = object.__new__(cls)  # sound by construction, and minibatches make many of them
        added = np.arange(before, before + n)
        added.flags.writeable = False
        fields = {"before": before, "after": before + n, "dropped": _NONE, "added": added}
        for name, value in fields.items():
            object.__setattr__(self, name, value)
        return self

    @property
    def appends(self) -> bool:
        """Whether words join behind the others and nothing else happens."""
        return not len(self.dropped) and len(self.added) == self.after - self.before

    def __bool__(self) -> bool:
        return bool(len(self.dropped) or len(self.added))


def _ids(name: str, given: Array, n: int) -> Array:
    """Distinct ids below n, in ascending order and read-only."""
    ids = np.unique(np.asarray(given, dtype=np.int64))
    if len(ids) != len(given) or (len(ids) and not 0 <= ids[0] <= ids[-1] < n):
        raise InputError(f"{name} must be distinct word ids from 0 to {n - 1}")
    ids.flags.writeable = False
    return ids

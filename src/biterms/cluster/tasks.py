"""What workers do: read and count partitions, learn lanes, share minibatches.

All of these are functions of their arguments. What they remember between calls only saves them
from unpacking the same bytes again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from biterms.cluster.account import Spent, spending
from biterms.cluster.chunks import chunks_of
from biterms.cluster.counting import Asked, Counted, count, some_texts
from biterms.cluster.files import Partition, Reading, chunks
from biterms.cluster.layout import Chosen, Slice
from biterms.cluster.names import Numbered
from biterms.cluster.words import ids_of, unpack_ids
from biterms.kernels import Array, Tokens
from biterms.text.chunks import chunks as pieces
from biterms.text.readers import Trouble
from biterms.topics.handed_in import Beside, records_of
from biterms.topics.texts import plain_ones

T = TypeVar("T")


def count_files(partition: Partition, reading: Reading, asked: Asked, number: int) -> Counted:
    """Read and count ranges of files."""
    trouble = Trouble()
    return count(chunks(partition, reading, trouble), asked, number, trouble)


def count_handed_in(texts: Any, beside: Beside, asked: Asked, number: int) -> Counted:
    """Count a partition of a Dask bag or data frame."""
    trouble = Trouble()
    given = chunks_of(records_of(_listed(texts), beside, trouble))
    return count(given, asked, number, trouble)


def first_of_files(partitions: Sequence[Partition], reading: Reading) -> list[str]:
    """The first texts, which tell the language."""
    for partition in partitions:
        texts = (text for some in chunks(partition, reading, Trouble()) for text in some.texts)
        if first := next(pieces(texts), []):
            return first
    return []


def first_handed_in(texts: Any, beside: Beside) -> list[str]:
    """The same of the first partition of a Dask bag or data frame."""
    given = records_of(_listed(texts), beside, Trouble())
    return next(pieces(plain_ones(given)), [])


def _listed(texts: Any) -> Any:
    """Partitions of a bag may be iterators."""
    return texts if hasattr(texts, "__len__") else list(texts)


class Remembered(Generic[T]):
    """What was unpacked last, for all threads of a worker: only of one run at a time."""

    def __init__(self) -> None:
        self._lock, self._run, self._values = Lock(), object(), dict[object, T]()

    def get(self, run: object, make: Callable[[], T], key: object = None) -> T:
        """What was made in this run for this key, or is made now."""
        with self._lock:
            if self._run != run:
                self._values, self._run = {}, run
            if key not in self._values:
                self._values[key] = make()
            return self._values[key]


_IDS, _MAPS = Remembered[Numbered](), Remembered[Array]()


class Ids(NamedTuple):
    """How many words have an id, and in which run.

    Parameters
    ----------
    run : str
        The run.
    n : int
        How many there are.
    """

    run: str
    n: int

    def of(self, counted: Counted, keys: list[bytes]) -> Array:
        """The id of each word of a partition, from what `pack_ids` gave; the last one is -1."""

        def found() -> Array:
            known = _IDS.get(self.run, lambda: unpack_ids(b"".join(keys)))
            return np.append(ids_of(counted.words, known), np.int32(-1))

        return _MAPS.get(self.run, found, counted.number)


def texts_in_ids(counted: Counted, docs: Array, ids: Array) -> Tokens:
    """Some texts of a partition as ids of words in their order, without words that have none."""
    some = some_texts(counted.tokens, docs)
    found = ids[some.ids]
    there = found >= 0
    ptr = np.concatenate([[0], np.cumsum(there)])[some.ptr]
    return Tokens(ptr, found[there], [])


def anchor_texts(
    counted: Counted, some: Slice, chosen: Chosen, ids: Ids, keys: list[bytes]
) -> tuple[Tokens, Spent]:
    """Texts of the anchor in a partition."""
    with spending("text") as spent:
        tokens = texts_in_ids(counted, some.chosen(chosen), ids.of(counted, keys))
    return tokens, spent()

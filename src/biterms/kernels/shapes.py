"""Documents as kernels take them: named arrays for compiled code and twins alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def entries_of(ptr: Array, docs: Array) -> tuple[Array, Array]:
    """Find the entries of some documents in arrays that hold all documents one after the other.

    Parameters
    ----------
    ptr : array of int of shape (D + 1,)
        Document d has the entries ``ptr[d]:ptr[d + 1]``.
    docs : array of int
        The documents.

    Returns
    -------
    begin : array of int
        The pointers of these documents among the chosen entries.
    at : array of int
        Positions of the chosen entries in the original arrays.
    """
    sizes = ptr[docs + 1] - ptr[docs]
    begin = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return begin, np.repeat(ptr[docs] - begin[:-1], sizes) + np.arange(begin[-1])


@dataclass(frozen=True)
class Pairs:
    """Biterms of documents that are given and not implied by the counts.

    Parameters
    ----------
    ptr : int64 array of shape (D + 1,)
        Document d has the pairs ``ptr[d]:ptr[d + 1]``, sorted by (left, right).
    left, right : int32 array
        The two entries of each pair, left < right, numbered from the document's first entry.
    weight : float32 array
        The weight C of each pair, for one order of its words.
    """

    ptr: NDArray[np.int64]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    weight: NDArray[np.float32]

    def of(self, docs: Array) -> Pairs:
        """Select the pairs of some documents.

        Parameters
        ----------
        docs : array of int
            The documents.

        Returns
        -------
        Pairs
            Their pairs, in the order of ``docs``.
        """
        ptr, at = entries_of(self.ptr, docs)
        return Pairs(ptr, self.left[at], self.right[at], self.weight[at])


class PairSource(Protocol):
    """A source of the biterms of documents, such as `Pairs`."""

    def of(self, docs: Array) -> Pairs:
        """Return the biterms of some documents.

        Parameters
        ----------
        docs : array of int
            The documents.

        Returns
        -------
        Pairs
            Their biterms, in the order of ``docs``.
        """


@dataclass(frozen=True)
class Counts:
    """Documents as compressed sparse rows of word ids and weights.

    Parameters
    ----------
    indptr : int64 array of shape (D + 1,)
        Document d has the entries ``indptr[d]:indptr[d + 1]``.
    indices : int32 array
        The word id of each entry.
    data : float32 array
        The count or weight f of each entry.
    n_words : int
        Number of word ids, V.
    pairs : PairSource, optional
        The biterms. Without it any two different words of a document are a biterm of weight
        min(f_u, f_v); documents of very many words have a sample of these (``pair_sample``).
    """

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    data: NDArray[np.float32]
    n_words: int
    pairs: PairSource | None = None

    def __len__(self) -> int:
        return len(self.indptr) - 1

    def pairs_of(self, docs: Array) -> Pairs | None:
        """Return the given biterms of some documents.

        Parameters
        ----------
        docs : array of int
            The documents.

        Returns
        -------
        Pairs or None
            Their biterms; None if the biterms are implied by the counts.
        """
        return None if self.pairs is None else self.pairs.of(docs)


@dataclass(frozen=True)
class Packed:
    """A minibatch, whose words are numbered from 0.

    Parameters
    ----------
    ptr : int64 array of shape (n + 1,)
        Document d of the minibatch has the entries ``ptr[d]:ptr[d + 1]``.
    labels : int32 array
        The word of each entry, as a position in ``words``.
    counts : float32 array
        The count or weight of each entry.
    words : int32 array
        The distinct word ids of the minibatch, in ascending order.
    pairs : Pairs, optional
        The biterms, if they are given.
    """

    ptr: NDArray[np.int64]
    labels: NDArray[np.int32]
    counts: NDArray[np.float32]
    words: NDArray[np.int32]
    pairs: Pairs | None = None

    def __len__(self) -> int:
        return len(self.ptr) - 1


@dataclass(frozen=True)
class PairRows:
    """Pairs of words with the number of documents that have them, grouped by the first word.

    Parameters
    ----------
    ptr : int64 array of shape (V + 1,)
        Word u is the first word of the pairs ``ptr[u]:ptr[u + 1]``.
    second : int32 array
        The second word of each pair, in ascending order for each first word.
    documents : int32 array
        Number of documents that have each pair.
    """

    ptr: NDArray[np.int64]
    second: NDArray[np.int32]
    documents: NDArray[np.int32]

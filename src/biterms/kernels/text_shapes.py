"""Words of texts as kernels take and give them, in their order and before they are counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Sequences:
    """Words of documents in their order.

    Parameters
    ----------
    ptr : int64 array of shape (D + 1,)
        Document d has the words ``words[ptr[d]:ptr[d + 1]]``.
    words : int32 array
        The ids of the words; -1 is an unknown word.
    """

    ptr: NDArray[np.int64]
    words: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.ptr) - 1


class WordLists(NamedTuple):
    """Which lists words are in.

    Parameters
    ----------
    begins : int64 array of shape (W + 1,)
        Word w is in ``lists[begins[w]:begins[w + 1]]``.
    lists, places : int32 arrays
        The list, and the place of the word in it.
    n_lists, width : int
        Number of lists, and of places in a list.
    """

    begins: NDArray[np.int64]
    lists: NDArray[np.int32]
    places: NDArray[np.int32]
    n_lists: int
    width: int


class Rules(NamedTuple):
    """Which tokens are kept beside words.

    Parameters
    ----------
    tags, urls, numbers : bool, default=False
        Whether hashtags and mentions, addresses of web pages, and numbers are kept.
    """

    tags: bool = False
    urls: bool = False
    numbers: bool = False


class Tokens(NamedTuple):
    """Tokens of documents in their order.

    Parameters
    ----------
    ptr : int64 array of shape (D + 1,)
        Document d has the tokens ``ids[ptr[d]:ptr[d + 1]]``.
    ids : int32 array
        The number of each token, as a position in ``words``.
    words : list of str
        The distinct tokens, in order of appearance.
    """

    ptr: NDArray[np.int64]
    ids: NDArray[np.int32]
    words: list[str]


class JsonStrings(NamedTuple):
    """Strings of objects, one object per line.

    Parameters
    ----------
    columns : list of list
        For each key its value in each line; None where there is none.
    others : list of int
        Lines that were not read, from 0 on; their values are None.
    """

    columns: list[list[str | None]]
    others: list[int]

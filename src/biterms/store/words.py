"""Many words as one array of bytes: UTF-8, each ended by a byte that UTF-8 never has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biterms.errors import StoreError

END = b"\xff"
#: words that do not have it, as nearly all, are turned into bytes and back all at once
RARE = "\0"


def bytes_of_words(words: Iterable[str]) -> NDArray[np.uint8]:
    """Pack texts into one array of bytes.

    Parameters
    ----------
    words : iterable of str
        Any texts, also empty ones and broken Unicode.

    Returns
    -------
    ndarray of uint8
        What `words_of_bytes` unpacks.

    Examples
    --------
    >>> from biterms.store import bytes_of_words, words_of_bytes
    >>> words_of_bytes(bytes_of_words(["naïve", ""]))
    ['naïve', '']
    """
    each = [*words]
    joined = RARE.join([*each, ""])
    if joined.count(RARE) == len(each):
        data = joined.encode("utf-8", "surrogatepass").replace(RARE.encode(), END)
    else:
        data = b"".join(word.encode("utf-8", "surrogatepass") + END for word in each)
    return np.frombuffer(data, dtype=np.uint8)


def words_of_bytes(data: NDArray[Any]) -> list[str]:
    """Unpack the texts that `bytes_of_words` was given.

    Parameters
    ----------
    data : ndarray of uint8
        One axis of bytes.

    Returns
    -------
    list of str
        The texts in their order.

    Raises
    ------
    StoreError
        When the array is not what `bytes_of_words` returns.
    """
    if data.dtype != np.uint8 or data.ndim != 1:
        raise StoreError(f"words of type {data.dtype} and shape {data.shape}, expected bytes")
    letters, end = data.tobytes(), RARE.encode()
    try:
        if end not in letters:
            joined = letters.replace(END, end).decode("utf-8", "surrogatepass")
            *words, rest = joined.split(RARE)
        else:
            *words, rest = (s.decode("utf-8", "surrogatepass") for s in letters.split(END))
        if not rest:
            return words
    except UnicodeDecodeError:
        pass
    raise StoreError("the words are not in UTF-8 or the last one has no end")

"""Many words as one array of bytes: UTF-8, each ended by a byte that UTF-8 never has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biterms.errors import StoreError

END = b"\xff"


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
    data = b"".join(word.encode("utf-8", "surrogatepass") + END for word in words)
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
    *words, rest = data.tobytes().split(END)
    try:
        if not rest:
            return [word.decode("utf-8", "surrogatepass") for word in words]
    except UnicodeDecodeError:
        pass
    raise StoreError("the words are not in UTF-8 or the last one has no end")

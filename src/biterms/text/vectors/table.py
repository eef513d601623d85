"""A table of word vectors, and the check that all formats share."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from biterms.errors import InputError

MAX_DIMENSIONS = 1 << 14


class WordVectors(NamedTuple):
    """Words and their vectors; no word comes twice, and all numbers are finite.

    Parameters
    ----------
    words : tuple of str
        The words.
    vectors : float32 array of shape (n, dimensions)
        Row i is the vector of ``words[i]``.
    """

    words: tuple[str, ...]
    vectors: NDArray[np.float32]


def check_finite(table: NDArray[np.float32], locations: Collection[int], where: str) -> None:
    """Raise InputError for the first row with a number that is not finite.

    `where` and the number in `locations` name that row in the message.
    """
    bad = np.flatnonzero(~np.isfinite(table).all(axis=1))
    if bad.size:
        raise InputError(
            f"{where} {list(locations)[bad[0]]}: the vector has a number that is NaN, infinite or "
            "beyond float32, expected finite numbers; correct or remove this word"
        )


def decode_word(word: bytes) -> str:
    """Decode a word; empty if it is not UTF-8, because no vocabulary has such a word."""
    try:
        return word.decode()
    except UnicodeDecodeError:
        return ""

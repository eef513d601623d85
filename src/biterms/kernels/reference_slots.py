"""Numbers of words in a plain dictionary: the specification of the compiled table."""

from __future__ import annotations

import numpy as np

from biterms.kernels.shapes import Array
from biterms.kernels.slot_shapes import Spelled


def place_words(known: Spelled, table: Array, first: int) -> None:
    """Nothing: the table only makes `find_words` fast."""


def find_words(words: Spelled, known: Spelled, table: Array) -> Array:
    """The number of each word among those that are known; -1 where it is not there."""
    numbers = {word: i for i, word in enumerate(known.each())}
    return np.array([numbers.get(word, -1) for word in words.each()], dtype=np.int32)


def spell(words: Spelled, numbers: Array) -> bytes:
    """Words one after the other, by their numbers."""
    every = [word.encode("utf8", "surrogatepass") for word in words.each()]
    return b"".join(every[number] for number in numbers.tolist())

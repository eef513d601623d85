"""The compiled table of words behind the signatures of its twin."""

from __future__ import annotations

import numpy as np

from biterms.kernels import _native
from biterms.kernels.shapes import Array
from biterms.kernels.slot_shapes import Spelled

# Python draws it anew in each process: nobody can prepare words that meet in one place of a table.
_SEED = hash("slots") & (2**64 - 1)


def place_words(known: Spelled, table: Array, first: int) -> None:
    """Make words known to a table; specified by ``reference_slots.place_words``.

    Parameters
    ----------
    known : Spelled
        The words.
    table : int32 array
        Places, a power of two in number and more than words, -1 where there is none.
    first : int
        The number of the first word that the table does not know.
    """
    _native.place_words(*known, table, _SEED, first)


def find_words(words: Spelled, known: Spelled, table: Array) -> Array:
    """Find the numbers of words; specified by ``reference_slots.find_words``.

    Parameters
    ----------
    words : Spelled
        Words that are looked for.
    known : Spelled
        Words that have numbers: 0, 1, ...
    table : int32 array
        Where `place_words` has put them.

    Returns
    -------
    array of int32
        The number of each; -1 where it has none.
    """
    slots = np.empty(len(words.ends), dtype=np.int32)
    _native.find_words(*words, *known, table, _SEED, slots)
    return slots


def spell(words: Spelled, numbers: Array) -> bytes:
    """Write words one after the other; specified by ``reference_slots.spell``.

    Parameters
    ----------
    words : Spelled
        Words.
    numbers : int32 array
        Which of them, in this order.

    Returns
    -------
    bytes
        Their letters, with nothing between two words.
    """
    sizes = np.diff(words.ends, prepend=-1) - 1
    out = np.empty(int(sizes[numbers].sum()), dtype=np.uint8)
    written = _native.spell(*words, numbers, out)
    return out[:written].tobytes()

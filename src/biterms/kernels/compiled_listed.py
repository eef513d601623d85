"""Compiled counting of words of one list behind the signature of its twin."""

from __future__ import annotations

import numpy as np

from biterms.kernels import _native
from biterms.kernels.arrays import doubles, longs, small
from biterms.kernels.compiled_bigrams import sequences
from biterms.kernels.shapes import Array
from biterms.kernels.text_shapes import Sequences, WordLists


def listed_pairs(documents: Sequences, weights: Array | None, lists: WordLists) -> Array:
    """Count words of one list in the same document; by ``reference_listed.listed_pairs``.

    Parameters
    ----------
    documents : Sequences
        The words of each document in their order; below 0 is none.
    weights : array, optional
        The weight of each word; it counts where that is above 0. None: all have 1.
    lists : WordLists
        The lists that each word is in.

    Returns
    -------
    array of shape (n_lists, width, width)
        For each list and the places of two words, the first before the second: the smaller of
        their weights, summed over documents.
    """
    found = np.zeros((lists.n_lists, lists.width, lists.width))
    _native.listed_pairs(
        *sequences(documents),
        None if weights is None else doubles(weights),
        longs(lists.begins, "pointers of the words"),
        small(lists.lists, "lists of the words"),
        small(lists.places, "places of the words"),
        found,
    )
    return found

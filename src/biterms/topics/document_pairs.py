"""The biterms of one document, for its explanation."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from biterms.bags.with_pairs import WithPairs
from biterms.kernels import Array

#: a long document speaks with its first words only: pairs grow with their square
LONGEST = 64


class WeightedPairs(NamedTuple):
    """Pairs of words of a document, numbered as in its counts, with their weights C."""

    left: Array
    right: Array
    weight: Array


def biterms_of(document: Any, counts: Array) -> WeightedPairs:
    """The biterms of one document: any two of its first words, or those that it names.

    Parameters
    ----------
    document : counts or WithPairs
        The document.
    counts : array
        How often it has each of its words.
    """
    if isinstance(document, WithPairs):
        given = document.of(np.arange(1))
        return WeightedPairs(given.left, given.right, given.weight)
    left, right = np.triu_indices(min(len(counts), LONGEST), 1)
    return WeightedPairs(left, right, np.minimum(counts[left], counts[right]))

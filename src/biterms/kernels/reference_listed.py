"""Words of one list in plain loops: the specification of the compiled one."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from biterms.kernels.shapes import Array
from biterms.kernels.text_shapes import Sequences, WordLists


def listed_pairs(documents: Sequences, weights: Array | None, lists: WordLists) -> Array:
    """The smaller weight of any two words of a document that are in one list, summed."""
    weights = np.ones(len(documents.words)) if weights is None else weights
    found = np.zeros((lists.n_lists, lists.width, lists.width))
    owners = [
        dict(zip(lists.lists[begin:end].tolist(), lists.places[begin:end].tolist(), strict=True))
        for begin, end in zip(lists.begins[:-1], lists.begins[1:], strict=True)
    ]
    for begin, end in zip(documents.ptr[:-1], documents.ptr[1:], strict=True):
        there = (i for i in range(begin, end) if documents.words[i] >= 0 and weights[i] > 0)
        for i, j in combinations(there, 2):
            one, other = (owners[documents.words[at]] for at in (i, j))
            for k in one.keys() & other.keys():
                found[k, one[k], other[k]] += min(weights[i], weights[j])
    return found

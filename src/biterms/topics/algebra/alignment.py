"""Topics of different models that are about the same: the best assignment of one to another."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.optimize import linear_sum_assignment

from biterms.kernels import Array


class Alignment(NamedTuple):
    """Which topics of one model are those of another.

    Parameters
    ----------
    topics : array of int
        For each topic of the other model the one that it is, or -1.
    distances : array of float
        Hellinger distance between the two; that to the nearest one where there is none.
    """

    topics: Array
    distances: Array


def hellinger(one: Array, other: Array) -> Array:
    """Hellinger distances between topics, from 0 (the same) to 1 (no word in common).

    Parameters
    ----------
    one, other : array of shape (topics, words)
        Probabilities of the same words.

    Returns
    -------
    array of shape (topics of one, topics of the other)

    Notes
    -----
    sqrt(1 - sum_v sqrt(p_v q_v)).
    """
    common = np.sqrt(one) @ np.sqrt(other).T
    return np.asarray(np.sqrt(np.clip(1.0 - common, 0.0, 1.0)))


def aligned(one: Array, other: Array, most: float) -> Alignment:
    """Assign topics to each other so that the sum of their distances is the least possible.

    A topic that has no counterpart counts as far away as one that may have one at most.

    Parameters
    ----------
    one, other : array of shape (topics, words)
        Probabilities of the same words.
    most : float
        Topics that are farther from each other than this are not the same.

    Returns
    -------
    Alignment
    """
    distances = hellinger(one, other)
    topics = np.full(len(other), -1)
    nearest = distances.min(axis=0, initial=1.0)
    # A topic without a counterpart costs as much as one that is as far away as may be.
    rows, columns = linear_sum_assignment(np.minimum(distances, most))
    near = distances[rows, columns] <= most
    topics[columns[near]] = rows[near]
    nearest[columns[near]] = distances[rows[near], columns[near]]
    return Alignment(topics, nearest)

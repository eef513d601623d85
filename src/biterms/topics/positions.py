"""Where topics lie on a map: alike topics close together, circles that do not cover each other."""

from __future__ import annotations

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array

#: share of the map that circles fill before they are pushed apart
FILLED = 0.25
#: width of the map by its height
ASPECT = 1.3
#: circles keep this part of their radii free around them
GAP = 0.5
_ROUNDS = 400


def positions(topics: Array, sizes: Array) -> Array:
    """Places (K x 2) for circles whose areas are the sizes, made to sum to 1.

    Classical scaling of the Hellinger distances between the rows of `topics`, spread evenly over
    the map and pushed apart until no circle covers another. The same input gives the same map.
    """
    topics, sizes = np.asarray(topics, dtype=np.float64), np.asarray(sizes, dtype=np.float64)
    if topics.ndim != 2 or sizes.shape != topics.shape[:1] or not topics.size:
        raise InputError(
            f"topics of shape {topics.shape} and sizes of shape {sizes.shape}; expected a row of "
            "word probabilities and one size for each topic"
        )
    if not (np.isfinite(topics).all() and np.isfinite(sizes).all()):
        raise InputError("topics or sizes hold numbers that are not finite; expected shares")
    if (topics < 0).any() or (sizes < 0).any():
        raise InputError("topics or sizes hold negative numbers; expected shares")
    radii = radii_of(sizes)
    return _apart(_spread(scaled(hellinger(topics)), radii), radii)


def radii_of(sizes: Array) -> Array:
    """Radii of circles whose areas are the sizes, made to sum to 1; tiny ones can still be seen."""
    total = sizes.sum()
    shares = sizes / total if total > 0 else np.full(len(sizes), 1 / len(sizes))
    return np.asarray(np.sqrt(np.maximum(shares, 0.05 / len(sizes)) / np.pi))


def hellinger(topics: Array) -> Array:
    """h(p, q)^2 = 1 - sum_v sqrt(p_v q_v) for all pairs of rows."""
    sums = topics.sum(axis=1, keepdims=True)
    roots = np.sqrt(np.divide(topics, sums, out=np.zeros_like(topics), where=sums > 0))
    return np.asarray(np.sqrt(np.clip(1 - roots @ roots.T, 0, 1)))


def scaled(distances: Array) -> Array:
    """Classical scaling to two dimensions: the leading eigenvectors of -J D^2 J / 2.

    The sign of an axis is free: its largest entry is made positive.
    """
    squares = distances**2
    centred = squares - squares.mean(axis=0) - squares.mean(axis=1, keepdims=True) + squares.mean()
    values, vectors = np.linalg.eigh(-centred / 2)
    places = np.zeros((len(distances), 2))
    leading = vectors[:, ::-1][:, :2] * np.sqrt(np.maximum(values[::-1][:2], 0))
    places[:, : leading.shape[1]] = leading
    largest = np.abs(places).argmax(axis=0)
    return np.asarray(places * np.where(places[largest, [0, 1]] < 0, -1, 1))


def _spread(places: Array, radii: Array) -> Array:
    """Half of each coordinate is its value, half its rank, so that no corner is crowded."""
    height = np.sqrt((np.pi * radii**2).sum() / FILLED / ASPECT)
    spans = np.maximum(np.ptp(places, axis=0), 1e-12)
    values = (places - places.min(axis=0)) / spans
    ranks = places.round(12).argsort(axis=0, kind="stable").argsort(axis=0)
    evenly = (values + (ranks + 0.5) / len(places)) / 2
    return np.asarray((evenly - 0.5) * [ASPECT * height, height])


def _apart(places: Array, radii: Array) -> Array:
    """Each round moves overlapping circles away from each other, small ones further."""
    touching = radii[:, None] + radii
    yields = radii**2 / (radii[:, None] ** 2 + radii**2)
    # equal places would have no direction to part in
    angle = np.arange(len(places)) * 2.4
    places = places + 1e-6 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    for _ in range(_ROUNDS):
        distance = np.sqrt(sum(np.subtract.outer(side, side) ** 2 for side in places.T))
        np.fill_diagonal(distance, np.inf)
        if (distance >= touching * (1 + GAP / 2)).all():
            break
        left, right = np.nonzero(distance < touching * (1 + GAP))
        near = distance[left, right]
        overlap = touching[left, right] * (1 + GAP) - near
        push = yields[left, right] * overlap / np.maximum(near, 1e-12)
        np.add.at(places, left, (places[left] - places[right]) * push[:, None])
    return np.asarray(places - places.mean(axis=0))

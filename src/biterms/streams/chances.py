"""How often chance gives such a change of a share, also where texts come in bursts.

Texts are no coin tosses: their shares in a topic vary less than those of texts with one topic
each, and texts of one story come together, which makes the shares of pieces of time vary more.
So how much a topic varies is not assumed, but seen: in the pieces of time, and in whole windows
of them, because a story may last longer than a piece.
"""

from __future__ import annotations

import numpy as np
from scipy.special import betainc

from biterms.kernels import Array

#: pieces of time that all topics together, and texts with one topic each, count for
WEIGHT = 20
#: a large story is so many times an average one: a heavier tail than that of single texts
LARGEST = 2.5
_TINY = 1e-9


def p_values(documents: Array, shares: Array, first: int, splits: Array) -> Array:
    """How often chance would give such a difference before and after a split, in one topic.

    Parameters
    ----------
    documents : array of shape (pieces,)
        Texts of each piece of time.
    shares : array of shape (topics, pieces)
        The shares of each topic in them, summed; no topic without any.
    first : int
        The piece that the window begins with; those before are some windows as long.
    splits : array of int
        The pieces to split before; there are texts on both sides.

    Returns
    -------
    array of shape (topics, splits)
        One-sided p-values of the less probable side.
    """
    n, x = np.cumsum(documents), np.cumsum(shares, axis=1)
    total, mean, spread = n[-1], x[:, -1:] / n[-1], dispersion(documents, shares, first)[:, None]
    part = (total - n[splits - 1]) / total

    def things(size: Array) -> tuple[Array, Array]:
        """What came before and after, as things of a size that vary as the shares do.

        Whatever the mean was, how many of them are after the split is a binomial number then.
        """
        always = mean * (1 - spread / size)
        old, new = x[:, splits - 1], x[:, -1:] - x[:, splits - 1]
        both = old - always * (1 - part) * total, new - always * part * total
        return np.maximum(both[0] / size, _TINY), np.maximum(both[1] / size, _TINY)

    # Large stories make a rise, but no fall.
    old, new = things(np.maximum(LARGEST * spread, 1.0))
    rise = betainc(new, old + 1, part)
    old, new = things(spread)
    fall = betainc(old, new + 1, 1 - part)
    return np.asarray(np.minimum(rise, fall))


def dispersion(documents: Array, shares: Array, first: int) -> Array:
    """The variance of what a text adds to each topic, divided by its mean.

    It is 1 or less for texts that come one by one, and larger where they come in bursts.

    Parameters
    ----------
    documents, shares, first
        As for `p_values`.
    """
    length, mean = len(documents) - first, np.maximum(shares.sum(axis=1), _TINY) / documents.sum()
    # The last window before is left out: what changes in a window may have begun a little earlier.
    n, x = documents[: first - length], shares[:, : first - length]
    found = [
        _shrunk(squares / mean, degrees, mean)
        for squares, degrees in (_squares(n, x), _squares(*_windows(n, x, length)))
    ]
    return np.asarray(np.max(found, axis=0))


def _windows(n: Array, x: Array, length: int) -> tuple[Array, Array]:
    """Texts and shares of times as long as a window."""
    return n.reshape(-1, length).sum(axis=1), x.reshape(len(x), -1, length).sum(axis=2)


def _squares(n: Array, x: Array) -> tuple[Array, int]:
    """The squares about the mean of each topic, for one text, and their degrees of freedom."""
    there = n > 0
    if there.sum() < 2:
        return np.zeros(len(x)), 0
    n, x = n[there], x[:, there]
    squares = (x**2 / n).sum(axis=1) - x.sum(axis=1) ** 2 / n.sum()
    return np.maximum(squares, 0), len(n) - 1


def _shrunk(squares: Array, degrees: int, mean: Array) -> Array:
    """What few pieces say of a topic is drawn to what they say of all, and is never less.

    What few topics say together is drawn to that of texts with one topic each.
    """
    topics = len(squares)
    pooled = topics * float((squares * mean).sum() / mean.sum())
    of_all = (WEIGHT + pooled) / (WEIGHT + topics * degrees)
    own = (WEIGHT * of_all + squares) / (WEIGHT + degrees)
    return np.maximum(own, of_all)

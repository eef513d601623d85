"""How many topics there are, when a model has room for more than it needs."""

from __future__ import annotations

import numpy as np

from biterms.errors import SettingError
from biterms.kernels import Array
from biterms.learning.learner import is_number
from biterms.learning.posterior import Posterior

#: a topic counts from this share of the mass on, whatever the data
SHARE = 0.005
#: what `prune` takes away in all, if nothing else is said: mixtures hardly change by it
NEGLIGIBLE = 0.0001
#: share of an equal part from which on a topic counts where there is room for very many
HALF = 0.5
#: share of the room that must be used for it to be full
FULL = 0.9
#: the curve: at these shares topics are counted
SHARES = 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05


def in_use(sizes: Array) -> Array:
    """Topics with 0.5 % of the mass or more, K booleans; the largest, if all are small."""
    return np.asarray(sizes >= min(SHARE, sizes.max()))


def counts_by_share(sizes: Array) -> dict[float, int]:
    """How many topics hold at least each of some shares: flat where the number is clear."""
    return {share: int((sizes >= share).sum()) for share in SHARES}


def is_full(sizes: Array) -> bool:
    """Whether nearly all of the room is used, so that more topics might be needed.

    Topics count from 0.5 % of the mass on, or from half of an equal share if that is less.
    """
    used = sizes >= min(SHARE, HALF / len(sizes))
    return bool(used.sum() >= FULL * len(sizes))


def groups(posterior: Posterior, sizes: Array, share: float | None) -> list[list[int]]:
    """Each topic that pruning keeps, with those whose learning it takes over.

    Parameters
    ----------
    posterior : Posterior
        What has been learnt.
    sizes : array of shape (K,)
        Share of each topic.
    share : float or None
        Topics below go; None: those that are empty or nearly so, 0.01 % of the mass in all.

    Returns
    -------
    list of lists of int
        The first of each list stays.
    """
    large = _large(sizes, share)
    kept, gone = np.flatnonzero(large), np.flatnonzero(~large)
    heirs = _nearest(posterior, gone, kept)
    return [[topic, *gone[heirs == number].tolist()] for number, topic in enumerate(kept.tolist())]


def _large(sizes: Array, share: float | None) -> Array:
    """Which topics stay."""
    if share is None:
        order = np.argsort(sizes, kind="stable")
        gone = order[np.cumsum(sizes[order]) <= NEGLIGIBLE]
        return np.isin(np.arange(len(sizes)), gone, invert=True)
    large = sizes >= share if is_number(share) else np.zeros(1, dtype=bool)
    if not large.any():
        raise SettingError(
            f"share={share!r}: expected a share that some topic holds, at most {sizes.max():.3g}"
        )
    return np.asarray(large)


def _nearest(posterior: Posterior, gone: Array, kept: Array) -> Array:
    """Which of ``kept`` predicts best the words that each of ``gone`` has learnt."""
    logs = np.log(posterior.lam()[kept] / posterior.sums()[kept, None])
    words = np.maximum(posterior.M[:, gone], 0.0)
    return np.asarray((logs @ words).argmax(axis=0))

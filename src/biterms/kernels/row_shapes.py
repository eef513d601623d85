"""The posterior, the rows of its words, and the steps that change it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from biterms.kernels.shapes import Array

#: below this lam counts as this: its digamma would not fit in float32
LEAST_LAM = 1e-31

Inference = Literal["vb", "mean"]


class Lazy(NamedTuple):
    """The posterior in the form lam = prior * eta + scale * M; rows are words.

    Parameters
    ----------
    M : float64 array of shape (V, K)
        What has been learnt, before scaling.
    eta : float64 array of shape (1 or V, 1 or K)
        The prior.
    prior : float
        Factor of eta.
    scale : float
        Factor of M.
    """

    M: Array
    eta: Array
    prior: float
    scale: float


class Steps(NamedTuple):
    """How minibatches enter the posterior; each array has one number for each minibatch.

    Parameters
    ----------
    decay : float64 array
        Factor of scale.
    gain : float64 array
        M grows by gain / scale times the statistics.
    prior : float64 array
        Added to prior.
    rounds : int32 array or None
        Iterations for each document of a minibatch; None: as the settings say.
    """

    decay: NDArray[np.float64]
    gain: NDArray[np.float64]
    prior: NDArray[np.float64]
    rounds: NDArray[np.int32] | None = None


@dataclass(frozen=True)
class Rows:
    """Weights b_vk of the words of a minibatch in the topics.

    Parameters
    ----------
    rows : float array of shape (n, K)
        b_vk, each row divided by exp(shift).
    logs : float array of shape (n, K) or None
        Logarithms of ``rows``; for ``inference="vb"`` only.
    shifts : float64 array of shape (n,)
        The logarithm of what each row was divided by.
    """

    rows: Array
    logs: Array | None
    shifts: NDArray[np.float64]

"""What the Gibbs sampler of BTM reads and writes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Biterms:
    """Biterms with the topic that each has been given.

    Parameters
    ----------
    left, right : int32 array
        The two word ids of each biterm.
    topic : int32 array
        The topic of each biterm; -1 if it has none yet.
    """

    left: NDArray[np.int32]
    right: NDArray[np.int32]
    topic: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.topic)


@dataclass(frozen=True)
class TopicCounts:
    """Counts of the Gibbs sampler: words and biterms in each topic, and their priors.

    Parameters
    ----------
    words : int32 array of shape (V, K)
        n_w|k, the number of times that each word is in each topic.
    biterms : int32 array of shape (K,)
        n_k, the number of biterms in each topic.
    prior : float32 array of shape (1 or V, K)
        Prior of the words in the topics.
    prior_sums : float64 array of shape (K,)
        Sums of the prior over all words.
    alpha : float64 array of shape (K,)
        Prior of the topics.
    """

    words: NDArray[np.int32]
    biterms: NDArray[np.int32]
    prior: NDArray[np.float32]
    prior_sums: NDArray[np.float64]
    alpha: NDArray[np.float64]

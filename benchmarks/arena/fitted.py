"""What every system is after learning, whatever library it comes from."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from biterms.bags import InOrder


@dataclass(frozen=True)
class Fitted:
    """Topics and the CPU seconds of learning; `mixtures` and `clusters` where there are such.

    `topics` are weights of words, rows that sum to 1 where there are mixtures. `used` are the
    topics that count, of a system that chooses their number.
    """

    topics: np.ndarray
    seconds: float
    mixtures: Callable[[InOrder], np.ndarray] | None = None
    clusters: np.ndarray | None = None
    used: np.ndarray | None = None

    def counted(self) -> np.ndarray:
        """The topics that count."""
        return self.topics if self.used is None else self.topics[self.used]

    def assigned(self, documents: InOrder) -> np.ndarray:
        """The topic of each training document: its cluster, or its largest share."""
        if self.clusters is not None:
            return self.clusters
        assert self.mixtures is not None
        return np.asarray(self.mixtures(documents).argmax(axis=1))


def timed(learn: Callable[[], Any]) -> tuple[Any, float]:
    """What learning returns, and its CPU seconds over all threads."""
    begin = time.process_time()
    result = learn()
    return result, time.process_time() - begin

"""What every library in the race can do, so that all are timed and scored alike.

Peer(X, words, settings)   hands the documents over in the library's own format (never timed)
start(seed)                a fresh model (never timed)
learn(passes)              learning and nothing else (timed)
until(check, limit)        learns until check(seconds, passes) or for `limit` seconds
transform(observed), topics_   the library's own inference, which is what `lpp` asks for
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

Check = Callable[[float, int], bool]


@dataclass(frozen=True)
class Settings:
    """Shared by all; a document is done after `iterations` or a mean change below `change`.

    `steps` is (tau, kappa) of rho = (tau + t)^-kappa; None is the library's own.
    """

    K: int = 100
    alpha: float = 0.01
    eta: float = 0.01
    batch: int = 5000
    iterations: int = 100
    change: float = 0.001
    workers: int = 1
    steps: tuple[float, float] | None = None

    def __str__(self) -> str:
        return f"α {self.alpha:g}, η {self.eta:g}, batch {self.batch:,}"


class Peer:
    """Learning in strides under a clock that stands still while LPP is taken."""

    label: str
    model: Any

    def __init__(self, X: sparse.csr_matrix, words: list[str], settings: Settings) -> None:
        self.X, self.words, self.settings = X, words, settings

    def start(self, seed: int) -> None:
        raise NotImplementedError

    def learn(self, passes: int) -> None:
        raise NotImplementedError

    def timed(self, seed: int, passes: int) -> float:
        """Seconds of learning from a fresh model."""
        self.start(seed)
        begin = time.perf_counter()
        self.learn(passes)
        return time.perf_counter() - begin

    def until(self, check: Check, limit: float) -> None:
        seconds, passes = 0.0, 0
        while seconds < limit:
            # Looking after every eighth of the way costs a patient peer at most that much.
            stride = 1 + passes // 8
            begin = time.perf_counter()
            self.learn(stride)
            seconds += time.perf_counter() - begin
            passes += stride
            if check(seconds, passes):
                return


def repeated(X: sparse.csr_matrix) -> list[np.ndarray]:
    """Each document as its word ids, every word as often as it occurs."""
    ids = np.repeat(X.indices, X.data.astype(int)).astype(np.int32)
    ends = np.cumsum(np.asarray(X.sum(axis=1)).ravel().astype(int))
    return np.split(ids, ends[:-1])


def normal(rows: Any) -> np.ndarray:
    rows = np.asarray(rows, dtype=np.float64)
    return np.asarray(rows / rows.sum(axis=1, keepdims=True))

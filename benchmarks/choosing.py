"""Settings are chosen on a tenth of the training documents, never on test documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from scipy import sparse

from biterms.measures.lpp import Mixing, lpp, split

Setting = TypeVar("Setting")
Fit = Callable[[Setting, sparse.csr_matrix], Mixing]


@dataclass(frozen=True)
class Tenth:
    """Training documents without a random tenth, and that tenth cut in two."""

    rest: sparse.csr_matrix
    observed: sparse.csr_matrix
    held: sparse.csr_matrix


def tenth_of(train: sparse.csr_matrix, seed: int = 0) -> Tenth:
    order = np.random.default_rng(seed).permutation(train.shape[0])
    tenth = train.shape[0] // 10
    observed, held, _ = split(train[np.sort(order[:tenth])])
    return Tenth(train[np.sort(order[tenth:])], observed, held)


def choose(
    settings: Sequence[Setting], fit: Fit[Setting], train: sparse.csr_matrix, seed: int = 0
) -> tuple[Setting, list[float]]:
    """The setting with the best LPP on a random tenth after learning from the rest; all LPPs."""
    if len(settings) == 1:
        return settings[0], []
    tenth = tenth_of(train, seed)
    scores = [lpp(fit(setting, tenth.rest), tenth.observed, tenth.held) for setting in settings]
    return settings[int(np.argmax(scores))], scores

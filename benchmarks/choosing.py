"""Settings are chosen on a tenth of the training documents, never on test documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
from scipy import sparse

from biterms.measures.lpp import Mixing, lpp, split

Setting = TypeVar("Setting")
Fit = Callable[[Setting, sparse.csr_matrix], Mixing]


def choose(
    settings: Sequence[Setting], fit: Fit[Setting], train: sparse.csr_matrix, seed: int = 0
) -> tuple[Setting, list[float]]:
    """The setting with the best LPP on a random tenth after learning from the rest; all LPPs."""
    if len(settings) == 1:
        return settings[0], []
    order = np.random.default_rng(seed).permutation(train.shape[0])
    tenth = train.shape[0] // 10
    held_out, rest = np.sort(order[:tenth]), np.sort(order[tenth:])
    seen, held, _ = split(train[held_out])
    scores = [lpp(fit(setting, train[rest]), seen, held) for setting in settings]
    return settings[int(np.argmax(scores))], scores

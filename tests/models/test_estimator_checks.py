"""scikit-learn's checks of an estimator, in full on one setting of each model."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from biterms import BTM, HDP, LDA, Annealed
from biterms.kernels import Counts
from tests.scikit_checks import checks_of


class Rounded(BTM):
    """Takes any weights, rounded up: the checks have numbers that are no counts."""

    def _read(self, X: Any) -> Counts:
        counts = super()._read(X)
        return replace(counts, data=np.ceil(counts.data))


MODELS = {
    "LDA": LDA(3, learner=Annealed(starts=1), passes=1, n_threads=1),
    "HDP": HDP(3, passes=1, n_threads=1),
    "BTM": Rounded(3, sweeps=2),
}


# Some checks score tables of two or three columns: documents too short for the LPP's usual rule.
@pytest.mark.filterwarnings("ignore::biterms.measures.lpp.ShortDocuments")
@pytest.mark.parametrize(
    ("estimator", "check"), [check for name in MODELS for check in checks_of(name, MODELS[name])]
)
def test_it_passes(estimator: Any, check: Any) -> None:
    check(estimator)

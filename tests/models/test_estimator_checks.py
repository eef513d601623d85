"""scikit-learn's checks of an estimator, in full on one setting of each model."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from sklearn.utils.estimator_checks import estimator_checks_generator

from biterms import BTM, HDP, LDA, Annealed
from biterms.kernels import Counts


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
#: it skips itself unless SciPy is set to accept other kinds of arrays
NOT_OURS = "check_array_api_input"


def checks_of(model: Any) -> list[Any]:
    """All of them; that a model follows the conventions without its base class is by design."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Estimator .* does not inherit")
        return list(estimator_checks_generator(model))


def all_checks() -> Iterator[Any]:
    for name, model in MODELS.items():
        for number, (estimator, check) in enumerate(checks_of(model)):
            kind = check.func.__name__
            if kind != NOT_OURS:
                yield pytest.param(estimator, check, id=f"{name}-{number}-{kind}")


# Some checks score tables of two or three columns: documents too short for the LPP's usual rule.
@pytest.mark.filterwarnings("ignore::biterms.measures.lpp.ShortDocuments")
@pytest.mark.parametrize(("estimator", "check"), list(all_checks()))
def test_it_passes(estimator: Any, check: Any) -> None:
    check(estimator)

"""scikit-learn's own checks of an estimator, in every setting that changes the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sklearn.base import BaseEstimator
from sklearn.utils.estimator_checks import estimator_checks_generator

from biterms import KPS, SVB, BatchVB
from tests.models.contract import MODELS

SETTINGS: dict[str, dict[str, Any]] = {
    "default": {},
    "vb": {"inference": "vb", "biterm_weight": 1.0},
    "no biterms": {"biterms": False, "init": "random"},
    "eta": {"eta": 0.5},
    "SVB": {"learner": SVB(decay=0.9)},
    "KPS": {"learner": KPS(), "inference": "vb"},
    "BatchVB": {"learner": BatchVB()},
}
#: it skips itself unless scipy was told to accept other kinds of arrays
NOT_OURS = {"check_array_api_input"}
#: these call partial_fit, which is an error by design: BatchVB needs all documents at once
PARTIAL = {
    "check_estimators_partial_fit_n_features",
    "check_fit_score_takes_y",
    "check_n_features_in_after_fitting",
}


def all_checks() -> Iterator[Any]:
    cases = [(kind, label) for kind in ("LDA", "HDP") for label in SETTINGS]
    cases += [
        ("LDA", "alpha auto"),
        *((kind, "default") for kind in MODELS.keys() - {"LDA", "HDP"}),
    ]
    for kind, label in cases:
        left_out = NOT_OURS | (PARTIAL if label == "BatchVB" else set())
        settings = SETTINGS.get(label, {"alpha": "auto"})
        model = MODELS[kind](3, passes=1, n_threads=1, **settings)
        for number, (estimator, check) in enumerate(estimator_checks_generator(model)):
            name = check.func.__name__
            if name not in left_out:
                yield pytest.param(estimator, check, id=f"{kind}-{label}-{number}-{name}")


# Some checks score tables of two or three columns: documents too short for the LPP's usual rule.
@pytest.mark.filterwarnings("ignore::biterms.measures.lpp.ShortDocuments")
@pytest.mark.parametrize(("estimator", "check"), list(all_checks()))
def test_it_passes(estimator: BaseEstimator, check: Any) -> None:
    check(estimator)

"""scikit-learn's own checks of an estimator, as parameters of a test."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from sklearn.utils.estimator_checks import estimator_checks_generator

#: it skips itself unless SciPy is set to accept other kinds of arrays
NOT_OURS = "check_array_api_input"


def checks_of(name: str, estimator: Any) -> Iterator[Any]:
    """All of them; that ours follow the conventions without the base class is by design."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Estimator .* does not inherit")
        checks = list(estimator_checks_generator(estimator))
    for number, (copy, check) in enumerate(checks):
        kind = check.func.__name__
        if kind != NOT_OURS:
            yield pytest.param(copy, check, id=f"{name}-{number}-{kind}")

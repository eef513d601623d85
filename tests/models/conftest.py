"""The models of the contract; models on the NumPy twins, float64 throughout, in this process."""

from __future__ import annotations

import pytest

from biterms import kernels
from biterms.kernels import reference, reference_hdp, reference_learn
from tests.models.contract import MODELS, Factory, factory


@pytest.fixture(params=MODELS)
def make(request: pytest.FixtureRequest) -> Factory:
    """Every model."""
    return factory(request.param)


@pytest.fixture(params=[name for name, kind in MODELS.items() if kind.learns])
def learning(request: pytest.FixtureRequest) -> Factory:
    """Every model that learns by minibatches."""
    return factory(request.param)


def use_twins(patch: pytest.MonkeyPatch) -> None:
    for name in ("isa", "pack", "gather", "expect", "expect_words", "documents", "add_rows"):
        patch.setattr(kernels, name, getattr(reference, name))
    patch.setattr(kernels, "atoms", reference_hdp.atoms)
    patch.setattr(kernels, "learn", reference_learn.learn)


@pytest.fixture
def twins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Float64 for this test."""
    use_twins(monkeypatch)

"""The models of the contract; models on the NumPy twins, float64 throughout, in this process."""

from __future__ import annotations

from typing import Any

import pytest

from biterms import kernels
from biterms.kernels import reference, reference_hdp
from tests.models.contract import MODELS, Factory


@pytest.fixture(params=MODELS)
def make(request: pytest.FixtureRequest) -> Factory:
    """The model with few documents at a time, one pass and a seed, unless said otherwise."""
    usual = {"batch_size": 40, "passes": 1, "random_state": 0, "n_threads": 1}

    def made(topics: int = 4, **settings: Any) -> Any:
        return MODELS[request.param](topics, **(usual | settings))

    return made


def use_twins(patch: pytest.MonkeyPatch) -> None:
    for name in ("isa", "pack", "gather", "expect", "expect_words", "documents", "add_rows"):
        patch.setattr(kernels, name, getattr(reference, name))
    patch.setattr(kernels, "atoms", reference_hdp.atoms)


@pytest.fixture
def twins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Float64 for this test."""
    use_twins(monkeypatch)

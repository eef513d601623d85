"""Models on the NumPy twins, float64 throughout, in this process."""

from __future__ import annotations

import pytest

from biterms import kernels
from biterms.kernels import reference


def use_twins(patch: pytest.MonkeyPatch) -> None:
    for name in ("isa", "pack", "gather", "expect", "expect_words", "documents", "add_rows"):
        patch.setattr(kernels, name, getattr(reference, name))


@pytest.fixture
def twins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Float64 for this test."""
    use_twins(monkeypatch)

"""Phrases join soon enough to be interrupted while they do."""

from __future__ import annotations

import pytest

from biterms.text import phrase_growth
from tests.interrupts.over_texts import SEASON


@pytest.fixture(autouse=True)
def _phrases_join_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phrase_growth, "EVERY", SEASON)

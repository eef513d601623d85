"""A small fixed part of `tools/fuzz.py`: mutated model files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from biterms.learning import table_file
from tools.fuzz_models import WATCH, mutate_models
from tools.mutations import MUTATIONS


def test_mutated_model_files_are_refused_or_behave() -> None:
    counts = mutate_models(60, seed=0)
    assert sum(counts.values()) == 60
    assert {name for name, _ in counts} == set(MUTATIONS)
    assert {outcome for _, outcome in counts} == {"refused", "behaves"}


def test_the_fuzzer_notices_what_it_looks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the check of the numbers, NaN gets in and is found."""
    monkeypatch.setattr(table_file, "check_table", lambda table: None)
    with pytest.raises(AssertionError, match="no numbers"):
        mutate_models(60, seed=1)


def test_the_fuzzer_notices_code_that_runs(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="what it must not"), WATCH.listening():
        exec("1 + 1")
    with pytest.raises(AssertionError, match="what it must not"), WATCH.listening():
        (tmp_path / "file").write_text("x")
    with WATCH.listening():
        assert np.ones(3).sum() == 3

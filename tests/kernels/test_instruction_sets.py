"""Every instruction set gives the same answer: documents of LDA and HDP, draws of BTM."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from biterms.kernels import compiled
from biterms.kernels.btm_shapes import Biterms, TopicCounts
from biterms.kernels.compiled_btm import draw_topics
from tests.kernels import cases, cases_hdp, test_atoms_compiled
from tests.kernels.cases_hdp import COMPILED
from tests.kernels.test_environment import SETS, available, python
from tests.kernels.test_underflow import of_kind

KINDS = "training", "random words"  # underflow included: where they could differ most


@cache
def lda_cases() -> list[cases.Case]:
    return [of_kind(kind, 3, how, 1.0) for kind in KINDS for how in ("vb", "mean")]


@cache
def hdp_cases() -> list[cases_hdp.Case]:
    return [test_atoms_compiled.of_kind(kind, vb, 3) for kind in KINDS for vb in (True, False)]


def drawn() -> dict[str, Any]:
    """Topics and counts after two sweeps over biterms of Zipf-like words."""
    rng = np.random.default_rng(0)
    V, K, n = 60, 37, 3000
    left, right = (np.minimum(rng.zipf(1.4, n), V).astype(np.int32) - 1 for _ in range(2))
    biterms = Biterms(left, right, np.full(n, -1, dtype=np.int32))
    counts = TopicCounts(
        np.zeros((V, K), dtype=np.int32),
        np.zeros(K, dtype=np.int32),
        prior=rng.gamma(0.5, 0.1, (V, K)).astype(np.float32) + 0.001,
        prior_sums=np.full(K, 3.0),
        alpha=rng.gamma(1.0, 1.0, K),
    )
    visits = np.tile(np.arange(n, dtype=np.int32), 2)
    draw_topics(biterms, counts, visits, rng.random(len(visits)))
    return {"topic": biterms.topic, "words": counts.words, "biterms": counts.biterms}


SOLVE = """
import sys, numpy as np
from biterms.kernels import compiled, isa
from tests.kernels import cases, cases_hdp
from tests.kernels.test_instruction_sets import drawn, hdp_cases, lda_cases
assert isa() == sys.argv[1], isa()
for i, case in enumerate(lda_cases()):
    np.savez(f"{sys.argv[2]}/lda{i}.npz", **cases.solved(compiled, case)._asdict())
for i, case in enumerate(hdp_cases()):
    np.savez(f"{sys.argv[2]}/hdp{i}.npz", **cases_hdp.solved(cases_hdp.COMPILED, case)._asdict())
np.savez(f"{sys.argv[2]}/btm.npz", **drawn())
"""


@pytest.mark.parametrize("name", SETS)
def test_every_instruction_set_gives_the_same_answer(name: str, tmp_path: Path) -> None:
    run = python(SOLVE, name, tmp_path, BITERMS_ISA=name)
    if name not in available():
        assert f"BITERMS_ISA={name}: this machine" in run.stderr
        return
    assert run.returncode == 0, run.stderr
    for i, case in enumerate(lda_cases()):
        with np.load(tmp_path / f"lda{i}.npz") as arrays:
            theirs = cases.Solution(**arrays)
        cases.assert_close(theirs, cases.solved(compiled, case), case, rtol=1e-4)
    for i, one in enumerate(hdp_cases()):
        with np.load(tmp_path / f"hdp{i}.npz") as arrays:
            found = cases_hdp.Solution(**arrays)
        cases_hdp.assert_close(found, cases_hdp.solved(COMPILED, one), one, rtol=1e-3)
    with np.load(tmp_path / "btm.npz") as arrays:
        for key, value in drawn().items():
            assert_array_equal(arrays[key], value)  # to the bit: a draw is a draw

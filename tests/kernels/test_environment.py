"""What the environment decides at import: the instruction set, and compiled code or twins."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
from numpy.testing import assert_allclose

from biterms import LDA, Annealed, kernels
from biterms.kernels import compiled

SETS = "baseline", "avx2", "avx512"


def python(code: str, *arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """A fresh interpreter that sees the same packages, and this folder."""
    paths = [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
    outside = {name: value for name, value in os.environ.items() if "BITERMS" not in name}
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=outside | {"PYTHONPATH": os.pathsep.join(filter(None, paths))} | environment,
        capture_output=True,
        text=True,
    )


def available() -> list[str]:
    """As the processor says: the build has every set that the compiler knows."""
    if sys.platform != "linux":
        return [compiled.isa()]
    flags = Path("/proc/cpuinfo").read_text().split()
    has = {"baseline": True, "avx2": "avx2" in flags, "avx512": "avx512vl" in flags}
    return [name for name in SETS if has[name]]


def test_an_unknown_instruction_set_is_an_error_that_names_those_there_are() -> None:
    run = python("import biterms.kernels", BITERMS_ISA="mmx")
    assert run.returncode != 0
    assert "BITERMS_ISA=mmx" in run.stderr
    assert "baseline" in run.stderr


def test_unknown_kernels_are_an_error_that_names_those_there_are() -> None:
    run = python("import biterms.kernels", BITERMS_KERNELS="fast")
    assert run.returncode != 0
    assert "BITERMS_KERNELS=fast" in run.stderr
    assert "'reference'" in run.stderr


FLUSHED = """
import threading, numpy as np
import biterms
from biterms.kernels import Counts, Local, documents, expect, isa, pack
counts = Counts(np.arange(9), np.zeros(8, np.int32), np.ones(8, np.float32), 1)
rows = expect(np.ones((1, 3)), np.ones(3), "vb")
documents(pack(counts, np.arange(8)), rows, Local(np.ones(3)), n_threads=2)
alive = []
def look():
    alive.append(bool(np.float64(5e-324) * np.float64(1.0) != 0.0))
others = [threading.Thread(target=look) for _ in range(2)]
for other in others: other.start()
for other in others: other.join()
look()
print(isa(), *alive)
"""


def test_by_default_the_best_set_is_chosen_and_subnormal_numbers_live_in_every_thread() -> None:
    """Some compiler flags link code that flushes them to zero in the whole process."""
    run = python(FLUSHED)
    assert run.stdout.split() == [available()[-1], "True", "True", "True"], run.stderr


SETTINGS = {"mean": {"learner": Annealed(starts=2)}, "LDA": {"inference": "vb", "biterms": False}}


def fitted(X: np.ndarray, name: str) -> LDA:
    return LDA(4, batch_size=20, passes=1, alpha=1.0, random_state=0, **SETTINGS[name]).fit(X)


FIT = """
import sys, numpy as np
from biterms import kernels
from tests.kernels.test_environment import SETTINGS, fitted
assert kernels.isa() == "reference"
X = np.load(sys.argv[1])
np.savez(sys.argv[2], **{name: fitted(X, name).components_ for name in SETTINGS})
"""


def test_the_twins_alone_learn_the_same_model(tmp_path: Path) -> None:
    X = np.random.default_rng(0).poisson(0.3, (40, 25))
    np.save(tmp_path / "X.npy", X)
    run = python(FIT, tmp_path / "X.npy", tmp_path / "lam.npz", BITERMS_KERNELS="reference")
    assert run.returncode == 0, run.stderr
    with np.load(tmp_path / "lam.npz") as theirs:
        for name in SETTINGS:
            ours = fitted(X, name).components_
            assert_allclose(ours, theirs[name], rtol=1e-3, atol=1e-4)


def test_kernels_are_compiled_unless_told_otherwise() -> None:
    told = os.environ.get("BITERMS_KERNELS") or "compiled"
    assert (kernels.documents is compiled.documents) == (told == "compiled")

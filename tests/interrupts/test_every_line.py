"""An interrupt at any line of the package leaves a model at one moment, to go on from.

Every call, line and return that learning comes to is interrupted when it comes there for the first
time, for the last, and once in between.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interrupts.points import every_point
from tests.interrupts.run import CASES, Attempt, faults, undisturbed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:.*seed words are not in the vocabulary"),
]

#: one case of each model, in which memory is short at every line
SHORT_OF_MEMORY = [
    "partial_fit LDA alpha",
    "fit HDP",
    "fit BTM",
    "update LDA guided",
    "update LDA once",
    "update HDP window",
    "update BTM",
]


@pytest.mark.parametrize(
    ("name", "error"),
    [(name, KeyboardInterrupt) for name in CASES]
    + [(name, MemoryError) for name in SHORT_OF_MEMORY],
)
def test_an_exception_at_any_line(name: str, error: type[BaseException], tmp_path: Path) -> None:
    points = every_point(undisturbed(CASES[name]))
    attempts = [
        Attempt(point, error, tmp_path / "model" if number % 4 == 0 else None)
        for number, point in enumerate(points)
    ]
    assert faults(CASES[name], attempts) == []

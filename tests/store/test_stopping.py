"""A writer that fails or is killed anywhere leaves the old model or the new one, and no more."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biterms import store
from biterms.errors import StoreError
from tests.store.stopped import stopped_at

OLD: tuple[dict[str, Any], dict[str, np.ndarray]] = ({"which": "old"}, {"M": np.zeros(9)})
NEW: tuple[dict[str, Any], dict[str, np.ndarray]] = ({"which": "new"}, {"M": np.ones(700)})

BEGIN = """
import os, signal, sys, time
sys.path.insert(0, sys.argv[1])
os.fsync = lambda handle: None  # what is written outlives its writer, if not the machine
from pathlib import Path
from biterms import store
from tests.store.stopped import stopped_at
from tests.store.test_stopping import NEW, OLD, outcome

place = Path(sys.argv[2])
"""

#: one writer after the other is killed at its first, second, ... line
BY_LINES = """
def kill():
    os.kill(os.getpid(), signal.SIGKILL)

status, n, outcomes = None, 0, []
while status != 0:
    n += 1
    folder = place / str(n)
    if sys.argv[3] == "old":
        store.write(folder, *OLD)
    child = os.fork()
    if not child:
        with stopped_at(n, kill):
            store.write(folder, *NEW)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert status in (0, signal.SIGKILL), status
    outcomes.append(outcome(folder))
    if n % 10 == 0:  # what it left is in nobody's way
        store.write(folder, *OLD)
        assert outcome(folder) == "old" and len(os.listdir(folder)) == 2, n
print(*outcomes)
"""

#: writers that write for ever are killed after a while, also within calls of the system
BY_TIME = """
outcomes = []
while len(outcomes) < 30 or not {"old", "new"} <= {*outcomes}:  # a loaded machine needs more turns
    child = os.fork()
    if not child:
        while True:
            store.write(place / "m", *OLD)
            store.write(place / "m", *NEW)
    time.sleep(0.003 + 0.0007 * (len(outcomes) % 30))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    outcomes.append(outcome(place / "m"))
print(*outcomes)
"""


def run(program: str, *arguments: Any) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + program, *arguments], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def outcome(folder: Path) -> str:
    """Which model is there; a mixture would be an error."""
    if not (folder / "model.json").exists():
        return "none"
    found = store.read(folder)
    expected = {"old": OLD, "new": NEW}[found.settings["which"]]
    assert np.array_equal(found.arrays["M"], expected[1]["M"])
    return str(found.settings["which"])


@pytest.mark.parametrize("before", ["old", "none"])
def test_killed_at_any_line(tmp_path: Path, project: Path, before: str) -> None:
    outcomes = run(BY_LINES, project, tmp_path, before)
    assert len(outcomes) > 50
    turn = outcomes.index("new")
    assert set(outcomes[:turn]) == {before}
    assert set(outcomes[turn:]) == {"new"}


def test_killed_at_any_time(tmp_path: Path, project: Path) -> None:
    outcomes = run(BY_TIME, project, tmp_path)
    first = next(i for i, found in enumerate(outcomes) if found != "none")
    assert "none" not in outcomes[first:]


def full_disk() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def interrupt() -> None:
    raise KeyboardInterrupt


# an interrupt where a `with` ends leaves the file to the collector
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("before", ["old", "none"])
@pytest.mark.parametrize("fail", [full_disk, interrupt])
def test_a_failure_at_any_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fail: Any, before: str
) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    n, ran, outcomes = 0, 0, []
    while ran >= n:
        n += 1
        place = tmp_path / str(n)
        if before == "old":
            store.write(place, *OLD)
        with suppress(StoreError, OSError, KeyboardInterrupt), stopped_at(n, fail) as lines:
            store.write(place, *NEW)
        ran = lines[0]
        outcomes.append(outcome(place))
        store.write(place, *OLD)  # no lock and nothing half done is in its way
        assert len(list(place.iterdir())) == 2, n
    assert set(outcomes) == {before, "new"}
    assert n > 50


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    store.write(tmp_path / "old", *OLD)
    monkeypatch.setattr(os, "fsync", full)
    for name in ("old", "new"):
        with pytest.raises(StoreError, match="No space left"):
            store.write(tmp_path / name, *NEW)
    assert outcome(tmp_path / "old") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["old"]
    assert len(list((tmp_path / "old").iterdir())) == 2

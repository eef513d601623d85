"""Watching a process: its peaks are seen, and looking takes little of the processor."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks"))

import limited_process
from limited_process import Limited

from tests.open_files import LINUX

pytestmark = pytest.mark.skipif(not LINUX, reason="looks at /proc")

#: a peak of memory that is over, and files without names: one open, one mapped, one both
PROCESS = """
import mmap, sys, tempfile
b"x" * 200_000_000
files = [tempfile.TemporaryFile(dir=sys.argv[1]) for _ in range(3)]
for file in files:
    file.write(b"x" * 3_000_000)
    file.flush()
held = [mmap.mmap(file.fileno(), 0) for file in files[1:]]
files[1].close()
print("ready", flush=True)
sys.stdin.read()
"""


def test_peaks_and_files_without_names_are_seen(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROCESS, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        watched = Limited([])
        watched._look(child.pid)
        child.communicate()
    assert watched.peak > 200e6 > 50e6 > watched.own > 1e6
    blocks = 3 * 3_000_000
    assert blocks <= watched.disk < 1.1 * blocks


def test_files_are_looked_at_for_a_hundredth_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it takes, and memory each time."""
    now, asked = [100.0], list[float]()

    def slow(_: int) -> int:
        asked.append(now[0])
        now[0] += 0.02
        return len(asked)

    monkeypatch.setattr(limited_process, "_unnamed", slow)
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    watched = Limited([])
    for _ in range(200):
        watched.peak = 0
        watched._look(os.getpid())
        assert watched.peak > 0
        now[0] += limited_process.PAUSE
    assert 3 <= len(asked) <= 7
    assert min(b - a for a, b in pairwise(asked)) >= 2.0
    assert watched.disk == len(asked)


def test_a_command_that_fails_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="ended with 2"):
        Limited(["fit", "none.txt", "-o", str(Path(tempfile.gettempdir()) / "none")]).run()

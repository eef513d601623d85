"""A command of biterms as a process with a limit of memory, watched while it runs."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

SPLIT = re.compile(
    r"([\d,]+) texts, ([\d,]+) words.*reading ([\d.]+), text ([\d.]+), learning ([\d.]+)"
)
#: seconds between two looks at the memory of a process
PAUSE = 0.05
#: share of the time that looking at its files may take; they grow and shrink slowly
SHARE = 0.01
DELETED = " (deleted)"


@dataclass(frozen=True)
class Used:
    """Seconds by what they were spent on, and what a process had at most, in MB."""

    texts: int
    words: int
    reading: float
    text: float
    learning: float
    seconds: float
    peak: float
    own: float
    disk: float

    def cells(self) -> list[str]:
        times = (self.reading, self.text, self.learning, self.seconds)
        return [f"{each:,.0f}" for each in (*times, self.peak, self.own, self.disk)]


class Limited:
    """A command.

    Parameters
    ----------
    typed : list
        What follows the name of the program.
    limit : int, optional
        Bytes of memory that it may have beside files.
    """

    def __init__(self, typed: list[Any], limit: int | None = None) -> None:
        program = Path(sys.executable).with_name("biterms")
        self.command, self.limit = [str(program), *map(str, typed)], limit
        self.peak = self.own = self.disk = 0
        self._due = 0.0

    def run(self) -> Used:
        """Run it to its end.

        Raises
        ------
        RuntimeError
            If it fails.
        """
        begin = time.perf_counter()
        # Threads of matrix products would reserve memory that nobody uses.
        environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
        child = subprocess.Popen(
            self.command,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=None if self.limit is None else partial(_limit, self.limit),  # noqa: PLW1509
        )
        while child.poll() is None:
            self._look(child.pid)
            time.sleep(PAUSE)
        said, code = child.communicate()[1], child.returncode
        if code or (found := SPLIT.search(said)) is None:
            raise RuntimeError(f"{self.command} ended with {code}: {said}")
        texts, words = (int(number.replace(",", "")) for number in found.groups()[:2])
        times = [float(number) for number in found.groups()[2:]]
        most = (size / 1e6 for size in (self.peak, self.own, self.disk))
        return Used(texts, words, *times, time.perf_counter() - begin, *most)

    def _look(self, pid: int) -> None:
        """Note the peak of memory, memory that is no file's, and files without a name (Linux).

        The system keeps the peak itself (VmHWM). It does so neither for memory that is no file's,
        which costs little to look at, nor for files.
        """
        with suppress(OSError):
            lines = Path(f"/proc/{pid}/status").read_text(encoding="utf8").splitlines()
            sizes = {line.split(":")[0]: line.split()[1] for line in lines if line.endswith(" kB")}
            self.peak = max(self.peak, int(sizes.get("VmHWM", 0)) << 10)
            self.own = max(self.own, int(sizes.get("RssAnon", 0)) << 10)
            if (begin := time.perf_counter()) >= self._due:
                self.disk = max(self.disk, _unnamed(pid))
                self._due = begin + (time.perf_counter() - begin) / SHARE


def _limit(limit: int) -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def _unnamed(pid: int) -> int:
    """Bytes on disk of files that a process alone can reach: open ones, and those it has mapped."""
    found: dict[int, int] = {}
    for link in (*Path(f"/proc/{pid}/fd").iterdir(), *_mapped(pid)):
        with suppress(OSError):
            if str(link.readlink()).endswith(DELETED):
                about = link.stat()
                found[about.st_ino] = 512 * about.st_blocks
    return sum(found.values())


def _mapped(pid: int) -> list[Path]:
    """Links to mapped files without a name; one read tells which of many mappings they are."""
    lines = Path(f"/proc/{pid}/maps").read_text(encoding="utf8", errors="replace").splitlines()
    ranges = [line.split()[0].split("-") for line in lines if line.endswith(DELETED)]
    folder = Path(f"/proc/{pid}/map_files")
    return [folder / "-".join(f"{int(end, 16):x}" for end in each) for each in ranges]

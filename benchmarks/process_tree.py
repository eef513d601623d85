"""Seconds of the processor of this process and of all that it has started, from /proc."""

from __future__ import annotations

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds() -> float:
    """User and system time of the tree, also of children that have ended and were waited for."""
    found = {int(path.name): _stat(path) for path in Path("/proc").iterdir() if path.name.isdigit()}
    known, tree = {pid: stat for pid, stat in found.items() if stat}, {os.getpid()}
    while more := {pid for pid, stat in known.items() if stat[0] in tree} - tree:
        tree |= more
    return sum(known[pid][1] for pid in tree if pid in known) / TICKS


def _stat(folder: Path) -> tuple[int, int] | None:
    """The parent and the ticks of a process; None if it has ended meanwhile."""
    try:
        fields = (folder / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return int(fields[1]), sum(map(int, fields[11:15]))

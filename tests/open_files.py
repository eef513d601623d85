"""Files of a folder that this process holds, also those without names; others do not count."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

#: where the system tells of both
LINUX = sys.platform == "linux"


def open_files(folder: Path) -> int:
    """How many of a folder's files this process has open."""
    return sum(name.startswith(f"{folder}/") for name in _open()) if LINUX else 0


def mapped_files(folder: Path) -> int:
    """How many parts of a folder's files this process has in its memory."""
    lines = Path("/proc/self/maps").read_text().splitlines() if LINUX else []
    return sum(f" {folder}/" in line for line in lines)


def _open() -> list[str]:
    names = []
    for each in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # another thread has closed it meanwhile
            names.append(str(each.readlink()))
    return names

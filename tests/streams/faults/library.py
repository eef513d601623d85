"""The library that makes disks fail: compiled, preloaded into a process, told what to do."""

from __future__ import annotations

import ctypes
import os
import subprocess
from enum import IntEnum
from pathlib import Path

SOURCE = Path(__file__).with_name("faults.c")


class Kind(IntEnum):
    """What happens at a call that writes; the numbers are those of the library."""

    NONE = 0
    #: this call fails with EIO, and the next ones do not
    ERROR = 1
    #: this call and all after it fail with EIO
    DEAD = 2
    #: half of this write succeeds, then nothing more can be written (ENOSPC)
    FULL = 3
    #: this call and all after it fail with EROFS
    READ_ONLY = 4
    #: half of this write succeeds, then the process is killed
    TORN = 5
    #: the process is killed before this call
    BEFORE = 6
    #: the process is killed after this call
    AFTER = 7

    @property
    def kills(self) -> bool:
        """Whether the process does not survive it."""
        return self >= Kind.TORN


def compiled(folder: Path) -> Path:
    """Compile the library into a folder."""
    made = folder / "faults.so"
    folder.mkdir(parents=True, exist_ok=True)
    compiler = os.environ.get("CC", "cc").split()
    flags = ["-O1", "-shared", "-fPIC", "-pthread", "-o", str(made), str(SOURCE)]
    subprocess.run([*compiler, *flags], check=True)
    return made


def arm(folder: Path, also: Path, kind: Kind, at: int, log: Path | None = None) -> None:
    """From now on count calls below a folder, and let a thing happen at one of them.

    Parameters
    ----------
    folder : Path
        What is counted.
    also : Path
        A file that is logged without being counted.
    kind : Kind
        What happens.
    at : int
        At which call, from 1 on.
    log : Path, optional
        Where to write down all calls, for `power`.
    """
    texts = [None if path is None else os.fsencode(path) for path in (folder, also, log)]
    ctypes.CDLL(None).faults_arm(texts[0], texts[1], int(kind), ctypes.c_long(at), texts[2])


def calls() -> int:
    """How many calls there were."""
    return int(ctypes.CDLL(None).faults_calls())

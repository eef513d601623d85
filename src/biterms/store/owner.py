"""Who holds the lock of a model folder, as its lock file says."""

from __future__ import annotations

import json
import os
import socket
import sys
import time
from calendar import timegm
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from biterms.store.place import LOCK
from biterms.store.system import runs

LONGEST_COMMAND = 200
MAX_OWNER_BYTES = 4096
_TIME = "%Y-%m-%d %H:%M:%S UTC"


class Owner(NamedTuple):
    """The process that has taken a lock.

    Parameters
    ----------
    pid : int
        Its number.
    host : str
        The machine it runs on.
    command : str
        What was typed to start it.
    since : str
        When it took the lock.
    """

    pid: int
    host: str
    command: str
    since: str

    @classmethod
    def this_process(cls) -> Owner:
        """The owner that this process is."""
        command = " ".join([Path(sys.argv[0]).name, *sys.argv[1:]])[:LONGEST_COMMAND]
        return cls(os.getpid(), socket.gethostname(), command, time.strftime(_TIME, time.gmtime()))

    @classmethod
    def of(cls, text: bytes) -> Owner | None:
        """What a lock file says about its owner, None when it is not a lock file of ours.

        Parameters
        ----------
        text : bytes
            The bytes of the file.
        """
        try:
            match json.loads(text):
                case {
                    "biterms": "lock",
                    "pid": int(pid),
                    "host": str(host),
                    "command": str(command),
                    "since": str(since),
                }:
                    return cls(pid, host, command, since)
        except (ValueError, RecursionError):
            pass
        return None

    def as_text(self) -> bytes:
        """What `of` reads."""
        return json.dumps({"biterms": "lock"} | self._asdict()).encode()

    def __str__(self) -> str:
        return f"process {self.pid} on {self.host} ({self.command!a}, since {self.since})"

    def holds(self, folder: str | os.PathLike[str]) -> bool | None:
        """Whether it still runs and holds the lock; None if it is on another machine.

        Parameters
        ----------
        folder : str or path
            The model folder.

        Returns
        -------
        bool or None
            A lock is not tried for this, since whoever wants it at that moment would be refused.
            Where Linux shows the open files of a process, another process that has the same
            number by now is told apart.
        """
        if self.host != socket.gethostname():
            return None
        return runs(self.pid) and _has_open(self.pid, Path(folder) / LOCK)

    @property
    def taken(self) -> float | None:
        """When it took the lock, in seconds since 1970."""
        try:
            return float(timegm(time.strptime(self.since, _TIME)))
        except ValueError:
            return None


def owner_in(folder: str | os.PathLike[str]) -> Owner | None:
    """The process that has taken the lock of a folder, also if it was killed since.

    Parameters
    ----------
    folder : str or path
        A model folder.

    Returns
    -------
    Owner or None
        None if there is no lock.
    """
    with suppress(OSError), (Path(folder) / LOCK).open("rb") as file:
        return Owner.of(file.read(MAX_OWNER_BYTES))
    return None


def _has_open(pid: int, path: Path) -> bool:
    """Whether a process has a file open; True where that cannot be told."""
    try:
        wanted = path.stat()
        files = [*Path(f"/proc/{pid}/fd").iterdir()]
    except OSError:
        return path.exists()
    for file in files:
        with suppress(OSError):  # closed by now
            if os.path.samestat(file.stat(), wanted):
                return True
    return False

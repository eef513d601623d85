"""Two folders change places at one moment."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from pathlib import Path

from biterms.store.place import fsync_folder

_EXCHANGE = 2  # RENAME_EXCHANGE of Linux
_HERE = -100  # AT_FDCWD
#: what kernels and file systems answer that cannot do it
NOT_POSSIBLE = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP}


def exchange(one: Path, other: Path) -> None:
    """Let two folders beside each other change their names.

    Where the system can do so, it is one step. Elsewhere there is a moment at which ``one`` has the
    name that `set_aside` gives; `brought_back` undoes that after a crash.

    Parameters
    ----------
    one, other : Path
        The folders.

    Raises
    ------
    OSError
        If it cannot be done; then nothing has changed.
    """
    if not _at_once(one, other):
        aside = set_aside(one)
        one.rename(aside)
        other.rename(one)
        aside.rename(other)
    fsync_folder(one.parent)


def set_aside(folder: Path) -> Path:
    """The name that a folder has for a moment where two cannot change places at once."""
    return folder.with_name(f".{folder.name}.aside")


def brought_back(folder: Path) -> None:
    """Give a folder its name back if an exchange was interrupted before it was done.

    Parameters
    ----------
    folder : Path
        The folder.
    """
    aside = set_aside(folder)
    if aside.exists() and not folder.exists():
        aside.rename(folder)
        fsync_folder(folder.parent)


def _at_once(one: Path, other: Path) -> bool:
    if not sys.platform.startswith("linux"):
        return False
    call = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if call is None:
        return False
    if call(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number in NOT_POSSIBLE:
        return False
    raise OSError(number, os.strerror(number), str(one))

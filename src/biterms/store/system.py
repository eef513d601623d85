"""What Windows does otherwise than POSIX: locks of files, links, open files, processes.

What is under ``sys.platform == "win32"`` was written from the documentation of Windows and of
Python; it has not been run there yet.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path
from typing import IO, Any

#: An open file can be neither renamed nor removed on Windows.
KEEPS_OPEN_FILES = sys.platform == "win32"
#: Windows locks bytes, and nobody else can read them: this one is behind the end of every file.
LOCKED_BYTE = 2**30
_ALIVE, _MAY_ASK, _DENIED = 259, 0x1000, 5


def try_lock(file: IO[Any]) -> bool:
    """Lock an open file for this process, until it is closed or the process ends.

    Parameters
    ----------
    file : file
        An open file.

    Returns
    -------
    bool
        False if another process has locked it. True also where the file system has no locks:
        writers there must take turns.
    """
    try:
        if sys.platform == "win32":
            _lock_byte(file.fileno())
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        pass
    return True


def open_without_following(path: str, flags: int) -> int:
    """An opener that follows no link and waits for no pipe."""
    if sys.platform == "win32":
        if Path(path).is_symlink():
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
        return os.open(path, flags, 0o666)
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)


def copy_mode(source: Path, file: IO[Any]) -> None:
    """Let who can read one file also read another; on Windows a folder says who can."""
    if sys.platform != "win32":
        os.fchmod(file.fileno(), stat.S_IMODE(source.stat().st_mode))


def runs(pid: int) -> bool:
    """Whether there is a process of this number, of any user."""
    if sys.platform == "win32":  # where os.kill(pid, 0) would interrupt it
        return _asked_windows(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


if sys.platform == "win32":
    import ctypes
    import msvcrt

    def _lock_byte(handle: int) -> None:
        """Lock one byte, at once or not at all; BlockingIOError if it is locked."""
        place = os.lseek(handle, 0, os.SEEK_CUR)
        os.lseek(handle, LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(*error.args) from None
        finally:
            os.lseek(handle, place, os.SEEK_SET)

    def _asked_windows(pid: int) -> bool:
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.OpenProcess.restype = ctypes.c_void_p
        process = ctypes.c_void_p(kernel.OpenProcess(_MAY_ASK, False, pid))
        if not process:
            return ctypes.get_last_error() == _DENIED
        code = ctypes.c_ulong()
        try:
            known = kernel.GetExitCodeProcess(process, ctypes.byref(code))
            return not known or code.value == _ALIVE
        finally:
            kernel.CloseHandle(process)

"""Whose folder is it: which files are ours, and what is refused or left alone."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from biterms.errors import StoreError
from biterms.store import head

LOCK = "lock"
#: What a killed writer may leave behind besides the lock; the next writer removes it.
LEFTOVER = re.compile(r"arrays-[0-9a-f]{16}\.safetensors|[0-9a-f]{16}\.part", re.ASCII)
#: The journal of a model that follows a stream; it may be there before the first model is, and so
#: may what is kept of texts that were forgotten.
JOURNAL = "stream.sqlite"
BESIDE = re.compile(
    r"lock|stream\.sqlite(-wal|-shm|-journal)?|audit\.key|forgetting\.json", re.ASCII
)


@contextmanager
def explained(folder: Path, what: str) -> Iterator[None]:
    """Errors in the block become a `StoreError` that names the folder."""
    try:
        yield
    except StoreError as error:
        raise StoreError(f"{folder} {what}: {error}") from error.__cause__
    except OSError as error:
        raise StoreError(f"{folder} {what}: {error.strerror or error}") from error
    except MemoryError as error:
        raise StoreError(f"{folder} {what}: it needs more memory than there is") from error


def check_name(folder: Path) -> None:
    """Refuse a path that is not a folder and cannot become one."""
    if folder.is_symlink() and not folder.exists():
        raise StoreError(f"it is a link to {folder.readlink()}, which does not exist; remove it")
    if folder.exists() and not folder.is_dir():
        raise StoreError("it is a file, expected a folder or a new name; choose another place")


def check_ours(folder: Path) -> None:
    """Refuse a folder that holds other files and no model, or a model that cannot be read."""
    names = {path.name for path in folder.iterdir()}
    if head.HEAD_FILE in names:
        try:
            head.head_of(head.read_text(folder / head.HEAD_FILE))
        except StoreError as error:
            raise StoreError(f"{error}; it is left as it is: choose another place") from None
    elif not all(BESIDE.fullmatch(name) or LEFTOVER.fullmatch(name) for name in names):
        raise StoreError("it holds other files and no model: choose another place")


def tidy(folder: Path) -> None:
    """Remove arrays and unfinished files that `model.json` does not name."""
    named = {current.arrays} if (current := head_in(folder)) else set()
    for path in folder.iterdir():
        if LEFTOVER.fullmatch(path.name) and path.name not in named:
            path.unlink(missing_ok=True)


def head_in(folder: Path) -> head.Head | None:
    """The head of the model that the folder holds, None when it holds none."""
    path = folder / head.HEAD_FILE
    return head.head_of(head.read_text(path)) if path.exists() else None


def fsync_folder(folder: Path) -> None:
    """Make names that were added to a folder, or replaced in it, survive a power cut.

    Windows has no call for that; NTFS keeps a journal of names.
    """
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

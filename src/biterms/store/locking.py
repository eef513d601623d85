"""One writer at a time: a lock that names its owner and that the kernel releases at its death."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import IO

from biterms.errors import StoreError
from biterms.store.head import check_ordinary
from biterms.store.owner import MAX_OWNER_BYTES, Owner
from biterms.store.place import LOCK, check_name, check_ours, explained, fsync_folder
from biterms.store.system import (
    KEEPS_OPEN_FILES,
    open_without_following,
    try_lock,
)

#: A folder or a lock file that another process removes while we take it is made again.
ATTEMPTS = 20
#: How a lock file begins, also one whose writer was killed half-way.
OURS = b'{"biterms": "lock"'

#: The folders, by device and inode, whose lock is held where this code was called from.
_held: ContextVar[frozenset[tuple[int, int]]] = ContextVar("held", default=frozenset())


@contextmanager
def lock(path: str | Path, *, create: bool = True) -> Iterator[None]:
    """Keep other processes from saving to a model folder while you load, learn and save.

    Readers need no lock. `write` takes it by itself; hold it longer so that nothing that another
    process has learnt meanwhile is replaced. The operating system releases it when the process
    ends, whatever ends it. Code that is called from the block may take the lock again and write;
    other threads may not.

    Parameters
    ----------
    path : str or Path
        The model folder. A folder that does not exist is made, and removed again when nothing
        was saved to it.
    create : bool, default=True
        With False a folder that does not exist is an error.

    Raises
    ------
    StoreError
        When another process holds the lock (the message names it), or when a model could not be
        saved there: the folder holds other files, is a file, or cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> from biterms import store
    >>> with tempfile.TemporaryDirectory() as place, store.lock(f"{place}/model"):
    ...     revision = store.write(f"{place}/model", {"steps": 3}, {})
    """
    folder = Path(path)
    with ExitStack() as stack:
        with explained(folder, "cannot be written"):
            if not create and not folder.exists():
                raise StoreError("it does not exist, expected a folder that a model was saved as")
            if not holds(folder):
                stack.enter_context(claimed(folder))
            check_ours(folder)
        token = _held.set(_held.get() | {_identity(folder)})
        stack.callback(_held.reset, token)
        yield


def holds(folder: Path) -> bool:
    """Whether the caller is inside `lock` for this folder."""
    return bool(_held.get()) and folder.exists() and _identity(folder) in _held.get()


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Make the folder if need be and lock it; a folder that is still empty then is removed."""
    check_name(folder)
    with suppress(FileNotFoundError):
        check_ours(folder)  # before the lock is made: other people's folders stay untouched
    missing = [each for each in (folder, *folder.absolute().parents) if not each.exists()]
    try:
        with _taken(folder) as file:
            try:
                _write_owner(file)
                for each in missing:  # before anything is put there, which a power cut could take
                    fsync_folder(each.absolute().parent)
                yield
            finally:
                # Before the lock is released: whoever comes next makes another file. One that
                # cannot be removed is taken over by whoever comes next.
                with suppress(OSError):
                    (folder / LOCK).unlink()
    finally:
        if KEEPS_OPEN_FILES:  # also what another process has opened by now: that stays
            with suppress(OSError):
                (folder / LOCK).unlink()
        with suppress(OSError):  # the first one that is not empty ends it
            for each in missing:
                each.rmdir()


def _taken(folder: Path) -> IO[bytes]:
    for _ in range(ATTEMPTS):
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):  # its last owner removed the folder just now
            file = open(folder / LOCK, "a+b", opener=open_without_following)  # noqa: SIM115
            try:
                if _lock(file, folder / LOCK):
                    return file
            except BaseException:
                file.close()
                raise
            file.close()
    raise StoreError("other processes are using it; try again in a moment")


def _lock(file: IO[bytes], path: Path) -> bool:
    """Lock an open file; False when it is no longer the file of that name."""
    check_ordinary(file.fileno(), path)
    file.seek(0)
    text = file.read(MAX_OWNER_BYTES)
    if Owner.of(text) is None and not (text.startswith(OURS) or OURS.startswith(text)):
        raise StoreError(f"its file {LOCK} is not one of ours; remove it, or choose another place")
    if not try_lock(file):
        raise StoreError(
            f"{Owner.of(text) or 'another process'} is using it; wait until that has finished, or "
            "stop it, and try again"
        )
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    return False


def _write_owner(file: IO[bytes]) -> None:
    file.truncate(0)
    file.write(Owner.this_process().as_text())
    file.flush()


def _identity(folder: Path) -> tuple[int, int]:
    found = folder.stat()
    return found.st_dev, found.st_ino

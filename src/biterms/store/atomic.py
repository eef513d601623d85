"""Text files that appear under their name when they are complete, and not before."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from biterms.errors import InputError
from biterms.store.place import fsync_folder
from biterms.store.system import (
    KEEPS_OPEN_FILES,
    copy_mode,
    open_without_following,
    try_lock,
)

#: Unfinished files, also those that a killed process has left.
PART = re.compile(r"\.biterms-[0-9a-f]{16}\.part", re.ASCII)


@contextmanager
def atomic_file(path: str | Path) -> Iterator[TextIO]:
    """Write a text file that replaces the one of its name only when the block ends without error.

    It is written beside the old one in UTF-8, what cannot be encoded as a backslash escape.
    Unfinished files that a killed process has left in the folder are removed.

    Parameters
    ----------
    path : str or Path
        The file. The target of a link is replaced, not the link.

    Yields
    ------
    TextIO
        The file to write to; line ends are written as they are.

    Raises
    ------
    InputError
        When `check_file` refuses the path.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from biterms.store import atomic_file
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with atomic_file(f"{folder}/topics.csv") as file:
    ...         _ = file.write("id,topic\\n")
    ...     Path(folder, "topics.csv").read_text()
    'id,topic\\n'
    """
    check_file(path)
    target = Path(path).resolve()
    _remove_leftovers(target.parent)
    part, file = _part(target.parent)
    try:
        with file:
            with suppress(FileNotFoundError):  # who could read the old file can read the new one
                copy_mode(target, file)
            yield file
            file.flush()
            os.fsync(file.fileno())
            if KEEPS_OPEN_FILES:
                file.close()
            part.replace(target)
        fsync_folder(target.parent)
    finally:
        part.unlink(missing_ok=True)


def check_file(path: str | Path) -> None:
    """Refuse a path that `atomic_file` could not write to, before any work is done.

    Parameters
    ----------
    path : str or Path
        The name of a file, new or to be replaced, in a folder that can be written.

    Raises
    ------
    InputError
        When it is a folder, a device, a pipe or a link to nothing, or when no file can be made
        in its folder.
    """
    name = Path(path)
    if name.is_symlink() and not name.exists():
        raise InputError(f"{name} is a link to {name.readlink()}, which does not exist; remove it")
    out = name.resolve()
    if out.is_dir():
        raise InputError(f"{name} is a folder, expected the name of a file; add one")
    if out.exists() and not out.is_file():
        raise InputError(
            f"{name} is not an ordinary file; choose another name, or redirect stdout to it"
        )
    if not out.parent.is_dir():
        raise InputError(f"{name}: there is no folder {name.parent}; make it, or choose another")
    if not os.access(out.parent, os.W_OK | os.X_OK):
        raise InputError(f"{name}: no file can be made in {name.parent}; choose another folder")


def _part(folder: Path) -> tuple[Path, TextIO]:
    """A new file, locked so that no process takes it for a leftover."""
    while True:
        part = folder / f".biterms-{secrets.token_hex(8)}.part"
        file = part.open("x", encoding="utf-8", errors="backslashreplace", newline="")
        try_lock(file)
        if part.exists():
            return part, file
        file.close()


def _remove_leftovers(folder: Path) -> None:
    with suppress(OSError):
        for path in filter(lambda path: PART.fullmatch(path.name), folder.iterdir()):
            with suppress(OSError):
                if KEEPS_OPEN_FILES:  # then it stays if somebody is writing it
                    path.unlink()
                    continue
                with open(path, "rb", opener=open_without_following) as file:
                    if try_lock(file):
                        path.unlink()

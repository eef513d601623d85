"""A model is a folder: `model.json`, and the arrays in a file that has its name from its hash.

A folder cannot be renamed over another one. So new arrays get a new name,
`model.json`, which alone says which arrays belong to it, is replaced in one step, and the old
arrays go last: wherever the writer stops, the folder holds the old model or the new one.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from contextvars import copy_context
from io import BufferedReader
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeVar

from biterms.errors import StoreError
from biterms.store import head
from biterms.store.locking import claimed, holds
from biterms.store.place import check_ours, explained, fsync_folder, head_in, tidy
from biterms.store.tensors import Array, checked, hash_of_arrays, read_arrays, write_arrays

T = TypeVar("T")
#: Called with settings and arrays as they are on the disk; an exception keeps the old model.
Check = Callable[[dict[str, Any], dict[str, Array]], object]


class Stored(NamedTuple):
    """The contents of a model folder.

    Parameters
    ----------
    settings : dict
        Texts, numbers, truth values, lists and dicts.
    arrays : dict of str to ndarray
        The arrays by name.
    version : str
        The version of biterms that wrote it.
    revision : str
        Identifies what was saved; give it to `write` as ``replaces``.
    """

    settings: dict[str, Any]
    arrays: dict[str, Array]
    version: str
    revision: str


def read(path: str | Path) -> Stored:
    """Read what `write` wrote; no code in the folder is run, and everything is checked.

    Parameters
    ----------
    path : str or Path
        A folder that `write` made.

    Returns
    -------
    Stored
        Settings, arrays, version and revision.

    Raises
    ------
    StoreError
        When there is no model, or one that is damaged or of another format.
    """
    folder, last = Path(path), None
    with explained(folder, "cannot be read"):
        if not folder.is_dir():
            what = "is a file" if folder.exists() else "does not exist"
            raise StoreError(f"it {what}, expected a folder that a model was saved as")
        # Arrays are removed after `model.json` has been replaced: then it names other ones.
        while (text := head.read_text(folder / head.HEAD_FILE)) != last:
            last, known = text, head.head_of(text)
            with suppress(FileNotFoundError):
                arrays = _arrays(folder / known.arrays, known)
                return Stored(known.settings, arrays, known.version, known.revision)
        raise StoreError(f"{known.arrays} is missing; copy the whole folder")


def write(
    path: str | Path,
    settings: Mapping[str, Any],
    arrays: Mapping[str, Array],
    *,
    check: Check | None = None,
    replaces: str | None = None,
) -> str:
    """Save a model: make the folder, or replace the model that it holds in one step.

    What was written is read back and checked before anything is replaced.

    Parameters
    ----------
    path : str or Path
        The folder. One that holds other files and no model is refused.
    settings : mapping
        What JSON can hold: texts, finite numbers, truth values, None, lists and dicts.
    arrays : mapping of str to ndarray
        The arrays by name.
    check : callable, optional
        Called with the settings and arrays as they are on the disk, usually to load the model from
        them. If it raises, nothing is replaced. It must not change the arrays, which are yours.
    replaces : str, optional
        The `revision` that `read` returned. If the folder holds another one by now, nothing is
        replaced.

    Returns
    -------
    str
        The revision of what was saved.

    Raises
    ------
    StoreError
        When it cannot be saved there, when another process holds the lock or has saved another
        revision, or when ``check`` fails. What was there is unchanged.
    """
    folder = Path(path)
    with explained(folder, "cannot be written"):
        text, arrays = head.settings_text(dict(settings)), checked(arrays)
        with nullcontext() if holds(folder) else claimed(folder):
            check_ours(folder)
            _check_revision(folder, replaces)
            try:
                return _publish(folder, text, arrays, check)
            finally:
                tidy(folder)


def _check_revision(folder: Path, replaces: str | None) -> None:
    current = head_in(folder)
    if replaces is not None and (current is None or current.revision != replaces):
        what = "it is no longer there" if current is None else "another process has saved it"
        raise StoreError(
            f"{what} since you loaded it: load it again and repeat what you did, or save to "
            "another folder"
        )


def _publish(
    folder: Path, settings: bytes, arrays: Mapping[str, Array], check: Check | None
) -> str:
    # What is loaded again needs Python, what is written and hashed does not.
    with ThreadPoolExecutor(1, "check") as aside:
        usable = aside.submit(copy_context().run, _check_usable, settings, arrays, check)
        arrays_part, sha256 = _written(folder, lambda file: write_arrays(file, arrays))
        text = head.head_text(settings, arrays_part.stat().st_size, sha256)
        head_part, _ = _written(folder, lambda file: file.write(text))
        known = _verified(head_part, arrays_part, text)
        usable.result()
    arrays_part.replace(folder / known.arrays)
    fsync_folder(folder)  # the arrays have their name before anything asks for them
    head_part.replace(folder / head.HEAD_FILE)
    fsync_folder(folder)
    return known.revision


def _written(folder: Path, fill: Callable[[IO[bytes]], Any]) -> tuple[Path, Any]:
    part = folder / f"{secrets.token_hex(8)}.part"
    with part.open("xb") as file:
        result = fill(file)
        file.flush()
        os.fsync(file.fileno())
    return part, result


def _check_usable(settings: bytes, arrays: Mapping[str, Array], check: Check | None) -> None:
    """Refuse what could not be loaded again."""
    if check is None:
        return
    try:
        check(head.settings_of(settings), dict(arrays))
    except Exception as error:
        raise StoreError(
            f"what was to be saved could not be loaded again ({error}); nothing was replaced"
        ) from error


def _verified(head_part: Path, arrays_part: Path, text: bytes) -> head.Head:
    """What was written, if it is the same on the disk.

    Arrays with the same hash are the same: they need not be there twice.
    """
    if (read := head.read_text(head_part)) != text:
        raise StoreError(f"{head.HEAD_FILE} is not what was written; nothing was replaced")
    known = head.head_of(read)
    _from_file(arrays_part, known, lambda file, size: (None, hash_of_arrays(file, size)))
    return known


def _arrays(path: Path, known: head.Head) -> dict[str, Array]:
    return _from_file(path, known, read_arrays)


def _from_file(
    path: Path, known: head.Head, read: Callable[[BufferedReader, int], tuple[T, str]]
) -> T:
    """What is read from a file of arrays, if it is the one that `model.json` knows."""
    with head.opened(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size != known.size:
            raise StoreError(f"{path.name} has {size:,} bytes, expected {known.size:,}")
        found, sha256 = read(file, size)
    if sha256 != known.sha256:
        raise StoreError(f"{path.name} is not what was written; copy the folder again")
    return found

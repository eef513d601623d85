"""A model is a folder: `model.json`, and the arrays in a file that has its name from its hash.

A folder cannot be renamed over another one. So new arrays come under a name of their own,
`model.json`, which alone says which arrays belong to it, is replaced in one step, and the old
arrays go last: wherever the writer stops, the folder holds the old model or the new one.
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from biterms.errors import StoreError
from biterms.store import head
from biterms.store.tensors import Array, checked, read_arrays, write_arrays

#: what a writer leaves behind when it is killed; the next one tidies up
OWN = re.compile(r"arrays-[0-9a-f]{16}\.safetensors|[0-9a-f]{16}\.part", re.ASCII)


class Stored(NamedTuple):
    """What a model file holds, and the version of biterms that wrote it."""

    settings: dict[str, Any]
    arrays: dict[str, Array]
    version: str


def read(path: str | Path) -> Stored:
    """What `write` wrote. Nothing in the folder is run, and nothing is believed unchecked."""
    folder, last = Path(path), None
    with _explained(folder, "cannot be read"):
        if not folder.is_dir():
            what = "is a file" if folder.exists() else "is not there"
            raise StoreError(f"it {what}, expected a folder that a model was saved as")
        # Arrays are removed after `model.json` has been replaced: then it names other ones.
        while (text := head.read_text(folder)) != last:
            last, known = text, head.head_of(text)
            with suppress(FileNotFoundError):
                return Stored(known.settings, _arrays(folder, known), known.version)
        raise StoreError(f"{known.arrays} is missing; copy the whole folder")


def write(path: str | Path, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    """Make the folder, or replace the model that it holds; anything else there is refused."""
    folder = Path(path)
    with _explained(folder, "cannot be written"):
        text, arrays = head.settings_text(dict(settings)), checked(arrays)
        with _claimed(folder) as handle:
            before = _own(folder)
            try:
                _publish(folder, handle, text, arrays)
                before = set()
            finally:
                for name in _own(folder) - before - _named(folder):
                    (folder / name).unlink(missing_ok=True)


def _publish(folder: Path, handle: int, settings: bytes, arrays: Mapping[str, Array]) -> None:
    part, sha256 = _written(folder, lambda file: write_arrays(file, arrays))
    text = head.head_text(settings, part.stat().st_size, sha256)
    part.replace(folder / head.head_of(text).arrays)
    part, _ = _written(folder, lambda file: file.write(text))
    os.fsync(handle)  # the arrays have their name before anything asks for them
    part.replace(folder / head.NAME)
    os.fsync(handle)


def _written(folder: Path, fill: Callable[[IO[bytes]], Any]) -> tuple[Path, Any]:
    part = folder / f"{secrets.token_hex(8)}.part"
    with part.open("xb") as file:
        result = fill(file)
        file.flush()
        os.fsync(file.fileno())
    return part, result


@contextmanager
def _claimed(folder: Path) -> Iterator[int]:
    """The folder open, ours and locked against other writers; a new one without a model goes."""
    new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _Held(folder) as handle:
            _lock(handle)
            _check_ours(folder)
            yield handle
        with _Held(folder.parent) as parent:
            os.fsync(parent)
    finally:
        if new:
            with suppress(OSError):  # it holds a model
                folder.rmdir()


class _Held:
    """A folder held open; also closed with its last reference, lest an interrupt keep the lock."""

    def __init__(self, folder: Path) -> None:
        flags = os.O_RDONLY | os.O_DIRECTORY
        self.close = weakref.finalize(self, os.close, handle := os.open(folder, flags))
        self.handle = handle

    def __enter__(self) -> int:
        return self.handle

    def __exit__(self, *error: object) -> None:
        self.close()


def _lock(handle: int) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise StoreError("another process is writing it now; try again in a moment") from None
    except OSError:
        pass  # some network file systems cannot lock a folder: writers there must take turns


def _check_ours(folder: Path) -> None:
    names = {path.name for path in folder.iterdir()}
    if head.NAME in names:
        try:
            head.head_of(head.read_text(folder))
        except StoreError as error:
            raise StoreError(f"{error}; it is left as it is: choose another place") from None
    elif not all(map(OWN.fullmatch, names)):
        raise StoreError("it holds other files and no model: choose another place")


def _own(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if OWN.fullmatch(path.name)}


def _named(folder: Path) -> set[str]:
    if not (folder / head.NAME).exists():
        return set()
    return {head.head_of(head.read_text(folder)).arrays}


def _arrays(folder: Path, known: head.Head) -> dict[str, Array]:
    with head.opened(folder / known.arrays) as file:
        size = os.fstat(file.fileno()).st_size
        if size != known.size:
            raise StoreError(f"{known.arrays} has {size:,} bytes, expected {known.size:,}")
        arrays, sha256 = read_arrays(file, size)
    if sha256 != known.sha256:
        raise StoreError(f"{known.arrays} is not what was written; copy the folder again")
    return arrays


@contextmanager
def _explained(folder: Path, what: str) -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        raise StoreError(f"{folder} {what}: {error}") from None
    except OSError as error:
        raise StoreError(f"{folder} {what}: {error.strerror or error}") from error
    except MemoryError as error:
        raise StoreError(f"{folder} {what}: it needs more memory than there is") from error

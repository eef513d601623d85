"""States of a model that are kept: `kept/<step>/` beside it, each a complete model folder.

The files of a saved model are never written to again, only replaced, so a state shares them with
the model that it was (hard links). It is made beside its place and gets its name when it is
complete; a state that goes loses its name first.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from biterms.errors import StoreError
from biterms.store.head import HEAD_FILE, head_of, read_text
from biterms.store.place import explained, fsync_folder, head_in

KEPT = "kept"
_STEP = re.compile(r"0|[1-9][0-9]{0,17}", re.ASCII)
_PART = re.compile(r"[0-9a-f]{16}\.part", re.ASCII)
#: what file systems without hard links, and other file systems, answer
NO_LINKS = {errno.EPERM, errno.EXDEV, errno.EMLINK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS}


def keep_state(folder: Path, step: int) -> None:
    """Keep the model that a folder holds; done before it is replaced, under its lock.

    Parameters
    ----------
    folder : Path
        The model folder.
    step : int
        The name of the state; nothing is done if it is there.

    Raises
    ------
    StoreError
        If it cannot be written; there is no such state then.
    """
    kept = folder / KEPT
    with explained(folder, "cannot keep a state"):
        known = head_in(folder)
        if known is None or (kept / str(step)).exists():
            return
        if not kept.exists():
            kept.mkdir()
            fsync_folder(folder)
        part = kept / f"{secrets.token_hex(8)}.part"
        part.mkdir()
        for name in (known.arrays, HEAD_FILE):
            _link(folder / name, part / name)
        fsync_folder(part)
        part.rename(kept / str(step))
        fsync_folder(kept)


def remove_states(folder: Path, steps: Iterable[int]) -> None:
    """Remove kept states: a reader, and a crash, finds each of them complete or not at all.

    Parameters
    ----------
    folder : Path
        The model folder.
    steps : iterable of int
        The names of the states.

    Raises
    ------
    StoreError
        If they cannot be removed.
    """
    kept, gone = folder / KEPT, [*steps]
    with explained(folder, "cannot remove a state"):
        for step in gone:
            (kept / str(step)).rename(kept / f"{secrets.token_hex(8)}.part")
        if gone:
            fsync_folder(kept)
    sweep(folder)


def sweep(folder: Path) -> None:
    """Remove what a killed process has left of states.

    Parameters
    ----------
    folder : Path
        The model folder.

    Raises
    ------
    StoreError
        If it cannot be removed.
    """
    kept = folder / KEPT
    with explained(folder, "cannot be written"):
        parts = [path for path in kept.iterdir() if _PART.fullmatch(path.name)] if _is(kept) else []
        for part in parts:
            for path in part.iterdir():
                path.unlink()
            part.rmdir()


def states(folder: Path) -> dict[int, tuple[Path, dict[str, Any]]]:
    """The states that are kept, by step: where each is, and its settings; no arrays are read.

    Parameters
    ----------
    folder : Path
        The model folder.

    Returns
    -------
    dict of int to tuple
        In the order of their steps.

    Raises
    ------
    StoreError
        If one of them is damaged.
    """
    kept, found = folder / KEPT, {}
    with explained(folder, "cannot be read"):
        names = [path.name for path in kept.iterdir()] if _is(kept) else []
        for step in sorted(int(name) for name in names if _STEP.fullmatch(name)):
            place = kept / str(step)
            try:
                found[step] = place, head_of(read_text(place / HEAD_FILE)).settings
            except StoreError as error:
                if place.exists():  # else it has just gone
                    raise StoreError(f"of {place.name} in {KEPT}: {error}; or remove it") from None
    return found


def _is(kept: Path) -> bool:
    """Whether there is such a folder; a link would lead elsewhere."""
    return kept.is_dir() and not kept.is_symlink()


def _link(path: Path, other: Path) -> None:
    try:
        os.link(path, other, follow_symlinks=False)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        with path.open("rb") as source, other.open("xb") as copy:
            shutil.copyfileobj(source, copy, 1 << 20)
            copy.flush()
            os.fsync(copy.fileno())

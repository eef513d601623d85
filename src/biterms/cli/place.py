"""Places to write to, looked at before the work and not after it."""

from __future__ import annotations

import os
from pathlib import Path

from biterms.errors import InputError, StoreError


def check_model(out: Path) -> None:
    """Refuse before hours of learning what could not be saved after them."""
    if out.is_dir():
        if any(out.iterdir()) and not (out / "model.json").exists():
            raise StoreError(f"{out} holds other files and no model: choose another place")
    elif out.exists():
        raise StoreError(f"{out} is a file, expected a folder, or a name for one")
    there = next(folder for folder in (out, *out.absolute().parents) if folder.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise StoreError(f"{out} cannot be written: nothing can be made in {there}")


def check_file(out: Path) -> None:
    """Refuse what is no name for a file in a folder that can be written."""
    if out.is_dir():
        raise InputError(f"{out} is a folder, expected the name of a file; add one")
    if not out.parent.is_dir():
        raise InputError(f"{out}: there is no folder {out.parent}; make it, or choose another")
    if not os.access(out.parent, os.W_OK):
        raise InputError(f"{out}: nothing can be made in {out.parent}; choose another folder")

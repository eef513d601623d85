"""How much of files is still to be read, by their positions and sizes alone."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from biterms.errors import StoreError
from biterms.streams.sources.file_place import Place, inode_of
from biterms.streams.sources.file_rows import PACKED


def backlog(positions: Mapping[str, Mapping[str, Any]]) -> dict[str, int]:
    """Bytes of files after the positions of a stream.

    Parameters
    ----------
    positions : mapping of str to mapping
        The positions of each source, as `status` has them.

    Returns
    -------
    dict of str to int
        By file; without those of which it cannot be told at once (compressed ones, Parquet,
        UTF-16) and those that are gone.
    """
    found = {}
    for places in positions.values():
        for path, place in places.items():
            if isinstance(place, dict) and "inode" in place:
                left = _left(Path(path), place)
                if left is not None:
                    found[path] = left
    return found


def _left(path: Path, recorded: Mapping[str, Any]) -> int | None:
    with suppress(StoreError, OSError):
        place, known = Place.from_json(recorded), path.stat()
        if place.inode == inode_of(known) and not place.is_wide and not _is_packed(path):
            return max(0, known.st_size - place.offset)
    return None


def _is_packed(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4).startswith(PACKED)

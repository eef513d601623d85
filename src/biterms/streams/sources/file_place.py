"""Where the reading of a file goes on, and how the file is known again."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from biterms.errors import StoreError
from biterms.text.readers import Encoding
from biterms.text.readers.batches import ChosenColumns
from biterms.text.readers.layouts import Layout
from biterms.text.readers.tables import Shape

#: first bytes by which a file is known again
START = 1024

Inode = tuple[int, int]
#: the size of a file and when it was changed, in nanoseconds
Stamp = tuple[int, int]


def absolute(path: str) -> str:
    """The path under which the position of a file is kept; a link stays a link."""
    return str(Path(path).absolute())


def inode_of(stat: os.stat_result) -> Inode:
    """What a file keeps when it is renamed."""
    return stat.st_dev, stat.st_ino


def stamp_of(stat: os.stat_result) -> Stamp:
    """What shows that a file has changed."""
    return stat.st_size, stat.st_mtime_ns


@dataclass
class Place:
    """Where the reading of a file goes on, and what was decided on its start.

    Parameters
    ----------
    inode : (int, int) or None
        Device and inode of the file; None if it has not been seen.
    offset : int
        Bytes that have been read (of compressed files: of text; of Parquet: rows).
    line : int
        Number of the next line.
    start : (int, str)
        How many of its first bytes are known, and their hash.
    layout : Layout or None
        How its lines are read.
    encoding : Encoding or None
        The encoding, if it was decided.
    finished : (int, int) or None
        Size and time of a compressed or Parquet file when it had been read to its end.
    refused : str
        Why it cannot be read; empty if it can.
    gone : float
        When it was found to be there no more, in seconds since 1970; 0 if it is there.
    """

    inode: Inode | None = None
    offset: int = 0
    line: int = 1
    start: tuple[int, str] = (0, "")
    layout: Layout | None = None
    encoding: Encoding | None = None
    finished: Stamp | None = None
    refused: str = ""
    gone: float = 0.0

    @property
    def is_wide(self) -> bool:
        """Whether lines can be cut only when the text is UTF-8, as in UTF-16."""
        return self.encoding is not None and not self.encoding.keeps_ascii

    def as_json(self) -> dict[str, Any]:
        """What `from_json` reads; what says nothing is left out."""
        given = asdict(self)
        if self.layout is not None:
            kind, chosen, shape, told = self.layout
            given["layout"] = {"kind": kind, "keys": chosen.keys, "header": chosen.header}
            given["layout"] |= {"shape": shape, "told": told}
        return {name: value for name, value in given.items() if value or name in ("offset", "line")}

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Place:
        """Read what `as_json` wrote.

        Raises
        ------
        StoreError
            If it is anything else, such as the position of another source of the same name.
        """
        try:
            known = dict(given)
            for name in ("inode", "start", "finished"):
                if name in known:
                    first, second = known[name]
                    known[name] = (first, second)
            if "layout" in known:
                known["layout"] = _layout(known["layout"])
            if "encoding" in known:
                known["encoding"] = Encoding(*known["encoding"])
            return cls(**known)
        except (KeyError, TypeError, ValueError) as error:
            raise StoreError(
                f"a recorded position is none of a file, {given!r:.80}: expected the positions of "
                "the same source; give this source another name"
            ) from error


def _layout(given: Mapping[str, Any]) -> Layout:
    keys: Any = tuple(given["keys"])
    shape = given["shape"] and Shape(*given["shape"])
    return Layout(given["kind"], ChosenColumns(keys, given["header"]), shape, given["told"])


def hash_of(start: bytes) -> tuple[int, str]:
    """The first bytes of a file, short."""
    return len(start), blake2b(start, digest_size=8).hexdigest()

"""`model.json`: what the folder is, the settings, and which arrays belong to them."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from reprlib import repr as short
from typing import Any, NamedTuple

from biterms.errors import StoreError
from biterms.store import plain
from biterms.version import __version__

FORMAT, FORMAT_VERSION = "biterms model", 1
NAME = "model.json"
#: settings may take so much less than a file: what stands beside them needs room
ROOM = 4096
_SHA256 = re.compile("[0-9a-f]{64}", re.ASCII)


class Head(NamedTuple):
    """The settings, the version of biterms that wrote them, size and hash of the arrays."""

    settings: dict[str, Any]
    version: str
    size: int
    sha256: str

    @property
    def arrays(self) -> str:
        """The file with the arrays; no name out of a file is ever used as one."""
        return f"arrays-{self.sha256[:16]}.safetensors"


def settings_text(settings: dict[str, Any]) -> bytes:
    """The settings as JSON, refused when they could not be read again."""
    text = plain.encoded({"settings": settings})
    if len(text) > plain.MAX_BYTES - ROOM:
        raise StoreError(f"the settings take {len(text):,} bytes, expected {plain.MAX_BYTES:,}")
    return text


def head_text(settings: bytes, size: int, sha256: str) -> bytes:
    """The whole of `model.json` around `settings_text`."""
    about = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "biterms": __version__,
        "arrays": {"bytes": size, "sha256": sha256},
    }
    return plain.encoded(about)[:-1] + b", " + settings[1:]


def head_of(text: bytes) -> Head:
    """The parts of `model.json`; refuses what is foreign, newer or incomplete."""
    head = plain.decoded(text)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise StoreError(f"its {NAME} does not say that it is a {FORMAT}")
    layout = head.get("format_version")
    if type(layout) is int and layout > FORMAT_VERSION:
        raise StoreError(
            f"it was written by biterms {short(head.get('biterms'))} in format {layout}, and "
            f"biterms {__version__} knows formats up to {FORMAT_VERSION}; update biterms"
        )
    match head:
        case {
            "biterms": str(version),
            "arrays": {"bytes": int(size), "sha256": str(sha256)},
            "settings": dict(settings),
        } if type(layout) is int and layout == FORMAT_VERSION and _SHA256.fullmatch(sha256):
            return Head(settings, version, size, sha256)
    raise StoreError(f"its {NAME} is incomplete or damaged")


def read_text(folder: Path) -> bytes:
    """The bytes of `model.json`, not many more than are allowed."""
    try:
        with opened(folder / NAME) as file:
            return file.read(plain.MAX_BYTES + 1)
    except FileNotFoundError:
        raise StoreError(f"it has no {NAME}, expected a folder that a model was saved as") from None


@contextmanager
def opened(path: Path) -> Iterator[BufferedReader]:
    """A file proper: no link that leads elsewhere, no pipe that waits for ever."""
    try:
        with open(path, "rb", opener=_without_following) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise StoreError(f"its {path.name} is no ordinary file")
            yield file
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise StoreError(f"its {path.name} is a link, expected a file") from None
        raise


def _without_following(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)

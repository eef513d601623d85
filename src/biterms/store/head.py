"""`model.json`: the settings, the size and hash of the arrays, and a checksum over all of it."""

from __future__ import annotations

import errno
import hashlib
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
from biterms.store.system import open_without_following
from biterms.version import __version__

FORMAT, FORMAT_VERSION = "biterms model", 2
HEAD_FILE = "model.json"
#: Room that the settings leave in the file for everything that stands beside them.
SPARE_BYTES = 4096
_SHA256 = re.compile("[0-9a-f]{64}", re.ASCII)
#: The end of the file: a checksum over every byte before it.
_SEAL = re.compile(rb', "sha256": "([0-9a-f]{64})"}')
_SEAL_LENGTH = 64 + len(b', "sha256": ""}')


class Head(NamedTuple):
    """The contents of `model.json`; ``revision`` is its checksum and identifies the saved model."""

    settings: dict[str, Any]
    version: str
    size: int
    sha256: str
    revision: str

    @property
    def arrays(self) -> str:
        """The name of the file with the arrays; a name that stands in a file is never used."""
        return f"arrays-{self.sha256[:16]}.safetensors"


def settings_text(settings: dict[str, Any]) -> bytes:
    """The settings as JSON, refused when they could not be read again."""
    text = plain.encoded({"settings": settings})
    if len(text) > (most := plain.MAX_JSON_BYTES - SPARE_BYTES):
        raise StoreError(f"the settings take {len(text):,} bytes, expected at most {most:,}")
    return text


def settings_of(text: bytes) -> dict[str, Any]:
    """The settings that `settings_text` returned as JSON, as they will be read."""
    settings: dict[str, Any] = plain.decoded(text)["settings"]
    return settings


def head_text(settings: bytes, size: int, sha256: str) -> bytes:
    """The bytes of `model.json` around what `settings_text` returned."""
    about = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "biterms": __version__,
        "arrays": {"bytes": size, "sha256": sha256},
    }
    return sealed(plain.encoded(about)[:-1] + b", " + settings[1:])


def sealed(text: bytes) -> bytes:
    """A JSON object with the checksum of its bytes added as its last entry."""
    body = text[:-1]
    return body + f', "sha256": "{hashlib.sha256(body).hexdigest()}"}}'.encode()


def head_of(text: bytes) -> Head:
    """Parse `model.json`; what is foreign, of another format, incomplete or changed is refused."""
    head = plain.decoded(text)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise StoreError(f"its {HEAD_FILE} does not say that it is a {FORMAT}")
    _check_format(head)
    match head:
        case {
            "biterms": str(version),
            "arrays": {"bytes": int(size), "sha256": str(sha256)},
            "settings": dict(settings),
        } if _SHA256.fullmatch(sha256):
            return Head(settings, version, size, sha256, _checked_seal(text))
    raise StoreError(f"its {HEAD_FILE} is incomplete or damaged; copy the folder again")


def _check_format(head: dict[str, Any]) -> None:
    layout = head.get("format_version")
    if type(layout) is not int or layout < 1:
        raise StoreError(f"its {HEAD_FILE} is incomplete or damaged; copy the folder again")
    if layout != FORMAT_VERSION:
        advice = "update biterms" if layout > FORMAT_VERSION else "fit the model again"
        raise StoreError(
            f"it was written by biterms {short(head.get('biterms'))} in format {layout}, and "
            f"biterms {__version__} reads format {FORMAT_VERSION}; {advice}"
        )


def _checked_seal(text: bytes) -> str:
    seal = _SEAL.fullmatch(text, len(text) - _SEAL_LENGTH)
    if seal is None or hashlib.sha256(text[: seal.start()]).hexdigest().encode() != seal[1]:
        raise StoreError(f"its {HEAD_FILE} is not what was written; copy the folder again")
    return seal[1].decode()


def read_text(path: Path) -> bytes:
    """The bytes of a `model.json`, at most one more than are allowed."""
    try:
        with opened(path) as file:
            return file.read(plain.MAX_JSON_BYTES + 1)
    except FileNotFoundError:
        raise StoreError(
            f"it has no {HEAD_FILE}, expected a folder that a model was saved as"
        ) from None


@contextmanager
def opened(path: Path) -> Iterator[BufferedReader]:
    """Open an ordinary file: no link that leads elsewhere, no pipe that waits forever."""
    try:
        with open(path, "rb", opener=open_without_following) as file:
            check_ordinary(file.fileno(), path)
            yield file
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise StoreError(f"its {path.name} is a link, expected a file") from None
        raise


def check_ordinary(handle: int, path: Path) -> None:
    """Refuse an open file that is a device, a pipe or a folder."""
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        raise StoreError(f"its {path.name} is not an ordinary file")

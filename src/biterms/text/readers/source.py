"""Bytes of a file or of standard input, block by block, decompressed."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import chain
from pathlib import Path
from typing import IO, Any
from weakref import finalize

from biterms.errors import InputError
from biterms.text.readers.gzip_blocks import BLOCK_BYTES, MAGIC, decompressed

MAX_LINE = 1 << 20
_OTHER_FORMATS = {
    b"PK\x03\x04": ("a zip archive or an Excel file", "unpack it, or save the sheet as CSV"),
    b"\xff\xfe": ("UTF-16", "save it as UTF-8"),
    b"\xfe\xff": ("UTF-16", "save it as UTF-8"),
    b"BZh9": ("compressed with bzip2", "unpack it, or use gzip"),
    b"\xfd7zXZ": ("compressed with xz", "unpack it, or use gzip"),
    b"\x28\xb5\x2f\xfd": ("compressed with zstd", "unpack it, or use gzip"),
    b"%PDF-": ("a PDF", "save its text"),
}


class Source:
    """A file, or standard input if the path is ``-``, read in blocks of bytes.

    Parameters
    ----------
    path : str or path
        Name of the file.

    Attributes
    ----------
    path : path or None
        The file; None for standard input.
    name : str
        Name for messages.
    damage : str
        Why the blocks ended too early; empty if they did not.

    Raises
    ------
    InputError
        If there is no such file.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = None if str(path) == "-" else Path(path)
        self.name = str(path) if self.path else "standard input"
        self.damage = ""
        # A pipe can be opened only once.
        self._once: Iterator[bytes] | None = None
        self._copy: IO[bytes] | None = None
        if self.path and not self.path.exists():
            raise InputError(f"{path}: no such file; check the name")
        if self.path and self.path.is_dir():
            raise InputError(f"{path}: a folder, expected a file; name the files in it")

    def head(self) -> bytes:
        """Read the start of the file, with a complete line if there is one.

        Returns
        -------
        bytes
            The first block or blocks; `blocks` gives them again.

        Raises
        ------
        InputError
            If they show a format that is not read here, such as Excel.
        """
        blocks, head = self.blocks(), b""
        for block in blocks:
            head += block
            if b"\n" in head or len(head) > MAX_LINE:
                break
        if not self._is_regular():
            self._once = chain([head], blocks)
        for magic, (what, remedy) in _OTHER_FORMATS.items():
            if head.startswith(magic):
                raise InputError(f"{self.name}: {what}, expected text in UTF-8; {remedy}")
        return head

    def blocks(self) -> Iterator[bytes]:
        """Read the file in small blocks; memory grows neither with the file nor with gzip."""
        return self._once or self._blocks()

    def seekable(self) -> Path | IO[bytes]:
        """Return the file itself, or a temporary copy of a pipe or of compressed data."""
        if self._copy is None:
            if self.path and self._is_regular() and not next(self._raw(), b"").startswith(MAGIC):
                return self.path
            self._copy = tempfile.TemporaryFile()  # noqa: SIM115
            finalize(self, self._copy.close)
            self._copy.writelines(self.blocks())
        self._copy.seek(0)
        return self._copy

    def _is_regular(self) -> bool:
        return self.path is not None and self.path.is_file()

    def _blocks(self) -> Iterator[bytes]:
        self.damage = ""
        raw, start = self._raw(), b""
        for piece in raw:
            start += piece
            if len(start) >= len(MAGIC):
                break
        pieces = chain([start], raw)
        if start.startswith(MAGIC):
            self.damage = yield from decompressed(pieces)
        else:
            yield from pieces

    def _raw(self) -> Iterator[bytes]:
        try:
            file: Any = self.path.open("rb") if self.path else nullcontext(sys.stdin.buffer)
        except OSError as error:
            raise InputError(f"{self.name}: cannot be opened ({error.strerror})") from error
        with file as opened:
            try:
                while piece := opened.read1(BLOCK_BYTES):
                    yield piece
            except OSError as error:
                self.damage = str(error)

"""Bytes of a file or of standard input, block by block, gzip undone."""

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
from biterms.text.read_gzip import BLOCK, MAGIC, inflated

MAX_LINE = 1 << 20
_FOREIGN = {
    b"PK\x03\x04": ("a zip archive or an Excel file", "unpack it, or save the sheet as CSV"),
    b"\xff\xfe": ("UTF-16", "save it as UTF-8"),
    b"\xfe\xff": ("UTF-16", "save it as UTF-8"),
    b"BZh9": ("compressed with bzip2", "unpack it, or use gzip"),
    b"\xfd7zXZ": ("compressed with xz", "unpack it, or use gzip"),
    b"\x28\xb5\x2f\xfd": ("compressed with zstd", "unpack it, or use gzip"),
    b"%PDF-": ("a PDF", "save its text"),
}


class Source:
    """A file, or ``-`` for standard input. ``damage`` says why its blocks ended too early."""

    def __init__(self, path: str | Path) -> None:
        self.path = None if str(path) == "-" else Path(path)
        self.name = str(path) if self.path else "standard input"
        self.damage = ""
        # a pipe can be opened only once
        self._once: Iterator[bytes] | None = None
        self._copy: IO[bytes] | None = None
        if self.path and not self.path.exists():
            raise InputError(f"{path}: no such file; check the name")
        if self.path and self.path.is_dir():
            raise InputError(f"{path}: a folder, expected a file; name the files in it")

    def head(self) -> bytes:
        """The first block, with a whole line if there is one; `blocks` gives it again."""
        blocks, head = self.blocks(), b""
        for block in blocks:
            head += block
            if b"\n" in head or len(head) > MAX_LINE:
                break
        if not self._regular():
            self._once = chain([head], blocks)
        for magic, (what, remedy) in _FOREIGN.items():
            if head.startswith(magic):
                raise InputError(f"{self.name}: {what}, expected text in UTF-8; {remedy}")
        return head

    def blocks(self) -> Iterator[bytes]:
        """Small blocks: however large the file, also after gzip, memory does not grow."""
        return self._once or self._blocks()

    def seekable(self) -> Path | IO[bytes]:
        """The file itself; of a pipe, or of what is compressed, a copy on disk."""
        if self._copy is None:
            if self.path and self._regular() and not next(self._raw(), b"").startswith(MAGIC):
                return self.path
            self._copy = tempfile.TemporaryFile()  # noqa: SIM115
            finalize(self, self._copy.close)
            self._copy.writelines(self.blocks())
        self._copy.seek(0)
        return self._copy

    def _regular(self) -> bool:
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
            self.damage = yield from inflated(pieces)
        else:
            yield from pieces

    def _raw(self) -> Iterator[bytes]:
        try:
            file: Any = self.path.open("rb") if self.path else nullcontext(sys.stdin.buffer)
        except OSError as error:
            raise InputError(f"{self.name}: cannot be opened ({error.strerror})") from error
        with file as opened:
            try:
                while piece := opened.read1(BLOCK):
                    yield piece
            except OSError as error:
                self.damage = str(error)

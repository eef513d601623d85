"""Bytes of a file or of standard input, block by block, decompressed."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from itertools import chain
from pathlib import Path
from typing import IO, Any
from weakref import finalize

from biterms.errors import InputError
from biterms.text.readers.decoding import Decoder
from biterms.text.readers.gzip_blocks import BLOCK_BYTES, MAGIC, decompressed
from biterms.text.readers.no_text import check_format, check_text

MAX_LINE = 1 << 20


class Source:
    """A file, or standard input if the path is ``-``, read in blocks of bytes.

    Parameters
    ----------
    path : str or path
        Name of the file.
    encoding : str, optional
        The encoding of its texts; by default it is found.
    raw : callable, optional
        Gives the bytes of the file from its beginning, in pieces, whenever it is called; by
        default the file is opened.

    Attributes
    ----------
    path : path or None
        The file; None for standard input.
    name : str
        Name for messages.
    decoder : Decoder
        How its lines are decoded.
    damage : str
        Why the blocks ended too early; empty if they did not.

    Raises
    ------
    InputError
        If there is no such file.
    """

    def __init__(
        self,
        path: str | Path,
        encoding: str | None = None,
        raw: Callable[[], Iterator[bytes]] | None = None,
    ) -> None:
        self.decoder = Decoder(encoding)
        self.path = None if str(path) == "-" else Path(path)
        self.name = str(path) if self.path else "standard input"
        self.damage = ""
        self._given = raw
        # A pipe can be opened only once.
        self._once: Iterator[bytes] | None = None
        self._copy: IO[bytes] | None = None
        if raw is not None:
            return
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
        if not self.regular:
            self._once = chain([head], blocks)
        check_format(self.name, head)
        return head

    def text_head(self) -> bytes:
        """The start of the file as it is in `text_blocks`.

        Raises
        ------
        InputError
            If it is no text.
        """
        head = self.head()
        self.decoder.look(head)
        text = b"".join(self.decoder.blocks([head]))
        check_text(self.name, text)
        return text

    def blocks(self) -> Iterator[bytes]:
        """Read the file in small blocks; memory grows neither with the file nor with gzip."""
        return self._once or self._blocks()

    def text_blocks(self) -> Iterable[bytes]:
        """The blocks in an encoding in which lines can be cut; `text_head` must come before."""
        return self.decoder.blocks(self.blocks())

    def seekable(self) -> Path | IO[bytes]:
        """Return the file itself, or a temporary copy of a pipe or of compressed data."""
        if self._copy is None:
            if self.path and self.regular and not next(self.raw(), b"").startswith(MAGIC):
                return self.path
            self._copy = tempfile.TemporaryFile()  # noqa: SIM115
            finalize(self, self._copy.close)
            self._copy.writelines(self.blocks())
        self._copy.seek(0)
        return self._copy

    @property
    def regular(self) -> bool:
        """Whether it is a file that can be read again, and no pipe."""
        if self.path is None:
            return False
        return self._given is not None or self.path.is_file()

    def _blocks(self) -> Iterator[bytes]:
        self.damage = ""
        raw, start = self.raw(), b""
        for piece in raw:
            start += piece
            if len(start) >= len(MAGIC):
                break
        pieces = chain([start], raw)
        if start.startswith(MAGIC):
            self.damage = yield from decompressed(pieces)
        else:
            yield from pieces

    def raw(self) -> Iterator[bytes]:
        """Read the bytes as they are in the file, in pieces."""
        return self._opened() if self._given is None else self._given()

    def _opened(self) -> Iterator[bytes]:
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

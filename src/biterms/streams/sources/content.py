"""The bytes of a file: as they are, or unpacked and turned into UTF-8."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from biterms.errors import InputError
from biterms.text.readers.gzip_blocks import BLOCK_BYTES, MAGIC
from biterms.text.readers.source import Source


class PlainContent:
    """Bytes of an open file: an offset is one of the file.

    Parameters
    ----------
    file : binary file
        The file, without a buffer.
    name : str
        Its name, for errors.
    """

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file, self._name = file, name
        self.final = False

    @property
    def complete(self) -> bool:
        """Whether nothing more will come."""
        return self.final

    def read(self, offset: int, size: int) -> bytes:
        """Read from an offset; fewer bytes if there are not so many yet."""
        pieces: list[bytes] = []
        try:
            self._file.seek(offset)
            while size > 0 and (piece := self._file.read(size)):
                pieces.append(piece)
                size -= len(piece)
        except OSError as error:
            raise InputError(f"{self._name}: cannot be read ({error.strerror})") from error
        return b"".join(pieces)

    def blocks(self) -> Iterator[bytes]:
        """All bytes from the beginning, in blocks."""
        offset = 0
        while block := self.read(offset, BLOCK_BYTES):
            yield block
            offset += len(block)


class UnpackedContent:
    """Text of a compressed file, or of one whose lines cannot be cut before it is UTF-8.

    An offset is one of that text; what is before it is unpacked and passed over.

    Parameters
    ----------
    source : Source
        The file.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._packed = next(source.raw(), b"").startswith(MAGIC)
        self._begin, self._data, self._ended = 0, b"", False
        self._blocks = iter(source.text_blocks())
        self.final = False

    @property
    def damage(self) -> str:
        """Why it ended too early; empty if it did not."""
        return self._source.damage if self._ended else ""

    @property
    def complete(self) -> bool:
        """Whether nothing more will come: the end of compressed data can be told."""
        return self._ended and (self.final or (self._packed and not self._source.damage))

    def read(self, offset: int, size: int) -> bytes:
        """Read from an offset, which may not be before the last one."""
        while self._begin + len(self._data) < offset + size and not self._ended:
            block = next(self._blocks, None)
            self._ended = block is None
            self._data += block or b""
            passed = min(offset - self._begin, len(self._data))
            self._begin, self._data = self._begin + passed, self._data[passed:]
        passed = min(offset - self._begin, len(self._data))
        self._begin, self._data = self._begin + passed, self._data[passed:]
        return self._data[:size]

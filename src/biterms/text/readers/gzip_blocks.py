"""Gzip decompressed block by block: several members, damage, and bounded memory."""

from __future__ import annotations

import zlib
from collections.abc import Generator, Iterable, Iterator

BLOCK_BYTES = 1 << 18
MAGIC = b"\x1f\x8b"
_GZIP_FORMAT = 31


def decompressed(pieces: Iterable[bytes]) -> Generator[bytes, None, str]:
    """Decompress into blocks of at most BLOCK_BYTES bytes.

    Everything before a damaged byte is given out. The return value says what is wrong with the
    data; it is empty if nothing is.
    """
    engine = zlib.decompressobj(_GZIP_FORMAT)
    for piece in pieces:
        data = piece
        while data:
            if engine.eof:
                data = data.lstrip(b"\0")  # A member may be padded.
                engine = zlib.decompressobj(_GZIP_FORMAT) if data else engine
                continue
            before = engine.copy()
            try:
                yield engine.decompress(data, BLOCK_BYTES)
            except zlib.error as error:
                yield from _before_damage(before, data)
                return f"gzip: {error}"
            data = engine.unconsumed_tail or engine.unused_data
    yield engine.flush()
    return "" if engine.eof else "gzip: the data ends too early"


def _before_damage(engine: zlib._Decompress, data: bytes) -> Iterator[bytes]:
    for i in range(len(data)):
        try:
            yield engine.decompress(data[i : i + 1])
        except zlib.error:
            return

"""How the rows of a file are read, decided on its start."""

from __future__ import annotations

from typing import NamedTuple

from biterms.streams.sources.chunks import Chunk, Origin
from biterms.streams.sources.content import PlainContent, UnpackedContent
from biterms.streams.sources.file_place import Place
from biterms.streams.sources.line_reader import LineReader, whole_lines
from biterms.streams.sources.parquet_rows import ParquetRows
from biterms.text.readers import Columns
from biterms.text.readers.decoding import Decoder
from biterms.text.readers.gzip_blocks import MAGIC
from biterms.text.readers.layouts import layout_of
from biterms.text.readers.source import MAX_LINE, Source

#: how files begin that have no lines to be cut
PACKED = (MAGIC, b"PAR1")


class Reading(NamedTuple):
    """How files are read: as `Files` was asked to."""

    columns: Columns
    kind: str | None
    encoding: str | None
    follow: bool
    prefixed: bool

    def origin(self, name: str) -> Origin:
        """What the lines of a file are called."""
        return Origin(name, f"{name}:" if self.prefixed else "")


class FileRows:
    """The rows of one file from a place on.

    Parameters
    ----------
    plain : PlainContent
        The bytes of the file.
    path : str
        Where it is.
    name : str
        What people call it.
    reading : Reading
        How it is read.
    """

    def __init__(self, plain: PlainContent, path: str, name: str, reading: Reading) -> None:
        self._plain, self._path, self._reading = plain, path, reading
        self._source = Source(name, reading.encoding, plain.blocks)
        self._content: PlainContent | UnpackedContent | None = None
        self._rows: LineReader | ParquetRows | None = None

    def begin(self, place: Place, *, final: bool) -> bool:
        """Decide how it is read, if there is enough of it: without a complete line there is not.

        Raises
        ------
        InputError
            If it cannot be read.
        """
        if place.layout is None:
            if not (final or self._has_line()):
                return False
            place.layout = layout_of(self._source, self._reading.columns, self._reading.kind)
            place.encoding = self._source.decoder.encoding
        self._rows = self._reader(place)
        return True

    def next(self, *, final: bool) -> Chunk | None:
        """The next chunk; None if no line is complete, or all have been read."""
        assert self._rows is not None
        if self._content is not None:
            self._content.final = final
        return self._rows.next()

    def update(self, place: Place) -> None:
        """Note in a place what has been decided up to it."""
        assert self._rows is not None
        place.layout = self._rows.layout
        if isinstance(self._rows, LineReader):
            place.encoding = self._rows.decoder.encoding

    @property
    def complete(self) -> bool:
        """Whether nothing more will come, as far as the file itself tells."""
        return self._content is None or self._content.complete

    @property
    def damage(self) -> str:
        """Why a compressed file ended too early; empty if it did not."""
        return self._content.damage if isinstance(self._content, UnpackedContent) else ""

    def _has_line(self) -> bool:
        if next(self._source.raw(), b"").startswith(PACKED):
            return True
        head = self._source.text_head()
        return bool(whole_lines(head).strip()) or len(head) > MAX_LINE

    def _reader(self, place: Place) -> LineReader | ParquetRows:
        assert place.layout is not None
        origin = self._reading.origin(self._source.name)
        if place.layout.kind == "parquet":
            return ParquetRows(Source(self._path), place.layout, origin, place.offset)
        decoder = self._source.decoder = Decoder(self._reading.encoding)
        if place.encoding is not None:
            decoder.decide(place.encoding)
        cut = self._plain.read(0, len(MAGIC)) != MAGIC and not decoder.transcodes
        self._content = self._plain if cut else UnpackedContent(self._source)
        return LineReader(self._content, place.layout, decoder, origin, (place.offset, place.line))

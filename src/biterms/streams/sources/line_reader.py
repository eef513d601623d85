"""From bytes to records, each with the place where to go on after it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, Protocol

from biterms.streams.sources.chunks import REASONS, Chunk, Origin
from biterms.streams.sources.raw_lines import RawLines
from biterms.text.readers.batches import records_with_text, with_text
from biterms.text.readers.decoding import Decoder
from biterms.text.readers.gzip_blocks import BLOCK_BYTES
from biterms.text.readers.layouts import Layout, Parsed, parsed
from biterms.text.readers.lines import line_blocks
from biterms.text.readers.problems import LONG, ProblemLog, Trouble
from biterms.text.readers.source import MAX_LINE

#: bytes of a chunk: the longest line fits in, with a byte order mark and its end
SIZE = MAX_LINE + 8
#: bytes that a decision on the encoding looks at
AHEAD = 16 * BLOCK_BYTES
#: bytes of a line that is too long which are kept
KEPT = 1 << 16
_END = re.compile(rb"\r\n|\n|\r(?=[^\n])")


class Content(Protocol):
    """Bytes in which lines can be cut."""

    @property
    def complete(self) -> bool:
        """Whether nothing more will come where `read` came short."""

    def read(self, offset: int, size: int) -> bytes:
        """Read from an offset; fewer bytes if there are not so many yet."""


class _Long(NamedTuple):
    """A line that is too long: its beginning, and the offset up to which no end was found."""

    begin: bytes
    seen: int


class LineReader:
    """Reads the records of a file of lines, chunk by chunk.

    Where chunks begin does not change what the records are: a row of a table that has no end yet
    waits for it, and the encoding is decided at the first line that is not UTF-8, on what comes
    from there on.

    Parameters
    ----------
    content : Content
        The bytes.
    layout : Layout
        How lines are read.
    decoder : Decoder
        How they are decoded.
    origin : Origin
        What lines are called.
    at : (int, int)
        Offset and number of the next line.
    """

    def __init__(
        self,
        content: Content,
        layout: Layout,
        decoder: Decoder,
        origin: Origin,
        at: tuple[int, int] = (0, 1),
    ) -> None:
        self.layout, self.decoder = layout, decoder
        self._content, self._origin = content, origin
        self._offset, self._line = at
        self._long: _Long | None = None

    def next(self) -> Chunk | None:
        """The next chunk; None if no line is complete, or all have been read.

        A small chunk stays in the cache of the processor while it is read. A line that does not
        fit in, or a row of a table, needs a large one.
        """
        if self._long is not None:
            return self._past_long(self._long)
        chunk, ended = self._within(BLOCK_BYTES)
        if chunk is None and not ended:
            chunk, _ = self._within(SIZE)
        return chunk

    def _within(self, size: int) -> tuple[Chunk | None, bool]:
        """The next chunk of some bytes at most, and whether there are no more to look at."""
        data = self._content.read(self._offset, size)
        short = len(data) < size
        last, complete = short or size == SIZE, short and self._content.complete
        piece = data if complete else whole_lines(data)
        if not piece and (short or not last):
            return None, last
        raw = RawLines(piece).before_long()
        if not raw:
            return self._past_long(_Long(data[:KEPT], self._offset)), last
        cut = len(raw.data) < len(piece)
        wait = (short and not cut) or not last
        return self._chunk(raw, more=cut or not complete, wait=wait), last

    def _chunk(self, raw: RawLines, *, more: bool, wait: bool) -> Chunk | None:
        """Records of lines; `more` lines may belong to the last row, and it may `wait` for them."""
        problems: list[tuple[str, int, str]] = []
        read, known = self._parsing(problems), len(raw)
        try:
            found = read(raw, more)
        except UnicodeDecodeError:
            known = self._in_utf8(raw)
            found = read(raw.first(known), True)
            if found.left == known:
                bad = len(raw.first(known).data)
                ahead = self._content.read(self._offset, bad + AHEAD)[bad:]
                self.decoder.guess(line_blocks([ahead]))
                known = len(raw)
                found = read(raw, more)
        if found.left == known:
            if wait:
                return None
            known, found = (
                1,
                read(raw.first(1), False),
            )  # a row that never ends costs its first line
        return self._passed(raw.first(known - found.left), found, problems)

    def _parsing(self, problems: list[tuple[str, int, str]]) -> Callable[[RawLines, bool], Parsed]:
        log = self._log = ProblemLog(
            self._origin.file, Trouble(), left_out=lambda *problem: problems.append(problem)
        )

        def read(raw: RawLines, more: bool) -> Parsed:
            blocks = line_blocks([raw.data], marked=self.layout.marked)
            text = "\n".join(map(self.decoder.known_text, blocks))
            return parsed(self._line, text, self.layout, log, more=more)

        return read

    def _passed(self, raw: RawLines, found: Parsed, problems: list[tuple[str, int, str]]) -> Chunk:
        """The chunk of lines that were read; the next one begins after them."""
        rows = with_text(found.rows, self._log)
        texts = list(records_with_text(rows, self._origin.prefix, self._log))
        first, starts = self._line, raw.starts(self._offset)
        broken = [
            (line, self._origin.broken(line, kind, why, self._shown(raw[line - first])))
            for kind, line, why in sorted(problems, key=lambda problem: problem[1])
            if kind in REASONS
        ]
        self._offset, self._line, self.layout = starts[-1], first + len(raw), found.layout
        return Chunk(first, starts, texts, rows.lines, broken)

    def _in_utf8(self, raw: RawLines) -> int:
        """Number of lines before the first on which the encoding must be decided."""
        try:
            raw.data.decode()
        except UnicodeDecodeError as error:
            return len(raw.data[: error.start + 1].splitlines()) - 1
        return len(raw)

    def _past_long(self, long: _Long) -> Chunk | None:
        """Look for the end of a line that is too long, block by block."""
        begin, seen = long
        while block := self._content.read(seen, BLOCK_BYTES):
            if found := _END.search(block):
                return self._left_out(begin, seen + found.end())
            held = block.endswith(b"\r")
            if len(block) < BLOCK_BYTES:
                if self._content.complete:
                    return self._left_out(begin, seen + len(block))
                self._long = _Long(begin, seen + len(block) - held)
                return None
            seen += len(block) - held
        self._long = _Long(begin, seen)
        return self._left_out(begin, seen) if self._content.complete else None

    def _left_out(self, begin: bytes, end: int) -> Chunk:
        line, starts = self._line, [self._offset, end]
        why = f"over {MAX_LINE:,} bytes"
        broken = self._origin.broken(line, LONG, why, self._shown(begin))
        self._offset, self._line, self._long = end, line + 1, None
        return Chunk(line, starts, broken=[(line, broken)])

    def _shown(self, raw: bytes) -> str:
        return self.decoder.line(raw[:KEPT].rstrip(b"\r\n"), 0)


def whole_lines(data: bytes) -> bytes:
    """Bytes up to the last end of a line; a CR at the very end may have its LF still to come."""
    return data[: max(data.rfind(b"\n"), data.rfind(b"\r", 0, max(len(data) - 1, 0))) + 1]

"""Numbered lines from blocks of bytes, and the simplest format: one text per line."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice

from biterms.text.readers.batches import ChosenColumns, RowBatch
from biterms.text.readers.problems import DAMAGED, LONG, ProblemLog
from biterms.text.readers.source import MAX_LINE, Source

_BOM = b"\xef\xbb\xbf"
_LONE_CR = re.compile(rb"\r(?!\n)")


def columns(_source: Source) -> list[str]:
    """Return no names: lines of text have no columns."""
    return []


def batches(source: Source, _chosen: ChosenColumns, log: ProblemLog) -> Iterator[RowBatch]:
    """Read each line as a text."""
    for first, texts in numbered_lines(source, log):
        yield batch_of(first, texts)


def batch_of(first: int, texts: list[str]) -> RowBatch:
    """The rows of some lines, of which the first has this number."""
    return RowBatch(range(first, first + len(texts)), texts)


def numbered_lines(
    source: Source, log: ProblemLog, *, marked: bool = False
) -> Iterator[tuple[int, list[str]]]:
    """Read (number of the first line, lines without their ends), as `numbered_texts` does."""
    for number, text in numbered_texts(source, log, marked=marked):
        yield number, text.split("\n")


def numbered_texts(
    source: Source, log: ProblemLog, *, marked: bool = False
) -> Iterator[tuple[int, str]]:
    """Read (number of the first line, lines joined by LF), some thousand lines at a time.

    Characters that cannot be decoded become U+FFFD. A line of more than MAX_LINE bytes is left
    out, and no more of it than that is ever in memory. For `marked` see `line_blocks`.
    """
    number, source_lines = 1, _Lines(source, marked)
    for data in source_lines:
        line, end, others = data.partition(b"\n") if len(data) > MAX_LINE else (b"", b"", b"")
        too_long = len(line.rstrip(b"\r")) > MAX_LINE
        if too_long:
            log.add(LONG, number, f"over {MAX_LINE:,} bytes")
            number += 1
            if not end:
                continue
        text = source.decoder.text(others if too_long else data, source_lines.later(), number, log)
        source.decoder.note(log)
        yield number, text
        number += text.count("\n") + 1
    if source.damage:
        log.add(DAMAGED, number - 1, source.damage)


def first_lines(source: Source, *, marked: bool = False) -> list[str]:
    """Read the lines at the start of the file, the last one possibly cut; count no problems."""
    head = _without_marks(b"".join(_with_line_feeds(_without_mark([source.text_head()]), marked)))
    whole, end, cut = head.rpartition(b"\n")
    later = islice(_Lines(source, marked), 1, None) if source.regular else ()
    lines = source.decoder.lines(whole, later) if end else []
    return [*lines, source.decoder.line(cut, 0)]


def line_blocks(blocks: Iterable[bytes], *, marked: bool = False) -> Iterator[bytes]:
    """Cut blocks at line ends (LF, CR LF or CR); each result is some lines joined by LF.

    If `marked`, a line still shows what ended it: CR LF leaves one CR behind, a lone CR two. Only
    the first line of a result may be longer than MAX_LINE bytes, and of such a line only its first
    MAX_LINE + 1 bytes, or a little more, are there.
    """
    rest = b""
    for block in _with_line_feeds(_without_mark(blocks), marked):
        lines, end, tail = block.rpartition(b"\n")
        if end:
            yield _without_marks(rest + lines)
            rest = tail
        else:
            rest = (rest + tail)[: len(_BOM) + MAX_LINE + 1]
    if rest:
        yield _without_marks(rest)


def _without_mark(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Drop the byte order mark that some programs write first."""
    filled = filter(None, blocks)
    yield next(filled, b"").removeprefix(_BOM)
    yield from filled


def _without_marks(lines: bytes) -> bytes:
    """Drop the marks at the start of later lines, of files that were put together."""
    return lines.removeprefix(_BOM).replace(b"\n" + _BOM, b"\n")


def _with_line_feeds(blocks: Iterable[bytes], marked: bool) -> Iterator[bytes]:
    """Turn all line ends into LF; a CR at the end of a block waits for its LF."""
    held = b""
    for block in blocks:
        data = held + block
        held = b"\r" if data.endswith(b"\r") else b""
        if b"\r" in data:
            data = _line_feeds(data.removesuffix(b"\r"), marked)
        yield data
    if held:
        yield _line_feeds(held, marked)


def _line_feeds(data: bytes, marked: bool) -> bytes:
    if marked:
        return _LONE_CR.sub(b"\r\r\n", data)
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


class _Lines:
    """Blocks of lines; those that come later can be looked at, unless they are still to arrive."""

    def __init__(self, source: Source, marked: bool) -> None:
        self._regular = source.regular
        self._blocks = line_blocks(source.text_blocks(), marked=marked)
        self._seen = deque[bytes]()

    def __iter__(self) -> Iterator[bytes]:
        while self._seen or self._more():
            yield self._seen.popleft()

    def later(self) -> Iterator[bytes]:
        """The blocks that come next; they stay."""
        yield from self._seen
        while self._regular and self._more():
            yield self._seen[-1]

    def _more(self) -> bool:
        self._seen.extend(islice(self._blocks, 1))
        return bool(self._seen)

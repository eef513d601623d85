"""Numbered lines from blocks of bytes; and the simplest format, one text per line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from biterms.text.read_batches import Batch, Chosen
from biterms.text.read_blocks import MAX_LINE, Source
from biterms.text.records import DAMAGED, INVALID, LONG, Log

_BOM = b"\xef\xbb\xbf"


def columns(_source: Source) -> list[str]:
    return []


def batches(source: Source, _chosen: Chosen, log: Log) -> Iterator[Batch]:
    for first, lines in numbered_lines(source, log):
        yield Batch(range(first, first + len(lines)), lines)


def numbered_lines(source: Source, log: Log) -> Iterator[tuple[int, list[str]]]:
    """(number of the first line, lines without their ends), some thousand lines at a time.

    A line ends with LF, CR LF or CR. Bytes that are not UTF-8 become U+FFFD. A line of more than
    MAX_LINE bytes is left out; no more of it is ever in memory.
    """
    number = 1
    for data in _whole_lines(source.blocks()):
        line, end, others = data.partition(b"\n") if len(data) > MAX_LINE else (b"", b"", b"")
        if len(line) > MAX_LINE:
            log.met(LONG, number, f"over {MAX_LINE:,} bytes")
            number += 1
            if not end:
                continue
        texts = _decoded(others if len(line) > MAX_LINE else data, number, log)
        yield number, texts
        number += len(texts)
    if source.damage:
        log.met(DAMAGED, number - 1, source.damage)


def first_lines(source: Source) -> list[str]:
    """The lines of the head, of which the last may be cut; nothing is counted."""
    head = b"".join(_unix(_unmarked([source.head()])))
    return head.decode(errors="replace").split("\n")


def _whole_lines(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Blocks cut at line ends, without the last one; only a block's first line may be long."""
    rest = b""
    for block in _unix(_unmarked(blocks)):
        lines, end, tail = block.rpartition(b"\n")
        if end:
            yield rest + lines
            rest = tail
        else:
            rest = (rest + tail)[: MAX_LINE + 1]
    if rest:
        yield rest


def _unmarked(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Without the byte order mark some programs put in front."""
    filled = filter(None, blocks)
    yield next(filled, b"").removeprefix(_BOM)
    yield from filled


def _unix(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """All line ends as LF; a CR at the end of a block waits for its LF."""
    held = b""
    for block in blocks:
        data = held + block
        held = b"\r" if data.endswith(b"\r") else b""
        if b"\r" in data:
            data = data.removesuffix(b"\r").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        yield data
    if held:
        yield b"\n"


def _decoded(lines: bytes, number: int, log: Log) -> list[str]:
    try:
        return lines.decode().split("\n")
    except UnicodeDecodeError:
        return [_mended(line, number + i, log) for i, line in enumerate(lines.split(b"\n"))]


def _mended(line: bytes, number: int, log: Log) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        log.met(INVALID, number, error.reason)
        return line.decode(errors="replace")

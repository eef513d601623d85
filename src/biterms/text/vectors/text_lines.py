"""Word vectors as lines of text, `word number number ...`: the format of GloVe and word2vec."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np

from biterms.errors import InputError
from biterms.text.readers.lines import line_blocks
from biterms.text.readers.source import MAX_LINE, Source
from biterms.text.vectors.table import MAX_DIMENSIONS, WordVectors, check_finite, decode_word

Lines = Iterator[tuple[int, bytes]]


class _Layout(NamedTuple):
    """Where the numbers of a line are: in its last `width` fields."""

    width: int
    separator: bytes


def numbered_byte_lines(path: Path) -> Lines:
    """Read the lines of a plain or gzip file, none of them longer than MAX_LINE bytes."""
    source, number = Source(path), 0
    for block in line_blocks(source.blocks()):
        if source.damage:  # The last line may be cut.
            break
        for line in block.split(b"\n"):
            number += 1
            if len(line) > MAX_LINE:
                raise InputError(
                    f"{path}, line {number}: longer than {MAX_LINE:,} bytes, which no line of "
                    "words or word vectors is; give a text file with one word per line"
                )
            yield number, line
    if source.damage:
        raise InputError(
            f"{path}: damaged after line {number} ({source.damage}); get the file again"
        )


def read_text(path: Path, wanted: Collection[str] | None) -> WordVectors:
    """Read the wanted words (None: all) in the order of the file.

    Lines of other words are read up to their first separator only. So a fault in them goes
    unnoticed, and a file of any size costs little more than reading its bytes.
    """
    lines = numbered_byte_lines(path)
    layout, lines = _layout(lines, path)
    line_of: dict[bytes, int] = {}
    numbers = array("f")
    for number, line in _candidates(lines, wanted, layout.separator, line_of):
        word, fields = _fields(line, layout, path, number)
        if not _is_wanted(word, layout, wanted, path, number) or word in line_of:
            continue
        line_of[word] = number
        try:
            numbers.extend(map(float, fields))
        except ValueError as error:
            raise InputError(f"{path}, line {number}: {error}; expected numbers") from error
    table = np.frombuffer(numbers, dtype=np.float32).reshape(len(line_of), layout.width)
    check_finite(table, list(line_of.values()), f"{path}, line")
    return WordVectors(tuple(word.decode() for word in line_of), table)


def _candidates(
    lines: Lines, wanted: Collection[str] | None, separator: bytes, complete: Collection[bytes]
) -> Lines:
    """The lines whose first field begins a wanted word: the only check that most lines need."""
    if wanted is None:
        yield from lines
        return
    starts = {word.encode(errors="replace").partition(separator)[0] for word in wanted}
    for number, line in lines:
        end = line.find(separator)
        if (line[:end] if end >= 0 else line) in starts:
            yield number, line
            if len(complete) == len(wanted):
                return


def _layout(lines: Lines, path: Path) -> tuple[_Layout, Lines]:
    """Width and separator from the first line, or from a word2vec header `words dimensions`."""
    number, line = next(lines, (0, b""))
    header = line.split()
    declared = len(header) == 2 and all(x.isdigit() and len(x) < 16 for x in header)
    if declared:
        number, line = next(lines, (0, b""))
    if not line.strip():
        raise InputError(f"{path}: no word vectors, expected lines `word number number ...`")
    separator = b" " if b" " in line else b"\t"
    fields = line.rstrip().split(separator)
    count = next((i for i, x in enumerate(reversed(fields)) if not _is_number(x)), len(fields) - 1)
    width = int(header[1]) if declared else count
    if not 0 < width <= MAX_DIMENSIONS or count < width:
        raise InputError(
            f"{path}, line {number}: {count} numbers at the end of the line, expected "
            f"{width if declared else 'at least one'} (at most {MAX_DIMENSIONS:,}); the file must "
            "be text, so convert a binary word2vec file first"
        )
    return _Layout(width, separator), chain([(number, line)], lines)


def _fields(line: bytes, layout: _Layout, path: Path, number: int) -> tuple[bytes, list[bytes]]:
    fields = line.rstrip().split(layout.separator)
    count = len(fields) - 1
    if count < layout.width and fields != [b""]:
        raise InputError(
            f"{path}, line {number}: a word and {count} numbers, expected {layout.width} numbers "
            "as in the first line; the file is cut or mixed, get it again"
        )
    # A word may contain separators (". . ." in GloVe 840B), so numbers are counted from the end.
    return layout.separator.join(fields[: -layout.width]), fields[-layout.width :]


def _is_wanted(
    word: bytes, layout: _Layout, wanted: Collection[str] | None, path: Path, number: int
) -> bool:
    if not (text := decode_word(word)):
        return False
    if wanted is not None and text in wanted:
        return True
    start, _, rest = word.rpartition(layout.separator)
    if start and _is_number(rest):
        raise InputError(
            f"{path}, line {number}: more than the {layout.width} numbers of the first line; "
            "the file is mixed or broken, get it again"
        )
    return wanted is None


def _is_number(field: bytes) -> bool:
    try:
        float(field)
    except ValueError:
        return False
    return True

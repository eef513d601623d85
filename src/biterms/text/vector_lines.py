"""Word vectors as lines of text: `word number number ...`, the format of GloVe and word2vec."""

from __future__ import annotations

import gzip
import zlib
from array import array
from collections.abc import Collection, Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from biterms.errors import InputError

MAX_LINE = 1 << 20
MAX_DIMENSIONS = 1 << 14

Lines = Iterator[tuple[int, bytes]]
Table = tuple[list[str], NDArray[np.float32]]


class _Layout(NamedTuple):
    """How the numbers of a line are found: they are its last `width` fields."""

    width: int
    separator: bytes


def read_lines(path: Path) -> Lines:
    """The numbered lines of a plain or gzip file, none of them longer than MAX_LINE bytes."""
    with _open(path) as file:
        number = 0
        try:
            while line := file.readline(MAX_LINE + 1):
                number += 1
                if len(line) > MAX_LINE:
                    raise InputError(
                        f"{path}, line {number}: longer than {MAX_LINE:,} bytes, which no line of "
                        "words or word vectors is; give a text file with one word per line"
                    )
                yield number, line
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise InputError(
                f"{path}: the gzip data is broken after line {number} ({error}); get the file again"
            ) from error


def read_text(path: Path, wanted: Collection[str] | None) -> Table:
    """The wanted words (None: all) in the order of the file; the first of equal words counts.

    Lines of other words are looked at up to their first separator only. So a fault in them goes
    unnoticed, and a file of any size costs little more than reading it.
    """
    lines = read_lines(path)
    layout, lines = _layout(lines, path)
    found: dict[bytes, int] = {}
    numbers = array("f")
    for number, line in _candidates(lines, wanted, layout.separator, found):
        word, fields = _fields(line, layout, path, number)
        if not _keep(word, layout, wanted, path, number) or word in found:
            continue
        found[word] = number
        try:
            numbers.extend(map(float, fields))
        except ValueError as error:
            raise InputError(f"{path}, line {number}: {error}; expected numbers") from error
    table = np.frombuffer(numbers, dtype=np.float32).reshape(len(found), layout.width)
    check_finite(table, list(found.values()), f"{path}, line")
    return [word.decode() for word in found], table


def check_finite(table: NDArray[np.float32], places: Collection[int], where: str) -> None:
    bad = np.flatnonzero(~np.isfinite(table).all(axis=1))
    if bad.size:
        raise InputError(
            f"{where} {list(places)[bad[0]]}: the vector has a number that is NaN, infinite or "
            "beyond float32; expected finite numbers; correct or leave out this word"
        )


def decoded(word: bytes) -> str:
    """Empty for what is not UTF-8: no vocabulary holds such a word."""
    try:
        return word.decode()
    except UnicodeDecodeError:
        return ""


def _open(path: Path) -> BinaryIO | gzip.GzipFile:
    with path.open("rb") as file:
        zipped = file.read(2) == b"\x1f\x8b"
    return gzip.GzipFile(path) if zipped else path.open("rb")


def _candidates(
    lines: Lines, wanted: Collection[str] | None, separator: bytes, found: Collection[bytes]
) -> Lines:
    """The lines whose first field begins a wanted word: the only test most lines ever see."""
    if wanted is None:
        yield from lines
        return
    starts = {word.encode(errors="replace").partition(separator)[0] for word in wanted}
    for number, line in lines:
        if line[: line.find(separator)] in starts:
            yield number, line
            if len(found) == len(wanted):
                return


def _layout(lines: Lines, path: Path) -> tuple[_Layout, Lines]:
    """Width and separator from the first line, or from a word2vec header `words dimensions`."""
    number, line = next(lines, (0, b""))
    header = line.split()
    promised = len(header) == 2 and all(x.isdigit() and len(x) < 16 for x in header)
    if promised:
        number, line = next(lines, (0, b""))
    if not line.strip():
        raise InputError(f"{path}: no word vectors, expected lines `word number number ...`")
    separator = b" " if b" " in line else b"\t"
    fields = line.rstrip().split(separator)
    numeric = next((i for i, x in enumerate(reversed(fields)) if not _number(x)), len(fields) - 1)
    width = int(header[1]) if promised else numeric
    if not 0 < width <= MAX_DIMENSIONS or numeric < width:
        raise InputError(
            f"{path}, line {number}: {numeric} numbers at the end of the line, expected "
            f"{width if promised else 'at least one'} (at most {MAX_DIMENSIONS:,}); the file must "
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
    # A word may hold separators itself (". . ." in GloVe 840B), so numbers count from the end.
    return layout.separator.join(fields[: -layout.width]), fields[-layout.width :]


def _keep(
    word: bytes, layout: _Layout, wanted: Collection[str] | None, path: Path, number: int
) -> bool:
    if not (text := decoded(word)):
        return False
    if wanted is not None and text in wanted:
        return True
    start, _, rest = word.rpartition(layout.separator)
    if start and _number(rest):
        raise InputError(
            f"{path}, line {number}: more than the {layout.width} numbers of the first line; "
            "the file is mixed or broken, get it again"
        )
    return wanted is None


def _number(field: bytes) -> bool:
    try:
        float(field)
    except ValueError:
        return False
    return True

"""Picking the rows of a vocabulary out of an array that is read in chunks."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biterms.errors import InputError
from biterms.text.vectors.table import MAX_DIMENSIONS, WordVectors, check_finite, decode_word

_CHUNK_BYTES = 1 << 22

Chunks = Iterator[NDArray[Any]]


def check_shape(shape: tuple[int, ...], dtype: np.dtype[Any], path: Path) -> tuple[int, int]:
    """Return the numbers of words and dimensions; raise InputError if they cannot be that."""
    if len(shape) != 2 or dtype.kind != "f" or not 0 < shape[1] <= MAX_DIMENSIONS:
        raise InputError(
            f"{path}: `vectors` has shape {shape} and type {dtype}, expected floating point "
            f"numbers of shape (words, dimensions) with 1 to {MAX_DIMENSIONS:,} dimensions"
        )
    return shape[0], shape[1]


def rows_per_chunk(columns: int, dtype: np.dtype[Any]) -> int:
    """Return how many rows are read at once."""
    return max(1, _CHUNK_BYTES // (columns * dtype.itemsize))


def pick_rows(
    chunks: Chunks, words: list[bytes], columns: int, wanted: Collection[str] | None, path: Path
) -> WordVectors:
    """Copy the rows of the wanted words (None: all) out of consecutive chunks of rows."""
    names = None if wanted is None else {word.encode(errors="replace") for word in wanted}
    row_of: dict[bytes, int] = {}
    for row, word in enumerate(words):
        if decode_word(word) if names is None else word in names:
            row_of.setdefault(word, row)
    rows = np.fromiter(row_of.values(), dtype=np.int64, count=len(row_of))
    table = np.empty((len(rows), columns), dtype=np.float32)
    start = done = 0
    for chunk in chunks:
        if done == len(rows):
            break
        here = int(np.searchsorted(rows, start + len(chunk)))
        with np.errstate(over="ignore"):
            table[done:here] = chunk[rows[done:here] - start]
        start, done = start + len(chunk), here
    check_finite(table, [row + 1 for row in row_of.values()], f"{path}, row")
    return WordVectors(tuple(word.decode() for word in row_of), table)

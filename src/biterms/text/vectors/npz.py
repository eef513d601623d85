"""Word vectors as an array in an npz file, with the words in a text file; never a pickle."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Collection
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy

from biterms.errors import InputError
from biterms.text.vectors.rows import Chunks, check_shape, pick_rows, rows_per_chunk
from biterms.text.vectors.table import WordVectors
from biterms.text.vectors.text_lines import numbered_byte_lines


def read_npz(path: Path, word_list: Path, wanted: Collection[str] | None) -> WordVectors:
    """Read the array `vectors`; line i of `word_list`, plain or gzip, is the word of row i."""
    try:
        with zipfile.ZipFile(path) as archive:
            if "vectors.npy" not in archive.namelist():
                raise InputError(
                    f"{path}: contains {archive.namelist()}, expected an array named `vectors`; "
                    "save it with np.savez(path, vectors=...)"
                )
            with archive.open("vectors.npy") as file:
                rows, columns, dtype = _header(file, path)
                words = _read_words(word_list, rows, path)
                chunks = _chunks(file, path, (rows, columns), dtype)
                return pick_rows(chunks, words, columns, wanted, path)
    except FileNotFoundError as error:
        raise InputError(f"{path}: no such file; check the name") from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise InputError(f"{path}: not a readable npz file ({error}); get it again") from error


def _header(file: IO[bytes], path: Path) -> tuple[int, int, np.dtype[Any]]:
    try:
        version = npy.read_magic(file)
        read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
        shape, by_column, dtype = read(file)
    except (ValueError, SyntaxError) as error:
        raise InputError(f"{path}: `vectors` is not an array ({error}); save it again") from error
    if by_column and len(shape) == 2 and min(shape) > 1:
        raise InputError(
            f"{path}: `vectors` is stored by column, expected by row; "
            "save np.ascontiguousarray(vectors)"
        )
    return *check_shape(shape, dtype, path), dtype


def _chunks(file: IO[bytes], path: Path, shape: tuple[int, int], dtype: np.dtype[Any]) -> Chunks:
    rows, columns = shape
    step = rows_per_chunk(columns, dtype)
    for start in range(0, rows, step):
        count = min(step, rows - start) * columns
        data = file.read(count * dtype.itemsize)
        if len(data) != count * dtype.itemsize:
            raise InputError(f"{path}: `vectors` ends before row {rows:,}; get the file again")
        yield np.frombuffer(data, dtype=dtype).reshape(-1, columns)


def _read_words(path: Path, rows: int, table: Path) -> list[bytes]:
    words = []
    for number, line in numbered_byte_lines(path):
        if number > rows:
            break
        words.append(line)
    else:
        number = len(words)
    if number != rows:
        more = "more than " if number > rows else ""
        raise InputError(
            f"{path}: {more}{len(words):,} words for the {rows:,} rows of {table}, expected one "
            "word per row; the two files do not belong together"
        )
    return words

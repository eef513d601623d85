"""Word vectors as a table with a list of words: npz and safetensors. Never a pickle."""

from __future__ import annotations

import os
import secrets
import zipfile
import zlib
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

from biterms.errors import InputError
from biterms.text.vector_lines import MAX_DIMENSIONS, Table, check_finite, decoded, read_lines

_CHUNK_BYTES = 1 << 22

Chunks = Iterator[NDArray[Any]]


def read_npz(path: Path, word_list: Path, wanted: Collection[str] | None) -> Table:
    """Array `vectors` of the npz; line i of `word_list` (plain or gzip) is the word of row i."""
    try:
        with zipfile.ZipFile(path) as archive:
            if "vectors.npy" not in archive.namelist():
                raise InputError(
                    f"{path}: holds {archive.namelist()}, expected an array named `vectors`; "
                    "save it with np.savez(path, vectors=...)"
                )
            with archive.open("vectors.npy") as file:
                rows, columns, dtype = _npy_header(file, path)
                words = _word_list(word_list, rows, path)
                chunks = _npy_chunks(file, path, rows, columns, dtype)
                return _gather(chunks, words, columns, wanted, path)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise InputError(f"{path}: not a readable npz file ({error}); get it again") from error


def read_safetensors(path: Path, wanted: Collection[str] | None) -> Table:
    """Tensor `vectors` and tensor `words`: the words in UTF-8, one a line, as uint8."""
    try:
        with safe_open(path, framework="numpy") as file:
            if not {"vectors", "words"} <= set(file.keys()):
                raise InputError(
                    f"{path}: holds {sorted(file.keys())}, expected the tensors `vectors` and "
                    "`words`; write the file with save_vectors"
                )
            table = file.get_slice("vectors")
            kinds = {"F16": np.float16, "F32": np.float32, "F64": np.float64}
            kind = kinds.get(table.get_dtype(), np.object_)
            rows, columns = _checked(tuple(table.get_shape()), np.dtype(kind), path)
            words = _blob_words(file.get_tensor("words"), rows, path)
            step = _step(columns, np.dtype(kind))
            chunks = (table[start : min(rows, start + step)] for start in range(0, rows, step))
            return _gather(chunks, words, columns, wanted, path)
    except (SafetensorError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: not a vector cache ({error}); write it again") from error


def write_safetensors(path: Path, words: Sequence[str], vectors: NDArray[np.float32]) -> None:
    """Written beside and renamed: a reader sees the old file or the new one, never a part."""
    blob = np.frombuffer("\n".join(words).encode(), dtype=np.uint8)
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        save_file({"vectors": np.ascontiguousarray(vectors), "words": blob}, part)
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _npy_header(file: IO[bytes], path: Path) -> tuple[int, int, np.dtype[Any]]:
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
    return *_checked(shape, dtype, path), dtype


def _npy_chunks(
    file: IO[bytes], path: Path, rows: int, columns: int, dtype: np.dtype[Any]
) -> Chunks:
    step = _step(columns, dtype)
    for start in range(0, rows, step):
        count = min(step, rows - start) * columns
        data = file.read(count * dtype.itemsize)
        if len(data) != count * dtype.itemsize:
            raise InputError(f"{path}: `vectors` ends before row {rows:,}; get the file again")
        yield np.frombuffer(data, dtype=dtype).reshape(-1, columns)


def _checked(shape: tuple[int, ...], dtype: np.dtype[Any], path: Path) -> tuple[int, int]:
    if len(shape) != 2 or dtype.kind != "f" or not 0 < shape[1] <= MAX_DIMENSIONS:
        raise InputError(
            f"{path}: `vectors` has shape {shape} and type {dtype}, expected floating point "
            f"numbers of shape (words, dimensions) with 1 to {MAX_DIMENSIONS:,} dimensions"
        )
    return shape[0], shape[1]


def _step(columns: int, dtype: np.dtype[Any]) -> int:
    return max(1, _CHUNK_BYTES // (columns * dtype.itemsize))


def _word_list(path: Path, rows: int, table: Path) -> list[bytes]:
    words = []
    for number, line in read_lines(path):
        if number > rows:
            break
        words.append(line.rstrip(b"\r\n"))
    else:
        number = len(words)
    if number != rows:
        more = "more than " if number > rows else ""
        raise InputError(
            f"{path}: {more}{len(words):,} words for the {rows:,} rows of {table}, expected one "
            "word per row; the two files do not belong together"
        )
    return words


def _blob_words(blob: NDArray[Any], rows: int, path: Path) -> list[bytes]:
    words = blob.tobytes().split(b"\n") if rows else []
    if len(words) != rows:
        raise InputError(f"{path}: {len(words):,} words for {rows:,} vectors; write it again")
    return words


def _gather(
    chunks: Chunks, words: list[bytes], columns: int, wanted: Collection[str] | None, path: Path
) -> Table:
    """Copies the rows of the wanted words out of the passing chunks."""
    names = None if wanted is None else {word.encode(errors="replace") for word in wanted}
    found: dict[bytes, int] = {}
    for row, word in enumerate(words):
        if decoded(word) if names is None else word in names:
            found.setdefault(word, row)
    rows = np.fromiter(found.values(), dtype=np.int64, count=len(found))
    table = np.empty((len(rows), columns), dtype=np.float32)
    start = done = 0
    for chunk in chunks:
        if done == len(rows):
            break
        here = int(np.searchsorted(rows, start + len(chunk)))
        with np.errstate(over="ignore"):
            table[done:here] = chunk[rows[done:here] - start]
        start, done = start + len(chunk), here
    check_finite(table, [row + 1 for row in found.values()], f"{path}, row")
    return [word.decode() for word in found], table

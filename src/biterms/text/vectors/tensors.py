"""Word vectors as a safetensors file: the cache that `save_vectors` writes."""

from __future__ import annotations

import os
import secrets
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

from biterms.errors import InputError
from biterms.text.vectors.rows import check_shape, pick_rows, rows_per_chunk
from biterms.text.vectors.table import WordVectors

_TYPES = {"F16": np.float16, "F32": np.float32, "F64": np.float64}


def read_safetensors(path: Path, wanted: Collection[str] | None) -> WordVectors:
    """Read the tensor `vectors`, and `words`: the words in UTF-8, one a line, as uint8."""
    try:
        with safe_open(path, framework="numpy") as file:
            if not {"vectors", "words"} <= set(file.keys()):
                raise InputError(
                    f"{path}: contains {sorted(file.keys())}, expected the tensors `vectors` and "
                    "`words`; write the file with save_vectors"
                )
            table = file.get_slice("vectors")
            dtype = np.dtype(_TYPES.get(table.get_dtype(), np.object_))
            rows, columns = check_shape(tuple(table.get_shape()), dtype, path)
            words = _split_words(file.get_tensor("words"), rows, path)
            step = rows_per_chunk(columns, dtype)
            chunks = (table[start : min(rows, start + step)] for start in range(0, rows, step))
            return pick_rows(chunks, words, columns, wanted, path)
    except FileNotFoundError as error:
        raise InputError(f"{path}: no such file; check the name") from error
    except (SafetensorError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: not a vector cache ({error}); write it again") from error


def write_safetensors(path: Path, words: Sequence[str], vectors: NDArray[np.float32]) -> None:
    """Write a new file and rename it: a reader sees the old file or the complete new one."""
    joined = np.frombuffer("\n".join(words).encode(), dtype=np.uint8)
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        save_file({"vectors": np.ascontiguousarray(vectors), "words": joined}, temporary)
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _split_words(joined: NDArray[Any], rows: int, path: Path) -> list[bytes]:
    words = joined.tobytes().split(b"\n") if rows else []
    if len(words) != rows:
        raise InputError(f"{path}: {len(words):,} words for {rows:,} vectors; write it again")
    return words

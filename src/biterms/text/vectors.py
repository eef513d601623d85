"""Word vectors from files, for the words of a vocabulary only."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from biterms.errors import InputError
from biterms.text.vector_lines import Table, check_finite, read_text
from biterms.text.vector_tables import read_npz, read_safetensors, write_safetensors


class WordVectors(NamedTuple):
    """Row i of `vectors` belongs to `words[i]`; no word comes twice, every number is finite."""

    words: tuple[str, ...]
    vectors: NDArray[np.float32]


def read_vectors(
    path: str | PathLike[str],
    words: Iterable[str] | None = None,
    *,
    word_list: str | PathLike[str] | None = None,
) -> WordVectors:
    """The vectors of those `words` that the file has, in the order of `words`.

    `words=None` reads all of them, in the order of the file. The name of the file tells its format:

    - `.npz`: an array `vectors`, and `word_list` is a text file with the word of each row;
    - `.safetensors`: a cache written by `save_vectors`;
    - anything else: text as of GloVe or word2vec, with or without its header line.

    Text files may be compressed with gzip. Of equal words the first counts. A word of the file
    that is empty or not UTF-8 is left out. Numbers are checked for the words that are kept.
    """
    path = Path(path)
    wanted = None if words is None else dict.fromkeys(_not_text(words))
    found, table = _read(path, wanted, None if word_list is None else Path(word_list))
    if wanted is None:
        return WordVectors(tuple(found), table)
    row = {word: i for i, word in enumerate(found)}
    known = tuple(word for word in wanted if word in row)
    return WordVectors(known, table[[row[word] for word in known]])


def save_vectors(path: str | PathLike[str], word_vectors: WordVectors) -> None:
    """Writes a `.safetensors` cache that `read_vectors` reads in milliseconds."""
    path, (words, vectors) = Path(path), word_vectors
    table = np.asarray(vectors, dtype=np.float32)
    if path.suffix != ".safetensors":
        raise InputError(f"{path}: expected a file name that ends in .safetensors")
    if table.ndim != 2 or table.shape[1] == 0 or len(words) != len(table):
        raise InputError(
            f"{len(words)} words and vectors of shape {table.shape}; expected one row of at least "
            "one number per word"
        )
    if len(set(words)) != len(words) or any(not w or "\n" in w for w in words):
        raise InputError("a word comes twice, is empty or holds a line break; keep each word once")
    check_finite(table, range(len(table)), "the vector of word")
    write_safetensors(path, words, table)


def _not_text(words: Iterable[str]) -> Iterable[str]:
    if isinstance(words, str):
        raise InputError(f"words is the text {words[:40]!r}, expected a list of words")
    return words


def _read(path: Path, wanted: dict[str, None] | None, word_list: Path | None) -> Table:
    if path.suffix == ".npz":
        if word_list is None:
            raise InputError(f"{path}: an npz file has no words; give word_list=, one word a line")
        return read_npz(path, word_list, wanted)
    if word_list is not None:
        raise InputError(f"{path}: has its words inside; word_list= is for npz files only")
    if path.suffix == ".safetensors":
        return read_safetensors(path, wanted)
    return read_text(path, wanted)

"""Reading the vectors of a vocabulary from a file, and saving them."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path

import numpy as np

from biterms.errors import InputError
from biterms.text.vectors.npz import read_npz
from biterms.text.vectors.table import WordVectors, check_finite
from biterms.text.vectors.tensors import read_safetensors, write_safetensors
from biterms.text.vectors.text_lines import read_text


def read_vectors(
    path: str | PathLike[str],
    words: Iterable[str] | None = None,
    *,
    word_list: str | PathLike[str] | None = None,
) -> WordVectors:
    """Read word vectors, for the words of a vocabulary only.

    Parameters
    ----------
    path : str or path-like
        The file. Its suffix decides the format: ``.npz`` has an array ``vectors``, and its words
        are in `word_list`; ``.safetensors`` is a cache written by `save_vectors`; anything else is
        text as of GloVe or word2vec, with or without a header line, possibly compressed with gzip.
    words : iterable of str, optional
        The words to look for; by default all words of the file.
    word_list : str or path-like, optional
        For ``.npz`` only: a text file with the word of each row, possibly compressed with gzip.

    Returns
    -------
    WordVectors
        The words that the file has, in the order of `words` (by default, of the file), and their
        vectors. If the file has a word twice, its first vector counts; a word that is empty or not
        UTF-8 is left out.

    Raises
    ------
    InputError
        If the file does not exist or is damaged, or if a vector that was asked for has a number
        that is not finite. Vectors of other words are not checked.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "vectors.txt")
    ...     _ = path.write_text("rain 1 0\\nsun 0 1\\n")
    ...     read_vectors(path, ["sun", "snow"]).words
    ('sun',)
    """
    if isinstance(words, str):
        raise InputError(f"words is the text {words[:40]!r}, expected a list of words")
    path = Path(path)
    wanted = None if words is None else dict.fromkeys(words)
    table = _read(path, wanted, None if word_list is None else Path(word_list))
    if wanted is None:
        return table
    row = {word: i for i, word in enumerate(table.words)}
    known = tuple(word for word in wanted if word in row)
    return WordVectors(known, table.vectors[[row[word] for word in known]])


def save_vectors(path: str | PathLike[str], word_vectors: WordVectors) -> None:
    """Write word vectors to a cache that `read_vectors` reads in milliseconds.

    Parameters
    ----------
    path : str or path-like
        A file name that ends in ``.safetensors``. A file that exists is replaced once the new one
        is complete.
    word_vectors : WordVectors
        The words, each one once, and their vectors.

    Raises
    ------
    InputError
        If words and vectors do not match or a number is not finite.
    """
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
        raise InputError(
            "a word comes twice, is empty or contains a line break; keep each word once"
        )
    check_finite(table, range(len(table)), "the vector of word")
    write_safetensors(path, words, table)


def _read(path: Path, wanted: dict[str, None] | None, word_list: Path | None) -> WordVectors:
    if path.suffix == ".npz":
        if word_list is None:
            raise InputError(f"{path}: an npz file has no words; give word_list=, one word a line")
        return read_npz(path, word_list, wanted)
    if word_list is not None:
        raise InputError(f"{path}: contains its words; word_list= is for npz files only")
    if path.suffix == ".safetensors":
        return read_safetensors(path, wanted)
    return read_text(path, wanted)

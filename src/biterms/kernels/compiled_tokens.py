"""The compiled words of texts behind the signatures of their twins in ``reference_tokens``."""

from __future__ import annotations

import numpy as np

from biterms.kernels import _native
from biterms.kernels.arrays import longs, small
from biterms.kernels.shapes import Array
from biterms.kernels.text_shapes import Rules, Tokens

# Python draws it anew in each process: nobody can prepare words that meet in one place of a table.
_SEED = hash("tokens") & (2**64 - 1)


def split(text: str, n: int, rules: Rules) -> Tokens:
    """Split documents into tokens; specified by ``reference_tokens.split``.

    Parameters
    ----------
    text : str
        The documents, one per line.
    n : int
        Number of documents.
    rules : Rules
        Which tokens are kept beside words.

    Returns
    -------
    Tokens
        The tokens of each document.

    Raises
    ------
    ValueError
        If the number of lines is not ``n``.
    """
    ptr = np.zeros(n + 1, dtype=np.int64)
    if n == 0:
        return Tokens(ptr, np.empty(0, dtype=np.int32), [])
    data = text.encode()
    ids = np.empty((len(data) + 1) // 2, dtype=np.int32)
    distinct = np.empty(len(data) + 9, dtype=np.uint8)
    n_tokens, n_bytes = _native.split(data, *rules, _SEED, ptr, ids, distinct)
    words = distinct[: max(0, n_bytes - 1)].tobytes().decode()
    return Tokens(ptr, ids[:n_tokens].copy(), words.split("\n") if words else [])


def fingerprints(text: str, n: int, *, bare: bool) -> Array:
    """Number the lines of a text; specified by ``reference_tokens.fingerprints``.

    Parameters
    ----------
    text : str
        The documents, one per line.
    n : int
        Number of documents.
    bare : bool
        Whether case, URLs and what is neither letter nor digit make no difference.

    Returns
    -------
    array of int64
        A number for each line, the same for the same line in every process; 0 for an empty one.

    Raises
    ------
    ValueError
        If the number of lines is not ``n``.
    """
    numbers = np.zeros(n, dtype=np.int64)
    if n:
        _native.fingerprints(text.encode("utf8", "surrogatepass"), bare, numbers)
    return numbers


def count(tokens: Tokens, columns: Array) -> tuple[Array, Array, Array]:
    """Count tokens in documents; specified by ``reference_tokens.count``.

    Parameters
    ----------
    tokens : Tokens
        The tokens; a negative id is no word.
    columns : array of int
        The column of each distinct token; a negative one is not counted.

    Returns
    -------
    indptr, indices, data : array
        Compressed sparse rows of counts.
    """
    indptr = np.empty(len(tokens.ptr), dtype=np.int64)
    indices = np.empty(len(tokens.ids), dtype=np.int32)
    data = np.empty(len(tokens.ids), dtype=np.float32)
    given = longs(tokens.ptr, "pointers of the documents"), small(tokens.ids, "ids of the tokens")
    n = _native.count(*given, small(columns, "columns"), indptr, indices, data)
    return indptr, indices[:n].copy(), data[:n].copy()  # stop words took room, too

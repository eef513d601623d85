"""The compiled runs of letters behind the signatures of their twins in ``reference_foreign``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from biterms.kernels import _native
from biterms.kernels.slot_shapes import Spelled
from biterms.kernels.text_shapes import Tokens

# Python draws it anew in each process: nobody can prepare runs that meet in one place of a table.
_SEED = hash("runs") & (2**64 - 1)


def foreign_runs(text: str, n: int) -> Tokens:
    """Find runs of letters that are not ASCII; specified by ``reference_foreign.foreign_runs``.

    Parameters
    ----------
    text : str
        The documents, one per line.
    n : int
        Number of documents, one at least.

    Returns
    -------
    Tokens
        The runs of each document.

    Raises
    ------
    ValueError
        If the number of lines is not ``n``.
    """
    data, ptr = text.encode("utf8", "surrogatepass"), np.zeros(n + 1, dtype=np.int64)
    ids = np.empty((len(data) + 1) // 2, dtype=np.int32)
    distinct = np.empty(len(data) + 9, dtype=np.uint8)
    n_runs, n_bytes = _native.foreign_runs(data, _SEED, ptr, ids, distinct)
    runs = distinct[: max(0, n_bytes - 1)].tobytes().decode("utf8", "surrogatepass")
    return Tokens(ptr, ids[:n_runs].copy(), runs.split("\n") if runs else [])


def with_runs(text: str, runs: Tokens, words: Sequence[str]) -> str:
    """Exchange runs for words; specified by ``reference_foreign.with_runs``.

    Parameters
    ----------
    text : str
        The documents, one per line.
    runs : Tokens
        The runs that `foreign_runs` has found in it.
    words : sequence of str
        What comes into the place of each different run; it may be empty.

    Returns
    -------
    str
        As many lines.

    Raises
    ------
    ValueError
        If the text has other runs.
    """
    data, spelled = text.encode("utf8", "surrogatepass"), Spelled.of(words)
    sizes = np.diff(spelled.ends, prepend=-1) - 1
    out = np.empty(len(data) + int(sizes[runs.ids].sum()), dtype=np.uint8)
    written = _native.with_runs(data, runs.ptr, runs.ids, *spelled, out)
    return out[:written].tobytes().decode("utf8", "surrogatepass")

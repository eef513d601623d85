"""Word vectors with fewer dimensions, and the check of word vectors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from biterms.errors import InputError, SettingError


def reduce_dimensions(vectors: ArrayLike, n_dimensions: int) -> NDArray[np.float32]:
    """Word vectors with fewer dimensions, for `dimension_prior`.

    The map is fitted to the rows, so give all words at once, best those of the vocabulary.

    Parameters
    ----------
    vectors : array of shape (n, dimensions)
        Vectors of words.
    n_dimensions : int
        How many dimensions are wanted.

    Returns
    -------
    float32 array of shape (n, n_dimensions)

    Raises
    ------
    SettingError, InputError
        If there are fewer dimensions than that, or the vectors spread in fewer directions.

    Notes
    -----
    (x - mean) U / sigma, with the first eigenvectors U and eigenvalues sigma^2 of the covariance:
    principal components, each scaled to standard deviation 1, since else the few widest would
    dominate the softmax. Each eigenvector has its sign from its largest entry.
    """
    table = checked_vectors(None, vectors).astype(np.float64)
    if not 1 <= n_dimensions <= table.shape[1]:
        raise SettingError(
            f"n_dimensions={n_dimensions}, expected 1 to {table.shape[1]}, the dimensions there are"
        )
    count = max(1, len(table))
    table -= table.sum(axis=0) / count
    with threadpool_limits(limits=1):
        axes, spectrum, _ = np.linalg.svd(table.T @ table / count, hermitian=True)
    if not spectrum[n_dimensions - 1] > 1e-10 * spectrum[0]:
        raise InputError(
            f"{len(table)} vectors spread in fewer than {n_dimensions} directions; "
            "give more vectors or ask for fewer dimensions"
        )
    axes = axes[:, :n_dimensions]
    axes = axes * np.sign(axes[np.abs(axes).argmax(axis=0), np.arange(n_dimensions)])
    return np.asarray(table @ axes / np.sqrt(spectrum[:n_dimensions]), dtype=np.float32)


def checked_vectors(words: Sequence[str] | None, vectors: ArrayLike) -> NDArray[np.float32]:
    """Vectors of words as a table of finite numbers; anything else is an InputError."""
    table = np.asarray(vectors, dtype=np.float32)
    if table.ndim != 2 or table.shape[1] == 0 or (words is not None and len(words) != len(table)):
        count = "" if words is None else f" for {len(words)} words"
        raise InputError(
            f"vectors of shape {table.shape}{count}, expected a table with one row per word"
        )
    if not np.isfinite(table).all():
        row = int(np.isfinite(table).all(axis=1).argmin())
        raise InputError(f"the vector in row {row} has NaN or infinite numbers, expected finite")
    return table

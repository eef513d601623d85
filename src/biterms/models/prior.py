"""eta as users give it: a number, a number per word, or K x V; stored word-major."""

from __future__ import annotations

from typing import Any

import numpy as np

from biterms.errors import SettingError
from biterms.kernels import Array


def read_eta(eta: Any, n_words: int, n_topics: int) -> Array:
    """(1 or V) x (1 or K), all positive."""
    eta = np.asarray(eta, dtype=np.float64)
    if eta.ndim == 0:
        return _positive(eta.reshape(1, 1))
    return word_major(eta, n_words, n_topics if eta.ndim == 2 else 1)


def word_major(eta: Any, n_words: int, n_topics: int) -> Array:
    """V (for n_topics = 1) or K x V, as V x 1 or V x K."""
    eta = np.asarray(eta, dtype=np.float64)
    expected = (n_words,) if n_topics == 1 and eta.ndim == 1 else (n_topics, n_words)
    if eta.shape != expected:
        raise SettingError(
            f"eta has shape {eta.shape}, expected a number, one number for each of the {n_words} "
            f"words, or topics x words = {(n_topics, n_words)}"
        )
    return _positive(np.ascontiguousarray(eta.reshape(n_topics, n_words).T))


def _positive(eta: Array) -> Array:
    if not (np.isfinite(eta).all() and (eta > 0).all()):
        raise SettingError(
            f"eta has values from {eta.min():g} to {eta.max():g}, expected finite numbers above 0: "
            "a topic must hold every word possible, if only a little"
        )
    return eta

"""eta as users give it: a number, a number per word, or K x V; stored word-major."""

from __future__ import annotations

from typing import Any

import numpy as np

from biterms.errors import InputError, SettingError
from biterms.kernels import Array

#: Beyond these the numbers, their digamma or the sums of either leave the range of float32.
MIN_PRIOR, MAX_PRIOR = 1e-30, 1e30


def as_numbers(name: str, value: Any) -> Array:
    """The setting as an array, or an error that names it."""
    try:
        return np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise SettingError(f"{name}={value!r}: expected a number or an array of numbers") from None


def read_eta(eta: Any, n_words: int, n_topics: int) -> Array:
    """(1 or V) x (1 or K), all positive."""
    eta = as_numbers("eta", eta)
    if eta.ndim == 0:
        return _positive(eta.reshape(1, 1))
    return word_major(eta, n_words, n_topics if eta.ndim == 2 else 1)


def word_major(eta: Any, n_words: int, n_topics: int) -> Array:
    """V (for n_topics = 1) or K x V, as V x 1 or V x K."""
    eta = as_numbers("eta", eta)
    expected = (n_words,) if n_topics == 1 and eta.ndim == 1 else (n_topics, n_words)
    if eta.shape != expected:
        raise SettingError(
            f"eta has shape {eta.shape}, expected a number, one number for each of the {n_words} "
            f"words, or topics x words = {(n_topics, n_words)}"
        )
    return _positive(np.ascontiguousarray(eta.reshape(n_topics, n_words).T))


def grown(known: Array, n: Any, eta: Any) -> Array | None:
    """Rows of eta for n new words, n x (1 or K), or None where all words share one."""
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 0:
        raise InputError(f"grow({n!r}): expected a whole number of words of at least 0")
    shared = len(known) == 1
    if shared != (eta is None):
        raise InputError(
            "grow: eta is one number for all words, so new ones take it: leave eta out"
            if shared
            else "grow: eta differs between words, so give it for the new ones: grow(n, eta)"
        )
    return None if shared else word_major(eta, int(n), known.shape[1])


def _positive(eta: Array) -> Array:
    if not ((eta >= MIN_PRIOR) & (eta <= MAX_PRIOR)).all():
        raise SettingError(
            f"eta has values from {eta.min():g} to {eta.max():g}, expected numbers above 0 "
            f"({MIN_PRIOR:g} to {MAX_PRIOR:g}): a topic holds every word possible, if only a little"
        )
    return eta

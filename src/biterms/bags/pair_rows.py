"""Pairs of words as compressed rows and as sorted keys, and how many of them a table can have."""

from __future__ import annotations

import numpy as np

from biterms.bags.runs import Run
from biterms.errors import SettingError
from biterms.kernels import Array, PairRows

#: Columns of a sparse table that scikit-learn can use.
MOST_FEATURES = 2**31 - 1
#: Keys of pairs are first * KEYS_PER_WORD + second: the number of words need not be known before.
KEYS_PER_WORD = 1 << 31


def run_of(pairs: PairRows) -> Run:
    """Pairs as sorted keys with their numbers of documents."""
    return Run(first_words(pairs) * KEYS_PER_WORD + pairs.second, pairs.documents)


def rows_of(run: Run, n_words: int) -> PairRows:
    """Sorted keys as rows, one for each word that can be the first of a pair."""
    first, second = np.divmod(run.keys, KEYS_PER_WORD)
    ptr = np.concatenate([[0], np.cumsum(np.bincount(first, minlength=n_words))])
    return PairRows(
        ptr.astype(np.int64), second.astype(np.int32), run.counts.astype(np.int32, copy=False)
    )


def both_words(pairs: PairRows) -> Array:
    """The two words of each pair, pairs x 2."""
    return np.column_stack([first_words(pairs), pairs.second])


def first_words(pairs: PairRows) -> Array:
    """The first word of each pair."""
    return np.repeat(np.arange(len(pairs.ptr) - 1, dtype=np.int64), np.diff(pairs.ptr))


def check_features(threshold: int, n_words: int, n_pairs: int, name: str) -> None:
    """Refuse more features than a table can have.

    Raises
    ------
    SettingError
        If there are too many.
    """
    if n_words + n_pairs > MOST_FEATURES:
        raise SettingError(
            f"threshold={threshold}: {n_pairs:,} {name} and {n_words:,} words, expected at most "
            f"{MOST_FEATURES:,} features: raise the threshold"
        )

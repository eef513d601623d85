"""The compiled test for words that become frequent behind the signature of its twin."""

from __future__ import annotations

import numpy as np

from biterms.kernels import _native
from biterms.kernels.arrays import longs, small
from biterms.kernels.evidence_shapes import (
    LEAST,
    MOST,
    PRIOR,
    RARE,
    SHAPE,
    SHARES,
    Arrived,
    WordPast,
)
from biterms.kernels.shapes import Array

_TEST = (float(SHARES[0]), SHAPE, PRIOR, RARE, LEAST, MOST)


def update_evidence(past: WordPast, words: Array, x: Array, now: Arrived) -> tuple[Array, float]:
    """Take documents as evidence; specified by ``reference_evidence.update_evidence``.

    Parameters
    ----------
    past : WordPast
        What is known of all words; that of the words that are met is of the end of the documents
        then.
    words : array of int
        Words that are met, each once.
    x : array of int
        How many of the documents have each, one at least.
    now : Arrived
        The documents.

    Returns
    -------
    tuple of array and float
        The evidence of each of these words, and the sum of the weights that the documents start.
    """
    strength = np.empty(len(words))
    some = small(words, "words"), longs(x, "documents with the words")
    started = _native.update_evidence(*past.columns.values(), *_TEST, *now, *some, strength)
    return strength, started

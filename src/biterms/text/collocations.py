"""The rule by which two words side by side become a phrase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array

#: texts that must have the pair, at least
LEAST_TEXTS = 10
#: normalised pointwise mutual information that it must have, at least
LEAST_NPMI = 0.5


class Pairs(NamedTuple):
    """Pairs of words side by side, and the number of documents that have each."""

    left: Array
    right: Array
    documents: Array

    def only(self, some: Array) -> Pairs:
        """Some of them."""
        return Pairs(self.left[some], self.right[some], self.documents[some])


def npmi(pairs: Pairs, doc_freq: Array, n_docs: int) -> Array:
    """How much more often two words are side by side than by chance: 1 for always, 0 for chance.

    log(n N / (n_u n_v)) / log(N / n), where n of N documents have the pair, and n_u, n_v its words.
    """
    n, u, v = (x.astype(np.float64) for x in (pairs.documents, *_both(pairs, doc_freq)))
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.log(n * n_docs / (u * v)) / np.log(n_docs / n)
    return np.where(n >= n_docs, 1.0, found)


def collocations(pairs: Pairs, doc_freq: Array, n_docs: int, least: int = LEAST_TEXTS) -> Pairs:
    """The pairs that become phrases, the strongest first.

    A pair needs ``least`` documents and an NPMI of `LEAST_NPMI`. Two of the same word are no
    phrase. A pair that could overlap with a stronger one ("york times" with "new york") has to
    wait: it is counted again where the stronger one has been joined.

    Parameters
    ----------
    pairs : Pairs
        The pairs.
    doc_freq : array of int
        Number of documents that have each word.
    n_docs : int
        Number of documents.
    least : int
        Documents that a pair needs.
    """
    pairs = pairs.only(np.flatnonzero((pairs.documents >= least) & (pairs.left != pairs.right)))
    strength = npmi(pairs, doc_freq, n_docs)
    fit = np.flatnonzero(strength >= LEAST_NPMI)
    keys = pairs.right[fit], pairs.left[fit], -pairs.documents[fit], -strength[fit]
    pairs = pairs.only(fit[np.lexsort(keys)])
    begins, ends, kept = set[int](), set[int](), list[int]()
    for i, (u, v) in enumerate(zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)):
        if u not in ends and v not in begins:
            begins.add(u)
            ends.add(v)
            kept.append(i)
    return pairs.only(np.array(kept, dtype=np.int64))


def word_counts(keys: Sequence[str]) -> Array:
    """How many words each key has: phrases have more than one."""
    return np.fromiter((key.count(" ") + 1 for key in keys), np.int64, len(keys))


def _both(pairs: Pairs, doc_freq: Array) -> tuple[Array, Array]:
    return doc_freq[pairs.left], doc_freq[pairs.right]

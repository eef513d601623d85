"""Documents in two parts: words to infer topics from, and words to predict."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from biterms import kernels
from biterms.bags.with_pairs import WithPairs
from biterms.kernels import Array, Counts, Packed
from biterms.measures.split import split

#: fewer documents cannot decide anything
FEWEST = 20
#: words of a validation document, if there are enough such documents
TERMS = 3, 2


class Parts(NamedTuple):
    """Validation documents in two parts."""

    observed: Packed
    heldout: Packed


def parts_of(X: Any, split_seed: int = 0) -> Parts | None:
    """Observed and held-out words; shorter documents only where longer ones are too few.

    None if there are too few of any.
    """
    for terms in TERMS:
        parts = split(X, split_seed, min_terms=terms)
        if len(parts.rows) >= FEWEST:
            return Parts(packed_table(parts.observed), packed_table(parts.held))
    return None


def packed_table(X: Any) -> Packed:
    """All rows of a table, or all documents that know their biterms, as one minibatch."""
    pairs = X if isinstance(X, WithPairs) else None
    table = X if pairs is None else pairs.table
    indptr, indices = table.indptr.astype(np.int64), table.indices.astype(np.int32)
    counts = Counts(indptr, indices, table.data, table.shape[1], pairs)
    return kernels.pack(counts, np.arange(len(counts)))


def heldout_lpp(theta: Array, topics: Array, heldout: Packed) -> float:
    """Mean over documents of `document_lpps`."""
    return float(document_lpps(theta, topics, heldout).mean())


def document_lpps(theta: Array, topics: Array, heldout: Packed) -> Array:
    """LPP of each document, sum_w f_w log sum_k theta_k beta_wk / sum_w f_w; topics are n x K."""
    documents = np.repeat(np.arange(len(heldout)), np.diff(heldout.ptr))
    logs = np.log((theta[documents] * topics[heldout.labels]).sum(axis=1))
    total = np.bincount(documents, weights=heldout.counts * logs)
    return np.asarray(total / np.bincount(documents, weights=heldout.counts))

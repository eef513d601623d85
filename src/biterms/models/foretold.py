"""Documents foretold before they are learnt from: the prequential LPP of a minibatch."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from biterms import kernels
from biterms.kernels import Array, Counts, Packed
from biterms.measures.split import split
from biterms.models.batches import Batch

#: documents of a minibatch that are foretold: enough to see a direction, cheap beside learning
SAMPLE = 200


def foretold_parts(batch: Batch) -> tuple[Packed, Packed] | None:
    """Seen and held-out parts of the first documents that are long enough for the LPP."""
    counts, docs = batch.counts, batch.docs[:SAMPLE]
    indptr = np.concatenate([[0], np.cumsum(counts.indptr[docs + 1] - counts.indptr[docs])])
    entries = np.repeat(counts.indptr[docs] - indptr[:-1], np.diff(indptr)) + np.arange(indptr[-1])
    X = sparse.csr_array(
        (counts.data[entries], counts.indices[entries], indptr), shape=(len(docs), counts.n_words)
    )
    parts = split(X)
    if not len(parts.rows):
        return None
    return packed_table(parts.seen), packed_table(parts.held)


def packed_table(X: sparse.csr_array) -> Packed:
    """All rows of a table as one minibatch."""
    n = X.shape[0]
    rows = Counts(X.indptr.astype(np.int64), X.indices.astype(np.int32), X.data, X.shape[1])
    return kernels.pack(rows, np.arange(n))


def held_lpp(theta: Array, topics: Array, held: Packed) -> float:
    """Mean over documents of sum_w f_w log sum_k theta_k beta_wk / sum_w f_w; topics are n x K."""
    documents = np.repeat(np.arange(len(held)), np.diff(held.ptr))
    logs = np.log((theta[documents] * topics[held.labels]).sum(axis=1))
    total = np.bincount(documents, weights=held.counts * logs)
    return float((total / np.bincount(documents, weights=held.counts)).mean())

"""Documents foretold before they are learnt from: the prequential LPP of a minibatch."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from biterms import kernels
from biterms.bags.counts import documents_of
from biterms.bags.with_pairs import WithPairs
from biterms.kernels import Array, Counts, Packed
from biterms.measures.split import split
from biterms.models.batches import Batch

#: documents of a minibatch that are foretold: enough to see a direction, cheap beside learning
SAMPLE = 200


def foretold_parts(batch: Batch) -> tuple[Packed, Packed] | None:
    """Seen and held-out parts of the first documents that are long enough for the LPP."""
    parts = split(_some(batch.counts, batch.docs[:SAMPLE]))
    if not len(parts.rows):
        return None
    return packed_table(parts.seen), packed_table(parts.held)


def _some(counts: Counts, docs: Array) -> Any:
    if counts.pairs is not None:
        return documents_of(counts)[docs]
    indptr, entries = kernels.entries_of(counts.indptr, docs)
    return sparse.csr_array(
        (counts.data[entries], counts.indices[entries], indptr), shape=(len(docs), counts.n_words)
    )


def packed_table(X: Any) -> Packed:
    """All rows of a table, or all documents that know their biterms, as one minibatch."""
    pairs = X if isinstance(X, WithPairs) else None
    table = X if pairs is None else pairs.table
    indptr, indices = table.indptr.astype(np.int64), table.indices.astype(np.int32)
    counts = Counts(indptr, indices, table.data, table.shape[1], pairs)
    return kernels.pack(counts, np.arange(len(counts)))


def held_lpp(theta: Array, topics: Array, held: Packed) -> float:
    """Mean over documents of sum_w f_w log sum_k theta_k beta_wk / sum_w f_w; topics are n x K."""
    documents = np.repeat(np.arange(len(held)), np.diff(held.ptr))
    logs = np.log((theta[documents] * topics[held.labels]).sum(axis=1))
    total = np.bincount(documents, weights=held.counts * logs)
    return float((total / np.bincount(documents, weights=held.counts)).mean())

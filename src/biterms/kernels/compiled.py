"""The compiled kernels behind the signatures of their twins in ``reference``."""

from __future__ import annotations

import numpy as np
from scipy.special import digamma

from biterms.kernels import _native
from biterms.kernels.shapes import Array, Counts, Found, Inference, Local, Packed, Pairs, Rows

isa = _native.isa


def pack(counts: Counts, docs: Array) -> Packed:
    """Twin: ``reference.pack``."""
    docs = np.ascontiguousarray(docs, dtype=np.int64)
    size = int((counts.indptr[docs + 1] - counts.indptr[docs]).sum())
    ptr = np.empty(len(docs) + 1, dtype=np.int64)
    labels = np.empty(size, dtype=np.int32)
    weights = np.empty(size, dtype=np.float32)
    words = np.empty(size, dtype=np.int32)
    n = _native.pack(counts.indptr, counts.indices, counts.data, docs, ptr, labels, weights, words)
    return Packed(ptr, labels, weights, words[:n])


def gather(M: Array, eta: Array, prior: float, scale: float, words: Array) -> Array:
    """Twin: ``reference.gather``."""
    out = np.empty((len(words), M.shape[1]))
    _native.gather(M, eta, prior, scale, words, out)
    return out


def add_rows(M: Array, words: Array, stats: Array, factor: float) -> None:
    """Twin: ``reference.add_rows``."""
    _native.add_rows(M, words, stats, factor)


def expect(lam: Array, sums: Array, inference: Inference, n_threads: int = 1) -> Rows:
    """Twin: ``reference.expect``."""
    rows = np.empty(lam.shape, dtype=np.float32)
    logs = np.empty(lam.shape, dtype=np.float32) if inference == "vb" else None
    shifts = np.empty(len(lam))
    of_topic = digamma(sums) if inference == "vb" else 1.0 / sums
    _native.expect(lam, of_topic.astype(np.float32), rows, logs, shifts, n_threads)
    return Rows(rows, logs, shifts)


def documents(
    packed: Packed,
    rows: Rows,
    local: Local,
    *,
    gamma: Array | None = None,
    pairs: Pairs | None = None,
    stats: bool = True,
    fit: bool = False,
    n_threads: int = 1,
) -> Found:
    """Twin: ``reference.documents``."""
    n, (n_words, K) = len(packed), rows.rows.shape
    found = Found(
        np.ones((n, K), np.float32) if gamma is None else np.array(gamma, np.float32, order="C"),
        np.zeros((n_words, K)) if stats else None,
        np.empty(n) if fit else None,
        np.empty(n, dtype=np.int32),
    )
    given = (None,) * 4 if pairs is None else (pairs.ptr, pairs.left, pairs.right, pairs.weight)
    _native.documents(
        *(packed.ptr, packed.labels, packed.counts, rows.rows, rows.logs, rows.shifts),
        np.ascontiguousarray(local.alpha, dtype=np.float32),
        *given,
        *(local.weight, local.cap, local.max_iter, local.tol, local.drop),
        *(found.gamma, found.stats, found.fit, found.iterations, n_threads),
    )
    return found

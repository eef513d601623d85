"""The compiled kernels behind the signatures of their twins in ``reference``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.special import digamma

from biterms.kernels import _native
from biterms.kernels.scratch import Scratch
from biterms.kernels.shapes import (
    Array,
    Counts,
    Found,
    Inference,
    Lazy,
    Local,
    Packed,
    Pairs,
    Rows,
)

isa = _native.isa


def pack(counts: Counts, docs: Array) -> Packed:
    """Twin: ``reference.pack``."""
    return pack_each(counts, [docs])[0]


def pack_each(counts: Counts, batches: Sequence[Array], n_threads: int = 1) -> list[Packed]:
    """Twin: ``reference.pack_each``."""
    docs = np.concatenate(batches, dtype=np.int64)
    bounds = np.cumsum([0, *map(len, batches)])
    sizes = np.cumsum(counts.indptr[docs + 1] - counts.indptr[docs])
    entries = np.concatenate([[0], sizes])[bounds]
    ptr = np.empty(len(docs) + len(batches), dtype=np.int64)
    labels, words = np.empty((2, entries[-1]), dtype=np.int32)
    weights = np.empty(entries[-1], dtype=np.float32)
    n_words = np.empty(len(batches), dtype=np.int64)
    _native.pack(
        *(counts.indptr, counts.indices, counts.data, counts.n_words, docs, bounds, entries),
        *(ptr, labels, weights, words, n_words, n_threads),
    )
    return [
        Packed(
            *(ptr[d + i : e + i + 1], labels[a:b], weights[a:b], words[a : a + n]),
            counts.pairs_of(docs[d:e]),
        )
        for i, (d, e, a, b, n) in enumerate(
            zip(bounds[:-1], bounds[1:], entries[:-1], entries[1:], n_words, strict=True)
        )
    ]


def gather(lazy: Lazy, words: Array) -> Array:
    """Twin: ``reference.gather``."""
    out = np.empty((len(words), lazy.M.shape[1]))
    _native.gather(*lazy, words, out)
    return out


def add_rows(
    M: Array, m: Array, words: Array, stats: Array, factor: float, n_threads: int = 1
) -> None:
    """Twin: ``reference.add_rows``."""
    _native.add_rows(M, m, words, stats, factor, n_threads)


def expect(lam: Array, sums: Array, inference: Inference, n_threads: int = 1) -> Rows:
    """Twin: ``reference.expect``."""
    out = _rows_like(lam.shape, inference, Scratch())
    of_topic, shift = _of_topic(sums, inference)
    _native.expect(lam, of_topic, out.rows, out.logs, out.shifts, n_threads)
    np.add(out.shifts, shift, out=out.shifts)
    return out


def expect_words(
    lazy: Lazy,
    words: Array,
    sums: Array,
    inference: Inference,
    n_threads: int = 1,
    scratch: Scratch | None = None,
) -> Rows:
    """Twin: ``reference.expect_words``."""
    shape = (len(words), lazy.M.shape[1])
    out = _rows_like(shape, inference, scratch or Scratch())
    of_topic, shift = _of_topic(sums, inference)
    _native.expect_words(*lazy, words, of_topic, out.rows, out.logs, out.shifts, n_threads)
    np.add(out.shifts, shift, out=out.shifts)
    return out


def _rows_like(shape: tuple[int, ...], inference: Inference, scratch: Scratch) -> Rows:
    logs = scratch.empty("logs", shape, np.float32) if inference == "vb" else None
    rows = scratch.empty("rows", shape, np.float32)
    return Rows(rows, logs, scratch.empty("shifts", shape[:1]))


def _of_topic(sums: Array, inference: Inference) -> tuple[Array, float]:
    """What a row is combined with, and what that leaves to be added to its shift.

    1 / sum lam is scaled to max 1: times a tiny lam it would be too small for a float.
    """
    if inference == "vb":
        return digamma(sums).astype(np.float32), 0.0
    least = sums.min()
    return (least / sums).astype(np.float32), -float(np.log(least))


def documents(
    packed: Packed,
    rows: Rows,
    local: Local,
    *,
    gamma: Array | None = None,
    stats: bool = True,
    fit: bool = False,
    n_threads: int = 1,
    scratch: Scratch | None = None,
) -> Found:
    """Twin: ``reference.documents``."""
    n, (n_words, K) = len(packed), rows.rows.shape
    scratch = scratch or Scratch()
    start = scratch.empty("gamma", (n, K), np.float32)
    if gamma is not None:
        start[...] = gamma
    found = Found(
        start,
        scratch.empty("stats", (n_words, K)) if stats else None,
        np.empty(n) if fit else None,
        np.empty(n, dtype=np.int32),
    )
    _native.documents(
        *(packed.ptr, packed.labels, packed.counts, rows.rows, rows.logs, rows.shifts),
        np.ascontiguousarray(local.alpha, dtype=np.float32),
        *given(packed.pairs),
        *(local.weight, local.cap, local.max_iter, local.tol, local.drop, gamma is None),
        *(found.gamma, found.stats, found.fit, found.iterations, n_threads),
    )
    return found


def given(pairs: Pairs | None) -> tuple[Array | None, ...]:
    """The arrays of given biterms as compiled code takes them."""
    return (None,) * 4 if pairs is None else (pairs.ptr, pairs.left, pairs.right, pairs.weight)

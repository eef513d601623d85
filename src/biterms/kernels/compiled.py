"""The compiled kernels behind the signatures of their twins in ``reference``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from biterms.kernels import _native
from biterms.kernels.arrays import doubles, floats, ids, longs, small
from biterms.kernels.lda_shapes import DocumentResult, Local
from biterms.kernels.row_shapes import LEAST_LAM, Inference, Lazy, Rows
from biterms.kernels.scratch import Scratch
from biterms.kernels.shapes import Array, Counts, Packed, Pairs

isa = _native.isa


def pack(counts: Counts, docs: Array) -> Packed:
    """Pack some documents into a minibatch; specified by ``reference.pack``.

    Parameters
    ----------
    counts : Counts
        All documents.
    docs : array of int
        The documents of the minibatch.

    Returns
    -------
    Packed
        The minibatch, its words numbered in ascending order of their ids.
    """
    return pack_each(counts, [docs])[0]


def pack_each(counts: Counts, batches: Sequence[Array], n_threads: int = 1) -> list[Packed]:
    """Pack several minibatches; specified by ``reference.pack_each``.

    Parameters
    ----------
    counts : Counts
        All documents.
    batches : sequence of array of int
        The documents of each minibatch.
    n_threads : int, default=1
        Threads; the result is the same for any number.

    Returns
    -------
    list of Packed
        The minibatches.
    """
    docs = longs(np.concatenate(batches), "documents of the minibatches")
    bounds = np.cumsum([0, *map(len, batches)])
    indptr, indices = longs(counts.indptr, "indptr"), ids(counts.indices, counts.n_words, "words")
    sizes = np.empty(len(docs), dtype=np.int64)
    _native.sizes(indptr, len(indices), docs, sizes)
    entries = np.concatenate([[0], np.cumsum(sizes)])[bounds]
    ptr = np.empty(len(docs) + len(batches), dtype=np.int64)
    labels, words = np.empty((2, entries[-1]), dtype=np.int32)
    weights = np.empty(entries[-1], dtype=np.float32)
    n_words = np.empty(len(batches), dtype=np.int64)
    _native.pack(
        *(indptr, indices, floats(counts.data), counts.n_words, docs, bounds, entries),
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
    """Compute lam of some words; specified by ``reference.gather``.

    Parameters
    ----------
    lazy : Lazy
        The posterior.
    words : array of int
        Word ids.

    Returns
    -------
    array of shape (n, K)
        lam = prior * eta + scale * M of these words.
    """
    out = np.empty((len(words), lazy.M.shape[1]))
    _native.gather(*_posterior(lazy), ids(words, len(lazy.M), "words"), out)
    return out


def _posterior(lazy: Lazy) -> Lazy:
    return lazy._replace(M=doubles(lazy.M), eta=doubles(lazy.eta))


def digamma(x: Array) -> Array:
    """Compute psi(x), the derivative of log Gamma; specified by ``reference.digamma``.

    Parameters
    ----------
    x : array
        Positive numbers.

    Returns
    -------
    array
        psi of each number.
    """
    given = doubles(x)
    out = np.empty(given.shape)
    _native.digamma(given.ravel(), out.reshape(-1))
    return out


def add_rows(
    M: Array,
    m: Array,
    words: Array,
    stats: Array,
    factor: float,
    n_threads: int = 1,
    done: Array | None = None,
) -> None:
    """Add statistics to rows of the posterior, in place; specified by ``reference.add_rows``.

    Parameters
    ----------
    M : float64 array of shape (V, K)
        What has been learnt; it is written to.
    m : float64 array of shape (K,)
        The sum of M over words; it is written to.
    words : array of int
        Distinct word ids.
    stats : array of shape (n, K)
        What is added to the rows of these words.
    factor : float
        Factor of ``stats``.
    n_threads : int, default=1
        Threads; the result is the same for any number.
    done : int64 array of one number, optional
        It is increased by one as soon as all rows have been added.
    """
    _native.add_rows(M, m, ids(words, len(M), "words"), doubles(stats), factor, n_threads, done)


def expect(lam: Array, sums: Array, inference: Inference, n_threads: int = 1) -> Rows:
    """Compute the weights of words in topics from lam; specified by ``reference.expect``.

    Parameters
    ----------
    lam : array of shape (n, K)
        Dirichlet parameters of some words.
    sums : array of shape (K,)
        The sum of lam over all words.
    inference : {"vb", "mean"}
        Expected logarithms, or posterior means.
    n_threads : int, default=1
        Threads; the result is the same for any number.

    Returns
    -------
    Rows
        The scaled weights of these words.
    """
    out = _rows_like(lam.shape, inference, Scratch())
    of_topic, shift = _of_topic(sums, inference)
    _native.expect(doubles(lam), of_topic, out.rows, out.logs, out.shifts, n_threads)
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
    """Compute the weights of words of the posterior; specified by ``reference.expect_words``.

    Parameters
    ----------
    lazy : Lazy
        The posterior.
    words : array of int
        Word ids.
    sums : array of shape (K,)
        The sum of lam over all words.
    inference : {"vb", "mean"}
        Expected logarithms, or posterior means.
    n_threads : int, default=1
        Threads; the result is the same for any number.
    scratch : Scratch, optional
        Memory to reuse; the next call with it overwrites the result.

    Returns
    -------
    Rows
        The scaled weights of these words.
    """
    shape = (len(words), lazy.M.shape[1])
    out = _rows_like(shape, inference, scratch or Scratch())
    of_topic, shift = _of_topic(sums, inference)
    _native.expect_words(
        *(*_posterior(lazy), ids(words, len(lazy.M), "words"), of_topic),
        *(out.rows, out.logs, out.shifts, n_threads),
    )
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
    sums = np.maximum(sums, LEAST_LAM)
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
) -> DocumentResult:
    """Infer the topics of the documents of a minibatch; specified by ``reference.documents``.

    Parameters
    ----------
    packed : Packed
        The minibatch.
    rows : Rows
        The weights of its words in the topics.
    local : Local
        Settings of the document step.
    gamma : array of shape (n, K), optional
        Where iteration starts.
    stats : bool, default=True
        Whether to return expected counts of words in topics.
    fit : bool, default=False
        Whether to return each document's part of the bound.
    n_threads : int, default=1
        Threads; the result is the same for any number.
    scratch : Scratch, optional
        Memory to reuse; the next call with it overwrites the result.

    Returns
    -------
    DocumentResult
        Mixtures, and statistics and fit if asked for.
    """
    n, (n_words, K) = len(packed), rows.rows.shape
    scratch = scratch or Scratch()
    start = scratch.empty("gamma", (n, K), np.float32)
    if gamma is not None:
        start[...] = gamma
    found = DocumentResult(
        start,
        scratch.empty("stats", (n_words, K)) if stats else None,
        np.empty(n) if fit else None,
        np.empty(n, dtype=np.int32),
    )
    _native.documents(
        *entries(packed),
        *rows_of(rows),
        floats(local.alpha),
        *given(packed.pairs),
        *(local.weight, local.cap, local.word_weight, local.max_iter, local.more_rounds),
        *(
            local.tol,
            local.drop,
            local.exact,
            local.at_prior,
            gamma is None,
            found.gamma,
            found.stats,
            found.fit,
            found.iterations,
            n_threads,
        ),
    )
    return found


def entries(packed: Packed) -> tuple[Array, Array, Array]:
    """The documents of a minibatch as compiled code takes them."""
    return longs(packed.ptr, "ptr"), small(packed.labels, "labels"), floats(packed.counts)


def rows_of(rows: Rows) -> tuple[Array, Array | None, Array]:
    """The rows of its words as compiled code takes them."""
    logs = None if rows.logs is None else floats(rows.logs)
    return floats(rows.rows), logs, doubles(rows.shifts)


def given(pairs: Pairs | None) -> tuple[Array | None, ...]:
    """The arrays of given biterms as compiled code takes them."""
    if pairs is None:
        return (None,) * 4
    left, right = small(pairs.left, "left of the pairs"), small(pairs.right, "right of the pairs")
    return longs(pairs.ptr, "pointers of the pairs"), left, right, floats(pairs.weight)

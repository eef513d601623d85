"""The kernels in plain NumPy, float64 and the log domain: the specification of the compiled ones.

``BITERMS_KERNELS=reference`` runs the whole package on these.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import special

from biterms.kernels.hdp_shapes import Sticks
from biterms.kernels.lda_shapes import WORDS_OF_ROUND, DocumentResult, Local
from biterms.kernels.pair_sample import LONGEST_PAIRED, sampled_pairs, tolerance
from biterms.kernels.row_shapes import LEAST_LAM, Inference, Lazy, Rows
from biterms.kernels.scratch import Scratch
from biterms.kernels.shapes import Array, Counts, Packed, entries_of


def isa() -> str:
    """The name that stands in model files for this arithmetic."""
    return "reference"


def digamma(x: Array) -> Array:
    """psi(x), the derivative of log Gamma, for x > 0."""
    return np.asarray(special.digamma(x))


def pack(counts: Counts, docs: Array) -> Packed:
    """The chosen documents with their words relabelled in ascending order of the ids."""
    docs = np.asarray(docs, dtype=np.int64)
    if np.any((docs < 0) | (docs >= len(counts))):
        raise ValueError(f"documents of the minibatch: expected 0 to {len(counts) - 1}")
    ptr, entries = entries_of(counts.indptr, docs)
    words, labels = np.unique(counts.indices[entries], return_inverse=True)
    if len(words) and not (words[0] >= 0 and words[-1] < counts.n_words):
        wrong = words[0] if words[0] < 0 else words[-1]
        raise ValueError(
            f"word ids of the documents: found {wrong}, expected 0 to {counts.n_words - 1}"
        )
    return Packed(
        *(ptr, labels.astype(np.int32), counts.data[entries], words.astype(np.int32)),
        counts.pairs_of(docs),
    )


def pack_each(counts: Counts, batches: Sequence[Array], n_threads: int = 1) -> list[Packed]:
    """Several minibatches, each packed by itself."""
    return [pack(counts, docs) for docs in batches]


def gather(lazy: Lazy, words: Array) -> Array:
    """lam = prior * eta + scale * M for some words (docs/how_it_works.md)."""
    own = lazy.eta if lazy.eta.shape[0] == 1 else lazy.eta[words]
    return np.asarray(lazy.prior * own + lazy.scale * lazy.M[words])


def add_rows(
    M: Array,
    m: Array,
    words: Array,
    stats: Array,
    factor: float,
    n_threads: int = 1,
    done: Array | None = None,
) -> None:
    """M[words] += factor * stats, the words being distinct; m is the sum of M over words.

    ``done`` is counted up when all of it is there.
    """
    M[words] += factor * stats
    m += factor * stats.sum(axis=0)
    if done is not None:
        done += 1


def expect(lam: Array, sums: Array, inference: Inference, n_threads: int = 1) -> Rows:
    """log b_vk = psi(lam_vk) - psi(sum_v lam_vk), or of the means lam_vk / sum_v lam_vk."""
    lam, sums = np.maximum(lam, LEAST_LAM), np.maximum(sums, LEAST_LAM)
    logs = digamma(lam) - digamma(sums) if inference == "vb" else np.log(lam) - np.log(sums)
    shifts = logs.max(axis=1) if lam.size else np.zeros(len(lam))
    logs = logs - shifts[:, None]
    return Rows(np.exp(logs), logs if inference == "vb" else None, shifts)


def expect_words(
    lazy: Lazy,
    words: Array,
    sums: Array,
    inference: Inference,
    n_threads: int = 1,
    scratch: Scratch | None = None,
) -> Rows:
    """The same for words of the posterior."""
    return expect(gather(lazy, words), sums, inference)


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
    """LocalVB (Algorithm 1) for each document by the identity of docs/how_it_works.md."""
    n, (n_words, K) = len(packed), rows.rows.shape
    found = DocumentResult(
        _start(local, n) if gamma is None else np.array(gamma, dtype=np.float64),
        np.zeros((n_words, K)) if stats else None,
        np.zeros(n) if fit else None,
        np.zeros(n, dtype=np.int32),
    )
    for d in range(n):
        entries = slice(packed.ptr[d], packed.ptr[d + 1])
        labels, f = packed.labels[entries], packed.counts[entries].astype(np.float64)
        C = pair_weights(f, local, given(packed, d)) if f.sum() > 0 else np.zeros((1, 1))
        if local.word_weight * f.sum() + C.sum() <= 0:
            found.gamma[d] = local.alpha
            continue
        one = _Document(rows, labels, local.word_weight * f, C, local)
        found.gamma[d], found.iterations[d] = one.converge(found.gamma[d])
        s, score = one.sweep(found.gamma[d])
        if found.stats is not None:
            np.add.at(found.stats, labels, rounded(s) if local.exact else s)
        if found.fit is not None:
            found.fit[d] = score
    return found


def _start(local: Local, n: int) -> Array:
    """Where gamma begins."""
    one = local.alpha if local.at_prior else np.ones(len(local.alpha))
    return np.tile(np.asarray(one, dtype=np.float64), (n, 1))


def rounded(stats: Array) -> Array:
    """The nearest multiples of 2**-20: float64 adds such numbers up without rounding."""
    return np.asarray(np.rint(stats * 2.0**20) / 2.0**20)


def given(packed: Packed, d: int) -> Array | None:
    """C of document d, n x n, if biterms are given."""
    pairs, n = packed.pairs, packed.ptr[d + 1] - packed.ptr[d]
    if pairs is None:
        return None
    C = np.zeros((n, n))
    mine = slice(pairs.ptr[d], pairs.ptr[d + 1])
    np.add.at(C, (pairs.left[mine], pairs.right[mine]), pairs.weight[mine])
    return C + C.T


def pair_weights(f: Array, local: Local | Sticks, C: Array | None = None) -> Array:
    """C_uv = min(f_u, f_v), u != v, or as given; times weight * min(1, cap * N / sum_{u<v} C).

    Documents of more than ``LONGEST_PAIRED`` words have the sample of ``pair_sample``.
    """
    if C is None and len(f) > LONGEST_PAIRED:
        C = sampled_pairs(f)
    if C is None:
        C = np.minimum(f[:, None], f[None, :])
        np.fill_diagonal(C, 0.0)
    half = C.sum() / 2
    limit = min(1.0, local.cap * f.sum() / half) if half > 0 else 1.0
    return np.asarray(C * (local.weight * limit))


class _Document:
    """One document: log rows L (n x K), counts f, pair weights C."""

    def __init__(self, rows: Rows, labels: Array, f: Array, C: Array, local: Local) -> None:
        self.vb = rows.logs is not None
        logs = np.log(rows.rows[labels]) if rows.logs is None else rows.logs[labels]
        self.L = logs.astype(np.float64) + rows.shifts[labels][:, None]
        self.f, self.C, self.local = f, C, local

    def log_t(self, gamma: Array) -> Array:
        """E[log theta] up to a constant; for the mean log(gamma / sum gamma)."""
        return np.asarray(digamma(gamma) if self.vb else np.log(gamma / gamma.sum()))

    def converge(self, gamma: Array) -> tuple[Array, int]:
        """gamma_k = alpha_k + sum phi + sum phi_bi until its mean change is below tol."""
        tol = tolerance(self.local.tol, len(self.f))
        most = self.local.max_iter + min(self.local.more_rounds, len(self.f) // WORDS_OF_ROUND)
        for iteration in range(1, most + 1):
            last, gamma = gamma, self.local.alpha + self.occupancy(gamma)
            if np.abs(gamma - last).mean() < tol:
                return gamma, iteration
        return gamma, most

    def occupancy(self, gamma: Array) -> Array:
        """sum_n phi_nk + sum_m phi_bi_mk."""
        t = self.log_t(gamma)
        total = self.f @ softmax(t + self.L)
        for u in np.flatnonzero(self.C.any(axis=1)):
            total = total + self.C[u] @ softmax(t + self.L[u] + self.L)
        return np.asarray(total)

    def sweep(self, gamma: Array) -> tuple[Array, float]:
        """s_vk = f_v phi_vk + 2 sum_u C_uv phi_bi_uvk, and sum f log z + sum C log Z."""
        t = self.log_t(gamma)
        s = self.f[:, None] * softmax(t + self.L)
        score = float(self.f @ log_sum(t + self.L))
        for u in np.flatnonzero(self.C.any(axis=1)):
            e = t + self.L[u] + self.L
            s[u] += 2 * self.C[u] @ softmax(e)
            score += float(self.C[u] @ log_sum(e))
        return s, score


def log_sum(e: Array) -> Array:
    """Logarithms of the sums of exp(e) along the last axis; minus infinity is a term of 0."""
    top = e.max(axis=-1, keepdims=True)
    return np.asarray(top[..., 0] + np.log(np.exp(e - top).sum(axis=-1)))


def softmax(e: Array) -> Array:
    """exp(e), normalised along the last axis."""
    return np.asarray(np.exp(e - log_sum(e)[..., None]))

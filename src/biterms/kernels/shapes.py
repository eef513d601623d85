"""What goes into a kernel and what comes out: named arrays for compiled code and twins alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
#: below this lam counts as this: its digamma would not fit in float32
LEAST_LAM = 1e-31

Inference = Literal["vb", "mean"]


def entries_of(ptr: Array, docs: Array) -> tuple[Array, Array]:
    """Entries of some documents: where each of these begins among them, and which they are."""
    sizes = ptr[docs + 1] - ptr[docs]
    begin = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return begin, np.repeat(ptr[docs] - begin[:-1], sizes) + np.arange(begin[-1])


@dataclass(frozen=True)
class Pairs:
    """Given biterms: entries ``left < right`` of each document with weight C (of one order).

    Entries are counted from the document's first; those of a document are sorted by (left, right).
    """

    ptr: NDArray[np.int64]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    weight: NDArray[np.float32]

    def of(self, docs: Array) -> Pairs:
        """Those of some documents: pairs that are at hand are their own source."""
        ptr, at = entries_of(self.ptr, docs)
        return Pairs(ptr, self.left[at], self.right[at], self.weight[at])


class PairSource(Protocol):
    """Where the given biterms of documents come from."""

    def of(self, docs: Array) -> Pairs:
        """The biterms of these documents, in their order."""


@dataclass(frozen=True)
class Counts:
    """Documents as compressed rows: entries ``indptr[d]:indptr[d+1]`` of word ids and weights.

    Without ``pairs`` any two different words of a document are a biterm of weight min(f_u, f_v);
    documents of very many words have a sample of these (``pair_sample``).
    """

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    data: NDArray[np.float32]
    n_words: int
    pairs: PairSource | None = None

    def __len__(self) -> int:
        return len(self.indptr) - 1

    def pairs_of(self, docs: Array) -> Pairs | None:
        """The given biterms of some documents, if biterms are given."""
        return None if self.pairs is None else self.pairs.of(docs)


@dataclass(frozen=True)
class Packed:
    """A minibatch; ``words`` are distinct and ascending, an entry's word is ``words[label]``."""

    ptr: NDArray[np.int64]
    labels: NDArray[np.int32]
    counts: NDArray[np.float32]
    words: NDArray[np.int32]
    pairs: Pairs | None = None

    def __len__(self) -> int:
        return len(self.ptr) - 1


class Lazy(NamedTuple):
    """lam = prior * eta + scale * M, word-major; eta is (1 or V) x (1 or K)."""

    M: Array
    eta: Array
    prior: float
    scale: float


class Steps(NamedTuple):
    """How minibatches enter the posterior, a number for each of them.

    scale is multiplied by ``decay``, M grows by ``gain`` / scale times the statistics, and prior
    grows by ``prior``.
    """

    decay: NDArray[np.float64]
    gain: NDArray[np.float64]
    prior: NDArray[np.float64]


@dataclass(frozen=True)
class Rows:
    """b_vk for the words of a minibatch, each row divided by exp(shift); ``logs`` only for vb."""

    rows: Array
    logs: Array | None
    shifts: NDArray[np.float64]


@dataclass(frozen=True)
class PairRows:
    """Pairs u < v of words, with their documents: those of u are second[ptr[u]..ptr[u + 1])."""

    ptr: NDArray[np.int64]
    second: NDArray[np.int32]
    documents: NDArray[np.int32]


@dataclass(frozen=True)
class Local:
    """How the document step is done: C is multiplied by weight * min(1, cap * N / sum_{i<j} C).

    With ``exact`` each document's statistics are multiples of 2**-20, so that their sums over
    any split of the documents, in any order, have the same bits.
    """

    alpha: Array
    weight: float = 1.0
    cap: float = np.inf
    max_iter: int = 100
    tol: float = 1e-3
    drop: bool = True
    exact: bool = False


@dataclass(frozen=True)
class DocumentResult:
    """What the document step found; ``fit`` is sum f log z + sum C log Z per document."""

    gamma: Array
    stats: Array | None
    fit: Array | None
    iterations: NDArray[np.int32]


@dataclass(frozen=True)
class Sticks:
    """How HDP's document step is done; ``log_sigma`` is E[log sigma_k(V)], K numbers.

    ``alpha`` is the concentration of the document's sticks, ``n_atoms`` is T. With ``exact`` each
    document's statistics and usage are multiples of 2**-20, as in ``Local``.
    """

    log_sigma: Array
    alpha: float
    n_atoms: int
    vb: bool = True
    weight: float = 1.0
    cap: float = np.inf
    max_iter: int = 100
    tol: float = 1e-3
    exact: bool = False


@dataclass(frozen=True)
class Shares:
    """What the words and biterms of a minibatch are to atoms: where a later call may go on.

    ``occupancy`` is m_i = sum phi + sum phi_bi (documents x T), ``spread`` is S_vi (entries x T).
    """

    occupancy: Array
    spread: Array


@dataclass(frozen=True)
class Atoms:
    """What HDP's document step found.

    ``theta`` is sum_i E[sigma_i(pi)] zeta_ik and ``usage`` sum_i zeta_ik (documents x K), ``gamma``
    holds gamma1 and gamma2 (documents x 2 x T), ``fit`` is sum f log z + sum C log Z +
    sum_ik zeta_ik (E[log sigma_k(V)] - log zeta_ik) per document.
    """

    theta: Array
    usage: Array
    gamma: Array
    stats: Array | None
    fit: Array | None
    shares: Shares | None
    iterations: NDArray[np.int32]


@dataclass(frozen=True)
class Biterms:
    """Pairs of words and the topic of each; -1 is none yet."""

    left: NDArray[np.int32]
    right: NDArray[np.int32]
    topic: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.topic)


@dataclass(frozen=True)
class TopicCounts:
    """n_w|k (V x K) and n_k of the biterms that have a topic; priors of both.

    ``prior`` is (1 or V) x K, ``prior_sums`` its sums over all words.
    """

    words: NDArray[np.int32]
    biterms: NDArray[np.int32]
    prior: NDArray[np.float32]
    prior_sums: NDArray[np.float64]
    alpha: NDArray[np.float64]

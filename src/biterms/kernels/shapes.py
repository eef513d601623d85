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
    """Find the entries of some documents in arrays that hold all documents one after the other.

    Parameters
    ----------
    ptr : array of int of shape (D + 1,)
        Document d has the entries ``ptr[d]:ptr[d + 1]``.
    docs : array of int
        The documents.

    Returns
    -------
    begin : array of int
        The pointers of these documents among the chosen entries.
    at : array of int
        Positions of the chosen entries in the original arrays.
    """
    sizes = ptr[docs + 1] - ptr[docs]
    begin = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return begin, np.repeat(ptr[docs] - begin[:-1], sizes) + np.arange(begin[-1])


@dataclass(frozen=True)
class Pairs:
    """Biterms of documents that are given and not implied by the counts.

    Parameters
    ----------
    ptr : int64 array of shape (D + 1,)
        Document d has the pairs ``ptr[d]:ptr[d + 1]``, sorted by (left, right).
    left, right : int32 array
        The two entries of each pair, left < right, numbered from the document's first entry.
    weight : float32 array
        The weight C of each pair, for one order of its words.
    """

    ptr: NDArray[np.int64]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    weight: NDArray[np.float32]

    def of(self, docs: Array) -> Pairs:
        """Select the pairs of some documents.

        Parameters
        ----------
        docs : array of int
            The documents.

        Returns
        -------
        Pairs
            Their pairs, in the order of ``docs``.
        """
        ptr, at = entries_of(self.ptr, docs)
        return Pairs(ptr, self.left[at], self.right[at], self.weight[at])


class PairSource(Protocol):
    """A source of the biterms of documents, such as `Pairs`."""

    def of(self, docs: Array) -> Pairs:
        """Return the biterms of some documents.

        Parameters
        ----------
        docs : array of int
            The documents.

        Returns
        -------
        Pairs
            Their biterms, in the order of ``docs``.
        """


@dataclass(frozen=True)
class Counts:
    """Documents as compressed sparse rows of word ids and weights.

    Parameters
    ----------
    indptr : int64 array of shape (D + 1,)
        Document d has the entries ``indptr[d]:indptr[d + 1]``.
    indices : int32 array
        The word id of each entry.
    data : float32 array
        The count or weight f of each entry.
    n_words : int
        Number of word ids, V.
    pairs : PairSource, optional
        The biterms. Without it any two different words of a document are a biterm of weight
        min(f_u, f_v); documents of very many words have a sample of these (``pair_sample``).
    """

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    data: NDArray[np.float32]
    n_words: int
    pairs: PairSource | None = None

    def __len__(self) -> int:
        return len(self.indptr) - 1

    def pairs_of(self, docs: Array) -> Pairs | None:
        """Return the given biterms of some documents.

        Parameters
        ----------
        docs : array of int
            The documents.

        Returns
        -------
        Pairs or None
            Their biterms; None if the biterms are implied by the counts.
        """
        return None if self.pairs is None else self.pairs.of(docs)


@dataclass(frozen=True)
class Packed:
    """A minibatch, whose words are numbered from 0.

    Parameters
    ----------
    ptr : int64 array of shape (n + 1,)
        Document d of the minibatch has the entries ``ptr[d]:ptr[d + 1]``.
    labels : int32 array
        The word of each entry, as a position in ``words``.
    counts : float32 array
        The count or weight of each entry.
    words : int32 array
        The distinct word ids of the minibatch, in ascending order.
    pairs : Pairs, optional
        The biterms, if they are given.
    """

    ptr: NDArray[np.int64]
    labels: NDArray[np.int32]
    counts: NDArray[np.float32]
    words: NDArray[np.int32]
    pairs: Pairs | None = None

    def __len__(self) -> int:
        return len(self.ptr) - 1


class Lazy(NamedTuple):
    """The posterior in the form lam = prior * eta + scale * M; rows are words.

    Parameters
    ----------
    M : float64 array of shape (V, K)
        What has been learnt, before scaling.
    eta : float64 array of shape (1 or V, 1 or K)
        The prior.
    prior : float
        Factor of eta.
    scale : float
        Factor of M.
    """

    M: Array
    eta: Array
    prior: float
    scale: float


class Steps(NamedTuple):
    """How minibatches enter the posterior; each array has one number for each minibatch.

    Parameters
    ----------
    decay : float64 array
        Factor of scale.
    gain : float64 array
        M grows by gain / scale times the statistics.
    prior : float64 array
        Added to prior.
    """

    decay: NDArray[np.float64]
    gain: NDArray[np.float64]
    prior: NDArray[np.float64]


@dataclass(frozen=True)
class Rows:
    """Weights b_vk of the words of a minibatch in the topics.

    Parameters
    ----------
    rows : float array of shape (n, K)
        b_vk, each row divided by exp(shift).
    logs : float array of shape (n, K) or None
        Logarithms of ``rows``; for ``inference="vb"`` only.
    shifts : float64 array of shape (n,)
        The logarithm of what each row was divided by.
    """

    rows: Array
    logs: Array | None
    shifts: NDArray[np.float64]


@dataclass(frozen=True)
class PairRows:
    """Pairs of words with the number of documents that have them, grouped by the first word.

    Parameters
    ----------
    ptr : int64 array of shape (V + 1,)
        Word u is the first word of the pairs ``ptr[u]:ptr[u + 1]``.
    second : int32 array
        The second word of each pair, in ascending order for each first word.
    documents : int32 array
        Number of documents that have each pair.
    """

    ptr: NDArray[np.int64]
    second: NDArray[np.int32]
    documents: NDArray[np.int32]


@dataclass(frozen=True)
class Local:
    """Settings of the document step of LDA.

    Parameters
    ----------
    alpha : array of shape (K,)
        Prior of the topic mixture of a document.
    weight : float, default=1
        Factor of the weights of biterms; 0 is plain LDA.
    cap : float, default=inf
        Limit of the total weight of the biterms of a document, see Notes.
    max_iter : int, default=100
        Iterations for each document at most.
    tol : float, default=1e-3
        Iteration stops when the mean change of gamma is below; for documents of
        n > ``LONGEST_PAIRED`` words, below tol * n / ``LONGEST_PAIRED``.
    drop : bool, default=True
        Whether topics that no longer matter to a document are left out of its iterations; for
        ``inference="vb"`` only.
    exact : bool, default=False
        Whether each document's statistics are rounded to multiples of 2**-20, so that their sums
        over any split of the documents, in any order, have the same bits.

    Notes
    -----
    C is multiplied by weight * min(1, cap * N / sum_{i<j} C_ij).
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
    """Results of the document step of LDA.

    Parameters
    ----------
    gamma : array of shape (n, K)
        Dirichlet parameters of the topic mixtures.
    stats : array of shape (words, K) or None
        Expected count of each word of the minibatch in each topic, if asked for.
    fit : array of shape (n,) or None
        sum f log z + sum C log Z of each document, if asked for.
    iterations : int32 array of shape (n,)
        Iterations that each document took.
    """

    gamma: Array
    stats: Array | None
    fit: Array | None
    iterations: NDArray[np.int32]


@dataclass(frozen=True)
class Sticks:
    """Settings of the document step of HDP.

    Parameters
    ----------
    log_sigma : array of shape (K,)
        E[log sigma_k(V)], the expected log weights of the topics in the corpus.
    alpha : float
        Concentration of the sticks of a document.
    n_atoms : int
        Number of atoms of a document, T.
    vb : bool, default=True
        Whether expectations are those of variational Bayes; otherwise posterior means are used.
    weight, cap, max_iter, tol
        As in `Local`.
    exact : bool, default=False
        As in `Local`; usage is rounded, too.
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
    """Words and biterms of a minibatch assigned to atoms; a later call may start from them.

    Parameters
    ----------
    occupancy : array of shape (n, T)
        m_i = sum phi + sum phi_bi of each document.
    spread : array of shape (entries, T)
        S_vi, the expected count of each entry in each atom.
    """

    occupancy: Array
    spread: Array


@dataclass(frozen=True)
class Atoms:
    """Results of the document step of HDP.

    Parameters
    ----------
    theta : array of shape (n, K)
        Topic mixtures, sum_i E[sigma_i(pi)] zeta_ik.
    usage : array of shape (n, K)
        sum_i zeta_ik, the expected number of atoms of each topic.
    gamma : array of shape (n, 2, T)
        gamma1 and gamma2, the Beta parameters of the sticks.
    stats : array of shape (words, K) or None
        Expected count of each word of the minibatch in each topic, if asked for.
    fit : array of shape (n,) or None
        sum f log z + sum C log Z + sum_ik zeta_ik (E[log sigma_k(V)] - log zeta_ik) of each
        document, if asked for.
    shares : Shares or None
        Where a later call may start from, if asked for.
    iterations : int32 array of shape (n,)
        Iterations that each document took.
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
    """Biterms with the topic that each has been given.

    Parameters
    ----------
    left, right : int32 array
        The two word ids of each biterm.
    topic : int32 array
        The topic of each biterm; -1 if it has none yet.
    """

    left: NDArray[np.int32]
    right: NDArray[np.int32]
    topic: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.topic)


@dataclass(frozen=True)
class TopicCounts:
    """Counts of the Gibbs sampler: words and biterms in each topic, and their priors.

    Parameters
    ----------
    words : int32 array of shape (V, K)
        n_w|k, the number of times that each word is in each topic.
    biterms : int32 array of shape (K,)
        n_k, the number of biterms in each topic.
    prior : float32 array of shape (1 or V, K)
        Prior of the words in the topics.
    prior_sums : float64 array of shape (K,)
        Sums of the prior over all words.
    alpha : float64 array of shape (K,)
        Prior of the topics.
    """

    words: NDArray[np.int32]
    biterms: NDArray[np.int32]
    prior: NDArray[np.float32]
    prior_sums: NDArray[np.float64]
    alpha: NDArray[np.float64]

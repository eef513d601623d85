"""alpha="auto": the concentration that foretells best, found while the first pass runs.

Before a minibatch is learnt from, its documents are split as for the LPP and foretold with alpha,
a little more and a little less; alpha follows the best (docs: the bound's own optimum is not
the predictive one).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy import sparse

from biterms import kernels
from biterms.kernels import Array, Counts, Packed
from biterms.measures.split import split
from biterms.store import Fields

#: documents of a minibatch that are foretold: enough to see a direction, cheap beside learning
SAMPLE = 200
FIRST_RATIO, LAST_RATIO, MEMORY = 1.6, 1.1, 0.7
#: alpha stays in between: beyond them all mixtures are alike, or all of one topic
LEAST, MOST = 1e-4, 100.0


class AlphaSearch:
    """Steps log alpha by the prequential LPP, averaged over the last few minibatches."""

    def __init__(self, alpha: float) -> None:
        self.alpha = alpha
        self.ratio = FIRST_RATIO
        self._gain = np.zeros(2)

    def state(self) -> dict[str, float]:
        """Numbers that `from_state` goes on from."""
        less, more = self._gain.tolist()
        return {"alpha": self.alpha, "ratio": self.ratio, "less": less, "more": more}

    @classmethod
    def from_state(cls, kept: Fields) -> AlphaSearch:
        """What `state` gave."""
        # It may begin below or above: with many topics 10/K, and what users set.
        self = cls(kept.number("alpha", 1e-30, 1e30))
        self.ratio = kept.number("ratio", LAST_RATIO, FIRST_RATIO)
        self._gain = np.array([kept.number("less"), kept.number("more")])
        return self

    def step(self, foretell: Callable[[float], float]) -> float:
        """Compare alpha / ratio and alpha * ratio with alpha; move when one is better."""
        here = foretell(self.alpha)
        tried = np.array([foretell(self.alpha / self.ratio), foretell(self.alpha * self.ratio)])
        self._gain = MEMORY * self._gain + (1 - MEMORY) * (tried - here)
        best = int(self._gain.argmax())
        if self._gain[best] > 0:
            stepped = self.alpha * (1 / self.ratio, self.ratio)[best]
            self.alpha = min(max(stepped, LEAST), MOST)
            self._gain[:] = 0
        else:
            self.ratio = max(LAST_RATIO, self.ratio**0.7)
        return self.alpha


def foretold_parts(counts: Counts, docs: Array) -> tuple[Packed, Packed] | None:
    """Seen and held-out parts of the documents that are long enough for the LPP."""
    indptr = np.concatenate([[0], np.cumsum(counts.indptr[docs + 1] - counts.indptr[docs])])
    entries = np.repeat(counts.indptr[docs] - indptr[:-1], np.diff(indptr)) + np.arange(indptr[-1])
    X = sparse.csr_array(
        (counts.data[entries], counts.indices[entries], indptr), shape=(len(docs), counts.n_words)
    )
    parts = split(X)
    if not len(parts.rows):
        return None
    return _packed(parts.seen), _packed(parts.held)


def _packed(X: sparse.csr_array) -> Packed:
    n = X.shape[0]
    rows = Counts(X.indptr.astype(np.int64), X.indices.astype(np.int32), X.data, X.shape[1])
    return kernels.pack(rows, np.arange(n))


def held_lpp(theta: Array, topics: Array, held: Packed) -> float:
    """Mean over documents of sum_w f_w log sum_k theta_k beta_wk / sum_w f_w; topics are n x K."""
    documents = np.repeat(np.arange(len(held)), np.diff(held.ptr))
    logs = np.log((theta[documents] * topics[held.labels]).sum(axis=1))
    total = np.bincount(documents, weights=held.counts * logs)
    return float((total / np.bincount(documents, weights=held.counts)).mean())

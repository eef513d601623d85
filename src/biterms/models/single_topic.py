"""One topic for each document: a short text is seldom about several."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from biterms.kernels import Array, Counts, Packed
from biterms.learning.minibatches import chunks
from biterms.learning.posterior import Posterior

#: how much more often a word comes from the collection as a whole than from the topic
BACKGROUND = 3.0
#: share of a topic that has nothing
LEAST = np.finfo(np.float64).tiny


def single_topics(posterior: Posterior, sizes: Array, counts: Counts) -> Array:
    """The most probable topic of each document, if it has only one.

    Parameters
    ----------
    posterior : Posterior
        The topics.
    sizes : array of shape (K,)
        Share of each topic, pi.
    counts : Counts
        Documents.

    Returns
    -------
    array of int of shape (D,)
        Places of topics.

    Notes
    -----
    argmax_k log pi_k + sum_w f_w log(b_wk + c p_w) with b_wk the probability of a word in a topic,
    p_w = sum_k pi_k b_wk that in the collection, and c = 3: words that a topic happens to lack do
    not rule it out.
    """
    found, prior = np.empty(len(counts), dtype=np.int64), np.log(np.maximum(sizes, LEAST))
    for batch in chunks(counts):
        found[batch.docs] = (prior + _evidence(posterior, sizes, batch.packed)).argmax(axis=1)
    return found


def _evidence(posterior: Posterior, sizes: Array, packed: Packed) -> Array:
    """sum_w f_w log(1 + b_wk / (c p_w)), documents x K: the same but for a term without k."""
    topics = posterior.rows(packed.words) / posterior.sums()
    collection = np.maximum((topics * sizes).sum(axis=1, keepdims=True), LEAST)
    shape = len(packed), len(packed.words)
    documents = sparse.csr_array((packed.counts.astype(float), packed.labels, packed.ptr), shape)
    return np.asarray(documents @ np.log1p(topics / (BACKGROUND * collection)))

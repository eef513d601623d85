"""Topics learnt at alpha = eta = 0.01, where nearly every lam is near eta, and three kinds of text.

Each of the 20 topics has 20 of the 400 words. Training documents have one topic; held-out ones mix
two; random ones know none, so that no topic holds two of their words.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from scipy import sparse

from biterms import LDA
from tests.kernels.cases import Document

K, WORDS_EACH = 20, 20
V = K * WORDS_EACH
KINDS = "training", "held out", "random words"


def _drawn(rng: np.random.Generator, n_topics: int, length: int) -> Document:
    topics = rng.choice(K, n_topics, replace=False)
    words = rng.choice(topics, length) * WORDS_EACH + rng.integers(0, WORDS_EACH, length)
    return [(int(word), float((words == word).sum())) for word in np.unique(words)]


def texts(kind: str, n: int, seed: int = 1, length: int = 6) -> list[Document]:
    """Documents of one of the KINDS."""
    rng = np.random.default_rng(seed)
    if kind != "random words":
        return [_drawn(rng, 1 if kind == "training" else 2, length) for _ in range(n)]
    drawn = (rng.choice(V, length, replace=False) for _ in range(n))
    return [[(int(word), 1.0) for word in words] for words in drawn]


@cache
def lam() -> np.ndarray:
    """V x K after one pass of the paper's SVB over 800 training documents."""
    documents = texts("training", 800)
    X = sparse.lil_array((len(documents), V))
    for d, document in enumerate(documents):
        for word, count in document:
            X[d, word] = count
    model = LDA.paper(K, batch_size=100, random_state=0, n_threads=1).fit(X.tocsr())
    return np.ascontiguousarray(model.components_.T)

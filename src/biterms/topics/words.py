"""Which words and which pairs of words speak for a topic."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Literal, NamedTuple

import numpy as np
from scipy import sparse

from biterms.bags.with_pairs import WithPairs
from biterms.errors import SettingError
from biterms.kernels import Array
from biterms.measures import tops
from biterms.topics.views import Pair, Word

By = Literal["relevance", "probability"]
#: a long document speaks with its first words only: pairs grow with their square
LONGEST = 64
#: numbers of pairs x topics that are computed together
BLOCK = 1 << 20


def relevance(topics: Array, sizes: Array) -> Array:
    """p log(p / q): p = p(word | topic), q = p(word).

    Neither the words found everywhere, which the largest p would give, nor the rarest ones, which
    the largest p / q would give.
    """
    overall = sizes @ topics
    return np.asarray(topics * np.log(topics / overall))


def top_words(
    topics: Array, sizes: Array, names: Sequence[str], n: int, by: By
) -> list[list[Word]]:
    """The n words of each topic, the best first; fewer if fewer speak for it by relevance."""
    if by not in ("relevance", "probability"):
        raise SettingError(f"by={by!r}: expected 'relevance' or 'probability'")
    scores = relevance(topics, sizes)
    ranks = scores if by == "relevance" and len(topics) > 1 else topics  # one topic: all are alike
    return [
        [Word(names[v], float(topics[k, v]), float(scores[k, v])) for v in row if ranks[k, v] > 0]
        for k, row in enumerate(tops.top_words(ranks, n).tolist())
    ]


class Biterms(NamedTuple):
    """Pairs of words u < v with their weights C; order > 0 where u was written first."""

    docs: Array
    left: Array
    right: Array
    weight: Array
    order: Array


def biterms_of(X: sparse.csr_matrix, places: Array | None = None) -> Biterms:
    """All pairs of distinct words of each document, of its first columns if it is long.

    ``X`` has sorted columns; ``places`` says for each of its entries where in the text the word is.
    """
    docs, first, second = [], [], []
    for doc, (begin, end) in enumerate(zip(X.indptr[:-1], X.indptr[1:], strict=True)):
        u, v = _triangle(min(end - begin, LONGEST))
        docs.append(np.full(len(u), doc))
        first.append(begin + u)
        second.append(begin + v)
    none = np.empty(0, dtype=np.int64)
    u, v = (np.concatenate([none, *parts]) for parts in (first, second))
    weight = np.minimum(X.data[u], X.data[v])
    order = np.zeros(len(u)) if places is None else np.sign(places[v] - places[u])
    return Biterms(np.concatenate([none, *docs]), X.indices[u], X.indices[v], weight, order)


def biterms_named(
    X: sparse.csr_matrix, documents: WithPairs, places: Array | None = None
) -> Biterms:
    """The same of documents that tell their biterms; ``X`` has their entries, in any columns."""
    told = documents.of(np.arange(X.shape[0]))
    docs = np.repeat(np.arange(X.shape[0]), np.diff(told.ptr))
    u, v = X.indptr[docs] + told.left, X.indptr[docs] + told.right
    order = np.zeros(len(u)) if places is None else np.sign(places[v] - places[u])
    return Biterms(docs, X.indices[u], X.indices[v], told.weight, order)


@cache
def _triangle(n: int) -> tuple[Array, Array]:
    return np.triu_indices(n, 1)


def places_of(X: sparse.csr_matrix, texts: Iterable[Array]) -> Array:
    """Where each entry of X is first met in its text, a list of columns in their order."""
    found = []
    for doc, columns in enumerate(texts):
        words, at = np.unique(columns, return_index=True)
        found.append(at[np.searchsorted(words, X.indices[X.indptr[doc] : X.indptr[doc + 1]])])
    return np.concatenate([np.empty(0, dtype=np.int64), *found])


def pair_topics(pairs: Biterms, theta: Array, beta: Array) -> tuple[Array, Array]:
    """The topic of each pair, argmax_k theta_k beta_ku beta_kv, and its responsibility.

    ``beta`` is V x K, or the rows of the words that the pairs are numbered by.
    """
    topic, share = np.empty(len(pairs.docs), dtype=np.int64), np.empty(len(pairs.docs))
    step = max(1, BLOCK // max(1, theta.shape[1]))
    for at in range(0, len(topic), step):
        part = slice(at, at + step)
        joint = theta[pairs.docs[part]] * beta[pairs.left[part]] * beta[pairs.right[part]]
        topic[part] = joint.argmax(axis=1)
        share[part] = joint.max(axis=1) / joint.sum(axis=1)
    return topic, share


def top_pairs(
    pairs: Biterms, theta: Array, beta: Array, names: Sequence[str], n: int
) -> list[list[Pair]]:
    """The n pairs of each topic with the largest p log(p / q): p its share of the topic's biterms.

    q is its share of all biterms, so that a pair found everywhere speaks for no topic.
    """
    K, width = theta.shape[1], len(names)
    topic, share = pair_topics(pairs, theta, beta)
    weight = share * pairs.weight
    pair = pairs.left.astype(np.int64) * width + pairs.right
    known, inverse = np.unique(pair, return_inverse=True)
    mass = sparse.csr_matrix((weight, (topic, inverse)), shape=(K, len(known)))
    overall = np.asarray(mass.sum(axis=0)).ravel() / max(weight.sum(), 1e-300)
    backwards = np.bincount(inverse, pairs.order, len(known)) < 0
    found = []
    for k in range(K):
        row = mass[[k]]
        p = row.data / max(row.data.sum(), 1e-300)
        best = np.lexsort((row.indices, -p * np.log(p / overall[row.indices])))[:n]
        chosen = row.indices[best]
        ends = zip(known[chosen].tolist(), p[best].tolist(), backwards[chosen], strict=True)
        found.append(
            [_pair(names[uv // width], names[uv % width], m, swap) for uv, m, swap in ends]
        )
    return found


def _pair(left: str, right: str, weight: float, swap: bool) -> Pair:
    """As it is mostly written."""
    return Pair(right, left, weight) if swap else Pair(left, right, weight)

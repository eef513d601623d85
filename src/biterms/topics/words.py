"""Which words and which pairs of words speak for a topic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from scipy import sparse

from biterms.errors import SettingError
from biterms.kernels import Array
from biterms.measures import tops
from biterms.topics.views import Pair, Word

By = Literal["relevance", "probability"]
#: a long document speaks with its first words only: pairs grow with their square
LONGEST = 64
#: pairs whose topics are computed together
BLOCK = 1 << 14


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
    """The n words of each topic, the best first."""
    if by not in ("relevance", "probability"):
        raise SettingError(f"by={by!r}: expected 'relevance' or 'probability'")
    scores = relevance(topics, sizes)
    best = tops.top_words(scores if by == "relevance" else topics, n)
    return [
        [Word(names[v], float(topics[k, v]), float(scores[k, v])) for v in row]
        for k, row in enumerate(best.tolist())
    ]


class Biterms(NamedTuple):
    """Pairs of words of documents: weight min(f_u, f_v), u < v."""

    docs: Array
    left: Array
    right: Array
    weight: Array


def biterms_of(X: sparse.csr_matrix) -> Biterms:
    """All pairs of distinct words of each document, of its first words if it is long."""
    docs, left, right, weight = [], [], [], []
    for doc, (begin, end) in enumerate(zip(X.indptr[:-1], X.indptr[1:], strict=True)):
        words, counts = X.indices[begin:end][:LONGEST], X.data[begin:end][:LONGEST]
        u, v = np.triu_indices(len(words), 1)
        docs.append(np.full(len(u), doc))
        left.append(np.minimum(words[u], words[v]))
        right.append(np.maximum(words[u], words[v]))
        weight.append(np.minimum(counts[u], counts[v]))
    return Biterms(
        *(np.concatenate([np.empty(0, int), *parts]) for parts in (docs, left, right, weight))
    )


def pair_topics(pairs: Biterms, theta: Array, beta: Array) -> tuple[Array, Array]:
    """The topic of each pair, argmax_k theta_k beta_ku beta_kv, and its responsibility.

    ``beta`` is V x K, or the rows of the words that the pairs are numbered by.
    """
    topic, share = np.empty(len(pairs.docs), dtype=np.int64), np.empty(len(pairs.docs))
    for at in range(0, len(topic), BLOCK):
        part = slice(at, at + BLOCK)
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
    weight, pair = share * pairs.weight, pairs.left * width + pairs.right
    known, inverse = np.unique(pair, return_inverse=True)
    mass = sparse.csr_matrix((weight, (topic, inverse)), shape=(K, len(known)))
    overall = np.asarray(mass.sum(axis=0)).ravel() / max(weight.sum(), 1e-300)
    found = []
    for k in range(K):
        row = mass[[k]]
        p = row.data / max(row.data.sum(), 1e-300)
        best = np.lexsort((row.indices, -p * np.log(p / overall[row.indices])))[:n]
        ends = zip(known[row.indices[best]].tolist(), p[best].tolist(), strict=True)
        found.append([Pair(names[uv // width], names[uv % width], m) for uv, m in ends])
    return found

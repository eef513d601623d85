"""What a text is about, and which of its words and pairs say so."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import numpy as np
from scipy import sparse

from biterms.kernels import Array
from biterms.topics.words import biterms_of

#: topics with less than this share of a text are not explained
LEAST = 0.05


@dataclass(frozen=True)
class Evidence:
    """A topic of a text; words and pairs with their share of what speaks for it, largest first."""

    id: int
    label: str
    probability: float
    words: tuple[tuple[str, float], ...]
    pairs: tuple[tuple[str, str, float], ...]


@dataclass(frozen=True)
class Explanation:
    """The topics of a text, the largest first; ``unknown`` words say nothing to the model."""

    text: str
    topics: tuple[Evidence, ...]
    unknown: tuple[str, ...]

    def __str__(self) -> str:
        lines = [f"{t.probability:6.1%}  {t.id}  {t.label}: {_reasons(t)}" for t in self.topics]
        if self.unknown:
            lines.append(f"unknown words: {', '.join(self.unknown)}")
        return "\n".join(lines or ["no known word, so nothing can be said"])

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def _reasons(topic: Evidence) -> str:
    pairs = [f"{left} + {right}" for left, right, _ in topic.pairs[:3]]
    return ", ".join([*(word for word, _ in topic.words[:5]), *pairs])


def shares(counts: sparse.csr_matrix, theta: Array, beta: Array) -> tuple[Array, Array, Array]:
    """What each word and each pair of one document gives to each topic.

    f_v phi_vk with phi_vk ∝ theta_k beta_kv, n x K, and 2 C_uv phi_bi, pairs x K, as in the
    document step; the third is the pairs' two places. ``beta`` has the rows of the words in order.
    """
    words = theta * beta
    words *= (counts.data / words.sum(axis=1))[:, None]
    n = len(beta)
    local = sparse.csr_matrix((counts.data, np.arange(n), [0, n]), shape=(1, n))
    pairs = biterms_of(local)
    joint = theta * beta[pairs.left] * beta[pairs.right]
    joint *= (2 * pairs.weight / joint.sum(axis=1))[:, None]
    return words, joint, np.stack([pairs.left, pairs.right], axis=1)

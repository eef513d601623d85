"""What a text is about, and which of its words and pairs say so."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from scipy import sparse

from biterms.bags.with_pairs import WithPairs
from biterms.kernels import Array
from biterms.topics.words import Biterms, biterms_of, biterms_told

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


def shares(
    counts: Array, theta: Array, beta: Array, pairs: Biterms, scale: float
) -> tuple[Array, Array]:
    """What each word and each pair of one document gives to each topic: f_v phi_vk, 2 C_uv phi_bi.

    phi_vk ∝ theta_k beta_kv and phi_bi ∝ theta_k beta_ku beta_kv with the means of theta and beta;
    with ``inference="mean"`` that is the document step, and the sum over all is gamma - alpha.
    ``beta`` has a row for each word of the document, in order; ``scale`` is the model's
    `pair_scale`.
    """
    words = theta * beta
    words *= (counts / words.sum(axis=1))[:, None]
    joint = theta * beta[pairs.left] * beta[pairs.right]
    joint *= (2 * scale * pairs.weight / joint.sum(axis=1))[:, None]
    return words, joint


def pairs_of(document: Any, counts: sparse.csr_array) -> Biterms:
    """The biterms of one document; its words are numbered as in its counts."""
    n = counts.nnz
    own = sparse.csr_matrix((counts.data, np.arange(n), [0, n]), shape=(1, n))
    return biterms_told(own, document) if isinstance(document, WithPairs) else biterms_of(own)

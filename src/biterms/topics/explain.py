"""What a text is about, and which of its words and pairs say so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from biterms.errors import InputError
from biterms.kernels import Array, Counts
from biterms.measures.split import Partible, canonical
from biterms.topics import html
from biterms.topics.document_pairs import WeightedPairs, biterms_of
from biterms.topics.encode import encode
from biterms.topics.fitted import Fitted
from biterms.topics.inference import infer, of_known_words, table_of
from biterms.topics.look import Look

#: topics with less than this share of a text are not explained
LEAST = 0.05
#: pairs of a text that are listed for a topic
MOST_PAIRS = 10


@dataclass(frozen=True)
class TopicShare:
    """A topic of a text, with the words and pairs of words that support it.

    Parameters
    ----------
    id : int
        The id of the topic.
    label : str
        Its name.
    probability : float
        Share of the topic in the text.
    words : tuple of (str, float)
        Words of the text, and the part of the topic's support that comes from each; largest first.
    pairs : tuple of (str, str, float)
        The same for pairs of words.

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
    >>> share = model.explain("a late goal").topics[0]
    >>> share.label, sorted(word for word, _ in share.words)
    ('late goal wins', ['goal', 'late'])
    """

    id: int
    label: str
    probability: float
    words: tuple[tuple[str, float], ...]
    pairs: tuple[tuple[str, str, float], ...]


@dataclass(frozen=True)
class Explanation(html.Displayed):
    """The topics of a text and what supports them.

    Parameters
    ----------
    text : str
        The text.
    topics : tuple of TopicShare
        The largest first; topics with less than 5 % of the text are left out.
    unknown : tuple of str
        Words of the text that the model does not know.

    Examples
    --------
    >>> from biterms import LDA, TopicModel
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 5
    >>> model = TopicModel(LDA(2, random_state=0)).fit(texts)
    >>> model.explain("a late goal on mars").unknown
    ('mars',)
    """

    text: str
    topics: tuple[TopicShare, ...]
    unknown: tuple[str, ...]

    def __str__(self) -> str:
        lines = [f"{t.probability:6.1%}  {t.id}  {t.label}: {_reasons(t)}" for t in self.topics]
        if self.unknown:
            lines.append(f"unknown words: {', '.join(self.unknown)}")
        return "\n".join(lines or ["no known word, so nothing can be said"])

    def chart(self) -> Any:
        """The share of each topic as a chart of Altair."""
        from biterms.topics.charts import bars

        return bars([(f"{t.id}  {t.label}", t.probability) for t in self.topics], "share")

    def _repr_html_(self) -> str:
        rows = [
            [html.bar(t.probability), html.text(t.id), html.text(t.label), _strengths(t)]
            for t in self.topics
        ]
        unknown = f"unknown words: {', '.join(self.unknown)}" if self.unknown else ""
        names = ["share", "id", "label", "what speaks for it"]
        shown = html.table(names, rows) if rows else "<p>no known word</p>"
        return f"<p>{html.text(self.text)}</p>{shown}<p>{html.text(unknown)}</p>"


def _strengths(topic: TopicShare) -> str:
    pairs = [(f"{left} + {right}", share) for left, right, share in topic.pairs[:3]]
    return html.strength([*topic.words[:5], *pairs])


def _reasons(topic: TopicShare) -> str:
    pairs = [f"{left} + {right}" for left, right, _ in topic.pairs[:3]]
    return ", ".join([*(word for word, _ in topic.words[:5]), *pairs])


def explained(look: Look, text: Any) -> Explanation:
    """The topics of a text, with the words and the pairs of words that speak for each."""
    fitted = look.fitted
    document = _one(fitted, text)
    counts = _row(document)
    said = text if isinstance(text, str) else ""
    unknown = () if fitted.text is None else fitted.text.unknown(text)
    if not len(counts.indices):
        return Explanation(said, (), tuple(unknown))
    model = fitted.model
    theta, f = infer(fitted, document)[0], counts.data.astype(np.float64)
    pairs, beta = biterms_of(document, f), model.word_topics(counts.indices)
    scale = model.pair_scale(f, pairs.weight if model.needs_pairs else None)
    words, joint = shares(f, theta, beta, pairs, scale)
    names, ends = look.names(counts.indices), np.stack([pairs.left, pairs.right], axis=1)
    listed = [k for k in np.argsort(-theta, kind="stable").tolist() if theta[k] >= LEAST]
    labels = look.labels(listed)
    topics = tuple(
        TopicShare(
            fitted.ids[k],
            labels[k],
            float(theta[k]),
            *_reasons_of(names, words[:, k], joint[:, k], ends),
        )
        for k in listed
    )
    return Explanation(said, topics, tuple(unknown))


def _one(fitted: Fitted, text: Any) -> Any:
    if fitted.text is None:
        X = sparse.csr_matrix(text.table if isinstance(text, Partible) else text)
        return of_known_words(fitted, X)[:1]
    if not isinstance(text, str):
        raise InputError(f"explain({text!r:.40}): expected one text")
    return encode(fitted.text, fitted.model, [text])


def _row(document: Any) -> Any:
    """The words of one document and how often it has each, sorted."""
    return document if isinstance(document, Counts) else canonical(table_of(document))


def _reasons_of(
    names: list[str], words: Array, pairs: Array, ends: Array
) -> tuple[tuple[tuple[str, float], ...], tuple[tuple[str, str, float], ...]]:
    """Words and pairs with their share of what speaks for a topic, the largest first."""
    total = words.sum() + pairs.sum()
    best = tuple((names[i], float(words[i] / total)) for i in np.argsort(-words))
    return best, tuple(
        (names[ends[i, 0]], names[ends[i, 1]], float(pairs[i] / total))
        for i in np.argsort(-pairs)[:MOST_PAIRS]
        if pairs[i] > 0
    )


def shares(
    counts: Array, theta: Array, beta: Array, pairs: WeightedPairs, scale: float
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

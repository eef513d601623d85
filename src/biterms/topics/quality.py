"""How good each topic is, and which topics are junk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from biterms.kernels import Array
from biterms.measures.chance import chance_npmi
from biterms.topics.look import Look
from biterms.topics.quality_table import Quality, TopicQuality
from biterms.topics.top_counts import TOP, Together, top_columns

#: a topic that leads fewer texts than these, of all, is junk
FEW_TEXTS = 5
#: standard deviations above chance that a coherence must reach
ABOVE_CHANCE = 1.0
#: share of the texts of a topic from which on they are one text, or one boilerplate
MOSTLY = 0.5
#: top words that a boilerplate has, all of them
BOILERPLATE = 5


@dataclass(frozen=True)
class Coherence:
    """NPMI of the top words of each topic over all texts, and what it would be by chance.

    Parameters
    ----------
    npmi, chance, error : array of float
        Of each topic, with the standard deviation of chance; NaN where most pairs of top words
        have not been counted.
    texts : array of int
        Texts that every pair was counted in; pairs that were not counted at all do not matter.
    """

    npmi: Array
    chance: Array
    error: Array
    texts: Array

    @classmethod
    def of(cls, together: Together) -> Coherence:
        """The mean over the pairs that have been counted."""
        scores, met = together.npmi()
        n = met.sum(axis=1)
        # a pair with a word that never occurs counts as counted, and has no NPMI
        known = (2 * (together.texts > 0).sum(axis=1) > met.shape[1]) & (n > 0)
        safe = np.maximum(together.texts, 1)
        mean, variance = np.zeros(met.shape), np.zeros(met.shape)
        p = (together.left / safe)[met], (together.right / safe)[met]
        mean[met], variance[met] = chance_npmi(*p, safe[met])
        texts = np.where(together.texts > 0, together.texts, np.iinfo(np.int64).max)
        n = np.where(known, n, 1)
        return cls(
            *(np.where(known, each.sum(axis=1) / n, np.nan) for each in (scores, mean)),
            np.where(known, np.sqrt(np.maximum(variance, 0.0).sum(axis=1)) / n, np.nan),
            np.where(known, texts.min(axis=1, initial=np.iinfo(np.int64).max), 0),
        )

    @cached_property
    def by_chance(self) -> Array:
        """Topics whose words are together no more often than by chance."""
        return np.asarray(self.npmi <= self.chance + ABOVE_CHANCE * self.error)


def quality_of(look: Look, stability: Mapping[int, float] | None = None) -> Quality:
    """How good the topics in use are, the largest first."""
    fitted, counts = look.fitted, look.fitted.counted.counts
    tops = top_columns(fitted.model, TOP)
    coherence, leading = Coherence.of(counts.together(tops)), Leading.of(look)
    places = sorted(look.in_use, key=lambda k: -look.sizes[k])
    labels, junk = look.labels(places), Junk(look, tops, coherence, leading)
    rows = [
        TopicQuality(
            *(fitted.ids[k], labels[k], float(look.sizes[k])),
            *(_number(coherence.npmi[k]), _number(coherence.chance[k]), int(coherence.texts[k])),
            *((leading.share(k), leading.sharpness(k)) if leading.sampled else (None, None)),
            None if stability is None else stability.get(fitted.ids[k]),
            tuple(junk.reasons(k)),
        )
        for k in places
    ]
    return Quality(rows, counts.seen, leading.sampled)


@dataclass(frozen=True)
class Leading:
    """The texts of the sample that each topic leads: those in which it has the largest share.

    Parameters
    ----------
    look : Look
        A model and its sample.
    docs : array of int
        Texts of the sample that have known words.
    topics : array of int
        The topic of each.
    """

    look: Look
    docs: Array
    topics: Array

    @classmethod
    def of(cls, look: Look) -> Leading:
        """Those of a look."""
        docs = np.flatnonzero(np.diff(look.counts.indptr))
        return cls(look, docs, look.mixtures[docs].argmax(axis=1))

    @property
    def sampled(self) -> int:
        """Texts of the sample that have known words."""
        return len(self.docs)

    def texts(self, k: int) -> Array:
        """The texts that a topic leads."""
        return self.docs[self.topics == k]

    def share(self, k: int) -> float:
        """Their share of the sample."""
        return float((self.topics == k).mean())

    def sharpness(self, k: int) -> float | None:
        """Mean share of the topic in them."""
        texts = self.texts(k)
        return float(self.look.mixtures[texts, k].mean()) if len(texts) else None


@dataclass(frozen=True)
class Junk:
    """The rules by which topics are junk; each has a reason that people read."""

    look: Look
    tops: Array
    coherence: Coherence
    leading: Leading

    def reasons(self, k: int) -> Iterator[str]:
        """Why a topic is junk; nothing if it is not."""
        texts, all_texts = self.leading.texts(k), self.look.fitted.model.n_docs_
        if self.leading.sampled and self.leading.share(k) * all_texts < FEW_TEXTS:
            yield "few texts"
        if self.coherence.by_chance[k]:
            yield "words together by chance"
        if self._flat[k]:
            yield "flat words"
        if len(texts) >= FEW_TEXTS:
            yield from self._alike(k, texts)

    @cached_property
    def _flat(self) -> Array:
        """Topics whose top words hold no more than the most frequent ones of all texts."""
        model = self.look.fitted.model
        beta = model.topics_
        overall = np.sort(model.sizes_ @ beta)[::-1]
        held = np.take_along_axis(beta, np.maximum(self.tops, 0), axis=1) * (self.tops >= 0)
        return np.asarray((held.sum(axis=1) <= overall[:TOP].sum()) & (len(beta) > 1))

    def _alike(self, k: int, texts: Array) -> Iterator[str]:
        counts = self.look.counts[texts]
        words = [tuple(row) for row in np.split(counts.indices, counts.indptr[1:-1])]
        if max(Counter(words).values()) > MOSTLY * len(words):
            yield "one text repeated"
        elif (self.tops[k, :BOILERPLATE] >= 0).all():
            first = {*self.tops[k, :BOILERPLATE].tolist()}
            if sum(first <= {*row} for row in words) > MOSTLY * len(words):
                yield "one boilerplate"


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)

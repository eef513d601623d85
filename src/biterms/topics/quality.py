"""How good each topic is, and which topics are junk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import entr

from biterms.kernels import Array
from biterms.topics.coherence import Coherence
from biterms.topics.look import Look
from biterms.topics.most_probable import most_probable
from biterms.topics.quality_table import Quality, TopicQuality
from biterms.topics.top_counts import TOP

#: a topic that leads fewer texts than these, of all, is junk
FEW_TEXTS = 5
#: top words must be this many times as probable as typical words, if these are so many or more
FLAT, MANY_WORDS = 2.0, 100
#: share of the texts of a topic from which on they are one text, or one boilerplate
MOSTLY = 0.5
#: top words that a boilerplate has, all of them
BOILERPLATE = 5


def quality_of(look: Look, stability: Mapping[int, float] | None = None) -> Quality:
    """How good the topics in use are, the largest first."""
    fitted, counts = look.fitted, look.top_counts
    tops = most_probable(fitted.model.posterior_, min(TOP, fitted.model.n_features_in_))
    coherence, leading = Coherence.of(counts.together(tops)), Leading.of(look)
    places = sorted(look.in_use, key=lambda k: -look.sizes[k])
    labels, junk = look.labels(places), Junk(look, tops, coherence, leading)
    rows = [
        TopicQuality(
            id=fitted.ids[k],
            label=labels[k],
            size=float(look.sizes[k]),
            coherence=_number(coherence.npmi[k]),
            chance=_number(coherence.chance[k]),
            n_texts=int(coherence.texts[k]),
            documents=leading.share(k) if leading.sampled else None,
            sharpness=leading.sharpness(k),
            stability=None if stability is None else stability.get(fitted.ids[k]),
            junk=tuple(junk.reasons(k)),
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
        return np.asarray(self.docs[self.topics == k])

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
        """Topics whose top words are hardly more probable than many others."""
        beta = self.look.fitted.model.topics_
        typical = np.exp(-entr(beta).sum(axis=1))
        top = np.take_along_axis(beta, self.tops, axis=1).mean(axis=1)
        return np.asarray((top < FLAT * typical) & (typical < 1 / MANY_WORDS))

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

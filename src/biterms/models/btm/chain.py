"""The chain of draws: sweeps over a slice (BTM, oBTM), or new biterms one by one (iBTM)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from biterms import kernels
from biterms.kernels import Array, Biterms, TopicCounts
from biterms.learning.random import Random
from biterms.models.btm.samples import Samples, counted, some_of

#: draws of one call of the kernel: an interrupt in Python waits no longer than that
BLOCK_VISITS = 1 << 18


class Priors(NamedTuple):
    """alpha of each topic, beta of each word."""

    alpha: float
    beta: float


class Drawn(NamedTuple):
    """How far a chain has come: the topics so far, and the generator that draws on."""

    done: int
    topic: Array
    random: Random


class Chain:
    """Biterms, those of ``samples`` first, and their counts."""

    def __init__(
        self,
        samples: Samples,
        left: Array,
        right: Array,
        priors: Priors,
        random: Random,
    ) -> None:
        self.samples, self.random = samples, random
        self.known, self.biterms = len(samples.live), _joined(samples.live, left, right)
        self.counts = _counts(samples, priors)

    def sweeps(self, n: int) -> Iterator[tuple[int, int]]:
        """All are drawn n times; tells how far it is."""
        if not self.samples.history.any():
            self._begin()
        for done in range(1, n + 1):
            for at in range(0, len(self.biterms), BLOCK_VISITS):
                last = min(at + BLOCK_VISITS, len(self.biterms))
                self._visit(np.arange(at, last, dtype=np.int32))
            yield done, n

    def arrivals(self, rejuvenations: int, window: int) -> Iterator[tuple[int, int]]:
        """Each new biterm is drawn, then some of the ``window`` before it; tells how far it is."""
        together = max(1, BLOCK_VISITS // (1 + rejuvenations))
        number = len(self.biterms) - self.known
        for at in range(self.known, len(self.biterms), together):
            new = np.arange(at, min(at + together, len(self.biterms)))
            reach = np.minimum(new, window)[:, None]
            back = (self.random.random_sample((len(new), rejuvenations)) * reach).astype(np.int64)
            visits = np.column_stack([new, new[:, None] - reach + back])
            self._visit(visits.astype(np.int32).ravel())
            yield int(new[-1]) + 1 - self.known, number

    def drawn(self, done: int) -> Drawn:
        """This moment, to return to."""
        return Drawn(done, self.biterms.topic.copy(), self.random.copied())

    def return_to(self, drawn: Drawn) -> None:
        """Undo what was drawn since, for example by a sweep that was interrupted."""
        self.biterms, self.random = replace(self.biterms, topic=drawn.topic), drawn.random
        met = some_of(self.biterms, drawn.topic >= 0)
        words, biterms = counted(met, *self.counts.words.shape)
        self.counts = replace(self.counts, words=words, biterms=biterms)

    def slice_ended(self) -> tuple[Samples, Array]:
        """What is known now, and history + n (V x K); no biterm is drawn again."""
        return self._known(), np.asarray(self.samples.history + self.counts.words)

    def ended(self, window: int, decay: float) -> tuple[Samples, Array]:
        """The same; so many of the last biterms may be drawn again, others count for less."""
        met = self.biterms.topic >= 0  # a fit that was ended leaves some without
        known = replace(self._known(), live=some_of(self.biterms, met)).latest(window, decay)
        return known, known.learnt()

    def _begin(self) -> None:
        """Topics by chance: nothing is known that they could be drawn from."""
        self.biterms.topic[:] = self.random.randint(
            len(self.counts.biterms), size=len(self.biterms)
        )
        words, biterms = counted(self.biterms, *self.counts.words.shape)
        self.counts = replace(self.counts, words=words, biterms=biterms)

    def _known(self) -> Samples:
        return replace(self.samples, biterms=self.counts.biterms.astype(np.float64))

    def _visit(self, visits: Array) -> None:
        uniforms = self.random.random_sample(len(visits))
        kernels.draw_topics(self.biterms, self.counts, visits, uniforms)


def _counts(samples: Samples, priors: Priors) -> TopicCounts:
    """Those of the biterms that have topics, beside beta + history and alpha + carried."""
    history = samples.history
    prior = priors.beta + (history if history.any() else history[:1])
    return TopicCounts(
        *counted(samples.live, *history.shape),
        prior=prior.astype(np.float32),
        prior_sums=priors.beta * len(history) + history.sum(axis=0),
        alpha=priors.alpha + samples.carried,
    )


def _joined(live: Biterms, left: Array, right: Array) -> Biterms:
    new = np.full(len(left), -1, dtype=np.int32)
    pairs = ((live.left, left), (live.right, right), (live.topic, new))
    return Biterms(*(np.concatenate(pair) for pair in pairs))

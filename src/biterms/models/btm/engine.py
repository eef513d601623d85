"""BTM bound to its settings: slices of documents are drawn, and become the topics."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from biterms.errors import SettingError
from biterms.kernels import Array, Counts
from biterms.learning.learner import Step
from biterms.learning.minibatches import CHUNK_DOCS, chunks
from biterms.learning.plan import Joining
from biterms.learning.posterior import Posterior
from biterms.learning.prequential import Progress
from biterms.learning.random import Random
from biterms.learning.row_map import RowMap
from biterms.learning.state import Clock
from biterms.learning.statistics import Statistics
from biterms.learning.table import Table
from biterms.models.btm.chain import Chain, Priors
from biterms.models.btm.pairs import (
    MOST_BITERMS,
    Pairing,
    biterms_of,
    check_kept,
    check_whole_counts,
    mixtures,
)
from biterms.models.btm.samples import Samples
from biterms.models.btm.state import BTMState
from biterms.models.prior import read_eta


@dataclass(frozen=True)
class BTMEngine:
    """BTM with checked settings, named as in `BTM`."""

    n_topics: int
    alpha: float
    beta: float
    pairs: Pairing
    sweeps: int
    online: str
    decay: float
    rejuvenations: int
    window: int | None
    random_state: Any

    def n_passes(self) -> int:
        """How often ``fit`` draws every biterm."""
        return self.sweeps if self.online == "slices" else 1

    def begin(self, counts: Counts, names: list[str] | None = None) -> BTMState:
        """A state that has learnt nothing yet."""
        V, K = counts.n_words, self.n_topics
        return BTMState(
            posterior=Posterior(V, K, read_eta(self.beta, V, K)),
            random=Random.new(self.random_state),
            clock=Clock(),
            first_topics=K,
            names=names,
            alpha=self.alpha,
            online=self.online,
            samples=Samples.none(V, K),
        )

    def fit(
        self,
        state: BTMState,
        counts: Counts,
        progress: Progress | None = None,
        publish: Callable[[int], None] | None = None,
    ) -> None:
        """Learn from all documents as one slice."""
        self._draw(state, counts, progress, publish)

    def learn(self, state: BTMState, counts: Counts) -> None:
        """Learn from the next slice (oBTM), or biterm by biterm (iBTM)."""
        self.learn_stream(state, counts, np.array([0, len(counts)]))

    def learn_stream(
        self,
        state: BTMState,
        counts: Counts,
        cuts: Array,
        joining: Joining | None = None,
        then: Callable[[int], None] | None = None,
    ) -> None:
        """Learn on from documents as one slice, with the words that join.

        Parameters
        ----------
        state : BTMState
            What has been learnt.
        counts : Counts
            The documents.
        cuts : array of int
            Minibatches of other models; here they are one slice.
        joining : sequence, optional
            Words that join.
        then : callable, optional
            Called after the slice was added, with the number of minibatches.
        """
        if self.online != state.online:
            raise SettingError(
                f"online={self.online!r}, but learning began with {state.online!r}; set it back, "
                "or fit anew"
            )
        follow = None if then is None else lambda _: then(len(cuts) - 1)
        change = None
        if joining is not None:
            change = RowMap.grow(joining[0][0].before, joining[-1][0].after - joining[0][0].before)
        self._draw(state, counts, publish=follow, change=change)

    @property
    def batch_size(self) -> int:
        """Documents of a slice when texts come as a stream."""
        return CHUNK_DOCS

    def check_stream(self) -> None:
        """Any documents may come."""

    def infer(self, state: BTMState, counts: Counts) -> Array:
        """p(z|d) of documents, D x K."""
        shares = np.empty((len(counts), state.posterior.n_topics))
        theta = self.theta(state)
        for batch in chunks(counts):
            rows = state.posterior.table.expect(batch.packed.words, "mean")
            shares[batch.docs] = mixtures(batch.packed, rows.rows, theta, self.pairs)
        return shares

    def theta(self, state: BTMState) -> Array:
        """p(z) of the collection, K numbers."""
        mass = self.sizes(state) + state.alpha
        return np.asarray(mass / mass.sum())

    def sizes(self, state: BTMState) -> Array:
        """Biterms of each topic."""
        return np.asarray(state.samples.carried + state.samples.biterms)

    def merged(self, state: BTMState, topics: list[int]) -> dict[str, Any]:
        """The first of these topics takes the biterms of the others."""
        return {"samples": state.samples.merged(topics)}

    def remapped(self, state: BTMState, change: RowMap) -> dict[str, Any]:
        """Counts of words follow the words."""
        return {"samples": state.samples.remapped(change)}

    def _draw(
        self,
        state: BTMState,
        counts: Counts,
        progress: Progress | None = None,
        publish: Callable[[int], None] | None = None,
        change: RowMap | None = None,
    ) -> None:
        """Draw topics of the biterms; what `progress` raises ends it, and what is drawn stays."""
        check_whole_counts(counts)
        slices, window = self.online == "slices", self.window or MOST_BITERMS
        left, right = biterms_of(counts, self.pairs)
        samples, random, table = state.samples, state.random.copied(), state.posterior.table
        if change is not None:
            samples, table = samples.remapped(change), state.posterior.remapped(change)
        if slices:
            samples = samples.slid(table.lazy.M - samples.history, self.decay)
        elif self.window is None:
            check_kept(len(samples.live) + len(left))
        priors = Priors(state.alpha, float(state.posterior.eta[0, 0]))
        chain = Chain(samples, left, right, priors, random)
        steps = chain.sweeps(self.sweeps) if slices else chain.arrivals(self.rejuvenations, window)
        total = len(counts) * (self.sweeps if slices else 1)
        passes = 1
        try:
            for done, n in steps:
                passes = done if slices else 1
                if progress is not None:
                    progress(total * done // n, total, None)
        finally:
            after = chain.slice_ended() if slices else chain.ended(window, self.decay)
            clock = replace(
                state.clock,
                steps=state.clock.steps + 1,
                documents=state.clock.documents + len(counts),
                passes=passes,
            )
            _adopt(state, table, after, {"random": random, "clock": clock}, publish)


def _adopt(
    state: BTMState,
    table: Table,
    after: tuple[Samples, Array],
    changes: dict[str, Any],
    publish: Callable[[int], None] | None,
) -> None:
    """lam = beta + history + n."""
    samples, counts = after
    posterior = state.posterior
    statistics = Statistics(
        np.arange(len(counts), dtype=np.int32),
        counts,
        n_words=len(counts),
        documents=changes["clock"].documents - state.clock.documents,
        anchor=posterior.anchor,
    )
    changes |= {"samples": samples, "symmetry_broken": bool(counts.any())}
    step = Step(0.0, 1.0)
    state.commit(lambda: posterior.add(statistics, step, at=table), [changes], publish)

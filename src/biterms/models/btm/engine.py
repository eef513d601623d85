"""BTM bound to its settings: slices of documents are drawn, and become the topics."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

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
from biterms.models.btm.chain import Chain, Drawn, Priors
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
from biterms.models.engine import Replayed
from biterms.models.prior import read_eta


class Slice(NamedTuple):
    """Documents that are being learnt: their chain, and the posterior with the words that join."""

    chain: Chain
    table: Table
    documents: int


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

    def begin(
        self, counts: Counts, names: list[str] | None = None, *, complete: bool = True
    ) -> BTMState:
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
        """Learn from all documents as one slice; whatever ends it, complete sweeps stay."""
        part, passes = self._slice(state, counts), 0
        drawn: Drawn | None = None
        try:
            for passes, total in self._steps(part.chain):
                drawn = part.chain.drawn(passes)
                if progress is not None:
                    documents = len(counts) * self.n_passes()
                    progress(documents * passes // total, documents, None)
        except BaseException:
            if drawn is not None:
                part.chain.return_to(drawn)
                self._commit(state, part, drawn.done, publish)
            raise
        self._commit(state, part, passes, publish)

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
        times: Array | None = None,
        replayed: Replayed | None = None,
    ) -> None:
        """Learn on from documents as one slice, whatever the minibatches are; see `Engine`."""
        if self.online != state.online:
            raise SettingError(
                f"online={self.online!r}, but learning began with {state.online!r}; set it back, "
                "or fit anew"
            )
        follow = None if then is None else lambda _: then(len(cuts) - 1)
        change = None
        if joining is not None:
            change = RowMap.grow(joining[0][0].before, joining[-1][0].after - joining[0][0].before)
        part = self._slice(state, counts, change)
        for _ in self._steps(part.chain):
            pass
        self._commit(state, part, self.sweeps, follow)

    @property
    def horizon(self) -> float | None:
        """None: times do not matter."""
        return None

    @property
    def batch_size(self) -> int:
        """Documents of a slice when texts come as a stream."""
        return CHUNK_DOCS

    def working_memory(self, n_docs: int, n_words: int) -> int:
        """Refuse: each biterm has a topic, which is drawn again in every sweep."""
        raise SettingError(
            "BTM holds all biterms in memory and draws their topics again in every sweep: leave "
            "the limit of memory out, or use LDA"
        )

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

    def inferring(self, state: BTMState, counts: Counts) -> Callable[[], Array]:
        """`infer` of this moment."""
        shares = self.infer(state, counts)
        return lambda: shares

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

    def catch_up(self, state: BTMState) -> None:
        """Nothing is put off."""

    def remapped(self, state: BTMState, change: RowMap) -> dict[str, Any]:
        """Counts of words follow the words."""
        return {"samples": state.samples.remapped(change)}

    def _slice(self, state: BTMState, counts: Counts, change: RowMap | None = None) -> Slice:
        """The biterms of documents, beside what is known; the state stays as it is."""
        check_whole_counts(counts)
        left, right = biterms_of(counts, self.pairs)
        samples, table = state.samples, state.posterior.table
        if change is not None:
            samples, table = samples.remapped(change), state.posterior.remapped(change)
        if self.online == "slices":
            samples = samples.slid(table.lazy.M - samples.history, self.decay)
        elif self.window is None:
            check_kept(len(samples.live) + len(left))
        priors = Priors(state.alpha, float(state.posterior.eta[0, 0]))
        chain = Chain(samples, left, right, priors, state.random.copied())
        return Slice(chain, table, len(counts))

    def _steps(self, chain: Chain) -> Iterator[tuple[int, int]]:
        if self.online == "slices":
            return chain.sweeps(self.sweeps)
        return chain.arrivals(self.rejuvenations, self.window or MOST_BITERMS)

    def _commit(
        self,
        state: BTMState,
        part: Slice,
        passes: int,
        publish: Callable[[int], None] | None = None,
    ) -> None:
        """lam = beta + history + n, and everything else that the documents have changed."""
        chain, slices = part.chain, self.online == "slices"
        window = self.window or MOST_BITERMS
        samples, counts = chain.slice_ended() if slices else chain.ended(window, self.decay)
        statistics = Statistics(
            np.arange(len(counts), dtype=np.int32),
            counts,
            n_words=len(counts),
            documents=part.documents,
            anchor=state.posterior.anchor,
        )
        clock = replace(
            state.clock,
            steps=state.clock.steps + 1,
            documents=state.clock.documents + part.documents,
            passes=passes if slices else 1,
        )
        changes = {
            "random": chain.random,
            "clock": clock,
            "samples": samples,
            "symmetry_broken": bool(counts.any()),
        }

        def learn() -> None:
            state.posterior.add(statistics, Step(0.0, 1.0), at=part.table)

        state.commit(learn, [changes], publish)

"""The engine that LDA and HDP share: how a state begins, learns and infers mixtures."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from biterms.errors import InputError, SettingError
from biterms.kernels import Array, Counts, Inference, Local, Packed, Rows
from biterms.learning.arrivals import Arrivals, arrivals_after
from biterms.learning.forgetting import forget
from biterms.learning.loop import Loop
from biterms.learning.minibatches import Batch, chunks, one_batch
from biterms.learning.plan import Joining, Plan
from biterms.learning.posterior import Posterior
from biterms.learning.prequential import Progress, Watching, predicting
from biterms.learning.random import Random
from biterms.learning.row_map import RowMap
from biterms.learning.shuffled import Shuffled, permuted, without
from biterms.learning.start import drawn_lam, starts_random
from biterms.learning.state import State
from biterms.models.engine import Replayed
from biterms.models.prior import read_eta
from biterms.models.settings import LearningSettings

#: runs of documents in a block that is shuffled
PIECES = 128
#: tables of topics and words that there are at a time, and more where the prior is one, too
TABLES, GIVEN = 2, 4
#: bytes of a document in the order of one pass, where all documents are shuffled together
ORDER = 12


class VariationalEngine(ABC):
    """A model with a document step, bound to its settings.

    Parameters
    ----------
    n_topics : int
        Topics that learning begins with.
    eta : number or array
        The prior of the topics, as users give it.
    learning : LearningSettings
        How it learns.
    """

    #: names of what is learnt beside the words, as `extra` gives them
    extra_names: tuple[str, ...] = ()

    def __init__(self, n_topics: int, eta: Any, learning: LearningSettings) -> None:
        self.n_topics, self.eta, self.learning = n_topics, eta, learning

    # what a model must say -----------------------------------------------------------------

    @abstractmethod
    def new_state(self, **fields: Any) -> Any:
        """A state with these fields of `State`, and what the model adds to them."""

    @abstractmethod
    def local_settings(self, state: Any) -> Any:
        """All that the document step needs beside rows and documents, at this moment."""

    @abstractmethod
    def local_step(self, settings: Any, rows: Rows, documents: Packed, **wanted: Any) -> Any:
        """The document step: a function of settings, rows and documents alone."""

    @abstractmethod
    def mixtures(self, result: Any, settings: Any) -> Array:
        """E[theta] of the documents of a result, D x K, and of the settings it came from."""

    @abstractmethod
    def documents_bound(self, state: Any, result: Any) -> float:
        """What the documents of a minibatch add to the bound (vb)."""

    @abstractmethod
    def topics_bound(self, state: Any) -> float:
        """What the topics add to the bound, and whatever else all documents share (vb)."""

    # what a model may say ------------------------------------------------------------------

    #: whether the learner says how many rounds the document step has
    takes_rounds = False

    def predict_settings(self, state: Any) -> Any:
        """What the document step needs where mixtures are wanted: the same, if nothing is said."""
        return self.local_settings(state)

    def extra(self, result: Any) -> dict[str, Array]:
        """Statistics beside those of the words."""
        return {}

    def adapted(self, state: Any, batch: Batch) -> dict[str, Any]:
        """Fields of the state that documents change before they are learnt from."""
        return {}

    def block_settings(self, state: Any) -> Local | None:
        """Settings of the compiled block, or None if Python is needed between minibatches."""
        return None

    def schedule(self, n_docs: int, passes: int) -> Schedule:
        """Which documents each pass of ``fit`` learns from."""
        learner = self.learning.learner
        if not learner.repeats or learner.needs_all_documents:
            return Schedule(n_docs)
        return Schedule(n_docs, learner.shuffled_together or n_docs)

    def catch_up(self, state: Any, replayed: Replayed | None = None) -> None:
        """Make up for what an interrupt has put off; before the words change."""
        forget(state, self.learning.learner, self.threads)

    def merged(self, state: Any, topics: list[int]) -> dict[str, Any]:
        """Fields beside the posterior when the first of these topics has taken all."""
        return {"forgetting": None}

    def summed(self, states: list[Any], topics: list[Array], n_topics: int) -> dict[str, Any]:
        """Fields beside the posterior when what several states have learnt is added up.

        ``topics`` says which topic of the sum each topic of each state is; where several say
        something of it, the first state is right.
        """
        return {"forgetting": None}

    def remapped(self, state: Any, change: RowMap) -> dict[str, Any]:
        """Fields beside the posterior that change with the words."""
        return {}

    # what all of them do -------------------------------------------------------------------

    @property
    def inference(self) -> Inference:
        """How expectations are taken."""
        return "vb" if self.learning.inference == "vb" else "mean"

    @property
    def init(self) -> str | None:
        """Where topics begin."""
        return self.learning.init

    @property
    def threads(self) -> int:
        """Threads of the kernels."""
        return self.learning.threads

    @property
    def horizon(self) -> float | None:
        """Seconds of a stream that the learner looks back on; None: times do not matter."""
        return self.learning.learner.horizon

    @property
    def batch_size(self) -> int:
        """Documents of a minibatch."""
        return self.learning.batch_size

    def n_passes(self) -> int:
        """How often ``fit`` goes over the documents at most."""
        return self.learning.n_passes()

    def first_eta(self, n_docs: int) -> Any:
        """The prior of the topics for so many documents; 0: nobody knows how many."""
        return self.eta

    def working_memory(self, n_docs: int, n_words: int) -> int:
        """Bytes that ``fit`` takes where the documents are on disk: some tables, and an order."""
        learner = self.learning.learner
        if learner.needs_all_documents:
            raise SettingError(
                f"{type(learner).__name__} learns from all documents at once and holds them in "
                "memory: learn from minibatches with Annealed, SVI, SVB or KPS"
            )
        order = 0 if learner.shuffled_together else ORDER * n_docs
        tables = TABLES + (GIVEN if np.ndim(self.eta) == 2 else 0)
        return tables * 8 * self.n_topics * n_words + order

    def begin(
        self, counts: Counts, names: list[str] | None = None, *, complete: bool = True
    ) -> Any:
        """A state that has learnt nothing yet."""
        self.learning.n_passes()
        given = self.first_eta(len(counts) if complete else 0)
        eta = read_eta(given, counts.n_words, self.n_topics)
        random = Random.new(self.learning.random_state)
        posterior = Posterior(counts.n_words, self.n_topics, eta, self.extra_names)
        if starts_random(self, self.learning.learner):
            posterior.begin_at(drawn_lam(random, posterior))
        return self.new_state(
            posterior=posterior, random=random, names=names, first_topics=self.n_topics
        )

    def fit(
        self,
        state: State,
        counts: Counts,
        progress: Progress | None = None,
        publish: Callable[[int], None] | None = None,
    ) -> None:
        """Learn from all documents, in as many passes as the settings say."""
        self.learn_passes(state, counts, self.learning.n_passes(), progress, publish)

    def learn_passes(
        self,
        state: State,
        counts: Counts,
        passes: int,
        progress: Progress | None = None,
        publish: Callable[[int], None] | None = None,
        schedule: Schedule | None = None,
    ) -> None:
        """Learn from all documents in a number of passes, or from those that a schedule names."""
        learner, n = self.learning.learner, len(counts)
        size = n if learner.needs_all_documents else self.batch_size
        watch = None if progress is None else Watching(progress, n, passes * n, size)
        loop, schedule = Loop(self, learner, state, watch), schedule or self.schedule(n, passes)
        for number in range(passes):
            random = state.random.copied()
            order = schedule.order(number, random)
            if watch is not None:
                watch.begin_pass(number)
            loop.run(_pass(counts, order, size, number, passes), {"random": random}, then=publish)
            schedule.end_pass(self, state, counts, number)
            state.set(clock=replace(state.clock, passes=number + 1, first_pass=False))
            if learner.needs_all_documents and _converged(loop.bounds, learner.tol):  # type: ignore[attr-defined]
                break

    def learn(self, state: State, counts: Counts) -> None:
        """Learn on from one minibatch."""
        self.learn_stream(state, counts, np.array([0, len(counts)]))

    def learn_stream(
        self,
        state: State,
        counts: Counts,
        cuts: Array,
        joining: Joining | None = None,
        then: Callable[[int], None] | None = None,
        times: Array | None = None,
        replayed: Replayed | None = None,
    ) -> None:
        """Learn on from minibatches in their order, each seen once; see `Engine`."""
        self.check_stream()
        self._check_times(times)
        loop, at = Loop(self, self.learning.learner, state), 0
        while at < len(cuts) - 1:
            self.catch_up(state, replayed)
            end, changes = self.stream_part(state, counts, cuts, at)
            part = cuts[at : end + 1]
            seen = state.clock.documents + part[1:] - part[0]
            arrivals = self._arrivals(state, part, None if times is None else times[at:end])
            plan = Plan(
                counts, np.arange(len(counts)), part, seen, seen, passes=1, arrivals=arrivals
            )
            words = None if joining is None else joining[at:end]
            loop.run(plan, changes, words, None if then is None else partial(_after, then, at))
            at = end
        self.catch_up(state, replayed)

    def stream_part(
        self, state: Any, counts: Counts, cuts: Array, at: int
    ) -> tuple[int, dict[str, Any]]:
        """How many minibatches of a stream are learnt in one go, and fields that change with them.

        They are those from ``at`` up to the number that is returned.
        """
        return len(cuts) - 1, {}

    def check_stream(self) -> None:
        """Refuse a learner that cannot learn from documents as they come."""
        learner = self.learning.learner
        if learner.needs_all_documents:
            raise SettingError(
                f"{type(learner).__name__} needs all documents at once: use fit, or learn from "
                "minibatches with Annealed, SVI, SVB or KPS"
            )

    def _check_times(self, times: Array | None) -> None:
        if self.horizon is not None and times is None:
            raise InputError(
                f"{self.learning.learner!r} remembers the documents of a span of time, but counts "
                "have no times: use TopicModel.update with texts that have a time, or set most to "
                "a number of documents"
            )

    def _arrivals(
        self, state: State, cuts: Array, times: Array | None
    ) -> list[Arrivals | None] | None:
        """When documents came, after each minibatch; None if that does not matter."""
        if self.horizon is None or times is None:
            return None
        before = state.clock.documents + cuts[:-1] - cuts[0]
        return arrivals_after(state.clock.arrivals, times, before, self.horizon)

    def infer(self, state: State, counts: Counts) -> Array:
        """E[theta] of documents, D x K."""
        shape = len(counts), state.posterior.n_topics
        return self._inferred(shape, self.predict_settings(state), self._with_rows(state, counts))

    def inferring(self, state: State, counts: Counts) -> Callable[[], Array]:
        """`infer` of this moment, to be called at any time: learning may go on meanwhile."""
        shape = len(counts), state.posterior.n_topics
        given = [*self._with_rows(state, counts)]
        return partial(self._inferred, shape, self.predict_settings(state), given)

    def _with_rows(self, state: State, counts: Counts) -> Iterator[tuple[Batch, Rows]]:
        """Some documents at a time, and what the state knows of their words."""
        for batch in chunks(counts):
            yield batch, self._rows(state, batch.packed)

    def _inferred(
        self, shape: tuple[int, int], settings: Any, given: Iterable[tuple[Batch, Rows]]
    ) -> Array:
        mixtures = np.empty(shape)
        for batch, rows in given:
            result = self.local_step(
                settings, rows, batch.packed, n_threads=self.threads, stats=False
            )
            begin, end = int(batch.docs[0]), int(batch.docs[-1]) + 1
            mixtures[begin:end] = self.mixtures(result, settings)
        return mixtures

    def prequential_lpp(self, state: State, counts: Counts) -> float | None:
        """LPP of the first of some documents before they are learnt from."""
        return self.predicting(state, counts)()

    def predicting(self, state: State, counts: Counts) -> Callable[[], float | None]:
        """`prequential_lpp` of this moment, to be called at any time."""
        return predicting(self, state, one_batch(counts))

    def sizes(self, state: State) -> Array:
        """Expected words and biterms of each topic."""
        return state.posterior.learnt()

    def bound(self, state: State, result: Any) -> float:
        """The bound (vb), or the log likelihood at the means."""
        if self.inference == "mean":
            return float(result.fit.sum())
        return self.documents_bound(state, result) + self.topics_bound(state)

    def elbo(self, state: State, counts: Counts) -> float:
        """The evidence lower bound of documents and topics."""
        settings = self.local_settings(state)
        total = sum(
            self.documents_bound(state, self.result(state, settings, batch.packed, fit=True))
            for batch in chunks(counts)
        )
        return float(total) + self.topics_bound(state)

    def result(self, state: State, settings: Any, packed: Packed, **wanted: Any) -> Any:
        """The document step of a minibatch at this moment."""
        rows = self._rows(state, packed)
        return self.local_step(settings, rows, packed, n_threads=self.threads, **wanted)

    def _rows(self, state: State, packed: Packed) -> Rows:
        return state.posterior.table.expect(packed.words, self.inference, self.threads)


class Schedule:
    """Which documents each pass of ``fit`` learns from: all of them, in random order or theirs.

    Parameters
    ----------
    n_docs : int
        Number of documents.
    together : int, optional
        So many documents are shuffled among themselves: `PIECES` runs of documents from anywhere,
        so that files larger than memory can be read that way, and sorted ones are mixed; 0 leaves
        the order as it is.
    """

    def __init__(self, n_docs: int, together: int = 0) -> None:
        self.n_docs, self.together = n_docs, together

    def order(self, number: int, random: np.random.RandomState) -> Array | Shuffled:
        """The documents of pass ``number`` (0, 1, ...)."""
        return self.without(np.arange(0), random)

    def without(self, left_out: Array, random: np.random.RandomState) -> Array | Shuffled:
        """The documents of a pass without some that are left out."""
        if not self.together or not self.n_docs:
            return without(np.arange(self.n_docs), left_out)
        if self.n_docs <= self.together:
            return without(permuted(self.n_docs, random), left_out)
        return Shuffled(self.n_docs, self.together // PIECES, PIECES, random, left_out)

    def end_pass(self, engine: Any, state: Any, counts: Counts, number: int) -> None:
        """A pass has ended."""


def _after(then: Callable[[int], None], before: int, done: int) -> None:
    """Say how many minibatches are done, with those of the parts before."""
    then(before + done)


def _pass(counts: Counts, order: Array | Shuffled, size: int, number: int, passes: int) -> Plan:
    cuts = np.append(np.arange(0, len(order), size), len(order))
    seen = np.minimum(
        number * len(counts) + cuts[1:], len(counts)
    )  # a second pass sees no new ones
    total = np.full(len(seen), len(counts))
    done = (number + cuts[:-1] / max(1, len(order))) / passes
    return Plan(counts, order, cuts, seen, total, shares=done)


def _converged(bounds: list[float], tol: float) -> bool:
    """Whether the bound moved less than tol since the last pass."""
    if len(bounds) < 2:
        return False
    before, now = bounds[-2:]
    return bool(abs(now - before) <= tol * abs(before))

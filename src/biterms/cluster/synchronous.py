"""Synchronous rounds: workers share each minibatch, with the bits of a single process."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Any

import numpy as np

from biterms.cluster.anchoring import anchor_documents, nothing_of
from biterms.cluster.collecting import Collected
from biterms.cluster.jobs import Jobs
from biterms.cluster.lanes import ANY_PRIOR, Told
from biterms.cluster.layout import Chosen, partitions, ranges
from biterms.cluster.parcels import Parcel
from biterms.cluster.sharing import Asked, prepare_part, share_part, words_of_part
from biterms.errors import ClusterError
from biterms.kernels import Array, Counts
from biterms.learning import Statistics
from biterms.learning.lineage import Anchor
from biterms.learning.loop import Loop
from biterms.learning.parts import added_up, parts_of
from biterms.learning.plan import Plan
from biterms.learning.table import Table
from biterms.models.estimator import TopicEstimator


def learn_rounds(jobs: Jobs, collected: Collected, model: TopicEstimator, tell: Told) -> int:
    """Learn from all documents in one pass, as `fit` does; the number of minibatches.

    Parameters
    ----------
    jobs : Jobs
        The workers.
    collected : Collected
        The texts.
    model : TopicEstimator
        A model that has learnt nothing, with a learner whose steps are exact.
    tell : callable
        Called with the number of documents that have been learnt from.
    """
    engine: Any = model.engine()
    total, size = sum(collected.sizes), min(engine.batch_size, sum(collected.sizes))
    cuts = np.append(np.arange(0, total, size), total)
    whole, first = partitions(collected.sizes), Chosen(size, total, spread=False)
    slices = ranges(whole, 0, size)
    begun = model._read(anchor_documents(jobs, collected, slices, first, model))
    stub = nothing_of(total, begun.n_words)
    state = engine.begin(stub)
    shared = Shared(jobs, collected, model, cuts)
    loop = Loop(engine, engine.learning.learner, state, elsewhere=shared.statistics)
    with jobs.account.timed("learning"):
        loop.run(_plan(begun, cuts[:2], total))
    model.state_ = state
    tell(size, None)
    for at in range(1, len(cuts) - 1):
        loop.run(_plan(stub, cuts[at : at + 2], total))
        tell(int(cuts[at + 1] - cuts[at]), None)
    state.set(clock=replace(state.clock, passes=1, first_pass=False))
    return len(cuts) - 1


def _plan(documents: Counts, cuts: Array, total: int) -> Plan:
    """A minibatch of one pass over all documents."""
    docs = np.arange(cuts[0], cuts[1])
    return Plan(
        documents,
        docs,
        np.array([0, len(docs)]),
        cuts[1:],
        np.array([total]),
        shares=cuts[:1] / total,
    )


class Shared:
    """Minibatches whose parts are on workers.

    Parameters
    ----------
    jobs : Jobs
        The workers.
    collected : Collected
        The texts.
    model : TopicEstimator
        The settings.
    cuts : array of int
        Where minibatches begin, and the end; the first one is learnt elsewhere.
    """

    def __init__(
        self, jobs: Jobs, collected: Collected, model: TopicEstimator, cuts: Array
    ) -> None:
        self._jobs, self._model = jobs, copy(model)
        self._model.set_params(n_threads=1, eta=ANY_PRIOR)
        whole = partitions(collected.sizes)
        docs = [
            part
            for at in range(1, len(cuts) - 1)
            for part in parts_of(np.arange(cuts[at], cuts[at + 1]))
        ]
        self._number = {int(part[0]): number for number, part in enumerate(docs)}
        self._packed = list[Any]()
        for part in docs:
            slices = ranges(whole, int(part[0]), int(part[-1]) + 1)
            counted = [collected.counted[some.partition] for some in slices]
            more = slices, self._model, collected.ids, collected.keys
            self._packed.append(jobs.submit("part", prepare_part, counted, *more))
        futures = [jobs.submit("part-words", words_of_part, part) for part in self._packed]
        self._words: list[Array] = jobs.every(futures)

    def statistics(self, settings: Any, table: Table, anchor: Anchor, docs: Array) -> Statistics:
        """What a minibatch says: the sum of what its parts say, each computed by a worker."""
        numbers = [self._number[int(part[0])] for part in parts_of(docs)]
        found = dict[int, Statistics]()

        def take(_: int, answer: Any) -> None:
            data, spent = answer
            parcel = Parcel.from_bytes(data)
            if parcel.round != anchor.step or not {*parcel.lanes}.isdisjoint(found):
                raise ClusterError(f"a part of minibatch {parcel.round} has come twice")
            found[parcel.lanes[0]] = parcel.statistics
            self._jobs.account.received += len(data)
            self._jobs.account.add(spent)

        asked = Asked(anchor.step, 0, self._model, settings, table.n, anchor)
        self._jobs.each([self._task(asked, number, table) for number in numbers], take)
        return added_up(found[number] for number in numbers)

    def _task(self, asked: Asked, number: int, table: Table) -> Any:
        rows = table.expect(self._words[number], self._model.engine().inference)  # type: ignore[attr-defined]
        self._jobs.account.sent += rows.rows.nbytes
        packed = self._packed[number]
        return self._jobs.submit("share", share_part, asked._replace(part=number), packed, rows)

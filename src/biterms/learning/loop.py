"""The one loop: minibatch by minibatch, a document step and the learner's rule.

`fit`, `partial_fit` and `update` differ in the plan that they hand to it: which documents make up
each minibatch. Whatever ends the loop, the state is that of the last minibatch that was added.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from biterms.kernels import Packed, Scratch
from biterms.learning.forgetting import due_at, forget
from biterms.learning.learner import Learner, Moment, Step, sweeps
from biterms.learning.lineage import Anchor
from biterms.learning.minibatches import CHUNK_DOCS, Batch
from biterms.learning.parts import Elsewhere, added_up, packed_parts, rounded_statistics
from biterms.learning.plan import Joining, Plan
from biterms.learning.posterior import Posterior
from biterms.learning.protocols import LocalResult, Model, Watch
from biterms.learning.start import first_rows, undecided_topics
from biterms.learning.state import Clock, State
from biterms.learning.statistics import Statistics
from biterms.learning.table import Table


class Loop:
    """Learns from planned minibatches, for one model, learner and state.

    Parameters
    ----------
    model : Model
        Settings and document step.
    learner : Learner
        What a minibatch does to the posterior.
    state : State
        What has been learnt; the loop commits to it.
    watch : Watch, optional
        An observer.
    elsewhere : callable, optional
        Computes what minibatches say where steps are exact, for example in other processes; None:
        it is computed here.
    """

    def __init__(
        self,
        model: Model,
        learner: Learner,
        state: State,
        watch: Watch | None = None,
        elsewhere: Elsewhere | None = None,
    ) -> None:
        self.model, self.learner, self.state, self.watch = model, learner, state, watch
        self.elsewhere = elsewhere
        #: what `BatchVB` goes on from, and its bounds so far
        self.previous: LocalResult | None = None
        self.bounds: list[float] = []
        self._scratch = Scratch()

    def run(
        self,
        plan: Plan,
        changes: Mapping[str, Any] | None = None,
        joining: Joining | None = None,
        then: Callable[[int], None] | None = None,
    ) -> None:
        """Learn from every minibatch of the plan.

        Parameters
        ----------
        plan : Plan
            The minibatches.
        changes : mapping, optional
            Fields of the state that change with the first minibatch.
        joining : sequence, optional
            Words that join with each minibatch.
        then : callable, optional
            Called after minibatches were added, with the number of those of this plan.
        """
        changes, at = changes or {}, 0
        forget(self.state, self.learner, self.model.threads)
        while at < len(plan):
            ahead = min(self._watched(plan, at), self._until_forgetting(plan, at))
            n = self._block(plan, at, ahead)
            part = Part(plan, at, at + max(n, 1), joining, then)
            if n:
                self._learn_block(part, changes)
            else:
                self._learn_one(part, changes)
            forget(self.state, self.learner, self.model.threads)
            at, changes = part.end, {}
            if self.watch is not None:
                self.watch.after(int(plan.cuts[part.end] - plan.cuts[part.begin]))

    def _watched(self, plan: Plan, at: int) -> int:
        """Let the observer see the minibatch if it is due; minibatches until the next that is."""
        if self.watch is None:
            return len(plan) - at
        if self.watch.due_in(self.state.clock) == 0:
            self.watch.before(self.model, self.state, plan.batch(at, self.model.threads))
        clock = replace(self.state.clock, steps=self.state.clock.steps + 1)
        return 1 + self.watch.due_in(clock)

    def _until_forgetting(self, plan: Plan, at: int) -> int:
        """Minibatches up to the next that topics may forget after; words may put it off."""
        if self.learner.power_prior is None:
            return len(plan) - at
        due = due_at(self.state.forgetting, self.state.posterior.n_words)
        return 1 + int(np.searchsorted(plan.seen[at:], due))

    def _block(self, plan: Plan, at: int, ahead: int) -> int:
        """How many minibatches the compiled block may take from here; 0: one in Python."""
        state = self.state
        if not state.symmetry_broken or plan.documents.pairs is not None:
            return 0
        if self.learner.needs_all_documents or self.model.block_settings(state) is None:
            return 0
        n = min(plan.within(at, CHUNK_DOCS), ahead)
        return state.posterior.room_for(self._steps(plan, at, at + n))

    def _steps(self, plan: Plan, begin: int, end: int) -> list[Step]:
        first, span = self.state.clock.steps + 1 - begin, self.learner.horizon
        topics = self.state.first_topics
        moments = (
            Moment(
                first + i,
                plan.size(i),
                int(plan.totals[i]),
                plan.share(i),
                topics,
                plan.recent(i, span),
            )
            for i in range(begin, end)
        )
        steps = [self.learner.step(moment) for moment in moments]
        return steps if self.model.takes_rounds else [step._replace(rounds=None) for step in steps]

    def _clocks(self, plan: Plan, begin: int, end: int) -> list[Clock]:
        now = replace(self.state.clock, passes=max(self.state.clock.passes, plan.passes))
        arrivals = [now.arrivals] * len(plan) if plan.arrivals is None else plan.arrivals
        return [
            replace(
                now,
                steps=now.steps + i + 1 - begin,
                documents=int(plan.seen[i]),
                arrivals=arrivals[i],
            )
            for i in range(begin, end)
        ]

    def _learn_block(self, part: Part, changes: Mapping[str, Any]) -> None:
        """Several minibatches in one compiled call; each is added whole."""
        plan, (begin, end), state = part.plan, (part.begin, part.end), self.state
        settings = self.model.block_settings(state)
        assert settings is not None
        documents, docs = plan.part(begin, end)

        def learn() -> None:
            state.posterior.learn(
                documents,
                docs,
                plan.cuts[begin : end + 1] - plan.cuts[begin],
                self._steps(plan, begin, end),
                local=settings,
                inference=self.model.inference,
                n_threads=self.model.threads,
                joining=None if part.joining is None else part.joining[begin:end],
            )

        clocks = self._clocks(plan, begin, end)
        state.commit(learn, [{**changes, "clock": clock} for clock in clocks], part.then)

    def _learn_one(self, part: Part, changes: Mapping[str, Any]) -> None:
        """One minibatch: document step, then the learner's rule. All or nothing."""
        i, state = part.begin, self.state
        batch = part.plan.batch(i, self.model.threads)
        changes, table, posterior = dict(changes), state.posterior.table, state.posterior
        if part.joining is not None:
            table = posterior.remapped(*part.joining[i])
            posterior = posterior.with_table(table)
        if state.clock.first_pass and state.clock.steps:
            changes |= self.model.adapted(state.with_changes({"posterior": posterior}), batch)
        now, step = state.with_changes(changes), self._steps(part.plan, i, i + 1)[0]
        if step.exact and state.symmetry_broken:
            statistics = self._in_parts(now, table, batch, step)
        else:
            result, more = self._local(now, table, batch, step)
            statistics = self._statistics(now.posterior, table, batch, result)
            changes |= more
        changes["clock"] = self._clocks(part.plan, i, i + 1)[0]

        def learn() -> None:
            state.posterior.add(statistics, step, self.model.threads, at=table)

        state.commit(learn, [changes], part.then)

    def _in_parts(self, now: State, table: Table, batch: Batch, step: Step) -> Statistics:
        """What a minibatch says, rounded part by part."""
        settings, anchor = self._settings(now, step), now.posterior.anchor
        if self.elsewhere is not None:
            return self.elsewhere(settings, table, anchor, batch.docs)
        return added_up(
            self._part(settings, table, anchor, packed) for packed in packed_parts(batch)
        )

    def _part(self, settings: Any, table: Table, anchor: Anchor, packed: Packed) -> Statistics:
        model = self.model
        rows = table.expect(packed.words, model.inference, model.threads, self._scratch)
        return rounded_statistics(model, settings, rows, packed, (table.n, anchor), self._scratch)

    def _settings(self, now: State, step: Step) -> Any:
        """Settings of the document step, with as many rounds as the learner says."""
        settings = self.model.local_settings(now)
        if step.rounds is None:
            return settings
        return replace(settings, max_iter=sweeps(step.rounds))

    def _local(
        self, now: State, table: Table, batch: Batch, step: Step
    ) -> tuple[LocalResult, dict[str, Any]]:
        """The document step, and the fields that change if it makes the topics differ."""
        model, everything = self.model, self.learner.needs_all_documents
        more: dict[str, Any] = {}
        topics = np.arange(0)
        if not now.symmetry_broken:
            topics = undecided_topics(model, self.learner, table)
        if len(topics):
            more["random"] = random = now.random.copied()
            rows = first_rows(model, now, table, batch.packed, topics, random)
        else:
            rows = table.expect(batch.packed.words, model.inference, model.threads, self._scratch)
        result: LocalResult = model.local_step(
            self._settings(now, step),
            rows,
            batch.packed,
            previous=self.previous,
            fit=everything,
            n_threads=model.threads,
            # A result that nobody goes on from is used up at once, and its memory serves again.
            scratch=None if everything else self._scratch,
        )
        if everything:
            self.previous = result
            if not len(topics):  # else the result belongs to the start, not to the posterior
                self.bounds.append(model.bound(now, result))
        if result.stats is not None and result.stats.any():  # words alone may teach nothing
            more["symmetry_broken"] = True
        return result, more

    def _statistics(
        self, posterior: Posterior, table: Table, batch: Batch, result: LocalResult
    ) -> Statistics:
        assert result.stats is not None
        return Statistics(
            batch.packed.words,
            result.stats,
            n_words=table.n,
            documents=len(batch.docs),
            anchor=posterior.anchor,
            extra=self.model.extra(result),
        )


class Part:
    """Minibatches ``begin`` to ``end`` of a plan, with the words that join in it."""

    def __init__(
        self,
        plan: Plan,
        begin: int,
        end: int,
        joining: Joining | None,
        then: Callable[[int], None] | None,
    ) -> None:
        self.plan, self.begin, self.end, self.joining = plan, begin, end, joining
        self.then = None if then is None else lambda done: then(begin + done)

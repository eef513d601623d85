"""State: everything a model has learnt, at one moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self

from biterms.learning.arrivals import Arrivals
from biterms.learning.forgetting import Forgetting
from biterms.learning.posterior import Posterior
from biterms.learning.random import Random
from biterms.learning.threads import Call
from biterms.store.record import flag_field, record_field, whole_field, words_field


@dataclass(frozen=True, kw_only=True)
class Clock:
    """How far learning has come.

    Parameters
    ----------
    steps : int
        Minibatches.
    documents : int
        Different documents.
    passes : int
        Passes of ``fit`` that have ended.
    first_pass : bool
        Whether every document met so far was new.
    arrivals : Arrivals or None
        When documents came, if the learner looks back on a span of time.
    """

    steps: int = whole_field(0)
    documents: int = whole_field(0)
    passes: int = whole_field(0)
    first_pass: bool = flag_field(True)
    arrivals: Arrivals | None = record_field(Arrivals, optional=True)


class _Pending(NamedTuple):
    """What follows once the posterior has reached some number of updates."""

    updates: int
    changes: Sequence[Mapping[str, Any]]
    then: Callable[[int], None] | None
    call: Call


@dataclass(kw_only=True)
class State:
    """What a model has learnt: the posterior, the clock, the random generator.

    A model adds what it adapts beside these as fields of a subclass; each field says how it is
    stored, and nothing else has to be told of it. What it learns from statistics beside the words
    is in the posterior, under ``extra_names``. `commit` is the one place that changes any of
    them while documents are learnt from: they all change with the posterior, or not at all,
    whatever interrupts it.
    """

    posterior: Posterior = record_field(Posterior)
    random: Random = record_field(Random)
    clock: Clock = record_field(Clock)
    #: whether the topics differ already
    symmetry_broken: bool = flag_field(False)
    #: topics that learning began with
    first_topics: int = whole_field(least=1)
    #: how much each topic has kept, if the learner lets them forget each by itself
    forgetting: Forgetting | None = record_field(Forgetting, later=True)
    #: names of the words, where `fit` was given a table with names
    names: list[str] | None = words_field("V", optional=True)

    #: names of what the posterior learns beside the words
    extra_names: ClassVar[tuple[str, ...]] = ()
    # Not annotated, since it is no field: it is never stored.
    _pending = None  # type: _Pending | None

    def __post_init__(self) -> None:
        if {*self.posterior.extra} != {*self.extra_names}:
            raise ValueError(
                f"its posterior has {sorted(self.posterior.extra)} beside the words, expected "
                f"{sorted(self.extra_names)}"
            )
        if self.clock.arrivals is not None:
            self.clock.arrivals.check(self.clock.documents)

    def commit(
        self,
        learn: Callable[[], None],
        changes: Sequence[Mapping[str, Any]],
        then: Callable[[int], None] | None = None,
    ) -> None:
        """Let the posterior learn from minibatches, and everything else follow.

        Parameters
        ----------
        learn : callable
            Adds one minibatch or more to the posterior; an exception may end it after some.
        changes : sequence of mappings
            New values of fields, after one minibatch, two, and so on.
        then : callable, optional
            Called with the number of minibatches that were added, for what is kept outside of the
            state; it may be called again with the same number and must not mind.
        """
        self.finish()
        self._pending = _Pending(self.posterior.updates, changes, then, Call())
        try:
            learn()
        finally:
            self.finish()

    def finish(self) -> None:
        """Bring everything to the moment of the posterior, if an interrupt has come between."""
        if (pending := self._pending) is None or pending.call.running_elsewhere():
            return
        if self._pending is not pending:  # its call has ended since, and has left nothing to do
            return
        if done := self.posterior.updates - pending.updates:
            self.__dict__.update(pending.changes[done - 1])
            if pending.then is not None:
                pending.then(done)
        self._pending = None

    def __getstate__(self) -> dict[str, Any]:
        """What a copy is made of: one moment, with nothing left to follow."""
        self.finish()
        return {name: value for name, value in vars(self).items() if name != "_pending"}

    def set(self, **changes: Any) -> None:
        """Change fields at one moment."""
        self.finish()
        self.__dict__.update(changes)

    def with_changes(self, changes: Mapping[str, Any]) -> Self:
        """The same state with other fields; arrays are shared."""
        other = copy(self)
        other.__dict__.update(changes)
        return other

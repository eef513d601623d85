"""Rounds of lanes: what is known goes to the workers, what they have learnt is added up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, cast

import numpy as np

from biterms.cluster.collecting import Collected
from biterms.cluster.jobs import Jobs
from biterms.cluster.lane import Asked, Learnt, add_lanes, learn_lane
from biterms.cluster.layout import Lane, Layout
from biterms.cluster.moments import Moment, pack_rows
from biterms.cluster.packing import BITS
from biterms.cluster.parcels import Parcel
from biterms.errors import ClusterError
from biterms.learning import KPS, SVB, Step
from biterms.learning.learner import is_number
from biterms.learning.state import Clock, State
from biterms.models.estimator import TopicEstimator
from biterms.models.lda.estimator import LDA
from biterms.models.variational import VariationalEngine

#: the prior is in the posterior already: that of the settings is never read
ANY_PRIOR = 0.01
#: each document counts once, and nothing fades
ONCE = Step(1.0, 1.0)
Told = Callable[[int, float | None], None]


def learn_lanes(
    jobs: Jobs,
    collected: Collected,
    layout: Layout,
    growth: float,
    model: TopicEstimator,
    tell: Told,
) -> int:
    """Learn all lanes, round by round; the number of rounds.

    Parameters
    ----------
    jobs : Jobs
        The workers.
    collected : Collected
        The texts.
    layout : Layout
        The lanes.
    growth : float
        Documents of a round as a multiple of those before.
    model : TopicEstimator
        A model that has learnt the anchor, and now the others.
    tell : callable
        Called with the number of documents that a lane has learnt, and their LPP before.
    """
    state, own, number = model.state, lane_model(model), 0
    state.posterior.round(BITS)
    prior = _prior(jobs, state)
    for lanes in layout.rounds(growth):
        asked = Asked(
            lanes[0], layout.chosen, collected.ids, Moment.of(jobs.run, number, own, state)
        )
        with jobs.account.timed("network"):
            rows = jobs.held("rows", pack_rows(state.posterior.table, BITS))
        Round(jobs, collected, asked, (collected.keys, rows, prior), tell).learn(lanes, state)
        number += 1
    return number


class Round:
    """Lanes that begin with the same state.

    Parameters
    ----------
    jobs : Jobs
        The workers.
    collected : Collected
        The texts.
    asked : Asked
        What is known.
    sent : tuple
        What workers need beside it: words, rows and priors.
    tell : callable
        Called with documents that have been learnt from, and their LPP before.
    """

    def __init__(
        self,
        jobs: Jobs,
        collected: Collected,
        asked: Asked,
        sent: tuple[list[Any], list[Any], list[Any]],
        tell: Told,
    ) -> None:
        self._jobs, self._collected, self._asked = jobs, collected, asked
        self._sent, self._tell = sent, tell

    def learn(self, lanes: Sequence[Lane], state: State) -> None:
        """Let workers learn the lanes, and add up what they have learnt, each lane once."""
        jobs, missing = self._jobs, {lane.number: lane for lane in lanes}

        def take(_: int, learnt: Learnt) -> None:
            self._add(Parcel.from_bytes(learnt.parcel), missing, state)
            jobs.account.received += len(learnt.parcel)
            jobs.account.add(learnt.spent)
            self._tell(learnt.n_docs, learnt.lpp)

        futures, _kept = jobs.tree("sum", add_lanes, [self._task(lane) for lane in lanes])
        jobs.each(futures, take)
        if missing:
            raise ClusterError(f"lanes {sorted(missing)!r:.200} have not come")

    def _task(self, lane: Lane) -> Any:
        parts = [self._collected.counted[some.partition] for some in lane.slices]
        asked = self._asked._replace(lane=lane)
        return self._jobs.submit("lane", learn_lane, asked, parts, *self._sent)

    def _add(self, parcel: Parcel, missing: dict[int, Lane], state: State) -> None:
        """Add a parcel; one that has come before, or belongs to another round, is refused."""
        number = self._asked.moment.round
        if parcel.round != number or not missing.keys() >= {*parcel.lanes}:
            raise ClusterError(
                f"lanes {parcel.lanes} of round {parcel.round} have come twice, or are not of "
                f"round {number}: nothing may count twice"
            )
        lanes = [missing.pop(lane) for lane in parcel.lanes]
        clock = self._clock(lanes, state.clock)
        state.commit(lambda: state.posterior.add(parcel.statistics, ONCE), [{"clock": clock}])

    def _clock(self, lanes: Sequence[Lane], clock: Clock) -> Clock:
        engine = cast("VariationalEngine", self._asked.moment.model.engine())
        size = engine.batch_size
        return replace(
            clock,
            steps=clock.steps + sum(-(-lane.n_docs // size) for lane in lanes),
            documents=clock.documents + sum(lane.n_docs for lane in lanes),
        )


def lane_model(model: TopicEstimator) -> TopicEstimator:
    """The settings of a model as lanes learn with them: each document counts once."""
    own, engine = copy(model), cast("VariationalEngine", model.engine())
    del own.state_
    learner = KPS() if isinstance(engine.learning.learner, KPS) else SVB()
    settings: dict[str, Any] = {"learner": learner, "n_threads": 1}
    known = model.get_params(deep=False)
    if not is_number(known["eta"]):
        settings["eta"] = ANY_PRIOR
    settings["inference"] = getattr(model, "inference_in_use", known["inference"])
    settings["batch_size"] = engine.batch_size
    if isinstance(model, LDA):
        settings["n_topics"] = model.topics_at_start  # also where their number was found
    own.set_params(**settings)
    return own


def _prior(jobs: Jobs, state: State) -> list[Any]:
    """The prior where it differs between words, for all rounds."""
    eta = state.posterior.eta
    return [] if len(eta) == 1 else jobs.held("prior", np.ascontiguousarray(eta).tobytes())

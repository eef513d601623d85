"""The beginning of a stream is learnt from again, once there is enough of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from biterms.learning.posterior import Posterior
from biterms.models.lda.similar import likeness

if TYPE_CHECKING:
    from biterms.models.lda.prevalent import PrevalentEngine
    from biterms.models.lda.state import LDAState


def replay(engine: PrevalentEngine, state: LDAState) -> None:
    """Replace what was learnt by what several passes over the held documents give, at one moment.

    Topics keep their ids: each new one takes the place of an old one that is most like it.
    """
    assert state.held is not None
    posterior, counts = state.posterior, state.held.counts(state.posterior.n_words)
    other = engine.unlearnt(state, posterior.n_topics)
    engine.begin_again(other, counts)
    engine.learn_passes(other, counts, engine.learning.learner.default_passes)
    new = _in_order_of(other.posterior, posterior)

    def learn() -> None:
        state.posterior.replace(new)

    state.commit(learn, [{"held": None, "random": other.random}])


def _in_order_of(new: Posterior, old: Posterior) -> Posterior:
    """The new topics, each where the old one is that is most like it; a prior says its own."""
    if new.eta.shape[1] > 1:
        return new
    from scipy.optimize import linear_sum_assignment

    places = linear_sum_assignment(-likeness(old.lam(), new.lam()))[1]
    ordered = new.copy()
    ordered.begin_at(new.lam()[places])
    return ordered

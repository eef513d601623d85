"""The beginning of a stream is learnt from again, once there is enough of it."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

import numpy as np

from biterms.kernels import Array
from biterms.learning.posterior import Posterior
from biterms.learning.start import drawn_lam, starts_random
from biterms.learning.state import Clock

if TYPE_CHECKING:
    from biterms.models.lda.prevalent import PrevalentEngine
    from biterms.models.lda.state import LDAState


def replay(engine: PrevalentEngine, state: LDAState) -> None:
    """Replace what was learnt by what several passes over the held documents give, at one moment.

    Topics keep their ids: each new one takes the place of an old one that is most like it.
    """
    assert state.held is not None
    posterior, random = state.posterior, state.random.copied()
    counts = state.held.counts(posterior.n_words)
    at_random, other = starts_random(engine, engine.learning.learner), deepcopy(state)
    other.set(random=random, clock=Clock(), held=None, symmetry_broken=False)
    other.posterior.begin_at(drawn_lam(random, posterior) if at_random else _prior(posterior))
    engine.begin_again(other, counts)
    engine.learn_passes(other, counts, engine.learning.learner.default_passes)
    new = _in_order_of(other.posterior, posterior)

    def learn() -> None:
        state.posterior.replace(new)

    state.commit(learn, [{"held": None, "random": other.random}])


def _prior(posterior: Posterior) -> Array:
    """lam of topics that have learnt nothing, K x V."""
    shape = posterior.n_topics, posterior.n_words
    return np.array(np.broadcast_to(posterior.prior * posterior.eta.T, shape))


def _in_order_of(new: Posterior, old: Posterior) -> Posterior:
    """The new topics, each where the old one is that is most like it; a prior says its own."""
    if new.eta.shape[1] > 1:
        return new
    from scipy.optimize import linear_sum_assignment

    places = linear_sum_assignment(-_likeness(old.lam(), new.lam()))[1]
    ordered = new.copy()
    ordered.begin_at(new.lam()[places])
    return ordered


def _likeness(one: Array, other: Array) -> Array:
    """Cosines of the square roots of the distributions of words."""
    roots = [np.sqrt(lam / lam.sum(axis=1, keepdims=True)) for lam in (one, other)]
    return np.asarray(roots[0] @ roots[1].T)

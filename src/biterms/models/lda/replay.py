"""The beginning of a stream is learnt from again, once there is enough of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from biterms.learning.posterior import Posterior
from biterms.learning.start import undecided
from biterms.models.lda.similar import likeness

if TYPE_CHECKING:
    from biterms.models.engine import Replayed
    from biterms.models.lda.prevalent import PrevalentEngine
    from biterms.models.lda.state import LDAState


def replay(
    engine: PrevalentEngine,
    state: LDAState,
    most: int,
    replayed: Replayed | None = None,
) -> None:
    """Replace what was learnt by what several passes over the held documents give, at one moment.

    Topics keep their ids: each new one takes the place of an old one that is most like it.
    ``replayed`` is shown the topics and the documents before, and what it returns is called then.
    """
    assert state.held is not None
    posterior, counts = state.posterior, state.held.counts(state.posterior.n_words)
    other = engine.unlearnt(state, posterior.n_topics)
    if posterior.n_topics < state.first_topics:  # users have merged topics, and meant it
        other.posterior.begin_at(posterior.lam())
        other.set(symmetry_broken=True)
    else:
        engine.begin_again(other, counts)
    engine.learn_passes(other, counts, engine.learning.learner.default_passes)
    new = _in_order_of(other.posterior, posterior)

    def learn() -> None:
        state.posterior.replace(new)

    held = state.held.after_replay(most)
    then = None if replayed is None else replayed(new, counts)
    changes = {"held": held, "random": other.random, "symmetry_broken": other.symmetry_broken}
    state.commit(learn, [changes], None if then is None else lambda _: then())


def _in_order_of(new: Posterior, old: Posterior) -> Posterior:
    """The new topics, each where the old one is that is most like it.

    Topics that have a prior of their own are where it is.
    """
    from scipy.optimize import linear_sum_assignment

    alike, places = undecided(new.eta, new.n_topics), np.arange(new.n_topics)
    lam = new.lam()
    found = linear_sum_assignment(-likeness(old.lam()[alike], lam[alike]))[1]
    places[alike] = alike[found]
    ordered = new.copy()
    ordered.begin_at(lam[places])
    return ordered

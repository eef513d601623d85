"""A prior from word vectors that is learnt again while topics are learnt."""

from __future__ import annotations

from typing import Any

from biterms.errors import SettingError
from biterms.kernels import Counts
from biterms.learning.learnt_prior import LearntPrior
from biterms.learning.posterior import Posterior
from biterms.models.variational import Schedule

#: passes between two times that the prior is learnt; each pass would gain nothing
EVERY = 5


class Relearning(Schedule):
    """Passes after some of which the prior is learnt from the topics.

    Parameters
    ----------
    usual : Schedule
        The schedule without that.
    passes : int
        Number of passes; the prior is learnt after the last one, too.
    prior : LearntPrior
        What the prior is learnt with.
    eta : float
        The prior where vectors say nothing.
    """

    def __init__(self, usual: Schedule, passes: int, prior: LearntPrior, eta: float) -> None:
        super().__init__(usual.n_docs, usual.together)
        self._passes, self._prior, self._eta = passes, prior, eta

    def end_pass(self, engine: Any, state: Any, counts: Counts, number: int) -> None:
        """Learn the prior, if it is time."""
        if (number + 1) % EVERY == 0 or number + 1 == self._passes:
            self.relearn(state.posterior)

    def relearn(self, posterior: Posterior) -> None:
        """Learn the prior from what the topics have learnt."""
        rule = self._prior.rule(posterior.learnt_counts(), self._eta)
        posterior.set_prior(self._prior.rows(rule))


def check_vectors(prior: LearntPrior, n_words: int, complete: bool) -> None:
    """Refuse vectors of other words, and documents that come one after the other."""
    if not complete:
        raise SettingError(
            "eta=LearntPrior(...) is learnt from all documents: use fit, or give a number"
        )
    if len(prior.vectors) != n_words:
        raise SettingError(
            f"eta has vectors of {len(prior.vectors):,} words, expected one for each of the "
            f"{n_words:,} columns; a row of zeros is a word without a vector"
        )

"""Streaming variational Bayes: Algorithm 3 of the paper, with optional forgetting."""

from __future__ import annotations

from biterms.learning.learner import Learner, Moment, Step, check_decay


class SVB(Learner):
    """lam <- lam + s: the posterior of one minibatch is the prior of the next.

    With ``decay`` below 1 what was learnt fades by that factor per unit of time, the prior stays.
    """

    def __init__(self, decay: float = 1.0) -> None:
        self.decay = decay

    def step(self, moment: Moment) -> Step:
        """Nothing is rescaled: each document counts once."""
        return Step(float(self.decay**moment.elapsed), 1.0, 0.0)

    def check(self) -> None:
        """decay in (0, 1]."""
        check_decay("SVB", self.decay)

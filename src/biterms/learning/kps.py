"""Keeping priors in streaming learning: Algorithm 4 of the paper, with optional forgetting."""

from __future__ import annotations

from biterms.learning.learner import Learner, Moment, Step, check_decay


class KPS(Learner):
    """lam <- lam + s + eta: the prior is added again with every minibatch, so it lasts."""

    def __init__(self, decay: float = 1.0) -> None:
        self.decay = decay

    def step(self, moment: Moment) -> Step:
        """As SVB, and one more prior."""
        return Step(float(self.decay**moment.elapsed), 1.0, 1.0)

    def check(self) -> None:
        """decay in (0, 1]."""
        check_decay("KPS", self.decay)

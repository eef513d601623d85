"""Batch variational Bayes: every step sees all documents, so the bound never falls (vb)."""

from __future__ import annotations

from biterms.errors import SettingError
from biterms.learning.learner import Learner, Moment, Step, is_number


class BatchVB(Learner):
    """lam <- eta + s of all documents; stops when the bound moves less than ``tol`` (relative)."""

    default_passes = 100
    repeats = True
    whole = True

    def __init__(self, tol: float = 1e-4) -> None:
        self.tol = tol

    def step(self, moment: Moment) -> Step:
        """The past is forgotten: SVI with rho = 1 and |C| = D."""
        return Step(0.0, 1.0, 0.0)

    def check(self) -> None:
        """tol >= 0."""
        if not (is_number(self.tol) and self.tol >= 0):
            raise SettingError(f"BatchVB(tol={self.tol!r}): expected a number of at least 0")

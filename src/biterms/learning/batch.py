"""Batch variational Bayes: every step sees all documents, so the bound never falls (vb)."""

from __future__ import annotations

from biterms.errors import SettingError
from biterms.learning.learner import Learner, Moment, Step, is_number


class BatchVB(Learner):
    """Learner that sees all documents at every step, until the bound hardly moves.

    Parameters
    ----------
    tol : float, default=1e-4
        Relative change of the bound below which learning stops.

    Notes
    -----
    lam <- eta + s of all documents: `SVI` with rho = 1 and |C| = D.

    Examples
    --------
    >>> BatchVB().step(Moment(step=1, batch_docs=100, docs=100)).decay
    0.0
    """

    default_passes = 100
    repeats = True
    needs_all_documents = True

    def __init__(self, tol: float = 1e-4) -> None:
        self.tol = tol

    def step(self, moment: Moment) -> Step:
        """Forget the past: the posterior is that of the current pass alone.

        Parameters
        ----------
        moment : Moment
            Where learning stands; it makes no difference.

        Returns
        -------
        Step
            A decay of 0 and a gain of 1.
        """
        return Step(0.0, 1.0)

    def check(self) -> None:
        """Check that ``tol`` is at least 0.

        Raises
        ------
        SettingError
            If it is not.
        """
        if not (is_number(self.tol) and self.tol >= 0):
            raise SettingError(f"BatchVB(tol={self.tol!r}): expected a number of at least 0")

"""Stochastic variational inference: Algorithm 2 (and 5) of the paper."""

from __future__ import annotations

from biterms.errors import SettingError
from biterms.learning.learner import Learner, Moment, Step, is_number


class SVI(Learner):
    """Online learner for a collection of known size, in several passes over it.

    Parameters
    ----------
    tau : float, default=64
        Slows down the first steps; at least 0.
    kappa : float, default=0.6
        How quickly steps get smaller, in [0, 1]; above 0.5 learning converges.
    total_docs : int, optional
        Documents of the collection, D; None takes the rows given to ``fit``, or the documents
        seen so far.

    Notes
    -----
    Algorithms 2 and 5 of the paper, lam <- (1 - rho_t) lam + rho_t (eta + D/|C| s) with
    rho_t = (tau + t)^-kappa. With a fixed ``total_docs`` on a stream it is population VB.

    Examples
    --------
    >>> step = SVI(tau=1, kappa=1.0).step(Moment(step=1, batch_docs=10, docs=100))
    >>> step.decay, step.gain
    (0.5, 5.0)
    """

    default_passes = 10
    repeats = True

    def __init__(
        self, tau: float = 64, *, kappa: float = 0.6, total_docs: int | None = None
    ) -> None:
        self.tau = tau
        self.kappa = kappa
        self.total_docs = total_docs

    def step(self, moment: Moment) -> Step:
        """Compute the step size, which gets smaller with every minibatch.

        Parameters
        ----------
        moment : Moment
            The number and size of the minibatch, and the number of documents.

        Returns
        -------
        Step
            decay = 1 - rho and gain = rho D/|C|.
        """
        rho = float((self.tau + moment.step) ** -self.kappa)
        total = moment.docs if self.total_docs is None else self.total_docs
        return Step(1 - rho, rho * total / moment.batch_docs)

    def check(self) -> None:
        """Check ``tau``, ``kappa`` and ``total_docs``.

        Raises
        ------
        SettingError
            If ``tau`` is negative, ``kappa`` is outside [0, 1], or ``total_docs`` is not positive.
        """
        if not (is_number(self.tau) and self.tau >= 0):
            raise SettingError(f"SVI(tau={self.tau!r}): expected a number of at least 0")
        if not (is_number(self.kappa) and 0 <= self.kappa <= 1):
            raise SettingError(
                f"SVI(kappa={self.kappa!r}): expected a number in [0, 1], above 0.5 to converge"
            )
        total = self.total_docs
        if total is not None and not (is_number(total) and total > 0):
            raise SettingError(
                f"SVI(total_docs={self.total_docs!r}): expected the number of documents of the "
                "whole collection, or None when it is not known"
            )

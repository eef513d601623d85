"""Streaming variational Bayes: Algorithm 3 of the paper, with optional forgetting."""

from __future__ import annotations

from biterms.learning.learner import Learner, Moment, Step, check_decay, check_exact

#: rules by which each topic forgets
POWER_PRIORS = ("adaptive", "hpp")


class SVB(Learner):
    """Streaming learner: the posterior of one minibatch is the prior of the next.

    Parameters
    ----------
    decay : float, "adaptive" or "hpp", default=1.0
        Factor by which what was learnt fades per minibatch; the prior stays. 1 forgets nothing.
        With "adaptive" each topic keeps as much of its past as predicts best what it has learnt
        since, which is computed about every 2,000 documents; ``forgetting_`` of the model says how
        much that was. "hpp" does the same by a hierarchical power prior.
    exact : bool, default=False
        Round what a minibatch says to multiples of 2^-20, so that models that are merged and
        subtracted have the same bits in any order. It takes longer, and needs a decay of 1.

    Notes
    -----
    Algorithm 3 of the paper, lam <- lam + s. With decay it is lam <- decay lam + (1 - decay) eta
    + s, which later work calls SVB-PP. With "adaptive" it is lam_k <- rho_k lam_k + (1 - rho_k) eta
    + s_k for the statistics s of all minibatches since the last time, and rho_k has the largest
    evidence; "hpp" is SVB-HPP of Masegosa et al. (2017), see `biterms.learning.power_prior`.

    Examples
    --------
    >>> SVB(decay=0.95).step(Moment(step=1, batch_docs=250, docs=250)).decay
    0.95
    """

    def __init__(self, decay: float | str = 1.0, *, exact: bool = False) -> None:
        self.decay = decay
        self.exact = exact

    @property
    def power_prior(self) -> str | None:
        """The rule by which each topic forgets, if ``decay`` names one."""
        return self.decay if isinstance(self.decay, str) else None

    def step(self, moment: Moment) -> Step:
        """Add the statistics as they are: each document counts once.

        Parameters
        ----------
        moment : Moment
            Where learning stands; it makes no difference.

        Returns
        -------
        Step
            The same numbers for every minibatch.
        """
        decay = 1.0 if isinstance(self.decay, str) else float(self.decay)
        return Step(decay, 1.0, exact=self.exact)

    def check(self) -> None:
        """Check that ``decay`` is in (0, 1], or the name of a rule, and what ``exact`` needs.

        Raises
        ------
        SettingError
            If it is not.
        """
        check_exact("SVB", self.exact, self.decay)
        if isinstance(self.decay, str) and self.decay in POWER_PRIORS:
            return
        check_decay("SVB", self.decay, or_else="'adaptive' or 'hpp'")

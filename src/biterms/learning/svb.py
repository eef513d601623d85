"""Streaming variational Bayes: Algorithm 3 of the paper, with optional forgetting."""

from __future__ import annotations

from biterms.learning.learner import Learner, Moment, Step, check_decay


class SVB(Learner):
    """Streaming learner: the posterior of one minibatch is the prior of the next.

    Parameters
    ----------
    decay : float, default=1.0
        Factor by which what was learnt fades per minibatch; the prior stays. 1 forgets nothing.

    Notes
    -----
    Algorithm 3 of the paper, lam <- lam + s. With decay it is lam <- decay lam + (1 - decay) eta
    + s, which later work calls SVB-PP.

    Examples
    --------
    >>> SVB(decay=0.95).step(Moment(step=1, batch_docs=250, docs=250)).decay
    0.95
    """

    def __init__(self, decay: float = 1.0) -> None:
        self.decay = decay

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
        return Step(float(self.decay), 1.0)

    def check(self) -> None:
        """Check that ``decay`` is in (0, 1].

        Raises
        ------
        SettingError
            If it is not.
        """
        check_decay("SVB", self.decay)

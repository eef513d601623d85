"""Keeping priors in streaming learning: Algorithm 4 of the paper, with optional forgetting."""

from __future__ import annotations

from biterms.learning.learner import Learner, Moment, Step, check_decay, check_exact


class KPS(Learner):
    """Streaming learner that adds the prior again with every minibatch, so that it lasts.

    Parameters
    ----------
    decay : float, default=1.0
        Factor by which the past fades per minibatch, the priors added so far included; 1 forgets
        nothing.
    exact : bool, default=False
        As for `SVB`.

    Notes
    -----
    Algorithm 4 of the paper, lam <- lam + s + eta. With decay: M <- decay M + s and
    p <- decay p + 1 in lam = p eta + M, so that the prior keeps its weight against the data.

    Examples
    --------
    >>> KPS().step(Moment(step=1, batch_docs=250, docs=250))
    Step(decay=1.0, gain=1.0, prior=1.0, prior_decay=1.0, rounds=None, exact=False)
    """

    def __init__(self, decay: float = 1.0, *, exact: bool = False) -> None:
        self.decay = decay
        self.exact = exact

    def step(self, moment: Moment) -> Step:
        """Add the statistics as they are, as `SVB` does, and the prior once more.

        Parameters
        ----------
        moment : Moment
            Where learning stands; it makes no difference.

        Returns
        -------
        Step
            The same numbers for every minibatch.
        """
        return Step(float(self.decay), 1.0, 1.0, float(self.decay), exact=self.exact)

    def check(self) -> None:
        """Check that ``decay`` is in (0, 1], and what ``exact`` needs.

        Raises
        ------
        SettingError
            If it is not.
        """
        check_decay("KPS", self.decay)
        check_exact("KPS", self.exact, self.decay)

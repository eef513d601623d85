"""BTM as an estimator over counts.

Yan, Guo, Lan and Cheng 2013; Cheng, Yan, Lan and Guo 2014.
"""

from __future__ import annotations

from typing import Any, Literal

from biterms.kernels import Array
from biterms.models.btm.engine import BTMEngine
from biterms.models.btm.pairs import Pairing
from biterms.models.btm.settings import check_settings, first_alpha
from biterms.models.btm.state import BTMState
from biterms.models.estimator import TopicEstimator


class BTM(TopicEstimator):
    """Biterm topic model by collapsed Gibbs sampling: a baseline for short texts.

    Parameters
    ----------
    n_topics : int, default=50
        Number of topics.
    alpha : float, optional
        Prior of the topics in the collection; None is 50 / K.
    beta : float, default=0.1
        Prior of the words in a topic.
    pairs : {"distinct", "tokens"}, default="distinct"
        Whether biterms are pairs of different words, or of any two tokens.
    sweeps : int, default=300
        Times that every biterm is drawn.
    online : {"slices", "incremental"}, default="slices"
        How `partial_fit` goes on: by slices (oBTM), or biterm by biterm (iBTM).
    decay : float, default=0.1
        How much biterms that are not drawn any more count.
    rejuvenations : int, default=50
        Earlier biterms that are drawn again with each new one (iBTM).
    window : int or None, default=1000000
        Biterms that may be drawn again (iBTM); None is all.
    random_state : int, generator or None
        A seed gives the same topics each time.

    Notes
    -----
    theta ~ Dir(alpha) is of the collection; a biterm has one topic z ~ theta, and its two words
    are drawn from phi_z.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 1], [0, 0, 1, 1]])
    >>> BTM(2, sweeps=20, random_state=0).fit(X).transform(X).shape
    (4, 2)
    """

    state_class = BTMState

    def __init__(
        self,
        n_topics: int = 50,
        *,
        alpha: float | None = None,
        beta: float = 0.1,
        pairs: Pairing = "distinct",
        sweeps: int = 300,
        online: Literal["slices", "incremental"] = "slices",
        decay: float = 0.1,
        rejuvenations: int = 50,
        window: int | None = 10**6,
        random_state: Any = None,
    ) -> None:
        self.n_topics = n_topics
        self.alpha = alpha
        self.beta = beta
        self.pairs = pairs
        self.sweeps = sweeps
        self.online = online
        self.decay = decay
        self.rejuvenations = rejuvenations
        self.window = window
        self.random_state = random_state

    @property
    def topics_at_start(self) -> int:
        """``n_topics``; merging makes fewer of them."""
        return int(self.n_topics)

    def engine(self) -> BTMEngine:
        """The model bound to its settings.

        Raises
        ------
        SettingError
            If a setting makes no sense.
        """
        check_settings(self)
        settings = self.get_params(deep=False)
        return BTMEngine(**(settings | {"alpha": first_alpha(self)}))

    @property
    def alpha_(self) -> float:
        """Prior of each topic in the collection."""
        return float(self.state.alpha)

    @property
    def theta_(self) -> Array:
        """Probability of each topic in the collection, K numbers."""
        return self.engine().theta(self.state)

    def pair_scale(self, counts: Array, weights: Array | None = None) -> float:
        """Every biterm counts once."""
        return 1.0

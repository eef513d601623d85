"""BTM, the biterm topic model, by collapsed Gibbs sampling; oBTM and iBTM for streams.

Yan, Guo, Lan and Cheng 2013; Cheng, Yan, Lan and Guo 2014.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from biterms.bags.counts import admit, read_counts
from biterms.errors import SettingError, StoreError
from biterms.kernels import Array, Counts, Packed, Rows
from biterms.learning import Learner, Step
from biterms.models.btm_chain import Chain, Priors
from biterms.models.btm_evidence import Evidence
from biterms.models.btm_pairs import (
    MOST_BITERMS,
    Pairing,
    biterms_of,
    check_kept,
    check_whole_counts,
    mixtures,
)
from biterms.models.btm_settings import (
    LARGEST,
    SMALLEST,
    begun_online,
    check_settings,
    first_alpha,
)
from biterms.models.estimator import TopicEstimator
from biterms.models.loop import Progress
from biterms.models.prior import read_eta
from biterms.models.settings import checked_learner
from biterms.store import Fields


@dataclass(frozen=True)
class Inferred:
    """p(z|d), D x K."""

    theta: Array
    stats: None = None
    fit: None = None


class BTM(TopicEstimator):
    """theta ~ Dir(alpha) of the collection; a biterm has one topic, z ~ theta, words ~ phi_z."""

    inference = "mean"
    learner = init = None
    #: whatever `partial_fit` gets is one slice
    batch_size = 10**9
    n_threads = 1
    evidence_: Evidence
    #: alpha of each topic, beside what slices before have left
    alpha_: float
    _begun_online: str

    def __init__(
        self,
        n_topics: int = 50,
        *,
        alpha: float | None = None,
        beta: float = 0.01,
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

    def fit(self, X: Any, y: Any = None, *, progress: Progress | None = None) -> Self:
        """Forget all and learn from the rows of X; ``progress(done, total, None)`` per sweep."""
        return self._take_documents(X, fresh=True, progress=progress)

    def partial_fit(self, X: Any, y: Any = None) -> Self:
        """Learn from the next slice (oBTM), or biterm by biterm (iBTM); also after ``fit``."""
        return self._take_documents(X, fresh=not hasattr(self, "posterior_"))

    @property
    def theta_(self) -> Array:
        """p(z) of the collection, K numbers."""
        check_is_fitted(self, "posterior_")
        mass = self.evidence_.carried + self.evidence_.biterms + self.alpha_
        return np.asarray(mass / mass.sum())

    @property
    def sizes_(self) -> Array:
        """Share of each topic in the biterms that have been learnt; sums to 1."""
        check_is_fitted(self, "posterior_")
        mass = self.evidence_.carried + self.evidence_.biterms
        return np.asarray(mass / mass.sum() if mass.any() else np.full(len(mass), 1 / len(mass)))

    # what every model says -----------------------------------------------------------------

    @property
    def topics_at_start(self) -> int:
        """n_topics."""
        return int(self.n_topics)

    @property
    def eta(self) -> Any:
        """beta, as the other models call it."""
        return self.beta

    @property
    def passes(self) -> int:  # type: ignore[override]
        """How often ``fit`` goes over the biterms."""
        return self.sweeps if self.online == "slices" else 1

    def pair_scale(self, counts: Array, weights: Array | None = None) -> float:
        """Every biterm counts."""
        return 1.0

    def _check(self) -> None:
        check_settings(self)

    def _prior(self, n_words: int) -> Array:
        return read_eta(self.beta, n_words, self.n_topics)

    def _found(self, packed: Packed, rows: Rows, *, before: Any = None, **wanted: Any) -> Inferred:
        return Inferred(mixtures(packed, rows.rows, self.theta_, self.pairs))

    def _mixtures(self, found: Inferred) -> Array:
        return found.theta

    def _bound(self, found: Any) -> float:
        raise SettingError("a sampler has no bound to watch: use score(X)")

    # learning ------------------------------------------------------------------------------

    def _take_documents(self, X: Any, *, fresh: bool, progress: Progress | None = None) -> Self:
        self._check()
        learner, counts = checked_learner(self), self._learnable(read_counts(self, X))
        left, right = biterms_of(counts, self.pairs)
        if fresh:
            admit(self, X, reset=True)
            self._begin(learner, self._prior(counts.n_words))
        else:
            self._check_begun()
            if self.online == "incremental" and self.window is None:
                check_kept(len(self.evidence_.live) + len(left))
            admit(self, X, reset=False)
        self._draw(left, right, len(counts), progress)
        return self

    def _learnable(self, counts: Counts) -> Counts:
        """Counts that biterms can be made of."""
        check_whole_counts(counts)
        return counts

    def _check_begun(self) -> None:
        self._check_topics()
        if self.online != self._begun_online:
            raise SettingError(
                f"online={self.online!r}, but learning began with {self._begun_online!r}; set it "
                "back, or fit anew"
            )

    def _begin(self, learner: Learner, eta: Array) -> None:
        super()._begin(learner, eta)
        self._begun_online = self.online

    def _begin_own(self) -> None:
        known, self.alpha_ = self.posterior_, first_alpha(self)
        self.evidence_ = Evidence.none(known.n_words, known.n_topics)

    def _draw(self, left: Array, right: Array, n_docs: int, progress: Progress | None) -> None:
        known, evidence, slices = self.posterior_, self.evidence_, self.online == "slices"
        if slices:
            evidence = evidence.slid(known.M - evidence.history, self.decay)
        priors, window = Priors(self.alpha_, float(known.eta[0, 0])), self.window or MOST_BITERMS
        chain = Chain(evidence, left, right, priors, self._random)
        steps = chain.sweeps(self.sweeps) if slices else chain.arrivals(self.rejuvenations, window)
        try:
            for done, total in steps:
                self.n_iter_ = done if slices else 1
                if progress is not None:
                    whole = n_docs * self.passes
                    progress(whole * done // total, whole, None)
        finally:  # what `progress` raises may end it
            self._adopt(chain.slice_ended() if slices else chain.ended(window, self.decay), n_docs)

    def _adopt(self, found: tuple[Evidence, Array], n_docs: int) -> None:
        """lam = beta + history + n."""
        self.evidence_, counts = found
        everything = np.arange(len(counts), dtype=np.int32)
        self.posterior_.update(everything, counts, Step(decay=0.0, gain=1.0, prior=0.0))
        self._apart = bool(self.posterior_.learnt().any())
        self.n_docs_ += n_docs
        self.n_steps_ += 1

    # words and topics change, files ---------------------------------------------------------

    def grow(self, n: int, eta: Any = None) -> Self:
        """Append n words that have not been met yet."""
        super().grow(n, eta)
        self.evidence_ = self.evidence_.grown(int(n))
        return self

    def keep_words(self, words: Array) -> Self:
        """Only these words stay; biterms that lose one are drawn no more, what they told stays."""
        super().keep_words(words)
        self.evidence_ = self.evidence_.kept(np.asarray(words))
        return self

    def _merged(self, topics: list[int]) -> None:
        self.evidence_ = self.evidence_.merged(topics)

    def _own_state(self) -> tuple[dict[str, Any], dict[str, Array]]:
        return {"online": self._begun_online, "alpha": self.alpha_}, self.evidence_.state()

    def _take_state(self, kept: Fields) -> None:
        known = self.posterior_
        self._begun_online = begun_online(kept)
        self.alpha_ = kept.number("alpha", SMALLEST, LARGEST)
        self.evidence_ = Evidence.from_state(kept, known.n_words, known.n_topics)
        fits = self.evidence_.fits(known.M, drawn=self._begun_online == "incremental")
        if not fits or (known.prior, known.scale) != (1.0, 1.0):
            raise StoreError("its topics are not those of its biterms")

"""HDP and HDP-B (section 4.2 and Algorithm 5 of the paper)."""

from __future__ import annotations

from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.validation import check_is_fitted

from biterms import kernels
from biterms.bags.counts import documents_of
from biterms.errors import SettingError, StoreError
from biterms.kernels import Array, Atoms, Counts, Inference, Packed, Rows, Sticks
from biterms.learning import SVI, Learner, Step
from biterms.learning.learner import is_number
from biterms.models.biterm_estimator import BitermEstimator
from biterms.models.bound import topic_bound
from biterms.models.counted import Counted
from biterms.models.hearing import Hearing, most_judges
from biterms.models.loop import Progress
from biterms.models.prior import read_eta
from biterms.models.settling import settle
from biterms.models.stick_bound import corpus_stick_bound, document_stick_bound
from biterms.models.sticks import CorpusSticks, Proportions
from biterms.settings import check_whole
from biterms.store import Fields

#: concentrations beyond these leave one topic, or none
SMALLEST, LARGEST = 1e-6, 1e6
#: concentration of documents to begin with when alpha is None, with biterms and without
ALPHA = {True: 10.0, False: 0.3}
#: a document of more topics than this is no short text
MOST_ATOMS = 1000
#: as much as float32 holds: more documents than there are
MOST_USAGE = 1e36
#: a mixture has every topic, if only a little
LEAST_SHARE = float(np.finfo(np.float32).tiny)


class HDP(Counted, BitermEstimator):
    """theta_dk = sum_i E[sigma_i(pi_d)] zeta_dik: as many of ``max_topics`` as the data need."""

    #: while `fit` runs
    _hearing: Hearing | None

    def __init__(
        self,
        max_topics: int = 100,
        *,
        biterms: bool | int | Literal["adjacent", "given"] = True,
        doc_topics: int = 20,
        alpha: float | None = None,
        omega: float = 1.0,
        eta: float | ArrayLike = 0.1,
        inference: Inference = "mean",
        biterm_weight: float | Literal["capped"] = "capped",
        learner: Learner | None = None,
        init: Literal["documents", "random"] | None = None,
        passes: int | None = None,
        batch_size: int = 125,
        doc_iter: int | None = None,
        doc_tol: float = 3e-3,
        random_state: Any = None,
        n_threads: int | None = None,
    ) -> None:
        self.max_topics = max_topics
        self.biterms = biterms
        self.doc_topics = doc_topics
        self.alpha = alpha
        self.omega = omega
        self.eta = eta
        self.inference = inference
        self.biterm_weight = biterm_weight
        self.learner = learner
        self.init = init
        self.passes = passes
        self.batch_size = batch_size
        self.doc_iter = doc_iter
        self.doc_tol = doc_tol
        self.random_state = random_state
        self.n_threads = n_threads

    @classmethod
    def paper(cls, max_topics: int = 100, learner: Learner | None = None, **settings: Any) -> Self:
        """The paper's own settings: mean field, its priors, every biterm, SVI."""
        own: dict[str, Any] = {
            "inference": "vb",
            "alpha": 1.0,
            "omega": 1.0,
            "eta": 0.01,
            "biterm_weight": 1.0,
            "learner": SVI() if learner is None else learner,
        }
        return cls(max_topics, **(own | settings))

    @property
    def proportions_(self) -> Proportions:
        """E[sigma_k(V)] with its 95 % interval: how much documents use each topic."""
        check_is_fitted(self, "posterior_")
        found = self._sticks().proportions(0.95)
        return Proportions(*(np.where(self.living_, each, 0.0) for each in found))

    @property
    def topics_at_start(self) -> int:
        """max_topics."""
        return int(self.max_topics)

    def _check(self) -> None:
        check_whole("max_topics", self.max_topics)
        check_whole("doc_topics", self.doc_topics, MOST_ATOMS)
        super()._check()
        for name, value in (("alpha", self._first_alpha()), ("omega", self.omega)):
            if not (is_number(value) and SMALLEST <= value <= LARGEST):
                raise SettingError(
                    f"{name}={value!r}: expected a number above 0 ({SMALLEST:g} to {LARGEST:g})"
                )

    def _first_alpha(self) -> float:
        return ALPHA[not self._words_only] if self.alpha is None else self.alpha

    def _prior(self, n_words: int) -> Array:
        return read_eta(self.eta, n_words, self.max_topics)

    def consolidate(self, X: Any) -> Self:
        """Topics that do not help to foretell these documents go; ``fit`` asks ones it left out.

        For a stream: call it now and then with documents that have not been learnt from. A topic
        that goes hands over what it has learnt and is empty from then on; no number changes.
        """
        counts = self._admitted(X)
        if self.inference == "vb":
            raise SettingError("consolidate with inference='vb': only the mean can be judged")
        some = most_judges(self.posterior_.n_topics)
        docs = np.arange(len(counts))[:: max(1, -(-len(counts) // some))]
        settle(self, documents_of(counts)[docs], self.n_steps_)
        return self

    def _begin_own(self) -> None:
        self.alpha_ = float(self._first_alpha())
        self.usage_ = np.zeros(self.max_topics)
        self.living_ = np.ones(self.max_topics, dtype=bool)
        self._end_own()

    def _pass(
        self, learner: Learner, counts: Counts, total: int, progress: Progress | None
    ) -> None:
        """In the mean topics are judged by documents that the pass has left out (`settling`)."""
        number = self.n_iter_
        if number == 0 and self.inference == "mean" and learner.repeats and not learner.whole:
            order = self._random.permutation(len(counts))
            self._hearing = Hearing(order, passes=total // len(counts))
        hearing = self._hearing
        if hearing is not None:
            hearing.begin_pass(self.max_topics, number)
        super()._pass(learner, counts, total, progress)
        if hearing is not None:
            hearing.end_pass(self, documents_of(counts), number)

    def _end_own(self) -> None:
        self._hearing = None

    def _order(self, n: int, learner: Learner) -> Array:
        order = super()._order(n, learner)
        return order if self._hearing is None else self._hearing.present(order)

    def _log_sigma(self) -> Array:
        weights = self._sticks().log_weights(self.inference)
        return np.where(self.living_, weights, -np.inf)

    def _theta(self, packed: Packed, rows: Rows, log_sigma: Array, alpha: float) -> Array:
        sticks = self._document_sticks(log_sigma, alpha)
        found = kernels.atoms(packed, rows, sticks, stats=False, n_threads=self._threads())
        return self._mixtures(found)

    def _take_away(self, topic: int, heirs: Array) -> None:
        self.posterior_.hand_over(topic, heirs)
        self.usage_ += self.usage_[topic] * heirs
        self.usage_[topic], self.living_[topic] = 0.0, False

    def _sticks(self) -> CorpusSticks:
        """Flat at first: with those of the prior each topic would be far behind the one before."""
        if not self.usage_.any():
            return CorpusSticks.flat(len(self.usage_))
        return CorpusSticks.learnt(self.usage_, self.omega)

    def _found(
        self, packed: Packed, rows: Rows, *, before: Atoms | None = None, **wanted: Any
    ) -> Atoms:
        sticks = self._document_sticks(self._log_sigma(), self.alpha_)
        shares = None if before is None else before.shares
        keep = bool(wanted.get("fit"))  # who watches the bound goes on from there
        return kernels.atoms(
            packed, rows, sticks, shares=shares, keep=keep, n_threads=self._threads(), **wanted
        )

    def _document_sticks(self, log_sigma: Array, alpha: float) -> Sticks:
        return Sticks(
            log_sigma,
            alpha=alpha,
            n_atoms=int(self.doc_topics),
            vb=self.inference == "vb",
            **self._how(),
        )

    def _mixtures(self, found: Atoms) -> Array:
        """E[theta], each topic a little above nothing."""
        theta = np.maximum(found.theta, LEAST_SHARE, dtype=np.float64)
        return np.asarray(theta / theta.sum(axis=1, keepdims=True))

    def _learnt(self, found: Atoms, step: Step) -> None:
        """A <- decay A + gain sum_d sum_i zeta_dik; the prior of the sticks is there once."""
        used = found.usage.sum(axis=0, dtype=np.float64)
        self.usage_ = step.decay * self.usage_ + step.gain * used

    def _documents_bound(self, found: Atoms) -> float:
        assert found.fit is not None
        return float((found.fit + document_stick_bound(found.gamma, self.alpha_)).sum())

    def _corpus_bound(self) -> float:
        """What topics and the sticks of the corpus add."""
        known, sticks = self.posterior_, self._sticks()
        topics = topic_bound(self.components_, known.prior * known.eta.T)
        return topics + corpus_stick_bound(sticks.a, sticks.b, self.omega)

    def _merged(self, topics: list[int]) -> None:
        usage = self.usage_.copy()
        usage[topics[0]] = usage[topics].sum()
        self.usage_ = np.delete(usage, topics[1:])
        living = self.living_.copy()
        living[topics[0]] = living[topics].any()
        self.living_ = np.delete(living, topics[1:])

    def _own_state(self) -> tuple[dict[str, Any], dict[str, Array]]:
        arrays = {"usage": _possible(self.usage_), "living": self.living_.astype(np.uint8)}
        return {"alpha": self.alpha_}, arrays

    def _take_state(self, kept: Fields) -> None:
        K = self.posterior_.n_topics
        known = "alpha" in kept.settings  # it was what the user had set before
        first = float(self._first_alpha())
        self.alpha_ = kept.number("alpha", SMALLEST, LARGEST) if known else first
        self.usage_ = _possible(kept.array("usage", (K,)))
        self.living_ = kept.array("living", (K,), np.uint8).astype(bool)
        if not self.living_.any():
            raise StoreError("no topic is living, expected one at least")
        self._end_own()


def _possible(usage: Array) -> Array:
    """Refuse what no documents lead to."""
    if not ((usage >= 0) & (usage <= MOST_USAGE)).all():
        raise StoreError(
            f"the usage of topics goes from {usage.min():.3g} to {usage.max():.3g}, expected "
            f"numbers from 0 to {MOST_USAGE:g}"
        )
    return usage

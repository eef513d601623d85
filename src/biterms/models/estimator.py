"""What all models share: documents in, one posterior, one learner, one loop.

A model adds four things: ``_prior`` (eta of the topics), ``_check`` (its settings),
``_found`` (the document step) and what its topics are called.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from biterms import kernels
from biterms.errors import SettingError
from biterms.kernels import Array, Counts, Found, Inference, Packed, Rows, Scratch
from biterms.learning import Learner, Moment, Posterior
from biterms.measures import lpp
from biterms.models.concentration import SAMPLE, foretold_parts, held_lpp
from biterms.models.counts import admit, as_table, read_counts
from biterms.models.prior import grown, undecided
from biterms.models.settings import all_threads, checked_learner, passes_of
from biterms.models.starts import Start, random_lam
from biterms.store import Fields

#: documents done, documents in all, and the LPP of documents not learnt from yet (or None)
Progress = Callable[[int, int, float | None], None]
#: how often in a pass the LPP of what comes is taken for ``progress``
LOOKS = 20

#: documents of one kernel call when nothing is learnt: bounds the memory, changes no result
CHUNK_DOCS = 8192


class Batch(NamedTuple):
    """A minibatch: which documents of what, and they themselves."""

    counts: Counts
    docs: Array
    packed: Packed


class TopicEstimator(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator, ABC):
    """An estimator over counts; ``posterior_`` is what has been learnt."""

    n_topics: int
    eta: Any
    inference: Inference
    learner: Learner | None
    init: str | None
    passes: int | None
    batch_size: int
    random_state: Any
    n_threads: int | None
    posterior_: Posterior
    n_features_in_: int
    n_iter_: int
    n_docs_: int
    n_steps_: int
    _gamma: Array | None
    _first_pass: bool

    # what a model says of itself -----------------------------------------------------------

    @abstractmethod
    def _prior(self, n_words: int) -> Array:
        """eta as (1 or V) x (1 or K), word-major."""

    @abstractmethod
    def _check(self) -> None:
        """Refuse settings that make no sense."""

    @abstractmethod
    def _found(self, packed: Packed, rows: Rows, **wanted: Any) -> Found:
        """The document step: mixtures and expected counts, given what is expected of the words."""

    def _own_state(self) -> tuple[dict[str, Any], dict[str, Array]]:
        """What the model has learnt beside the posterior: numbers and arrays for a file."""
        return {}, {}

    def _take_state(self, kept: Fields) -> None:
        """What `_own_state` gave; comes from a file, so anything may be wrong."""

    # learning ------------------------------------------------------------------------------

    def fit(self, X: Any, y: Any = None, *, progress: Progress | None = None) -> Self:
        """Forget all and learn from the rows of X; ``progress(done, total, lpp)`` per minibatch."""
        learner = checked_learner(self)
        counts = read_counts(self, X)
        passes, eta = passes_of(self, learner), self._prior(counts.n_words)
        admit(self, X, reset=True)
        self._begin(learner, eta)
        size = len(counts) if learner.whole else self.batch_size
        total, done, foretold = passes * len(counts), 0, None
        every = max(1, len(counts) // (size * LOOKS))
        for _ in range(passes):
            for batch in self._batches(counts, size, learner):
                if progress is not None and self._first_pass and self.n_steps_ % every == 1 % every:
                    foretold = self._foretold(batch)
                self._learn(learner, batch, len(counts))
                done += len(batch.docs)
                self.n_docs_ = min(done, len(counts))  # a second pass sees no new ones
                if progress is not None:
                    progress(done, total, foretold)
            self.n_iter_ += 1
            self._first_pass = False
            if learner.whole and self._settled(learner):
                break
        self._gamma = None
        return self

    def partial_fit(self, X: Any, y: Any = None) -> Self:
        """Learn from one minibatch and go on from there; also after ``fit``."""
        learner = checked_learner(self)
        if learner.whole:
            raise SettingError(
                f"{type(learner).__name__} needs all documents at once: use fit, or learn from "
                "minibatches with SVI, SVB or KPS"
            )
        counts = read_counts(self, X)
        if hasattr(self, "posterior_"):
            self._check_topics()
            admit(self, X, reset=False)
        else:
            eta = self._prior(counts.n_words)
            admit(self, X, reset=True)
            self._begin(learner, eta)
        seen = self.n_docs_ + len(counts)
        docs = np.arange(len(counts))
        self._learn(learner, Batch(counts, docs, kernels.pack(counts, docs)), seen)
        self.n_docs_ = seen
        self.n_iter_ = max(self.n_iter_, 1)
        return self

    def grow(self, n: int, eta: Any = None) -> Self:
        """Append n words that have not been met yet; ``eta`` (K x n or n) when eta is an array."""
        check_is_fitted(self, "posterior_")
        self.posterior_.grow(n, grown(self.posterior_.eta, n, eta))
        self.n_features_in_ = self.posterior_.n_words
        if hasattr(self, "feature_names_in_"):
            del self.feature_names_in_  # the new words have none
        return self

    def merge(self, topics: list[int]) -> Self:
        """The first of these topics takes what the others have learnt; the others go."""
        check_is_fitted(self, "posterior_")
        K = self.posterior_.n_topics
        if len({*topics}) != len(topics) or len(topics) < 2 or not {*topics} <= {*range(K)}:
            raise SettingError(
                f"merge({topics!r}): expected two or more different topics from 0 to {K - 1}"
            )
        self.posterior_.merge(topics)
        self.n_topics = self.posterior_.n_topics
        self._merged(topics)
        return self

    def _merged(self, topics: list[int]) -> None:
        """What else a model has per topic follows."""

    def _check_topics(self) -> None:
        if self.n_topics != self.posterior_.n_topics:
            raise SettingError(
                f"n_topics={self.n_topics} but {self.posterior_.n_topics} topics have been learnt; "
                "set it back, or fit anew"
            )

    def _begin(self, learner: Learner, eta: Array) -> None:
        n_words = self.n_features_in_
        self._random = check_random_state(self.random_state)
        self.posterior_ = Posterior(n_words, self.n_topics, eta)
        if self._drawn(learner):
            lam = random_lam(self._random, self.n_topics, n_words)
            # A prior that differs between topics must show through the noise.
            same = bool((eta == eta[:, :1]).all())
            self.posterior_.start(lam if same else lam + eta.T)
        self._first_pass = True
        self._apart = False
        self._scratch = Scratch()
        self.n_docs_ = self.n_steps_ = self.n_iter_ = 0
        self._gamma = None
        self._bounds: list[float] = []

    def _batches(self, counts: Counts, size: int, learner: Learner) -> Iterator[Batch]:
        n, together = len(counts), max(1, CHUNK_DOCS // size)
        shuffled = learner.repeats and not learner.whole
        order = self._random.permutation(n) if shuffled else np.arange(n)
        batches = [order[at : at + size] for at in range(0, n, size)]
        for at in range(0, len(batches), together):
            group = batches[at : at + together]
            packs = kernels.pack_each(counts, group, self._threads())
            yield from (Batch(counts, *pair) for pair in zip(group, packs, strict=True))

    def _learn(self, learner: Learner, batch: Batch, total: int) -> None:
        """One minibatch: local step, then the learner's affine rule. All or nothing."""
        packed = batch.packed
        if self._first_pass and self.n_steps_:
            self._foretell(batch)
        topics = self._undecided(learner)
        # BatchVB keeps gamma from pass to pass; what others find is used up at once.
        scratch = None if learner.whole else self._scratch
        rows = self._start(packed, topics) if len(topics) else self._rows(packed, scratch)
        found = self._found(
            packed,
            rows,
            gamma=self._gamma if learner.whole else None,
            fit=learner.whole,
            scratch=scratch,
        )
        step = learner.step(Moment(self.n_steps_ + 1, len(batch.docs), total))
        if learner.whole and not len(topics):  # else found belongs to lam, not to the posterior
            self._bounds.append(self._bound(found))
        if learner.whole:
            self._gamma = found.gamma
        assert found.stats is not None
        self.posterior_.update(packed.words, found.stats, step, self._threads())
        self._apart |= bool(len(packed.words))
        self.n_steps_ += 1

    def _foretell(self, batch: Batch) -> None:
        """Called with documents of the first pass before they are learnt from."""

    def _foretold(self, batch: Batch) -> float | None:
        """LPP of a minibatch before it is learnt from; None at the start and if all are short."""
        parts = foretold_parts(batch.counts, batch.docs[:SAMPLE]) if self._apart else None
        if parts is None:
            return None
        seen, held = parts
        topics = self.posterior_.rows(held.words) / self.posterior_.sums()
        found = self._found(seen, self._rows(seen), stats=False)
        return held_lpp(self._mixtures(found), topics, held)

    def _rows(self, packed: Packed, scratch: Scratch | None = None) -> Rows:
        """b of the words of a minibatch, from the posterior."""
        known = self.posterior_
        return kernels.expect_words(
            *(known.lazy, packed.words, known.sums(), self.inference, self._threads(), scratch)
        )

    def _undecided(self, learner: Learner) -> Array:
        """Topics that the first minibatch must tell apart: nothing learnt, nothing drawn."""
        if self._apart or self._drawn(learner):
            return np.arange(0)
        return undecided(self.posterior_.eta, self.n_topics)

    def _drawn(self, learner: Learner) -> bool:
        """Whether lam is drawn at random for all words before the first minibatch.

        A mean field that starts at lam = eta holds a word that comes later to the topic that has it
        first; learners that pass over the data again start it everywhere (benchmarks/quality.py).
        """
        init = self.init or ("random" if self.inference == "vb" else "documents")
        return init == "random" and learner.repeats

    def _start(self, packed: Packed, topics: Array) -> Rows:
        """b for the first minibatch's local step only: it leaves no trace in M."""
        start = Start(
            packed,
            self.posterior_.rows(packed.words),
            self.posterior_.sums(),
            expect=lambda lam, sums: kernels.expect(lam, sums, self.inference, self._threads()),
            local=lambda rows: self._found(packed, rows),
        )
        if self.init == "random":
            return start.drawn(topics, self._random)
        return start.from_documents(topics, self._random)

    def _settled(self, learner: Any) -> bool:
        """Whether the bound moved less than tol since the last pass."""
        if len(self._bounds) < 2:
            return False
        last, now = self._bounds[-2:]
        return bool(abs(now - last) <= learner.tol * abs(last))

    @abstractmethod
    def _bound(self, found: Found) -> float:
        """What BatchVB watches: the bound at the posterior that ``found`` came from."""

    # using ---------------------------------------------------------------------------------

    def transform(self, X: Any) -> Array:
        """E[theta] of each document, D x K; a row does not depend on the others."""
        check_is_fitted(self, "posterior_")
        counts = read_counts(self, X)
        admit(self, X, reset=False)
        return self._mixed(counts)

    def _mixed(self, counts: Counts) -> Array:
        mixtures = np.empty((len(counts), self.posterior_.n_topics))
        for at in range(0, len(counts), CHUNK_DOCS):
            docs = np.arange(at, min(at + CHUNK_DOCS, len(counts)))
            packed = kernels.pack(counts, docs)
            found = self._found(packed, self._rows(packed), stats=False)
            mixtures[docs] = self._mixtures(found)
        return mixtures

    def _mixtures(self, found: Found) -> Array:
        """E[theta_k] = gamma_k / sum gamma."""
        gamma = found.gamma.astype(np.float64)
        return np.asarray(gamma / gamma.sum(axis=1, keepdims=True))

    def score(self, X: Any, y: Any = None) -> float:
        """LPP: mean log probability of held-out words (the paper's measure; higher is better)."""
        check_is_fitted(self, "posterior_")
        counts = read_counts(self, X)
        admit(self, X, reset=False)
        return lpp.score(Admitted(self), as_table(counts))

    @property
    def components_(self) -> Array:
        """lam, K x V; computed when read."""
        check_is_fitted(self, "posterior_")
        return self.posterior_.lam()

    @property
    def topics_(self) -> Array:
        """E[beta], K x V, rows sum to 1; computed when read."""
        lam = self.components_
        return np.asarray(lam / lam.sum(axis=1, keepdims=True))

    @property
    def sizes_(self) -> Array:
        """Share of each topic in what has been learnt: expected words and biterms; sums to 1."""
        check_is_fitted(self, "posterior_")
        mass = np.maximum(self.posterior_.learnt(), 0.0)
        return np.asarray(mass / mass.sum() if mass.any() else np.full(len(mass), 1 / len(mass)))

    def word_topics(self, words: Array) -> Array:
        """E[beta] of some words only, n x K: costs nothing for the others."""
        check_is_fitted(self, "posterior_")
        words = np.ascontiguousarray(words, dtype=np.int32)
        return np.asarray(self.posterior_.rows(words) / self.posterior_.sums())

    @property
    def _n_features_out(self) -> int:
        return int(self.posterior_.n_topics)

    def __getstate__(self) -> dict[str, Any]:
        state: dict[str, Any] = super().__getstate__()
        return state | {"_scratch": Scratch()} if "_scratch" in state else state

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.transformer_tags.preserves_dtype = ["float64"]
        return tags

    def _threads(self) -> int:
        return self.n_threads or all_threads()


@dataclass(frozen=True)
class Admitted:
    """A model for parts of documents that have passed the door: no names of words are asked for."""

    model: TopicEstimator

    @property
    def topics_(self) -> Array:
        """E[beta], K x V."""
        return self.model.topics_

    def transform(self, X: Any, /) -> Array:
        """E[theta], D x K."""
        return self.model._mixed(read_counts(self.model, X))

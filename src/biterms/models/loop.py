"""The loop of all models: minibatch by minibatch, a document step and the learner's rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Self

import numpy as np
from sklearn.utils import check_random_state

from biterms.bags.counts import admit
from biterms.errors import SettingError
from biterms.kernels import Array, Counts, Scratch
from biterms.learning import Learner, Moment, Posterior
from biterms.models.base import Findings
from biterms.models.batches import Batch, minibatches, whole
from biterms.models.foretold import foretold_parts, held_lpp
from biterms.models.settings import checked_learner, passes_of
from biterms.models.starts import begins_drawn, drawn_lam, first_rows, undecided_topics
from biterms.models.use import Used

#: documents done, documents in all, and the LPP of documents not learnt from yet: None before
#: there is one, and after the first pass, when no document is new
Progress = Callable[[int, int, float | None], None]
#: how often in a pass the LPP of what comes is taken for ``progress``
LOOKS = 20


class Learning(Used):
    """Learns from documents; ``n_docs_``, ``n_steps_`` and ``n_iter_`` say how far it is."""

    n_iter_: int
    n_docs_: int
    n_steps_: int
    #: what the last pass found, for a learner that sees all documents at once
    _before: Findings | None
    _first_pass: bool
    _apart: bool
    _bounds: list[float]

    def fit(self, X: Any, y: Any = None, *, progress: Progress | None = None) -> Self:
        """Forget all and learn from the rows of X; ``progress(done, total, lpp)`` per minibatch."""
        learner = checked_learner(self)
        counts = self._read(X)
        passes, eta = passes_of(self, learner), self._prior(counts.n_words)
        admit(self, X, reset=True)
        self._begin(learner, eta)
        try:
            for _ in range(passes):
                self._pass(learner, counts, passes * len(counts), progress)
                if learner.whole and self._settled(learner):
                    break
        finally:  # what `progress` raises may end it
            self._before = None
            self._end_own()
        return self

    def partial_fit(self, X: Any, y: Any = None) -> Self:
        """Learn from one minibatch and go on from there; also after ``fit``."""
        learner = checked_learner(self)
        if learner.whole:
            raise SettingError(
                f"{type(learner).__name__} needs all documents at once: use fit, or learn from "
                "minibatches with SVI, SVB or KPS"
            )
        counts = self._read(X)
        if hasattr(self, "posterior_"):
            self._check_topics()
            admit(self, X, reset=False)
        else:
            eta = self._prior(counts.n_words)
            admit(self, X, reset=True)
            self._begin(learner, eta)
        seen = self.n_docs_ + len(counts)
        self._learn(learner, whole(counts), seen)
        self.n_docs_ = seen
        self.n_iter_ = max(self.n_iter_, 1)
        return self

    def foretold(self, X: Any) -> float | None:
        """LPP of the first of these documents before they are learnt from, to watch a stream.

        None when nothing has been learnt, or when all of them are too short for it.
        """
        return self._foretold(whole(self._admitted(X)))

    def _begin(self, learner: Learner, eta: Array) -> None:
        n_words = self.n_features_in_
        self._random = check_random_state(self.random_state)
        self.posterior_ = Posterior(n_words, self.topics_at_start, eta)
        if begins_drawn(self, learner):
            self.posterior_.start(drawn_lam(self._random, self.posterior_))
        self._first_pass = True
        self._apart = False
        self._scratch = Scratch()
        self.n_docs_ = self.n_steps_ = self.n_iter_ = 0
        self._begun_topics = self.topics_at_start
        self._before, self._bounds = None, []
        self._begin_own()

    def _pass(
        self, learner: Learner, counts: Counts, total: int, progress: Progress | None
    ) -> None:
        """Learn from all documents once more."""
        size = len(counts) if learner.whole else self.batch_size
        every = max(1, len(counts) // (size * LOOKS))
        done, foretold = self.n_iter_ * len(counts), None
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

    def _check_topics(self) -> None:
        if self.topics_at_start != self._begun_topics:
            raise SettingError(
                f"{self.topics_at_start} topics are asked for, but learning began with "
                f"{self._begun_topics}; set it back, or fit anew"
            )

    def _batches(self, counts: Counts, size: int, learner: Learner) -> Iterator[Batch]:
        return minibatches(counts, self._order(len(counts), learner), size, self._threads())

    def _order(self, n: int, learner: Learner) -> Array:
        """The documents of a pass, in the order in which they are learnt from."""
        shuffled = learner.repeats and not learner.whole
        return self._random.permutation(n) if shuffled else np.arange(n)

    def _learn(self, learner: Learner, batch: Batch, total: int) -> None:
        """One minibatch: local step, then the learner's affine rule. All or nothing."""
        packed = batch.packed
        if self._first_pass and self.n_steps_:
            self._foretell(batch)
        topics = np.arange(0) if self._apart else undecided_topics(self, learner)
        # BatchVB goes on from the last pass; what others find is used up at once.
        scratch = None if learner.whole else self._scratch
        rows = first_rows(self, packed, topics) if len(topics) else self._rows(packed, scratch)
        found = self._found(packed, rows, before=self._before, fit=learner.whole, scratch=scratch)
        step = learner.step(Moment(self.n_steps_ + 1, len(batch.docs), total))
        if learner.whole:
            self._before = found
            if not len(topics):  # else found belongs to lam, not to the posterior
                self._bounds.append(self._bound(found))
        assert found.stats is not None
        self.posterior_.update(packed.words, found.stats, step, self._threads())
        self._learnt(found, step)
        self._apart |= bool(len(packed.words))
        self.n_steps_ += 1

    def _foretold(self, batch: Batch) -> float | None:
        parts = foretold_parts(batch) if self._apart else None
        if parts is None:
            return None
        seen, held = parts
        topics = self.posterior_.rows(held.words) / self.posterior_.sums()
        found = self._found(seen, self._rows(seen), stats=False)
        return held_lpp(self._mixtures(found), topics, held)

    def _settled(self, learner: Any) -> bool:
        """Whether the bound moved less than tol since the last pass."""
        if len(self._bounds) < 2:
            return False
        last, now = self._bounds[-2:]
        return bool(abs(now - last) <= learner.tol * abs(last))

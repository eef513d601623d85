"""How many topics there are, when a model has room for more than it needs."""

from __future__ import annotations

from typing import Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from biterms.errors import SettingError
from biterms.kernels import Array
from biterms.learning.learner import is_number
from biterms.models.estimator import TopicEstimator

#: a topic counts from this share of the mass on, whatever the data
SHARE = 0.005
#: what `prune` takes away in all, if nothing else is said: mixtures hardly change by it
NEGLIGIBLE = 0.0001
#: the curve: at these shares topics are counted
SHARES = 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05


class Counted(TopicEstimator):
    """Topics by their share of what has been learnt; their numbers stay as they are."""

    @property
    def n_topics_(self) -> int:
        """Topics with at least 0.5 % of the mass."""
        return self.topic_counts_[SHARE]

    @property
    def counted_(self) -> Array:
        """Those that ``n_topics_`` counts; the largest, if all are small."""
        sizes = self.sizes_
        return np.asarray(sizes >= min(SHARE, sizes.max()))

    @property
    def topic_counts_(self) -> dict[float, int]:
        """How many topics hold at least each of some shares: flat where the number is clear."""
        sizes = self.sizes_
        return {share: int((sizes >= share).sum()) for share in SHARES}

    @property
    def order_(self) -> Array:
        """The topics by mass, the largest first."""
        return np.argsort(-self.sizes_, kind="stable")

    def kept_as(self, share: float | None = None) -> Array:
        """Of each topic the one that it is after ``prune(share)``: itself or the nearest.

        ``np.add.at`` with it sums mixtures of before to those of after.
        """
        large = self._large(share)
        target = np.cumsum(large) - 1
        target[~large] = self._nearest(np.flatnonzero(~large), np.flatnonzero(large))
        return np.asarray(target)

    def heirs(self, share: float | None = None) -> list[list[int]]:
        """Each topic that ``prune(share)`` keeps, with those whose learning it takes over."""
        target, large = self.kept_as(share), self._large(share)
        gone = np.where(large, -1, target)
        return [
            [kept, *np.flatnonzero(gone == number).tolist()]
            for number, kept in enumerate(np.flatnonzero(large).tolist())
        ]

    def prune(self, share: float | None = None) -> Self:
        """Topics below ``share`` go; the nearest of the others takes what each has learnt.

        None: those that are empty or nearly so, 0.01 % of the mass in all; mixtures of 99 % of
        the documents change by less than 0.01 then (in vb a document may settle elsewhere).
        """
        groups = self.heirs(share)
        left = list(range(self.posterior_.n_topics))  # as they were called before
        for group in groups:
            if len(group) > 1:
                self.merge([left.index(topic) for topic in group])
                left = [topic for topic in left if topic not in group[1:]]
        return self

    def _large(self, share: float | None) -> Array:
        """Which topics ``prune(share)`` keeps."""
        check_is_fitted(self, "posterior_")
        sizes = self.sizes_
        if share is None:
            order = np.argsort(sizes, kind="stable")
            gone = order[np.cumsum(sizes[order]) <= NEGLIGIBLE]
            return np.isin(np.arange(len(sizes)), gone, invert=True)
        large = sizes >= share if is_number(share) else np.zeros(1, dtype=bool)
        if not large.any():
            raise SettingError(
                f"share={share!r}: expected a share that some topic holds, at most "
                f"{sizes.max():.3g}"
            )
        return np.asarray(large)

    def _nearest(self, gone: Array, kept: Array) -> Array:
        """Which of ``kept`` foretells best the words that each of ``gone`` has learnt."""
        known = self.posterior_
        logs = np.log(known.lam()[kept] / known.sums()[kept, None])
        words = np.maximum(known.M[:, gone], 0.0)
        return np.asarray((logs @ words).argmax(axis=0))

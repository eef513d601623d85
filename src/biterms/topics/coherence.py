"""The coherence of topics, and whether their words are together by chance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from biterms.kernels import Array
from biterms.measures.chance import chance_npmi
from biterms.topics.top_counts import Together

#: texts that a pair of words must be in to be no chance, and standard deviations above chance
FEWEST_TEXTS, ABOVE_CHANCE = 2, 2.0
#: share of its pairs that a topic needs above chance
PAIRS_ABOVE = 0.15
#: in fewer texts nothing can be said of chance
TEXTS_TO_JUDGE = 100
_NONE = np.iinfo(np.int64).max


@dataclass(frozen=True)
class Coherence:
    """NPMI of the top words of each topic over all texts, and what it would be by chance.

    Parameters
    ----------
    npmi, chance : array of float
        Of each topic; NaN where most pairs of top words have not been counted.
    above : array of float
        Share of the pairs that are in clearly more texts than by chance.
    texts : array of int
        Texts that every pair was counted in; pairs that were not counted at all do not matter.
    """

    npmi: Array
    chance: Array
    above: Array
    texts: Array

    @classmethod
    def of(cls, together: Together) -> Coherence:
        """The means over the pairs that have been counted."""
        scores, met = together.npmi()
        n, counted = met.sum(axis=1), together.texts > 0
        # a pair with a word that never occurs has been counted, but has no NPMI
        known = (2 * counted.sum(axis=1) > met.shape[1]) & (n > 0)
        n, texts = np.where(known, n, 1), np.maximum(together.texts, 1)
        mean, expected = np.zeros(met.shape), together.left / texts * together.right
        mean[met] = chance_npmi(together.left[met], together.right[met], texts[met])
        most = np.maximum(FEWEST_TEXTS - 1, expected + ABOVE_CHANCE * np.sqrt(expected))
        fewest = np.where(counted, together.texts, _NONE).min(axis=1, initial=_NONE)
        return cls(
            npmi=np.where(known, scores.sum(axis=1) / n, np.nan),
            chance=np.where(known, mean.sum(axis=1) / n, np.nan),
            above=np.where(known, (met & (together.both > most)).sum(axis=1) / n, np.nan),
            texts=np.where(known, fewest, 0),
        )

    @property
    def by_chance(self) -> Array:
        """Topics whose words are together no more often than by chance."""
        return np.asarray((self.above < PAIRS_ABOVE) & (self.texts >= TEXTS_TO_JUDGE))

"""What is usual for a topic: its share of the documents before, and by the hour of the day."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from biterms.kernels import Array
from biterms.streams.periods import DAY, HOUR

#: what came so long ago, or so many documents ago if that is longer, counts half
HALF_TIME, HALF_DOCUMENTS = 7.0 * DAY, 20_000.0
HOURS = DAY // HOUR


class Usual:
    """Shares of topics so far, at all times and at each hour of the day.

    The share of topic k at hour h is that of this hour on the days before, shrunk towards its share
    at all times as if one more day had had that one: (N_hk + n_h s_k) / (N_h + n_h), where
    n_h = N_h / days are the documents of such an hour. At first it is the share at all times; a
    topic that is busy every day at the same hour is soon expected to be.
    """

    def __init__(self) -> None:
        self.documents, self.exposure = np.zeros(0), 0.0
        self._hours, self._exposures = np.zeros((HOURS, 0)), np.zeros(HOURS)
        self._days = np.zeros(HOURS)

    def widen(self, n: int) -> None:
        """Have room for so many topics."""
        more = max(0, n - len(self.documents))
        if more:
            self.documents = np.pad(self.documents, (0, more))
            self._hours = np.pad(self._hours, ((0, 0), (0, more)))

    def shares(self, begin: int, length: int) -> Array:
        """The share of each topic that is usual in a period."""
        overall: Array = (self.documents + 0.5) / (self.exposure + 1.0)
        hour = begin % DAY // HOUR
        if length > HOUR or not self._days[hour]:
            return overall
        prior = self._exposures[hour] / self._days[hour]
        found: Array = (self._hours[hour] + prior * overall) / (self._exposures[hour] + prior)
        return found

    def learn(self, begin: int, length: int, documents: Array, n: float) -> None:
        """Take the documents of a period, by topic and all of them."""
        left = 0.5 ** min(length / HALF_TIME, n / HALF_DOCUMENTS)
        self.documents = self.documents * left + documents
        self.exposure = self.exposure * left + n
        if length > HOUR or not n:
            return
        hour, left = begin % DAY // HOUR, 0.5 ** (DAY / HALF_TIME)
        self._hours[hour] = self._hours[hour] * left + documents
        self._exposures[hour] = self._exposures[hour] * left + n
        self._days[hour] = self._days[hour] * left + 1.0

    def memory(self) -> dict[str, Array]:
        """What has to be remembered."""
        return {
            "usual": self.documents.copy(),
            "exposure": np.array([self.exposure]),
            "hours": self._hours.copy(),
            "hour_exposures": self._exposures.copy(),
            "hour_days": self._days.copy(),
        }

    def remember(self, memory: Mapping[str, Array]) -> None:
        """Be as it was."""
        self.documents, self.exposure = memory["usual"].copy(), float(memory["exposure"][0])
        self._hours = memory["hours"].copy()
        self._exposures = memory["hour_exposures"].copy()
        self._days = memory["hour_days"].copy()

"""Words are watched: which of them have become more frequent than chance allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.streams.chapters.detection.evidence import PRIOR, SHARES, total, updated, weights
from biterms.streams.chapters.detection.word_table import WordTable
from biterms.streams.periods import DAY

#: what came so long ago, or so many documents ago if that is longer, counts half
HALF_TIME, HALF_DOCUMENTS = 7.0 * DAY, 20_000.0
#: days after which the pace of the stream is forgotten to half
PACE = 3.0 * DAY


class Crossing(NamedTuple):
    """Words whose evidence has reached the level of an alarm.

    Parameters
    ----------
    slots : array of int
        The words, the strongest first.
    strength : array of float
        Logarithm of the evidence.
    """

    slots: Array
    strength: Array


class Watch:
    """All words of a stream, with their past and the evidence that something has begun.

    Parameters
    ----------
    false_alarms : float
        False alarms per day that are allowed.
    """

    def __init__(self, false_alarms: float) -> None:
        self._false_alarms = false_alarms
        self.words = WordTable()
        self.documents, self.exposure, self.faded = 0.0, 0.0, 0.0
        self.time, self._started, self._seconds = 0.0, 0.0, 0.0

    @property
    def level(self) -> float:
        """The evidence of an alarm: weights that start in a day, by false alarms per day."""
        if not self._seconds:
            return np.inf
        return max(1.0, self._started / self._seconds * DAY / self._false_alarms)

    def take(self, slots: Array, n: int, time: float) -> Crossing:
        """Look at more documents.

        Parameters
        ----------
        slots : array of int
            Their words, each once per document.
        n : int
            How many there are.
        time : float
            When the last of them was written.

        Returns
        -------
        Crossing
            Words that reach the level now.
        """
        words, x = np.unique(slots, return_counts=True)
        table, passed = self.words, self._pass(n, time)
        count = table.count[words] * np.exp(table.faded[words] - self.faded) + PRIOR
        gap, exposure = self.documents - table.at[words], self.exposure + 1.0
        before = table.evidence[words]
        found = updated(before, gap, x, count, exposure, n)
        strength, started = total(found), weights(count / exposure)
        new = total(before) * np.exp(-gap * SHARES[0]) < started
        table.since[words] = np.where(new, passed, table.since[words])
        self._started += float((started * x).sum())
        table.evidence[words] = found
        self._learn(words, count - PRIOR + x, n)
        over = np.flatnonzero(strength >= self.level)
        over = over[np.argsort(-strength[over], kind="stable")]
        return Crossing(words[over], np.log(strength[over]))

    def _pass(self, n: int, time: float) -> float:
        """Let time pass; when the documents began to come."""
        before = self.time if self.documents else time
        self.time = max(before, time)
        seconds = self.time - before
        fades = float(np.log(2.0) * min(seconds / HALF_TIME, n / HALF_DOCUMENTS))
        self.faded += fades
        self.exposure *= float(np.exp(-fades))
        slower = float(2.0 ** (-seconds / PACE))
        self._started, self._seconds = self._started * slower, self._seconds * slower + seconds
        return before

    def _learn(self, words: Array, count: Array, n: int) -> None:
        table = self.words
        self.documents += n
        self.exposure += n
        table.count[words], table.faded[words] = count, self.faded
        table.at[words] = self.documents

    def rates(self, slots: Array) -> Array:
        """The share of documents that words have."""
        count = self.words.count[slots] * np.exp(self.words.faded[slots] - self.faded)
        return np.asarray((count + PRIOR) / (self.exposure + 1.0))

    def reset(self, slots: Array) -> None:
        """Evidence of words begins with nothing again."""
        self.words.evidence[slots] = 0.0

    def memory(self) -> dict[str, Array]:
        """Everything but the words themselves."""
        numbers = (self.documents, self.exposure, self.faded)
        pace = (self.time, self._started, self._seconds)
        return self.words.columns() | {"numbers": np.array([*numbers, *pace])}

    def remember(self, keys: list[str], memory: Mapping[str, Array]) -> None:
        """Be as it was.

        Parameters
        ----------
        keys : list of str
            The words.
        memory : mapping of str to array
            What `memory` gave.
        """
        self.words.remember(keys, memory)
        numbers = memory["numbers"].tolist()
        self.documents, self.exposure, self.faded = numbers[:3]
        self.time, self._started, self._seconds = numbers[3:]

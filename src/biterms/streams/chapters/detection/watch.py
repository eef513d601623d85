"""Words are watched: which of them have become more frequent than chance allows.

The test is that of `biterms.kernels.reference_evidence`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from biterms import kernels
from biterms.kernels import PRIOR, Array, Arrived, Sequences
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
        words, x = kernels.tally(Sequences(np.array([0, len(slots)]), slots), len(self.words))
        begin = self._pass(n, time)
        now = Arrived(self.faded, self.documents, self.exposure + 1.0, begin, n)
        strength, started = kernels.update_evidence(self.words.past, words, x, now)
        self._started += started
        self.documents += n
        self.exposure += n
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

    def rates(self, slots: Array | int) -> Array:
        """The share of documents that words have."""
        past = self.words.past
        count = past.count[slots] * np.exp(past.faded[slots] - self.faded)
        return np.asarray((count + PRIOR) / (self.exposure + 1.0))

    def reset(self, slots: Array) -> None:
        """Evidence of words begins with nothing again."""
        self.words.past.evidence[slots] = 0.0

    def memory(self) -> dict[str, Array]:
        """Everything that has to be remembered."""
        numbers = (self.documents, self.exposure, self.faded)
        pace = (self.time, self._started, self._seconds)
        return self.words.memory() | {"numbers": np.array([*numbers, *pace])}

    def remember(self, memory: Mapping[str, Array]) -> None:
        """Be as it was.

        Parameters
        ----------
        memory : mapping of str to array
            What `memory` gave.
        """
        self.words.remember(memory)
        numbers = memory["numbers"].tolist()
        self.documents, self.exposure, self.faded = numbers[:3]
        self.time, self._started, self._seconds = numbers[3:]

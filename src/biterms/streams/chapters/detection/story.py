"""A story: words that became frequent together, and the documents that have them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from biterms.kernels import Array

#: a story has so many words at most, each so many times as frequent in it as elsewhere
WORDS, LIFT = 16, 5.0
#: what words must say together for a document to be part of a story: 1 / 2
PART = float(np.log(2.0))
#: what is left of its largest share when a story is over
FALLEN = 0.1


@dataclass
class Story:
    """What an alarm tells, and what is needed to follow it.

    Parameters
    ----------
    number : int
        The number of the alarm.
    step : int
        The cut with which it came.
    time, since : float
        When it was found, and when it began: event time, in seconds since 1970.
    kind : str
        "burst" if a topic covers it, else "birth".
    topic : int or None
        The id of that topic.
    strength : float
        Logarithm of the evidence.
    ratio : float
        How many times as frequent its first word is as before.
    documents : int
        Documents so far.
    words : list of str
        Its words, as people write them.
    texts : list of dict
        Typical texts, with their ids.
    slots : list of int
        Its words.
    values : list of float
        What each says: minus the logarithm of the probability that a document with it is not part
        of the story.
    core : list of int
        Words whose evidence was enough for an alarm.
    hits, exposure, peak : float
        Its documents and all documents of late, and the largest share that it had.
    usual : float
        The share of documents with its words before it began.
    ended : float or None
        When it was over.
    """

    number: int
    step: int
    time: float
    since: float
    strength: float
    ratio: float
    slots: list[int]
    values: list[float]
    core: list[int]
    hits: float
    exposure: float
    documents: int = 0
    kind: str = "birth"
    topic: int | None = None
    words: list[str] = field(default_factory=list)
    texts: list[dict[str, Any]] = field(default_factory=list)
    peak: float = 0.0
    usual: float = 0.0
    ended: float | None = None

    @property
    def share(self) -> float:
        """What it has of all documents of late."""
        return self.hits / self.exposure

    def fallen(self, more: int, n: int, left: float) -> bool:
        """Whether little is left of its largest share after n more documents.

        Parameters
        ----------
        more, n : int
            Documents of the story, and all of them.
        left : float
            What is left of those before.

        Returns
        -------
        bool
            Whether a tenth is left, the usual documents aside.
        """
        self.hits = hits = self.hits * left + more
        self.exposure = exposure = self.exposure * left + n
        share, peak = hits / exposure, self.peak
        if share >= peak:
            self.peak = share
            return False
        usual = min(self.usual, 0.5 * peak)
        return share < usual + FALLEN * (peak - usual)


def characteristic(words: Array, counts: Array, n: int, rates: Array) -> tuple[Array, Array]:
    """The words that tell documents from others, and how well they do; the best first.

    Parameters
    ----------
    words, counts : array of int
        Words, and how many of the documents have each.
    n : int
        The documents.
    rates : array of float
        The share of all documents that has each.

    Returns
    -------
    tuple of arrays
        The words, and their scores.
    """
    lift = counts / n / rates
    scores = np.where((counts >= max(2.0, n / 5)) & (lift >= LIFT), counts * np.log(lift), 0.0)
    best = np.argsort(-scores, kind="stable")[:WORDS]
    best = best[scores[best] > 0]
    return words[best], scores[best]


def values(counts: Array | int, usual: Array) -> Array:
    """How much words say about a story.

    Of x documents with a word, m were to be expected; a document with it is part of the story with
    probability 1 - (m + sqrt(m)) / x, where the root stands for chance.

    Parameters
    ----------
    counts : array of float
        Documents with each word since the story began.
    usual : array of float
        Documents with it that were to be expected.

    Returns
    -------
    array of float
        Minus the logarithm of the probability that a document with it is not part of the story.
    """
    doubt = (usual + np.sqrt(usual)) / counts
    return np.asarray(-np.log(np.minimum(np.maximum(doubt, 0.01), 1.0)))

"""What the test for words that become frequent knows of words, and its constants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from biterms.kernels.shapes import Array

#: what a story may have of all documents: the alternatives, each four times the one before
SHARES = 1e-4 * 4.0 ** np.arange(6)
#: how constant the rate of a word is at best: its standard deviation is 1 / sqrt(SHAPE) of it
SHAPE = 10.0
#: added to the documents that had a word, so that words that are new have a rate
PRIOR = 0.5
#: words that are in fewer documents than this have about the same weight each
RARE = 1e-4
#: evidence below this is taken for none, which can only make alarms rarer
LEAST = 0.05
#: what is certain is not made more so
MOST = 1e30


@dataclass(frozen=True)
class WordPast:
    """What is known of words; changed where they are met.

    Parameters
    ----------
    count : float64 array
        Documents with the word, forgotten exponentially, as of the last one.
    faded, at : float64 array
        Clock of forgetting, and documents of the stream, at the last one.
    since : float64 array
        When the evidence began.
    evidence : float32 array, words x alternatives
        Evidence that it has become more frequent, as of the last document with it.
    """

    count: NDArray[np.float64]
    faded: NDArray[np.float64]
    at: NDArray[np.float64]
    since: NDArray[np.float64]
    evidence: NDArray[np.float32]

    @property
    def columns(self) -> dict[str, Array]:
        """The arrays by their names, in this order."""
        return vars(self)


class Arrived(NamedTuple):
    """Documents that have come, and the stream before them.

    Parameters
    ----------
    faded : float
        Clock of forgetting.
    documents : float
        Documents of the stream.
    exposure : float
        N + 1: the same, forgotten exponentially.
    begin : float
        When the documents began to come.
    n : int
        How many have come.
    """

    faded: float
    documents: float
    exposure: float
    begin: float
    n: int

"""Progress over short starts, a search and the passes that follow them."""

from __future__ import annotations

import inspect
from typing import Any

from biterms.errors import StopLearning
from biterms.learning.prequential import Progress

#: what is being done, unless something else is said
LEARNING = "learning"
#: a document takes as long as so many topics do, however few it has
BESIDE_TOPICS = 50


def work(n_docs: int, n_topics: int) -> float:
    """Estimate how long documents take, in some unit of time."""
    return float(n_docs) * (BESIDE_TOPICS + n_topics)


class Counter:
    """Tells how far learning is, over parts that take longer or less long for each document.

    Documents done are told as a share of all of them: that of the time, as far as it can be
    estimated.

    Parameters
    ----------
    progress : callable, optional
        What users gave. If it has a parameter ``stage``, it is told what is being done.
    total : int, optional
        Documents of all parts together.
    expected : float, optional
        Work of all parts together.
    """

    def __init__(
        self, progress: Progress | None = None, total: int = 0, expected: float = 0.0
    ) -> None:
        self._progress: Any = progress
        self._stage: dict[str, str] | None = {"stage": LEARNING} if has_stage(progress) else None
        self._total, self._expected = total, expected
        self._before = self._part = 0.0
        self._done, self._scored = 0, False
        #: whether learning was ended in a start: the passes then end with their first minibatches
        self.stopped = False

    def expect(self, left: float, stage: str = LEARNING) -> None:
        """Estimate anew the work that is left after this part, and say what is being done."""
        self._expected = self._before + self._part + left
        if self._stage is not None:
            self._stage = {"stage": stage}

    def part(self, part: float, *, scored: bool = False) -> Progress | None:
        """Progress of the next part, given its work; ``scored`` if it has an LPP worth telling."""
        self._before += self._part
        self._part, self._scored = part, scored
        return None if self._progress is None else self._tell

    def _tell(self, done: int, total: int, lpp: float | None) -> None:
        if self.stopped:
            raise StopLearning
        share = (self._before + self._part * done / total) / self._expected
        self._done = max(self._done, min(round(share * self._total), self._total))
        try:
            lpp = lpp if self._scored else None
            self._progress(self._done, self._total, lpp, **(self._stage or {}))
        except StopLearning:
            self.stopped = True
            raise


def has_stage(progress: Progress | None) -> bool:
    """Whether a callback wants to know what is being done; some that are compiled cannot say."""
    try:
        return progress is not None and "stage" in inspect.signature(progress).parameters
    except (TypeError, ValueError):
        return False

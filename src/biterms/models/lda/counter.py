"""Progress over short starts and the passes that follow them."""

from __future__ import annotations

from biterms.errors import StopLearning
from biterms.learning.prequential import Progress


class Counter:
    """Counts the documents of starts and of passes together.

    Parameters
    ----------
    progress : callable or None
        What users gave.
    ahead, total : int
        Documents of all starts, and of starts and passes.
    """

    def __init__(self, progress: Progress | None, ahead: int = 0, total: int = 0) -> None:
        self._progress, self._ahead, self._total = progress, ahead, total
        self._before = self._done = 0
        #: whether learning was ended in a start: the passes then end with their first minibatches
        self.stopped = False

    @property
    def starting(self) -> Progress | None:
        """Progress in a start."""
        return None if self._progress is None else self._start

    @property
    def learning(self) -> Progress | None:
        """Progress in the passes."""
        return None if self._progress is None else self._learn

    def end_start(self) -> None:
        """The next start is counted from here on."""
        self._before += self._done
        self._done = 0

    def _start(self, done: int, total: int, lpp: float | None) -> None:
        assert self._progress is not None
        self._done = done
        try:
            self._progress(self._before + done, self._total, None)
        except StopLearning:
            self.stopped = True
            raise

    def _learn(self, done: int, total: int, lpp: float | None) -> None:
        assert self._progress is not None
        if self.stopped:
            raise StopLearning
        self._progress(self._ahead + done, self._total, lpp)

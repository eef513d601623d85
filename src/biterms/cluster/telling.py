"""How far a run is, told to whoever asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from biterms.models.lda.counter import has_stage

READING, ANCHOR, LEARNING = "reading", "anchor", "learning"


class Telling:
    """Calls a `progress` callback; one without a parameter ``stage`` hears of learning alone.

    Parameters
    ----------
    progress : callable, optional
        As for `TopicModel.fit`.
    """

    def __init__(self, progress: Any) -> None:
        self._progress, self._stages = progress, has_stage(progress)
        self.total, self.done = 0, 0

    def read(self, n_docs: int) -> None:
        """So many texts have been read."""
        self._tell(n_docs, None, None, READING)

    def anchor(self) -> Callable[..., None] | None:
        """What the anchor tells its progress to."""
        return None if self._progress is None or not self._stages else self._anchor

    def _anchor(self, done: int, total: int, lpp: float | None) -> None:
        self._tell(done, total, lpp, ANCHOR)

    def learnt(self, n_docs: int, lpp: float | None) -> None:
        """So many more documents have been learnt from."""
        self.done += n_docs
        self._tell(self.done, self.total, lpp, LEARNING)

    def _tell(self, done: int, total: int | None, lpp: float | None, stage: str) -> None:
        if self._progress is None:
            return
        if self._stages:
            self._progress(done, total, lpp, stage=stage)
        elif stage == LEARNING:
            self._progress(done, total, lpp)

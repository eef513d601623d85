"""Engine: what a model's estimator asks of its mathematics."""

from __future__ import annotations

from typing import Any, Protocol

from biterms.kernels import Array, Counts
from biterms.learning.row_map import RowMap


class Engine(Protocol):
    """A model bound to settings that have been checked: no estimator, no scikit-learn."""

    def begin(self, counts: Counts, names: list[str] | None) -> Any:
        """A state that has learnt nothing yet."""

    def fit(self, state: Any, counts: Counts, **wanted: Any) -> None:
        """Learn from all documents; ``wanted`` are ``progress`` and ``publish``."""

    def learn(self, state: Any, counts: Counts) -> None:
        """Learn on, from one minibatch."""

    def infer(self, state: Any, counts: Counts) -> Array:
        """E[theta] of documents, D x K."""

    def sizes(self, state: Any) -> Array:
        """What each topic has learnt, K numbers in any unit."""

    def merged(self, state: Any, topics: list[int]) -> dict[str, Any]:
        """Fields of the state when the first of these topics has taken all."""

    def remapped(self, state: Any, change: RowMap) -> dict[str, Any]:
        """Fields beside the posterior that change with the words."""

"""What the loop asks of a model and of an observer."""

from __future__ import annotations

from typing import Any, Protocol

from biterms.kernels import Array, Inference, Local, Packed, Rows
from biterms.learning.minibatches import Batch
from biterms.learning.state import Clock, State


class LocalResult(Protocol):
    """What every document step gives; the rest is between a model and its own step."""

    @property
    def stats(self) -> Array | None:
        """Expected counts of the words of the minibatch, n x K."""

    @property
    def fit(self) -> Array | None:
        """What the bound needs of each document."""


class Model(Protocol):
    """A model bound to its settings: the functions that the loop calls."""

    @property
    def inference(self) -> Inference:
        """How expectations are taken."""

    @property
    def init(self) -> str | None:
        """Where topics begin."""

    @property
    def threads(self) -> int:
        """Threads of the kernels."""

    def local_settings(self, state: Any) -> Any:
        """All that the document step needs beside rows and documents, at this moment."""

    def local_step(self, settings: Any, rows: Rows, documents: Packed, **wanted: Any) -> Any:
        """The document step: a function of settings, rows and documents alone.

        ``wanted`` are ``previous`` (a result to go on from), ``stats``, ``fit``, ``n_threads`` and
        ``scratch``.
        """

    def predict_settings(self, state: Any) -> Any:
        """What the document step needs where mixtures are wanted instead of statistics."""

    def mixtures(self, result: Any, settings: Any) -> Array:
        """E[theta] of the documents of a result, D x K, and of the settings it came from."""

    @property
    def takes_rounds(self) -> bool:
        """Whether the learner says how many rounds the document step has."""

    def extra(self, result: Any) -> dict[str, Array]:
        """What is learnt beside the words, for `Statistics.extra`."""

    def adapted(self, state: Any, batch: Batch) -> dict[str, Any]:
        """Fields of the state that documents change before they are learnt from."""

    def bound(self, state: Any, result: Any) -> float:
        """What `BatchVB` watches: the bound at the posterior that a result came from."""

    def block_settings(self, state: Any) -> Local | None:
        """Settings of the compiled block, or None if Python is needed between minibatches."""


class Watch(Protocol):
    """An observer of the loop: it scores documents before they are learnt from, shows progress."""

    def due_in(self, clock: Clock) -> int:
        """Minibatches until the next one that is scored first; 0 is this one."""

    def before(self, model: Model, state: State, batch: Batch) -> None:
        """A minibatch that is due, before it is learnt from."""

    def after(self, docs: int) -> None:
        """So many documents have been learnt from since the last call."""

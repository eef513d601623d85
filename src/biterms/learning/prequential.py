"""Documents scored before they are learnt from: the prequential LPP (test, then train)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from biterms.bags.counts import some_documents
from biterms.kernels import Packed
from biterms.learning.heldout import heldout_lpp, packed_table
from biterms.learning.minibatches import Batch
from biterms.learning.state import Clock, State
from biterms.measures.split import split

if TYPE_CHECKING:
    from biterms.learning.protocols import Model

#: documents of a minibatch that are scored: enough to see a direction, cheap beside learning
SAMPLE = 200
#: how often in a pass the LPP of what comes next is taken
LOOKS = 20

#: documents done, documents in all, and the LPP of documents not learnt from yet: None before
#: there is one, and after the first pass, when no document is new
Progress = Callable[[int, int, float | None], None]


class Watching:
    """Tells a callback how far learning is, and how well it predicts what comes next.

    Parameters
    ----------
    progress : callable
        Called with documents done, documents in all, and the LPP of new documents or None.
    n_docs, total : int
        Documents of a pass, and of all passes.
    batch_size : int
        Documents of a minibatch.
    """

    def __init__(self, progress: Progress, n_docs: int, total: int, batch_size: int) -> None:
        self._progress, self._total, self._done, self._n_docs = progress, total, 0, n_docs
        self._every = max(1, n_docs // (batch_size * LOOKS))
        self._lpp: float | None = None

    def due_in(self, clock: Clock) -> int:
        """Minibatches until one is scored before it is learnt from."""
        if not clock.first_pass:
            self._lpp = None
            return 1 << 30
        return (1 - clock.steps) % self._every

    def before(self, model: Model, state: State, batch: Batch) -> None:
        """Score a minibatch."""
        self._lpp = prequential_lpp(model, state, batch)

    def after(self, docs: int) -> None:
        """Tell the callback."""
        self._done += docs
        self._progress(self._done, self._total, self._lpp)

    def begin_pass(self, number: int) -> None:
        """Count the documents that the passes before have left out as done."""
        self._done = number * self._n_docs


def prequential_lpp(model: Model, state: State, batch: Batch) -> float | None:
    """LPP of the first documents of a minibatch, as the state predicts them.

    None when nothing has been learnt yet, or when all of them are too short to be split.
    """
    return predicting(model, state, batch)()


def predicting(model: Model, state: State, batch: Batch) -> Callable[[], float | None]:
    """`prequential_lpp` of this moment, to be called at any time: learning may go on meanwhile."""
    parts = split_batch(batch) if state.symmetry_broken else None
    if parts is None:
        return lambda: None
    observed, heldout = parts
    table = state.posterior.table
    words, sums = state.posterior.rows(heldout.words), table.sums()
    rows = table.expect(observed.words, model.inference, model.threads)
    settings = model.predict_settings(state)

    def predicted() -> float:
        result = model.local_step(settings, rows, observed, stats=False, n_threads=model.threads)
        return heldout_lpp(model.mixtures(result, settings), words / sums, heldout)

    return predicted


def split_batch(batch: Batch) -> tuple[Packed, Packed] | None:
    """Observed and held-out parts of the first documents that are long enough for the LPP."""
    parts = split(some_documents(batch.counts, batch.docs[:SAMPLE]))
    if not len(parts.rows):
        return None
    return packed_table(parts.observed), packed_table(parts.held)

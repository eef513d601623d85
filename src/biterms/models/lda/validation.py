"""Documents that are left out of learning for a while, and decide on the number of topics."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from biterms.bags.counts import some_documents
from biterms.errors import InputError
from biterms.kernels import Array, Counts, Local
from biterms.learning.heldout import FEWEST, Parts, document_lpps, parts_of
from biterms.learning.shuffled import Shuffled
from biterms.models.variational import Schedule

if TYPE_CHECKING:
    from biterms.models.lda.prevalent import PrevalentEngine
    from biterms.models.lda.state import LDAState

#: a tenth of the documents, but so many at least and at most, and no more than a quarter
TENTH, LEAST, MOST, QUARTER = 10, 600, 2_000, 4
#: where there are fewer than most, each is split in up to so many ways: other words are held out
SPLITS = 3
#: documents that are looked at together
AT_ONCE = 1 << 16


class Validation(NamedTuple):
    """Some documents, and their words in two parts, in one way or several."""

    docs: Array
    splits: list[Parts]

    @classmethod
    def of(cls, counts: Counts, random: np.random.RandomState) -> Validation:
        """Draw validation documents.

        Raises
        ------
        InputError
            If too few documents are long enough.
        """
        usable = _usable(counts)
        n = len(usable)
        size = min(max(n // TENTH, LEAST), MOST, n // QUARTER)
        docs = np.sort(random.permutation(usable)[:size])
        ways = range(min(SPLITS, -(-MOST // max(1, size))))
        documents = some_documents(counts, docs)
        splits = [parts for way in ways if (parts := parts_of(documents, way)) is not None]
        if not splits:
            raise InputError(
                f"n_topics='auto' with {n:,} documents of two or more different words, of which a "
                f"quarter decide on the number of topics: expected at least {QUARTER * FEWEST}; "
                "use more documents, or give a number of topics"
            )
        return cls(docs, splits)

    @property
    def n_scored(self) -> int:
        """How many documents are scored, those of all splits counted."""
        return sum(len(parts.observed) for parts in self.splits)

    def first_split(self) -> Validation:
        """The same documents, split in one way: a rougher score in a third of the time."""
        return Validation(self.docs, self.splits[:1])

    def scores(self, engine: PrevalentEngine, state: LDAState) -> Array:
        """LPP of each document, the mean over its splits."""
        settings = engine.predict_settings(state)
        scores = [_scores(engine, state, settings, parts) for parts in self.splits]
        return np.asarray(np.mean(scores, axis=0))


def _usable(counts: Counts) -> Array:
    """Documents of two words at least, in half of the memory that their numbers would take."""
    kind = np.int32 if len(counts) < 2**31 else np.int64
    found = [np.empty(0, dtype=kind)]
    for at in range(0, len(counts), AT_ONCE):
        sizes = np.diff(counts.indptr[at : at + AT_ONCE + 1])
        found.append((at + np.flatnonzero(sizes > 1)).astype(kind))
    return np.concatenate(found)


def _scores(engine: PrevalentEngine, state: LDAState, settings: Local, parts: Parts) -> Array:
    observed, heldout = parts
    result = engine.result(state, settings, observed, stats=False)
    topics = state.posterior.rows(heldout.words) / state.posterior.sums()
    return document_lpps(engine.mixtures(result, settings), topics, heldout)


class LeavingOut(Schedule):
    """Passes that leave out some documents.

    Parameters
    ----------
    usual : Schedule
        The schedule without that.
    docs : array of int
        The documents.
    """

    def __init__(self, usual: Schedule, docs: Array) -> None:
        super().__init__(usual.n_docs, usual.together)
        self._docs = docs

    def order(self, number: int, random: np.random.RandomState) -> Array | Shuffled:
        """The documents of pass ``number`` (0, 1, ...)."""
        return self.without(self._docs, random)

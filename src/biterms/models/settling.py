"""How a model with room for many topics comes to as many as the data need.

In each pass of `fit` some documents are left out, others each time. After it they judge the topics:
whoever does not help to foretell them goes (`judge`), and did not help those of the passes before
(`evidence`). The last passes learn from all documents.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from scipy import sparse

from biterms.kernels import Array, Packed, Rows, Scratch
from biterms.learning import Posterior
from biterms.measures.split import Split, split
from biterms.models.evidence import Evidence
from biterms.models.foretold import packed_table
from biterms.models.judge import Judge, Topics
from biterms.models.prior import undecided

#: documents that are left out of a pass: a fifth, but no more than this, or so many per topic
SHARE, MOST, PER_TOPIC = 0.2, 4000, 20
#: fewer cannot judge, and no more than a third of all may be left out
LEAST, LARGEST = 20, 1 / 3
#: words of a document that judges, if there are enough such documents
TERMS = 3, 2
#: how often the same documents judge what their judgement has left
ROUNDS = 5
#: the first pass judges nothing, and the last ones learn from all
FIRST, LAST = 1, 3


class Settled(Protocol):
    """What a model must offer to have its topics judged."""

    posterior_: Posterior

    def _rows(self, packed: Packed, scratch: Scratch | None = None) -> Rows: ...

    def _log_sigma(self) -> Array: ...

    def _theta(self, packed: Packed, rows: Rows, log_sigma: Array) -> Array: ...

    def _take_away(self, topic: int, heirs: Array) -> None: ...


@dataclass
class Hearing:
    """One `fit`: the order in which its documents judge, who sits out this pass, what was found."""

    order: Array
    passes: int
    aside: Array = field(default_factory=lambda: np.arange(0))
    evidence: Evidence = field(default_factory=Evidence)

    def begin_pass(self, n_topics: int, number: int) -> None:
        """Pass ``number`` (0, 1, ...) does without some."""
        self.aside = left_out(self.order, n_topics, number, self.passes)

    def end_pass(self, model: Settled, X: sparse.csr_array, number: int) -> None:
        """They judge now."""
        if len(self.aside) and judges(number, self.passes):
            settle(model, X[self.aside], number, self.evidence)
            self.evidence.end_round()

    def present(self, order: Array) -> Array:
        """Those of ``order`` that this pass learns from."""
        return order[~np.isin(order, self.aside)] if len(self.aside) else order


def left_out(order: Array, n_topics: int, number: int, passes: int) -> Array:
    """The documents that pass ``number`` (0, 1, ...) does without, of one order for all passes."""
    size = min(most_judges(n_topics), max(LEAST, int(SHARE * len(order))))
    if size > LARGEST * len(order) or passes <= FIRST + LAST or number >= passes - LAST:
        return order[:0]
    begin = number * size % (len(order) - size + 1)
    return order[begin : begin + size]


def judges(number: int, passes: int) -> bool:
    """Whether topics are judged after this pass."""
    return FIRST <= number < passes - LAST


def most_judges(n_topics: int) -> int:
    """Documents that judge at most: more cost more and tell no more."""
    return max(MOST, PER_TOPIC * n_topics)


def settle(
    model: Settled, X: sparse.csr_array, split_seed: int, evidence: Evidence | None = None
) -> int:
    """Topics that do not help to foretell these documents go; returns how many."""
    parts = _parts(X, split_seed)
    if parts is None or not model.posterior_.learnt().any():
        return 0
    seen, held = packed_table(parts.seen), packed_table(parts.held)
    judge, gone = Judge(model._theta, seen, held, evidence), 0
    judge.look(_topics(model, seen, held))
    for _ in range(ROUNDS):
        before = gone
        for move in judge.moves():
            now = judge.again(move) if gone > before else move
            if now is not None:
                model._take_away(now.gone, now.heirs)
                judge.look(_topics(model, seen, held), now.docs)
                gone += 1
        if gone == before:
            break
    return gone


def _parts(X: sparse.csr_array, split_seed: int) -> Split | None:
    """Seen and held-out words; shorter documents only where longer ones are too few."""
    for terms in TERMS:
        parts = split(X, split_seed, min_terms=terms)
        if len(parts.rows) >= LEAST:
            return parts
    return None


def _topics(model: Settled, seen: Packed, held: Packed) -> Topics:
    known = model.posterior_
    beta = known.rows(held.words) / known.sums()
    guided = np.ones(known.n_topics, dtype=bool)
    guided[undecided(known.eta, known.n_topics)] = False
    return Topics(model._rows(seen), model._log_sigma(), beta, known.sums(), guided)

"""Topics that do not help to foretell some documents go, and how sharp mixtures should be."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple, Protocol

import numpy as np
from scipy import sparse

from biterms.kernels import Array, Packed, Rows, Scratch
from biterms.learning import Posterior
from biterms.measures.split import split
from biterms.models.concentration import climb
from biterms.models.evidence import Evidence
from biterms.models.foretold import held_lpp, packed_table
from biterms.models.judge import Judge, Topics
from biterms.models.prior import undecided

#: fewer documents cannot judge
LEAST = 20
#: words of a document that judges, if there are enough such documents
TERMS = 3, 2
#: how often the same documents judge what their judgement has left
ROUNDS = 5
#: the concentration that foretells best is sought between these
SHARPEST, BROADEST = 0.1, 100.0


class Settled(Protocol):
    """What a model must offer to have its topics judged."""

    posterior_: Posterior
    alpha: float | None
    alpha_: float

    def _rows(self, packed: Packed, scratch: Scratch | None = None) -> Rows: ...

    def _log_sigma(self) -> Array: ...

    def _theta(self, packed: Packed, rows: Rows, log_sigma: Array, alpha: float) -> Array: ...

    def _take_away(self, topic: int, heirs: Array) -> None: ...


class Parts(NamedTuple):
    """Documents in two parts."""

    seen: Packed
    held: Packed


def settle(
    model: Settled, X: sparse.csr_array, split_seed: int, evidence: Evidence | None = None
) -> int:
    """Topics that do not help to foretell these documents go; returns how many.

    It is judged with the concentration that suits these documents best: where mixtures are too
    broad for them, each copy of a topic would help, because an atom more makes them sharper.
    """
    parts = _parts(X, split_seed)
    if parts is None or not model.posterior_.learnt().any():
        return 0
    infer = partial(model._theta, alpha=_sharpness(model, parts))
    judge, gone = Judge(infer, *parts, evidence), 0
    judge.look(_topics(model, parts))
    for _ in range(ROUNDS):
        before = gone
        for move in judge.moves():
            now = judge.again(move) if gone > before else move
            if now is not None:
                model._take_away(now.gone, now.heirs)
                judge.look(_topics(model, parts), now.docs)
                gone += 1
        if gone == before:
            break
    return gone


def best_alpha(model: Settled, X: sparse.csr_array, split_seed: int) -> float:
    """The concentration that foretells these documents best."""
    parts = _parts(X, split_seed)
    return model.alpha_ if parts is None else _sharpness(model, parts)


def _sharpness(model: Settled, parts: Parts) -> float:
    topics = _topics(model, parts)

    def score(alpha: float) -> float:
        theta = model._theta(parts.seen, topics.rows, topics.log_sigma, alpha)
        return held_lpp(theta, topics.beta, parts.held)

    return climb(score, model.alpha_, SHARPEST, BROADEST)


def _parts(X: sparse.csr_array, split_seed: int) -> Parts | None:
    """Seen and held-out words; shorter documents only where longer ones are too few."""
    for terms in TERMS:
        parts = split(X, split_seed, min_terms=terms)
        if len(parts.rows) >= LEAST:
            return Parts(packed_table(parts.seen), packed_table(parts.held))
    return None


def _topics(model: Settled, parts: Parts) -> Topics:
    known = model.posterior_
    beta = known.rows(parts.held.words) / known.sums()
    guided = np.ones(known.n_topics, dtype=bool)
    guided[undecided(known.eta, known.n_topics)] = False
    return Topics(model._rows(parts.seen), model._log_sigma(), beta, known.sums(), guided)

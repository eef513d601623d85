"""What a model has learnt since an earlier state of it, as a model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from biterms.errors import InputError
from biterms.learning.lineage import Lineage
from biterms.learning.posterior import Posterior
from biterms.learning.table import Table
from biterms.models.btm.estimator import BTM
from biterms.models.estimator import TopicEstimator
from biterms.topics.fitted import Fitted, detached
from biterms.topics.provenance import Provenance

#: what rounding may leave of numbers that should be zero: parts of the largest number that was
#: learnt in between, and of the largest of all
ROUNDING, SMALLEST = 1e-6, 1e-10


def learnt_since(now: Fitted, then: Fitted, labels: Mapping[int, str]) -> Fitted:
    """What was learnt between two moments, with the words, ids and labels of the later one.

    Parameters
    ----------
    now, then : Fitted
        The two moments of one model.
    labels : mapping of int to str
        The labels of the topics, by their ids.

    Returns
    -------
    Fitted
        Topics, sizes and the sample of the texts that came in between.

    Raises
    ------
    InputError
        If ``then`` is no earlier moment of the model, or if topics have been merged or learnt
        anew since.
    """
    facts = {name: now.provenance.facts[name] for name in now.provenance.facts if name != "data"}
    return replace(
        now,
        model=_model_since(now.model, then.model),
        labels=dict(labels),
        sample=now.sample.since(then.sample.seen),
        provenance=Provenance(facts),
    )


def _model_since(now: TopicEstimator, then: TopicEstimator) -> TopicEstimator:
    if isinstance(now, BTM):
        raise InputError("BTM draws its topics anew: expected LDA or HDP, whose learning adds up")
    model, clock = detached(now), now.state.clock
    posterior = now.posterior_.with_table(table_since(now.posterior_, then.posterior_))
    texts = clock.documents - then.state.clock.documents
    changes = {"posterior": posterior, "clock": replace(clock, documents=texts)}
    if hasattr(now.state, "held"):
        changes["held"] = None
    model.state_ = model.state_.with_changes(changes)
    return model


def table_since(now: Posterior, then: Posterior) -> Table:
    """M_now - delta M_then, delta what is left of what had been learnt then.

    The prior counts as often as it was added since, and once at least, as in a model that begins.
    """
    found, table = now.difference(then), now.table
    M = np.zeros((table.n, table.M.shape[1]))
    M[found.words] = found.rows
    largest = float(np.max(table.scale * table.M.max(axis=0, initial=0.0)))
    if M.min(initial=0.0) < -ROUNDING * M.max(initial=0.0) - SMALLEST * largest:
        raise InputError("topics were pruned or consolidated since that state: take one after that")
    np.maximum(M, 0.0, out=M)
    contents = table.contents() - then.table.contents()
    return table._replace(
        M=M,
        m=M.sum(axis=0),
        eta=table.words()[1],
        extra={name: np.maximum(each, 0.0) for name, each in found.extra.items()},
        prior=max(1.0, found.prior),
        scale=1.0,
        folds=0,
        resets=0,
        documents=found.documents,
        lineage=Lineage.new().holding(contents, table.updates),
    )

"""The anchor: topics of some documents, learnt by the driver as `TopicModel.fit` does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from biterms.cluster.collecting import Collected
from biterms.cluster.counting import joined
from biterms.cluster.jobs import Jobs
from biterms.cluster.layout import Chosen, Slice
from biterms.cluster.tasks import anchor_texts
from biterms.kernels import Counts
from biterms.models.estimator import TopicEstimator
from biterms.topics.encode import encode_ids, warn_of_single_words


def anchor_documents(
    jobs: Jobs, collected: Collected, slices: Sequence[Slice], chosen: Chosen, model: TopicEstimator
) -> Any:
    """The documents of the anchor, in the order of the texts."""
    more = chosen, collected.ids, collected.keys
    futures = [
        jobs.submit("anchor", anchor_texts, collected.counted[some.partition], some, *more)
        for some in slices
    ]
    found = jobs.every(futures)
    for tokens, spent in found:
        jobs.account.add(spent)
        jobs.account.received += tokens.ptr.nbytes + tokens.ids.nbytes
    tokens = joined([tokens for tokens, _ in found])
    documents = encode_ids(model, tokens, collected.ids.n)
    warn_of_single_words(documents)
    return documents


def learn_anchor(
    model: TopicEstimator,
    documents: Any,
    total: int,
    progress: Callable[..., None] | None,
) -> None:
    """Fit a model to the documents of the anchor; its prior is that of all documents.

    Parameters
    ----------
    model : TopicEstimator
        The model, which has learnt nothing.
    documents : Counts or WithPairs
        The documents.
    total : int
        All documents of the collection.
    progress : callable, optional
        As for `TopicModel.fit`.
    """
    engine: Any = model.engine()
    counts = model._read(documents)
    state = engine.begin(nothing_of(total, counts.n_words))

    def publish(_: int = 0) -> None:
        model.state_ = state

    engine.fit(state, counts, progress=progress, publish=publish)
    publish()
    state.set(clock=replace(state.clock, first_pass=False))


def nothing_of(n_docs: int, n_words: int) -> Counts:
    """Documents of which only their number and that of all words is known here."""
    none = np.empty(0, dtype=np.int32), np.empty(0, dtype=np.float32)
    return Counts(np.zeros(n_docs + 1, dtype=np.int64), *none, n_words)

"""The measures of a fitted system, the same for all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from arena import ours
from arena.data import Data, Library
from arena.fitted import Fitted
from biterms.measures import Cooccurrence, diversity, nmi, npmi, purity, top_words
from biterms.measures.lpp import log_predictive
from paper.job import Job


def learn(job: Job, data: Data) -> Fitted:
    """The system of a job after learning; other libraries are imported only if it is one."""
    kind = job["options"]["kind"]
    if kind == "ours":
        return ours.learn(job, data)
    from arena.peers import KINDS

    return KINDS[kind](job, data)


def run(job: Job, library: Library) -> dict[str, float]:
    """Learn and measure: all numbers of a job."""
    data, top = library.of(job), library.plan.settings["measures"]["top_words"]
    fitted = learn(job, data)
    found = {"seconds": fitted.seconds, "topics": float(len(fitted.counted()))}
    found |= predicted(fitted, data)
    tops = top_words(fitted.counted(), top)
    found["npmi"] = coherence(tops, data.train.table)
    if job["task"] == "choose":
        return found
    found["outside npmi"] = coherence(tops, library.reference(job["set"]))
    found["diversity"] = diversity(tops)
    return found | dict(clustered(fitted, data))


def predicted(fitted: Fitted, data: Data) -> dict[str, float]:
    """LPP of the held-out words, where there are probabilities."""
    if fitted.mixtures is None:
        return {}
    each = log_predictive(fitted.mixtures(data.observed), fitted.topics, data.held)
    return {"lpp": float(np.nanmean(each))}


def coherence(tops: np.ndarray, X: Any) -> float:
    """Mean NPMI of the top words of topics, counted in some documents."""
    return float(npmi(tops, Cooccurrence.from_counts(X, tops)).mean())


def clustered(fitted: Fitted, data: Data) -> Iterator[tuple[str, float]]:
    """How well the topics of the training documents agree with their labels."""
    from sklearn.metrics import adjusted_mutual_info_score

    if not data.has_classes:
        return
    known = data.labels != ""
    topics, labels = fitted.assigned(data.train)[known], data.labels[known]
    yield "purity", purity(topics, labels)
    yield "nmi", nmi(topics, labels)
    yield "ami", float(adjusted_mutual_info_score(labels, topics))

"""The sets in numbers: documents, their lengths, words and labels."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from paper.job import Found, Job
from paper.sets import Sets
from paper.settings import Table

TASK = "describe"


def jobs(settings: Table, _sets: Sets) -> Iterator[Job]:
    """Every set, and some of them within the budget of learning, too."""
    asked = settings["describe"]
    limits = [(name, asked["documents"]) for name in settings["sets"]]
    limits += [(name, settings["budget"]["documents"]) for name in asked["limited"]]
    seed = settings["measures"]["data_seed"]
    for name, limit in limits:
        own = {"task": TASK, "set": name, "model": "bow", "seed": seed}
        yield Job(own | {"documents_limit": limit})


def run(job: Job, sets: Sets) -> Iterator[Found]:
    """Lengths are counted twice: the paper gives words for some sets, distinct ones for others."""
    corpus = sets.corpus(job["set"], job["documents_limit"])
    n = corpus.counts.shape[0]
    yield Found(n, "documents", n)
    yield Found(n, "mean length", len(corpus.order) / n)
    yield Found(n, "mean distinct words", corpus.counts.nnz / n)
    yield Found(n, "vocabulary", len(corpus.words))
    yield Found(n, "labels", len(np.unique(corpus.labels[corpus.labels != ""])))

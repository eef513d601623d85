"""How large the bag of biterms is: V_b and the features of a document, by threshold."""

from __future__ import annotations

from collections.abc import Iterator

from biterms import BagOfBiterms
from paper.job import Found, Job
from paper.sets import Sets
from paper.settings import Table

TASK = "bag"


def jobs(settings: Table, _sets: Sets) -> Iterator[Job]:
    """Each set at its own threshold, and at those that are asked for."""
    asked, seed = settings["bags"], settings["measures"]["data_seed"]
    for name, about in settings["sets"].items():
        own = {"task": TASK, "set": name, "model": "bob", "seed": seed}
        first = [about["threshold"]] if "threshold" in about else []
        for threshold in first + asked["thresholds"].get(name, []):
            yield Job(own | {"documents_limit": asked["documents"], "threshold": threshold})


def run(job: Job, sets: Sets) -> Iterator[Found]:
    """V_b of the paper is terms and pairs: its row of Ohscal comes out so."""
    X = sets.corpus(job["set"], job["documents_limit"]).counts
    bag = BagOfBiterms(job["threshold"], n_threads=1).fit(X)
    n, V = X.shape
    pairs, entries = len(bag.pair_documents_), int(bag.pair_documents_.sum())
    yield Found(n, "features", V + pairs)
    yield Found(n, "pairs", pairs)
    # a pair is a feature of as many documents as have it
    yield Found(n, "mean features", (X.nnz + entries) / n)
    yield Found(n, "mean pairs", entries / n)

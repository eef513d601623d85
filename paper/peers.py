"""Other libraries on the same documents: LPP by the same split, NPMI by the same counts.

Each has a few candidates for its settings. The one with the best LPP on a tenth of some training
documents, after it has learnt from the rest of them, learns from the stream that ours have seen.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from scipy import sparse

from paper import learning
from paper.job import Found, Job
from paper.sets import Sets
from paper.settings import Table

TASK = "peer"
#: of [peers], what a job has under the same name
SHARED = ("tuning_documents", "least_share")


def jobs(settings: Table, sets: Sets) -> Iterator[Job]:
    """Each library on each set with each seed."""
    asked, rule = settings["peers"], settings["rule"]
    for name, model in itertools.product(asked["sets"], asked["models"]):
        large = learning.size(sets, name, asked["documents"]) > rule["large"]
        usual = {key: rule[key]["large" if large else "small"] for key in ("topics", "batch")}
        about = of_model(asked["models"][model], usual["topics"]) | {"cut": usual["batch"]}
        for seed in range(asked["seeds"]):
            own = {"task": TASK, "set": name, "model": model, "seed": seed}
            limits = {"documents_limit": asked["documents"]}
            limits |= {"test_documents": settings["budget"]["test_documents"]}
            yield Job(own | limits | {key: asked[key] for key in SHARED} | about)


def of_model(about: Table, topics: int) -> Table:
    """Its settings for a number of topics: K where it has none itself, "1/K" as a number."""
    own = {"K": topics, "train_limit": 0} | learning.by_topics(about, about.get("K", topics))
    del own["title"]
    return own | {"candidates": [learning.by_topics(one, own["K"]) for one in about["candidates"]]}


def run(job: Job, sets: Sets) -> Iterator[Found]:
    """The best candidate by training documents alone, then what it makes of all of them."""
    from paper.peer_models import Learnt, choose, learn  # libraries that nothing else here needs

    parts = sets.parts(job["set"], job["documents_limit"], job["test_documents"])
    train = parts.train[learning.order(job, parts)][: job["train_limit"] or None]

    def fit(number: int, documents: sparse.csr_matrix) -> Learnt:
        settings = job.settings | job["candidates"][number]
        return learn(settings, documents, parts.words, job["seed"], job["least_share"])

    numbers = range(len(job["candidates"]))
    chosen, scores = choose(numbers, fit, train[: job["tuning_documents"]], job["seed"])
    model, n = fit(chosen, train), train.shape[0]
    for number, score in enumerate(scores):
        yield Found(n, f"candidate {number}", score)
    yield Found(n, "chosen", float(chosen))
    yield Found(n, "lpp", learning.score(model, parts))
    top_words = sets.settings["measures"]["top_words"]
    yield Found(n, "npmi", learning.coherence(model, parts, top_words))
    yield Found(n, "topics", float(model.used.sum()))
    yield Found(n, "learning seconds", model.seconds)

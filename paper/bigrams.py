"""Bigrams: their number by threshold, documents without any, and their frequencies."""

from __future__ import annotations

from collections.abc import Iterator

from biterms import BagOfBigrams
from paper.job import Found, Job
from paper.sets import Sets
from paper.settings import Table

TASK = "bigrams"


def jobs(settings: Table, _sets: Sets) -> Iterator[Job]:
    """Words are cut by `min_df` only where they are not given."""
    asked, seed = settings["bigrams"], settings["measures"]["data_seed"]
    tables = {name: asked[name] for name in ("thresholds", "empty_thresholds", "frequencies")}
    for name in asked["sets"]:
        own = {"task": TASK, "set": name, "model": "bigrams", "seed": seed}
        own |= {"documents_limit": asked["documents"]} | tables
        given = "words" in settings["sets"][name]["files"]
        for min_df in [settings["preprocessing"]["min_df"]] if given else asked["min_df"]:
            yield Job(own | {"min_df": min_df})


def run(job: Job, sets: Sets) -> Iterator[Found]:
    """All from the bigrams of one document or more and their document frequencies."""
    corpus = _cut(sets, job["min_df"]).corpus(job["set"], job["documents_limit"])
    n = len(corpus.ptr) - 1
    bag = BagOfBigrams(1, terms=False, n_threads=1)
    bags = bag.fit_transform(corpus.sequence(d) for d in range(n))
    frequency = bag.bigram_documents_
    for threshold in job["thresholds"]:
        yield Found(n, f"bigrams at {threshold}", int((frequency >= threshold).sum()))
    for threshold in job["empty_thresholds"]:
        left = bags @ (frequency >= threshold).astype(float)
        yield Found(n, f"empty documents at {threshold}", int((left == 0).sum()))
    for times in job["frequencies"]:
        yield Found(n, f"bigrams of frequency {times}", int((frequency == times).sum()))


def _cut(sets: Sets, min_df: int) -> Sets:
    """The same sets, with words of `min_df` documents or more."""
    rules = sets.settings["preprocessing"] | {"min_df": min_df}
    return Sets(sets.settings | {"preprocessing": rules}, sets.data, sets.cache)

"""Topic models on the sets: LPP against the documents seen, NPMI and time at the end."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from biterms.measures import Cooccurrence, npmi, top_words
from biterms.measures.lpp import lpp
from biterms.text.vectors import WordVectors
from paper.job import Found, Job
from paper.models import Words, make
from paper.prior import eta, vectors
from paper.sets import Parts, Sets
from paper.settings import Table

TASK = "learn"


def jobs(settings: Table, sets: Sets) -> Iterator[Job]:
    """All combinations that the runs ask for; of models with the same settings the first."""
    first: dict[str, str] = {}
    for run in settings["runs"].values():
        asked = settings["budget"] | {k: v for k, v in run.items() if k in settings["budget"]}
        for name, model in itertools.product(run["sets"], run["models"]):
            large = size(sets, name, asked["documents"]) > settings["rule"]["large"]
            for choice in _choices(run, settings, model, "large" if large else "small"):
                job = Job(_settings(settings, name, model, asked, choice))
                nameless = Job({k: v for k, v in job.settings.items() if k != "model"})
                if first.setdefault(nameless.key, model) == model:
                    yield job


def size(sets: Sets, name: str, documents: int) -> int:
    return len(sets.corpus(name, documents).ptr) - 1


def _choices(run: Table, settings: Table, model: str, size: str) -> Iterator[Table]:
    """Seeds, numbers of topics, batch sizes and, for SVI, step sizes."""
    about = settings["models"][model]
    steps = about.get("learner") == "svi"
    batches = run["batches"][size] if "batches" in run else [settings["rule"]["batch"][size]]
    lists = {
        "seed": range(run["seeds"]),
        "K": run.get("topics", [settings["rule"]["topics"][size]]),
        "batch": [about["batch"]] if "batch" in about else batches,
        "cut": [settings["rule"]["batch"][size]],
        "tau": run["taus"] if steps else [None],
        "kappa": run["kappas"] if steps else [None],
    }
    for values in itertools.product(*lists.values()):
        yield {k: v for k, v in zip(lists, values, strict=True) if v is not None}


def _settings(settings: Table, name: str, model: str, asked: Table, choice: Table) -> Table:
    about = {k: v for k, v in settings["models"][model].items() if k not in ("title", "max_topics")}
    K = settings["models"][model].get("max_topics", choice["K"])
    about = by_topics(about, K)
    if about.get("documents") == "bag":
        about["threshold"] = settings["sets"][name]["threshold"]
    if about.get("whole"):
        choice = {key: choice[key] for key in ("seed", "cut")}
    own = {"task": TASK, "set": name, "model": model}
    # `documents` of a model is how it sees them; those of the budget are a limit
    return (
        own
        | about
        | {f"{k}_limit" if k == "documents" else k: v for k, v in asked.items()}
        | choice
        | {"K": K}
    )


def by_topics(table: Table, K: int) -> Table:
    """ "1/K" as a number."""
    return {
        name: float(value.removesuffix("/K")) / K if str(value).endswith("/K") else value
        for name, value in table.items()
    }


def run(job: Job, sets: Sets) -> Iterator[Found]:
    """Minibatch by minibatch; the clock, of CPU time, stands still while LPP is taken."""
    parts = sets.parts(job["set"], job["documents_limit"], job["test_documents"])
    known = _vectors(job, parts, sets)
    prior = known and eta(job["eta"], known, parts.words, job["K"])
    train = parts.train[order(job, parts)]
    model = make(job.settings, train.shape, prior)
    begin = time.process_time()
    documents = model.begin(train)
    seconds = time.process_time() - begin
    if job.settings.get("whole"):
        begin = time.process_time()
        model.learn_all(documents)
        seconds += time.process_time() - begin
        yield Found(documents.shape[0], "lpp", score(model, parts))
    else:
        for seen, each in _course(model, documents, job):
            seconds += each
            if seen in stops(documents.shape[0], job["batch"], job["points"]):
                yield Found(seen, "lpp", score(model, parts))
    n = documents.shape[0]
    yield Found(n, "npmi", coherence(model, parts, sets.settings["measures"]["top_words"]))
    yield Found(n, "topics", float(model.used.sum()))
    yield Found(n, "features", float(documents.shape[1]))
    yield Found(n, "learning seconds", seconds)
    if known:
        yield Found(n, "words with a vector", len(known.words) / len(parts.words))


def order(job: Job, parts: Parts) -> np.ndarray:
    """Each seed has its own stream: KPS with word vectors has no other chance in it.

    All models of a set see as many documents, in full minibatches of the rule: a few documents
    alone would change OBTM much.
    """
    n, cut = parts.train.shape[0], job.settings.get("cut", 1)
    return np.random.default_rng(job["seed"]).permutation(n)[: max(n - n % cut, min(n, cut))]


def _course(model: Words, documents: Any, job: Job) -> Iterator[tuple[int, float]]:
    """Documents seen after each minibatch, and its seconds."""
    total, batch = documents.shape[0], job["batch"]
    for start in range(0, total, batch):
        begin = time.process_time()
        model.learn(documents[start : start + batch])
        yield min(start + batch, total), time.process_time() - begin


def stops(total: int, batch: int, points: int) -> set[int]:
    """When LPP is taken: evenly, after the first minibatch that reaches each share."""
    batches = -(-total // batch)
    ends = {-(-batches * i // points) for i in range(1, points + 1)}
    return {min(end * batch, total) for end in ends}


def _vectors(job: Job, parts: Parts, sets: Sets) -> WordVectors | None:
    if not isinstance(job.settings.get("eta"), str):
        return None
    dimensions = job.settings.get("dimensions", str(job["K"]))
    return vectors(parts.words, dimensions, sets.settings, sets.data)


def score(model: Words, parts: Parts) -> float:
    return lpp(model, parts.observed, parts.held)


def coherence(model: Words, parts: Parts, n: int) -> float:
    """Mean NPMI of the topics in use, counted in the training documents."""
    tops = top_words(model.topics_[model.used], n)
    return float(npmi(tops, Cooccurrence.from_counts(parts.train, tops)).mean())

"""A linear SVM on words, biterms and bigrams, by threshold and weighting, in folds."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.preprocessing import FunctionTransformer

from biterms import BagOfBigrams, BagOfBiterms
from biterms.measures import classification
from paper.corpus import Corpus
from paper.job import Found, Job
from paper.sets import Sets
from paper.settings import Table

TASK = "svm"
SETTINGS = ("folds", "seed", "C", "max_iter")
#: words alone have no threshold
NO_THRESHOLD = [0]


def jobs(settings: Table, _sets: Sets) -> Iterator[Job]:
    """Words, and each representation at its thresholds, in each weighting."""
    asked = settings["svm"]
    same = {name: asked[name] for name in SETTINGS} | {"documents_limit": asked["documents"]}
    for name, about in asked["sets"].items():
        for model, thresholds in ({"bow": NO_THRESHOLD} | about["thresholds"]).items():
            own = {"task": TASK, "set": name, "model": model}
            for threshold, weighting in itertools.product(thresholds, about["weightings"]):
                yield Job(own | same | {"threshold": threshold, "weighting": weighting})


def run(job: Job, sets: Sets) -> Iterator[Found]:
    """Means over the folds, their sum of seconds, and each fold for intervals."""
    corpus = sets.corpus(job["set"], job["documents_limit"])
    kept = labelled(corpus.labels, job["folds"])
    found = classification(
        documents(corpus, kept, job["model"]),
        corpus.labels[kept].tolist(),
        representation=representation(job["model"], job["threshold"], job["weighting"]),
        n_folds=job["folds"],
        all_documents=True,  # as in the paper: pairs and idf of all documents, not their labels
        Cs=(job["C"],),
        max_iter=job["max_iter"],
        random_state=job["seed"],
    )
    n, scores = len(kept), [fold.chosen for fold in found.folds]
    yield Found(n, "labels", found.n_labels)
    yield Found(n, "left out documents", len(corpus.labels) - n)
    yield Found(n, "features", found.n_features)
    yield Found(n, "bag seconds", found.seconds)
    yield Found(n, "svm seconds", sum(score.seconds for score in scores))
    yield Found(n, "not converged folds", sum(not score.converged for score in scores))
    yield Found(n, "accuracy", found.mean("accuracy"))
    yield Found(n, "macro f1", found.mean("macro_f1"))
    for number, score in enumerate(scores, 1):
        yield Found(n, f"accuracy fold {number}", score.accuracy)
        yield Found(n, f"macro f1 fold {number}", score.macro_f1)


def labelled(labels: np.ndarray, least: int) -> np.ndarray:
    """Documents with a label that `least` documents or more have."""
    sizes = Counter(labels.tolist())
    return np.flatnonzero([label != "" and sizes[label] >= least for label in labels.tolist()])


def documents(corpus: Corpus, kept: np.ndarray, model: str) -> Any:
    """Bigrams need the words in their order."""
    if model in ("bow", "bob"):
        return corpus.counts[kept]
    return [corpus.sequence(d).tolist() for d in kept]


def representation(model: str, threshold: int, weighting: str) -> Any:
    if model == "bow":
        return FunctionTransformer(weighed, kw_args={"weighting": weighting})
    if model == "bob":
        return BagOfBiterms(threshold, weighting=weighting, n_threads=1)
    terms = {"bigrams": False, "words_bigrams": True}[model]
    return BagOfBigrams(threshold, weighting=weighting, terms=terms, n_threads=1)


def weighed(X: sparse.csr_matrix, weighting: str) -> sparse.csr_matrix:
    """tf, the count over the length, or tf log(N / df)."""
    df = np.bincount(X.indices, minlength=X.shape[1])
    idf = np.log(X.shape[0] / np.maximum(df, 1)) if weighting == "tf-idf" else np.ones(len(df))
    tf = sparse.diags_array(1 / np.maximum(1, np.asarray(X.sum(axis=1)).ravel())) @ X
    return sparse.csr_matrix(tf @ sparse.diags_array(idf))

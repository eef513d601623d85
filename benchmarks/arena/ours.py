"""Models of this package, by their entries in arena.toml."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

import biterms
from arena import switches
from arena.data import Data
from arena.fitted import Fitted, timed
from biterms.bags import InOrder
from paper.job import Job
from paper.settings import Table

#: entries of a system that are no settings of the model
OTHERS = ("kind", "version", "model", "constants", "predict", "stream")
#: documents that a stream brings at a time
PIECE = 1_000


def learn(job: Job, data: Data) -> Fitted:
    """A model with the settings of its entry, one thread."""
    model = made(job["options"], job["K"], job["seed"])
    changes = job["options"].get("constants", {})

    def mixtures(documents: InOrder) -> np.ndarray:
        with switches.constants(changes):
            return np.asarray(model.transform(documents.table))

    with switches.constants(changes):
        way = as_stream if job["options"].get("stream") else fit
        _, seconds = timed(lambda: way(model, data.train.table))
        one_topic = data.has_classes and job["options"].get("predict", True)
        clusters = model.predict(data.train.table) if one_topic else None
    used = model.in_use_ if isinstance(model, biterms.HDP) else None
    return Fitted(model.topics_, seconds, mixtures, clusters, used)


def fit(model: Any, X: sparse.csr_matrix) -> None:
    model.fit(X)


def as_stream(model: Any, X: sparse.csr_matrix) -> None:
    """Each document once, piece by piece; nobody says how many will come."""
    for first in range(0, X.shape[0], PIECE):
        model.partial_fit(X[first : first + PIECE])


def made(options: Table, K: int, seed: int) -> Any:
    """The estimator: "LDA" is a class, "LDA.paper" one of its named settings."""
    own = {name: value for name, value in options.items() if name not in OTHERS}
    if "learner" in own:
        own["learner"] = learner(own["learner"])
    name, *variant = options["model"].split(".")
    kind = getattr(biterms, name)
    make = getattr(kind, variant[0]) if variant else kind
    if kind is not biterms.BTM:
        own["n_threads"] = 1
    return make(own.pop("n_topics", K), random_state=seed, **own)


def learner(about: str | Table) -> Any:
    """A learner by its name, or by a table with its name and settings."""
    table = {"name": about} if isinstance(about, str) else dict(about)
    name = table.pop("name")
    return getattr(biterms if hasattr(biterms, name) else switches, name)(**table)

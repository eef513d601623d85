"""Learning curves: LPP against documents seen, minibatch by minibatch."""

from __future__ import annotations

from typing import Any

import numpy as np
from corpora import Parts
from sklearn.base import clone
from subjects import Subject

from biterms import LDA, SVI
from biterms.measures.lpp import lpp

Curve = dict[str, Any]
LOOKS = 12


def curve(subject: Subject, data: Parts, seeds: range) -> Curve:
    """Mean and standard deviation over seeds at a dozen places, evenly apart in log documents."""
    found = [_follow(subject.make(seed), data, seed) for seed in seeds]
    scores = np.array([[score for _, score in looks] for looks in found])
    return {
        "name": subject.name,
        "documents": [documents for documents, _ in found[0]],
        "mean": scores.mean(axis=0).tolist(),
        "sd": scores.std(axis=0, ddof=1 if len(scores) > 1 else 0).tolist(),
    }


def _follow(model: LDA, data: Parts, seed: int) -> list[tuple[int, float]]:
    """The stream in its order; several passes, shuffled, only for SVI, which knows D."""
    D = data.train.shape[0]
    if not isinstance(model.learner, SVI):
        return _looks(model, data, np.arange(D))
    learner = clone(model.learner)
    model.set_params(learner=learner.set_params(total_docs=D))
    random = np.random.default_rng(seed)
    passes = SVI.default_passes if model.passes is None else model.passes
    return _looks(model, data, np.concatenate([random.permutation(D) for _ in range(passes)]))


def _looks(model: LDA, data: Parts, rows: np.ndarray) -> list[tuple[int, float]]:
    size = model.engine().batch_size
    steps = -(-len(rows) // size)
    places = set(np.unique(np.geomspace(1, steps, LOOKS).round().astype(int)).tolist())
    looks = []
    for step in range(1, steps + 1):
        model.partial_fit(data.train[rows[(step - 1) * size : step * size]])
        if step in places:
            looks.append((min(step * size, len(rows)), lpp(model, data.observed, data.held)))
    return looks

"""Models to write and read, and what must be the same in both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from biterms import KPS, SVB, SVI, BatchVB, store
from biterms.models.estimator import TopicEstimator
from biterms.models.state import model_from_state, model_state
from tests.models.planted import planted
from tests.models.snapshots import snapshot

X = planted(200).X
V = X.shape[1]
K = 4
ONLINE = {"SVI": SVI(8, kappa=0.7, total_docs=900), "SVB": SVB(0.9), "KPS": KPS(), "None": None}
LEARNERS = ONLINE | {"BatchVB": BatchVB(1e-3)}
VECTOR = np.linspace(0.1, 0.5, V)
TABLE = np.random.default_rng(0).uniform(0.05, 1.0, (K, V))


def again(model: TopicEstimator, folder: Path) -> Any:
    store.write(folder, *model_state(model))
    stored = store.read(folder)
    return model_from_state(stored.settings, stored.arrays)


def assert_same(one: Any, other: Any) -> None:
    """All that was learnt, without room for more words and what only lasts while `fit` runs."""
    parts = []
    for model in (one, other):
        rest = {"_bounds": [], "_before": None, "posterior_": model.posterior_.state()}
        parts.append(vars(model) | rest)
    assert parts[0].keys() == parts[1].keys()
    for name in parts[0].keys() - one.get_params(deep=False).keys():
        assert snapshot(parts[0][name]) == snapshot(parts[1][name]), name

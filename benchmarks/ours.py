"""Our side of the race: our models with the methods of a peer."""

from __future__ import annotations

from typing import Any

import numpy as np
from peer import Peer
from scipy import sparse

from biterms import LDA, SVI
from biterms.models.estimator import TopicEstimator


class Ours(Peer):
    """LDA-B with every biterm in `vb`, by the protocol: random start, SVI, one thread."""

    label = "biterms LDA-B"
    kind: type[TopicEstimator] = LDA

    def options(self) -> dict[str, Any]:
        s = self.settings
        return {
            "inference": "vb",
            "alpha": s.alpha,
            "eta": s.eta,
            "biterm_weight": 1.0,
            "learner": SVI(),
            "init": "random",
            "batch_size": s.batch,
            "doc_iter": s.iterations,
            "doc_tol": s.change,
        }

    def start(self, seed: int) -> None:
        own = {"random_state": seed, "n_threads": self.settings.workers}
        self.model = self.kind(self.settings.K, **own, **self.options())

    def learn(self, passes: int) -> None:
        self.model.set_params(passes=passes).fit(self.X)

    def transform(self, observed: sparse.csr_matrix) -> np.ndarray:
        return np.asarray(self.model.transform(observed))

    @property
    def topics_(self) -> np.ndarray:
        return np.asarray(self.model.topics_)


class OursWords(Ours):
    """Plain LDA: the same, without biterms."""

    label = "biterms LDA, words only"

    def options(self) -> dict[str, Any]:
        return super().options() | {"biterms": False}


class OursDefaults(Ours):
    """Nothing set but the number of topics, and one thread."""

    label = "biterms defaults (LDA-B)"

    def options(self) -> dict[str, Any]:
        return {}

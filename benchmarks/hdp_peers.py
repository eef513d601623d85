"""HDP of gensim, of tomotopy and ours, with the same methods."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import tomotopy
from gensim.models import HdpModel
from ours import Ours
from peer import Settings, normal
from samplers import Tomotopy
from scipy import sparse
from variational import Gensim

from biterms import HDP, SVI


@dataclass(frozen=True)
class HDPSettings(Settings):
    """K and T are the truncations of the corpus and of a document; gensim swaps them."""

    T: int = 20
    omega: float = 1.0
    steps: tuple[float, float] = (64, 0.6)


class GensimHDP(Gensim):
    """`HdpModel`, which learns while it is made; its own rule ends a short text after 4 rounds."""

    label = "gensim HdpModel"
    settings: HDPSettings

    def options(self) -> dict[str, Any]:
        s = self.settings
        steps = {"tau": s.steps[0], "kappa": s.steps[1], "chunksize": s.batch}
        return steps | {"T": s.K, "K": s.T, "alpha": s.alpha, "gamma": s.omega, "eta": s.eta}

    def start(self, seed: int) -> None:
        self.seed = seed

    def learn(self, passes: int) -> None:
        chunks = passes * -(-len(self.corpus) // self.settings.batch)
        own = {"max_chunks": chunks, "random_state": self.seed}
        self.model = HdpModel(self.corpus, self.names, **own, **self.options())

    def transform(self, observed: sparse.csr_matrix) -> np.ndarray:
        return normal(self.model.inference(self.format(observed)))

    @property
    def n_topics(self) -> int:
        return int(self.model.m_T)


class TomotopyHDP(Tomotopy):
    """`HDPModel` with its defaults, which learn the concentrations too."""

    label = "tomotopy HDP (sweeps)"

    def empty(self, seed: int) -> Any:
        return tomotopy.HDPModel(seed=seed)

    @property
    def n_topics(self) -> int:
        return int(self.model.live_k)


class OursHDP(Ours):
    """HDP-B with every biterm in `vb`."""

    label = "biterms HDP-B"
    kind = HDP
    settings: HDPSettings

    def options(self) -> dict[str, Any]:
        s, (tau, kappa) = self.settings, self.settings.steps
        own = {"doc_topics": s.T, "alpha": s.alpha, "omega": s.omega, "eta": s.eta}
        learning = {"learner": SVI(tau, kappa=kappa), "batch_size": s.batch}
        return {"inference": "vb", "biterm_weight": 1.0, **own, **learning}

    @property
    def n_topics(self) -> int:
        return int(self.model.n_topics_)


class OursHDPWords(OursHDP):
    """Base HDP: the same, without biterms."""

    label = "biterms HDP, words only"

    def options(self) -> dict[str, Any]:
        return super().options() | {"biterms": False}


class OursHDPRounds(OursHDPWords):
    """Base HDP with as many rounds of the document step as gensim takes on short texts."""

    rounds = 4
    label = f"biterms HDP, words only, {rounds} rounds"

    def options(self) -> dict[str, Any]:
        return super().options() | {"doc_iter": self.rounds}

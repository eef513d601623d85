"""Other libraries with the methods of the benchmarks; imported only where one of them learns."""

from __future__ import annotations

import sys
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from paper.settings import Table

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))

import tomotopy
from choosing import choose
from hdp_peers import GensimHDP, HDPSettings, TomotopyHDP
from peer import Peer
from samplers import Bitermplus, Tomotopy
from variational import Gensim, ScikitLearn

__all__ = ["KINDS", "Learnt", "choose", "learn"]


@dataclass(frozen=True)
class Settings(HDPSettings):
    """Of all peers; each takes those that it has."""

    steps: tuple[float, float] | None = None
    #: sweeps from one estimate of alpha to the next, 0 for none
    optimise: int = 0
    #: of a mixture: how many are drawn, and the sweeps for each
    draws: int = 1
    rounds: int = 1
    pseudo_documents: int = 1


class Optimised(Tomotopy):
    """`LDAModel`, which may learn alpha."""

    settings: Settings

    def __init__(self, X: sparse.csr_matrix, words: list[str], settings: Settings) -> None:
        super().__init__(X, words, settings)
        self.draws, self.rounds = settings.draws, settings.rounds

    def empty(self, seed: int) -> Any:
        return self._set(tomotopy.LDAModel(seed=seed, k=self.settings.K, **self._priors()))

    def _priors(self) -> dict[str, float]:
        return {"alpha": self.settings.alpha, "eta": self.settings.eta}

    def _set(self, model: Any) -> Any:
        model.optim_interval = self.settings.optimise
        return model


class HDP(Optimised, TomotopyHDP):
    """`HDPModel` from K topics on."""

    def empty(self, seed: int) -> Any:
        s = self.settings
        own = {"initial_k": s.K, "gamma": s.omega}
        return self._set(tomotopy.HDPModel(seed=seed, **own, **self._priors()))


class PT(Optimised):
    """`PTModel`."""

    def empty(self, seed: int) -> Any:
        s = self.settings
        own = {"k": s.K, "p": s.pseudo_documents}
        return self._set(tomotopy.PTModel(seed=seed, **own, **self._priors()))


KINDS: dict[str, type[Peer]] = {
    "gensim_lda": Gensim,
    "gensim_hdp": GensimHDP,
    "sklearn_lda": ScikitLearn,
    "tomotopy_lda": Optimised,
    "tomotopy_hdp": HDP,
    "tomotopy_pt": PT,
    "bitermplus": Bitermplus,
}


class Learnt:
    """A peer that has learnt, as the measures ask for it; its topics are computed once."""

    def __init__(self, peer: Peer, seconds: float, share: float) -> None:
        self.transform, self.topics_, self.seconds = peer.transform, peer.topics_, seconds
        sizes = _sizes(peer)
        #: HDP counts topics from some share of the words on, as ours does
        self.used = sizes >= min(share, sizes.max())


def learn(
    settings: Table, documents: sparse.csr_matrix, words: list[str], seed: int, share: float
) -> Learnt:
    """The peer of `kind` after its `passes`; what its settings do not have is as it is made."""
    known = {field.name for field in fields(Settings)}
    own = {name: value for name, value in settings.items() if name in known}
    peer = KINDS[settings["kind"]](documents, words, Settings(**own))
    return Learnt(peer, peer.timed(seed, settings["passes"]), share)


def _sizes(peer: Peer) -> np.ndarray:
    """Shares of the topics; all alike where their number was given."""
    if isinstance(peer, GensimHDP):
        sizes = peer.model.m_lambda.sum(axis=1)
    elif isinstance(peer, HDP):
        sizes = np.array(peer.model.get_count_by_topics())
    else:
        sizes = np.ones(len(peer.topics_))
    return np.asarray(sizes / sizes.sum())

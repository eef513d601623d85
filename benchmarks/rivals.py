"""The peers on the authors' split, each with the best of a few settings."""

from __future__ import annotations

from typing import Any

from choosing import choose
from corpora import Parts
from peer import Peer, Settings
from report import Section
from samplers import Bitermplus, Tomotopy
from timing import spread_text
from variational import Gensim, ScikitLearn

from biterms.measures.lpp import lpp

#: passes of each peer in the race for quality: enough that more change little
PASSES = {Gensim: 10, ScikitLearn: 10, Tomotopy: 300, Bitermplus: 300}


def candidates(K: int) -> list[Settings]:
    """alpha as the libraries' default, as ours and larger; eta as theirs and ours."""
    return [
        Settings(K=K, alpha=alpha, eta=eta, batch=500)
        for alpha in (1 / K, 10 / K, 1.0)
        for eta in (0.01, 0.1)
    ]


def measure(data: Parts, seeds: range, K: int = 50, quick: bool = False) -> Section:
    rows, scores = [], {}
    for kind, passes in PASSES.items():
        number = 2 if quick else passes
        best, _ = choose(
            candidates(K), lambda s, X, k=kind, n=number: _fitted(k, s, X, data, n, 0), data.train
        )
        models = (_fitted(kind, best, data.train, data, number, seed) for seed in seeds)
        found = [lpp(model, data.observed, data.held) for model in models]
        scores[kind.label] = found
        about = f"α {best.alpha:g}, η {best.eta:g}, {number} passes"
        rows.append([kind.label, spread_text(found), about])
    notes = ["settings chosen on a tenth of the training documents among α and η; batch 500"]
    title = "LPP of the peers, same split and seeds"
    return Section(title, ["library", "LPP", "settings"], rows, [], notes, {"lpp": scores})


def _fitted(
    kind: type[Peer], settings: Settings, X: Any, data: Parts, passes: int, seed: int
) -> Peer:
    peer = kind(X, data.words, settings)
    peer.timed(seed, passes)
    return peer

"""The peers on the tweets: each with its defaults and with the best of a few settings."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

from choosing import choose
from peer import Peer, Settings
from samplers import Bitermplus, TomotopyTwo
from timing import Options
from tweet_sample import Tokens
from variational import Gensim, GensimDefaults, ScikitLearn

#: training documents on which settings of samplers are chosen; few minibatches mislead the others
FEW = 15_000


class TomotopyOptimised(TomotopyTwo):
    """With its own optimisation of alpha, every 10 sweeps, as by default."""

    def start(self, seed: int) -> None:
        super().start(seed)
        self.model.optim_interval = 10


class BitermplusTwice(Bitermplus):
    """Every look is a fit of its own, so there are two."""

    ladder = (5, 20)


@dataclass(frozen=True)
class Lane:
    """`usual` with `own` settings for `passes`; `kind` when settings are chosen, `short` passes."""

    name: str
    usual: type[Peer]
    own: dict[str, Any]
    passes: int
    kind: type[Peer]
    short: int
    online: bool = False

    def defaults(self, data: Tokens, options: Options) -> Peer:
        return self.usual(data.train, data.words, Settings(K=options.K, **self.own))

    def candidates(self, K: int) -> list[Settings]:
        every = itertools.product((1 / K, 10 / K, 1.0), (0.01, 0.1))
        return [Settings(K=K, alpha=alpha, eta=eta, batch=2000) for alpha, eta in every]

    def about(self, settings: Settings) -> str:
        more = f", batch {settings.batch:,}" if self.online else ""
        return f"α {settings.alpha:g}, η {settings.eta:g}{more}"


def chosen(lane: Lane, data: Tokens, options: Options) -> Settings:
    """By a short fit, on a tenth of the training documents."""

    def fit(settings: Settings, X: Any) -> Peer:
        peer = lane.kind(X, data.words, settings)
        peer.timed(0, min(lane.short, options.sweeps))
        return peer

    train = data.train if lane.online else data.train[:FEW]
    return choose(lane.candidates(options.K), fit, train)[0]


#: None: the library decides, 1 / K
SCIKIT_LEARN = {"alpha": None, "eta": None, "batch": 128}
LANES = (
    Lane("gensim LdaModel", GensimDefaults, {}, 1, Gensim, 1, online=True),
    Lane("scikit-learn online LDA", ScikitLearn, SCIKIT_LEARN, 1, ScikitLearn, 1, online=True),
    Lane("tomotopy LDA", TomotopyOptimised, {"alpha": 0.1}, 100, TomotopyOptimised, 50),
    Lane("bitermplus BTM", Bitermplus, {"alpha": 1.0}, 10, BitermplusTwice, 10),
)

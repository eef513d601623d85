"""How long the peers need for an equal LPP, and what a complete fit costs, on TMN titles."""

from __future__ import annotations

from functools import cache
from statistics import median
from typing import Any

from choosing import choose
from ours import OursDefaults
from peer import Peer, Settings
from race import prepared, run
from report import Section
from samplers import Bitermplus, Tomotopy
from timing import Options
from variational import Gensim, ScikitLearn

from biterms import SVI
from biterms.measures.lpp import lpp


def equal(options: Options) -> Section:
    """Learning time until a peer reaches the test LPP of our one pass."""
    data, observed, held = prepared(options)
    seconds, scores = run([OursDefaults], Settings(K=options.K), options, 1)
    goal, ours = median(scores[OursDefaults.label]), median(seconds[OursDefaults.label])
    found = [[OursDefaults.label, "defaults", f"{ours:.3f}", "1", f"{goal:.3f}", "1"]]
    protocol = Settings(K=options.K)
    for kind in (Gensim, ScikitLearn, Tomotopy, Bitermplus):
        for settings in (protocol, better(kind, options)):
            peer = kind(data.train, data.words, settings)
            looks = _chase(peer, goal, observed, held, options.budget)
            found.append([peer.label, str(settings), *_verdict(looks, goal, ours)])
    notes = [
        f"goal: LPP {goal:.3f}, one pass with our defaults on one thread",
        f"budget: {options.budget:g} s of learning each; scoring is not timed",
        "each peer by the protocol and with the best of a few settings, chosen on training titles",
    ]
    head = ["library", "settings", "seconds", "passes", "LPP", "times ours"]
    return Section("time to equal LPP", head, found, [], notes)


def converged(options: Options) -> Section:
    """A complete fit: our default passes; a stated number of sweeps of the samplers."""
    data, observed, held = prepared(options)
    found = []
    for kind in (OursDefaults, Tomotopy, Bitermplus):
        ours = kind is OursDefaults
        settings = Settings(K=options.K) if ours else better(kind, options)
        peer = kind(data.train, data.words, settings)
        passes = SVI.default_passes if ours else options.sweeps
        seconds = peer.timed(0, passes)
        rate, score = passes * data.train.shape[0] / seconds, lpp(peer, observed, held)
        about = "defaults" if ours else str(settings)
        numbers = [str(passes), f"{seconds:.1f}", f"{rate:,.0f}", f"{score:.3f}"]
        found.append([peer.label, about, *numbers])
    head = ["library", "settings", "passes", "seconds", "documents/s", "test LPP"]
    notes = ["one run each, one thread; the samplers' settings chosen on a tenth of the training"]
    return Section("a complete fit", head, found, [], notes)


@cache
def better(kind: type[Peer], options: Options) -> Settings:
    """The best of a few settings of a peer, by a short fit, on a tenth of the training titles."""
    data, _, _ = prepared(options)
    sampler = kind in (Tomotopy, Bitermplus)
    batch, passes = (5000, options.sweeps // 10) if sampler else (500, options.passes)
    several = [
        Settings(K=options.K, alpha=alpha, eta=eta, batch=batch)
        for alpha in (1 / options.K, 10 / options.K)
        for eta in (0.01, 0.1)
    ]

    def fit(settings: Settings, X: Any) -> Peer:
        peer = kind(X, data.words, settings)
        peer.timed(0, max(1, passes))
        return peer

    return choose(several, fit, data.train)[0]


def _chase(peer: Peer, goal: float, observed: Any, held: Any, budget: float) -> list[Any]:
    """(seconds, passes, LPP) at every look, the last one the first that reached the goal."""
    looks: list[Any] = []

    def check(seconds: float, passes: int) -> bool:
        looks.append((seconds, passes, lpp(peer, observed, held)))
        return bool(looks[-1][2] >= goal)

    peer.start(0)
    peer.until(check, budget)
    return looks


def _verdict(looks: list[Any], goal: float, ours: float) -> list[str]:
    seconds, passes, score = looks[-1]
    if score >= goal:
        return [f"{seconds:.2f}", str(passes), f"{score:.3f}", f"{seconds / ours:.0f}"]
    best = max(look[2] for look in looks)
    return [f"{seconds:.0f}", str(passes), f"best {best:.3f}", "not reached"]

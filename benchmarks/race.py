"""Documents per second against the peers, on TMN titles."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from statistics import median
from typing import Any

import corpora
from ours import Ours, OursDefaults, OursWords
from peer import Peer, Settings
from report import Section
from samplers import Bitermplus, Tomotopy, TomotopyTwo
from timing import Options, Ratio, alternate, per_run, spread_text
from variational import Gensim, GensimDefaults, ScikitLearn

from biterms.measures.lpp import lpp, split

Race = tuple[dict[str, list[float]], dict[str, list[float]]]
HEAD = ["library", "documents/s", "seconds", "test LPP"]


@cache
def prepared(options: Options) -> tuple[corpora.Counts, Any, Any]:
    data = corpora.titles(options.titles)
    seen, held, _ = split(data.test)
    return data, seen, held


def run(kinds: list[type[Peer]], settings: Settings, options: Options, passes: int) -> Race:
    """Seconds and LPP of every kind of peer, once per run, in turn."""
    data, seen, held = prepared(options)
    peers = [kind(data.train, data.words, settings) for kind in kinds]
    scores: dict[str, list[float]] = {peer.label: [] for peer in peers}

    def runner(peer: Peer, seed: int) -> float:
        seconds = peer.timed(seed, passes)
        scores[peer.label].append(lpp(peer, seen, held))
        return seconds

    runners = {peer.label: lambda seed, peer=peer: runner(peer, seed) for peer in peers}
    return alternate(runners, options.runs), scores


def rows(race: Race, documents: int) -> list[list[str]]:
    seconds, scores = race
    return [
        [
            name,
            f"{documents / median(times):,.0f}",
            f"{median(times):.3f}",
            spread_text(scores[name]),
        ]
        for name, times in seconds.items()
    ]


def record(race: Race) -> dict[str, Any]:
    return {"seconds": race[0], "lpp": race[1]}


def vb(options: Options) -> Section:
    """The protocol: `vb`, alpha = eta = 0.01, batch 5,000, three passes from a random start."""
    kinds = [Ours, OursWords, Gensim, ScikitLearn, Tomotopy, TomotopyTwo, Bitermplus]
    race = run(kinds, Settings(K=options.K), options, options.passes)
    documents = options.passes * prepared(options)[0].train.shape[0]
    seconds = race[0]
    targets = {Gensim.label: 10.0, ScikitLearn.label: 10.0}
    ratios = [
        Ratio(f"{Ours.label} / {name}", per_run(times, seconds[Ours.label]), targets.get(name))
        for name, times in seconds.items()
        if name not in (Ours.label, OursWords.label)
    ]
    ratios += [
        Ratio(f"{OursWords.label} / {name}", per_run(seconds[name], seconds[OursWords.label]))
        for name in targets
    ]
    notes = [
        f"{documents:,} documents in {options.passes} passes, K = {options.K}, batch 5,000, "
        "mean change of γ < 0.001 or 100 iterations, one thread unless said",
        "a pass of tomotopy and bitermplus is one Gibbs sweep: the LPP tells how far it gets",
    ]
    title = "vb, protocol of the issue"
    return Section(title, HEAD, rows(race, documents), ratios, notes, record(race))


def defaults(options: Options) -> Section:
    """Our defaults against gensim's, one pass."""
    race = run([OursDefaults, GensimDefaults], Settings(K=options.K), options, 1)
    documents = prepared(options)[0].train.shape[0]
    top, bottom = race[0][GensimDefaults.label], race[0][OursDefaults.label]
    ratio = Ratio(f"{OursDefaults.label} / {GensimDefaults.label}", per_run(top, bottom), 25.0)
    notes = [f"one pass over {documents:,} documents, K = {options.K}, one thread"]
    title = "defaults, one pass"
    return Section(title, HEAD, rows(race, documents), [ratio], notes, record(race))


def equal(options: Options) -> Section:
    """Learning time until a peer reaches the test LPP of our one pass."""
    data, seen, held = prepared(options)
    seconds, scores = run([OursDefaults], Settings(K=options.K), options, 1)
    goal, ours = median(scores[OursDefaults.label]), median(seconds[OursDefaults.label])
    found = [[OursDefaults.label, "defaults", f"{ours:.3f}", "1", f"{goal:.3f}", "1"]]
    protocol = Settings(K=options.K)
    for kind in (Gensim, ScikitLearn, Tomotopy, Bitermplus):
        for settings in (protocol, _better(kind, protocol)):
            peer = kind(data.train, data.words, settings)
            seen_lpp = _chase(peer, goal, seen, held, options.budget)
            found.append([peer.label, str(settings), *_verdict(seen_lpp, goal, ours)])
    notes = [
        f"goal: LPP {goal:.3f}, one pass with our defaults on one thread",
        f"budget: {options.budget:g} s of learning each; scoring is not timed",
        "each peer with the protocol's settings and with the better ones we know for it",
    ]
    head = ["library", "settings", "seconds", "passes", "LPP", "times ours"]
    return Section("time to equal LPP", head, found, [], notes)


def converged(options: Options) -> Section:
    """A whole fit: our default passes; a stated number of sweeps of the samplers."""
    data, seen, held = prepared(options)
    found = []
    for kind in (OursDefaults, Tomotopy, Bitermplus):
        peer = kind(data.train, data.words, _better(kind, Settings(K=options.K)))
        passes = 10 if kind is OursDefaults else options.sweeps
        seconds = peer.timed(0, passes)
        rate = f"{passes * data.train.shape[0] / seconds:,.0f}"
        found.append([peer.label, str(passes), f"{seconds:.1f}", rate, f"{lpp(peer, seen, held):.3f}"])
    head = ["library", "passes", "seconds", "documents/s", "test LPP"]
    notes = ["one run each, one thread; the samplers with the better settings we know for them"]
    return Section("a whole fit", head, found, [], notes)


def _better(kind: type[Peer], settings: Settings) -> Settings:
    """Found on these titles by trial; a little kinder to the peers than a choice on held-out ones."""
    if kind in (Gensim, ScikitLearn):
        return replace(settings, alpha=10 / settings.K, eta=0.1, batch=500)
    return replace(settings, eta=0.1)


def _chase(peer: Peer, goal: float, seen: Any, held: Any, budget: float) -> list[Any]:
    """(seconds, passes, LPP) at every look, the last one the first that reached the goal."""
    looks: list[Any] = []

    def check(seconds: float, passes: int) -> bool:
        looks.append((seconds, passes, lpp(peer, seen, held)))
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

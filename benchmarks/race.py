"""Documents per second against the peers, on TMN titles."""

from __future__ import annotations

from functools import cache
from statistics import median
from typing import Any

import corpora
from ours import Ours, OursDefaults, OursWords
from peer import Peer, Settings
from report import Section
from samplers import Bitermplus, Tomotopy, TomotopyTwo
from timing import Options, Ratio, alternate, per_run, spread_text
from variational import (
    OUR_STEPS,
    Gensim,
    GensimDefaults,
    GensimSteps,
    ScikitLearn,
    ScikitLearnSteps,
)

from biterms.measures.lpp import lpp, split

Race = tuple[dict[str, list[float]], dict[str, list[float]]]
HEAD = ["library", "documents/s", "seconds", "test LPP"]


@cache
def prepared(options: Options) -> tuple[corpora.Counts, Any, Any]:
    data = corpora.titles(options.titles)
    observed, held, _ = split(data.test)
    return data, observed, held


def run(kinds: list[type[Peer]], settings: Settings, options: Options, passes: int) -> Race:
    """Every kind of peer with the same settings, on the titles."""
    data, observed, held = prepared(options)
    peers = [kind(data.train, data.words, settings) for kind in kinds]
    return contest(peers, observed, held, options.runs, passes)


def contest(peers: list[Peer], observed: Any, held: Any, runs: int, passes: int) -> Race:
    """Seconds and LPP of every peer, once per run, in turn."""
    scores: dict[str, list[float]] = {peer.label: [] for peer in peers}

    def runner(peer: Peer, seed: int) -> float:
        seconds = peer.timed(seed, passes)
        scores[peer.label].append(lpp(peer, observed, held))
        return seconds

    runners = {peer.label: lambda seed, peer=peer: runner(peer, seed) for peer in peers}
    return alternate(runners, runs), scores


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
    asked = [Gensim, ScikitLearn, GensimSteps, ScikitLearnSteps]
    kinds = [Ours, OursWords, *asked, Tomotopy, TomotopyTwo, Bitermplus]
    race = run(kinds, Settings(K=options.K), options, options.passes)
    documents = options.passes * prepared(options)[0].train.shape[0]
    seconds = race[0]
    targets = {kind.label: 10.0 for kind in asked}
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
        f"{documents:,} documents in {options.passes} passes, K = {options.K}, batch 5,000",
        "mean change of γ < 0.001 or 100 iterations; one thread unless said",
        f"our steps: τ = {OUR_STEPS[0]}, κ = {OUR_STEPS[1]}; else each library's own",
        "a pass of tomotopy and bitermplus is one Gibbs sweep: the LPP shows how far it gets",
    ]
    title = "vb, one stopping rule for all"
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

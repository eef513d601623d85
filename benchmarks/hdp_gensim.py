"""Our HDP against gensim's on equal settings: documents per second and LPP, authors' split."""

from __future__ import annotations

from typing import Any

import corpora
from hdp_peers import GensimHDP, HDPSettings, OursHDP, OursHDPRounds, OursHDPWords, TomotopyHDP
from hdp_sets import Plan, against, five
from race import Race, contest, record, rows
from report import Section
from timing import Ratio, per_run

FASTER = 10.0
PASSES = 1
BASE = (OursHDPWords, OursHDPRounds)
KINDS = (GensimHDP, *BASE, OursHDP)
Table = list[list[str]]


def equal_settings(plan: Plan) -> dict[str, HDPSettings]:
    """As gensim comes, and as the paper has it with steps from the middle of its grid."""
    shared: dict[str, Any] = {"alpha": 1.0, "omega": 1.0, "eta": 0.01}
    return {
        "gensim's": HDPSettings(K=3 * plan.K // 2, T=15, batch=256, steps=(64, 1.0), **shared),
        "the paper's": HDPSettings(K=plan.K, T=20, batch=500, steps=(60, 0.7), **shared),
    }


def measure(plan: Plan) -> Section:
    """gensim, base HDP and HDP-B in turn; tomotopy once, for the record."""
    data = five(plan.limit)["TMNtitle, authors"]
    table: Table = []
    ratios, found = [], {}
    for name, settings in equal_settings(plan).items():
        peers = [kind(data.train, data.words, settings) for kind in KINDS]
        race = contest(peers, data.observed, data.held, plan.runs, PASSES)
        table += _table(name, race, peers, data, PASSES)
        table += [_better(name, kind.label, race[1]) for kind in BASE]
        ratios += _ratios(name, race[0])
        found[name] = record(race)
    sampler = TomotopyHDP(data.train, data.words, HDPSettings())
    race = contest([sampler], data.observed, data.held, 1, plan.sweeps)
    table += _table("its own", race, [sampler], data, plan.sweeps)
    notes = [
        f"{data.train.shape[0]:,} documents, one pass, one thread; {plan.runs} runs in turn",
        *(_about(name, settings) for name, settings in equal_settings(plan).items()),
        "rounds of the document step end by each library's own rule",
        "topics as the library counts them: gensim has its truncation",
        f"tomotopy: {plan.sweeps} sweeps, one run; a document counts once per sweep",
    ]
    head = ["settings", "library", "documents/s", "seconds", "test LPP", "topics", "target", ""]
    title = "HDP against gensim on equal settings"
    return Section(title, head, table, ratios, notes, found)


def _table(name: str, race: Race, peers: list[Any], data: corpora.Parts, passes: int) -> Table:
    lines = rows(race, passes * data.train.shape[0])
    return [[name, *row, str(p.n_topics), "", ""] for row, p in zip(lines, peers, strict=True)]


def _better(name: str, ours: str, lpp: dict[str, list[float]]) -> list[str]:
    gain, *verdict = against(lpp[ours], lpp[GensimHDP.label], 0.0, strict=False)
    return [name, f"{ours} − gensim", "", "", gain, "", *verdict]


def _ratios(name: str, seconds: dict[str, list[float]]) -> list[Ratio]:
    theirs = seconds[GensimHDP.label]
    return [
        Ratio(f"{kind.label} / gensim, {name} settings", per_run(theirs, seconds[kind.label]), goal)
        for kind, goal in (*((kind, FASTER) for kind in BASE), (OursHDP, None))
    ]


def _about(name: str, s: HDPSettings) -> str:
    return f"{name}: K = {s.K}, T = {s.T}, ω {s.omega:g}, {s}, τ {s.steps[0]:g}, κ {s.steps[1]:g}"

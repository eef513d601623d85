"""What the start does: topics and LPP after a few passes, on planted data."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from hdp_sets import Plan
from planted import READINGS, planted
from report import Section
from timing import spread_text

from biterms import HDP
from biterms.kernels import Array, Atoms, Packed, Rows, Shares, Sticks
from biterms.kernels.reference import pair_weights
from biterms.measures.lpp import lpp, split
from biterms.models.hdp.engine import HDPEngine
from biterms.models.hdp.state import HDPState
from biterms.models.hdp.sticks import CorpusSticks

PASSES = (1, 2, 5)
TOPICS = 20


class AsPrinted(HDP):
    """Algorithm 5 to the letter: all atoms of a document begin alike, topic k begins k nats behind.

    zeta is the same for every i, so phi and phi_bi are 1/T, and m and S are equal shares.
    """

    def engine(self) -> Any:
        usual = super().engine()
        own = (usual.doc_topics, usual.alpha, usual.omega, usual.fixed_alpha)
        return AsPrintedEngine(*own, usual.documents, usual.n_topics, usual.eta, usual.learning)


class AsPrintedEngine(HDPEngine):
    def log_sigma(self, state: HDPState) -> Array:
        return CorpusSticks.learnt(state.usage, self.omega).log_weights(self.inference)

    def local_step(
        self, settings: Sticks, rows: Rows, documents: Packed, previous: Any = None, **wanted: Any
    ) -> Atoms:
        previous = previous or alike(settings, documents)
        return super().local_step(settings, rows, documents, previous=previous, **wanted)


def alike(settings: Sticks, packed: Packed) -> Any:
    """A result in which all atoms of a document have the same share of its words and biterms."""
    T = settings.n_atoms
    occupancy, spread = np.zeros(len(packed)), packed.counts.astype(np.float64)
    for d in range(len(packed)):
        entries = slice(packed.ptr[d], packed.ptr[d + 1])
        f = packed.counts[entries].astype(np.float64)
        pairs = pair_weights(f, settings).sum(axis=1)
        occupancy[d], spread[entries] = f.sum() + pairs.sum(), f + 2 * pairs
    shares = (np.repeat(total[:, None] / T, T, axis=1) for total in (occupancy, spread))
    return SimpleNamespace(shares=Shares(*shares))


def measure(plan: Plan) -> Section:
    """The paper's start and ours with the paper's settings, and our defaults."""
    kinds = {
        "the paper's settings, as printed": AsPrinted.paper,
        "the paper's settings, our start": HDP.paper,
        "our defaults": HDP,
    }
    rows, found = [], {}
    for name, kind in kinds.items():
        looks = [[_look(kind, passes, seed, plan) for seed in plan.seeds] for passes in PASSES]
        found[name] = dict(zip(PASSES, looks, strict=True))
        topics = [spread_text([n for n, _ in look], 1) for look in looks]
        rows.append([name, *topics, *(spread_text([score for _, score in look]) for look in looks)])
    counts = [f"topics after {n}" for n in PASSES]
    head = ["settings", *counts, *(f"LPP after {n}" for n in PASSES)]
    notes = [
        f"{TOPICS} planted topics, m uniform; {plan.documents:,} documents, a tenth for tests",
        f"room for {plan.K} topics; {len(plan.seeds)} seeds, mean ± sd",
        "as printed: λ drawn at random, all atoms of a document alike, a = 1 and b = ω",
    ]
    return Section("what the start does: after so many passes", head, rows, [], notes, found)


def _look(kind: Any, passes: int, seed: int, plan: Plan) -> tuple[float, float]:
    case = planted(TOPICS, "uniform", next(iter(READINGS)), seed, plan.documents)
    cut = plan.documents - plan.documents // 10
    parts = split(case.X[cut:])
    model = kind(plan.K, passes=passes, random_state=seed).fit(case.X[:cut])
    return float(model.n_topics_), lpp(model, parts.observed, parts.held)

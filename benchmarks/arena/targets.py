"""Where LDA-B is behind: each set and K against the best peer, every shortfall in a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from statistics import mean, stdev
from typing import NamedTuple

from arena.plan import Plan
from arena.store import Store
from arena.table import MEASURES, Results, number, results, row, rule

OURS, STREAM = "lda_b", "lda_b_stream"
BTM = ("bitermplus", "topica_btm", "topica_btm_01")
#: no topic models: their clusters are not compared
CLUSTERS = ("svd_kmeans",)
#: how far the stream may be behind ten passes
STREAM_LIMITS = {"lpp": 0.10, "npmi": 0.05, "nmi": 0.03}
#: sets of over 15,000 documents, where the limits hold
LARGE = ("stackoverflow", "tmn", "abc_headlines", "congress_tweets")
HEADS = ["target", "set", "K", "asked", "found", "by"]
Found = dict[str, Results]


class Outcome(NamedTuple):
    """One comparison: what was asked for, what was found, and whether that is enough."""

    target: str
    set: str
    K: int
    asked: float
    found: float
    by: str
    met: bool


def lines(plan: Plan, store: Store) -> Iterator[str]:
    """How often each target is met, then a row for each time that it is not."""
    outcomes = list(compared(plan, store))
    names = dict.fromkeys(one.target for one in outcomes)
    yield from ["### Targets", "", row(["target", "met", "of"]), rule(3)]
    for name in names:
        each = [one.met for one in outcomes if one.target == name]
        yield row([name, str(sum(each)), str(len(each))])
    missed = [one for one in outcomes if not one.met]
    yield from ["", row(HEADS), row(["---", "---", "---:", "---:", "---:", "---"])]
    for one in missed:
        asked, found = number(one.asked, 3), number(one.found, 3)
        yield row([one.target, one.set, str(one.K), asked, found, one.by])
    yield ""


def compared(plan: Plan, store: Store) -> Iterator[Outcome]:
    """All comparisons that the rows allow."""
    for name, about in plan.sets.items():
        for K in about["topics"]:
            found = results(plan, store, name, K)
            place = (about["title"], K)
            if found[OURS].seeds:
                yield from _against_peers(plan, found, place)
                yield from _seconds(found, place)
                yield from _stream(found, place, large=name in LARGE)


def _against_peers(plan: Plan, found: Found, place: tuple[str, int]) -> Iterator[Outcome]:
    peers = [name for name in found if not plan.is_ours(name)]
    models = [name for name in peers if name not in CLUSTERS]
    yield from _best(found, peers, "lpp", place, "LPP above every peer", within=False)
    title = "{} at most a standard deviation below the best peer"
    yield from _best(found, peers, "npmi", place, title.format("NPMI"))
    for measure in ("nmi", "ami"):
        yield from _best(found, models, measure, place, title.format(MEASURES[measure][0]))


def _best(
    found: Found,
    peers: Iterable[str],
    measure: str,
    place: tuple[str, int],
    target: str,
    *,
    within: bool = True,
) -> Iterator[Outcome]:
    ours, known = found[OURS], [found[name] for name in peers if found[name].values(measure)]
    if not known or not ours.values(measure):
        return
    best = max(known, key=lambda one: mean(one.values(measure)))
    slack = max(_spread(ours, measure), _spread(best, measure)) if within else 0.0
    asked, got = mean(best.values(measure)), mean(ours.values(measure))
    yield Outcome(target, *place, asked, got, best.title, got >= asked - slack)


def _seconds(found: Found, place: tuple[str, int]) -> Iterator[Outcome]:
    """Of BTM the fastest that was run; one that went over the limit took at least that."""
    ours = found[OURS].mean("seconds") or 0.0
    btm = [(_least(found[name]), found[name].title) for name in BTM if found[name].seeds]
    if btm:
        seconds, by = min(btm)
        yield Outcome("a tenth of BTM's CPU", *place, seconds / 10, ours, by, ours <= seconds / 10)
    tomotopy = found["tomotopy_lda"]
    if tomotopy.seeds:
        seconds = _least(tomotopy)
        yield Outcome("CPU of tomotopy LDA", *place, seconds, ours, tomotopy.title, ours <= seconds)


def _stream(found: Found, place: tuple[str, int], *, large: bool) -> Iterator[Outcome]:
    stream = found[STREAM]
    for measure, most in STREAM_LIMITS.items() if large else ():
        if stream.values(measure) and found[OURS].values(measure):
            asked = mean(found[OURS].values(measure)) - most
            got, title = mean(stream.values(measure)), f"stream: {MEASURES[measure][0]}"
            target = f"{title} at most {most:.2f} below ten passes"
            yield Outcome(target, *place, asked, got, found[OURS].title, got >= asked)
    batch = [found[name] for name in BTM if found[name].values("lpp")]
    if stream.values("lpp") and batch:
        best = max(batch, key=lambda one: mean(one.values("lpp")))
        asked, got = mean(best.values("lpp")), mean(stream.values("lpp"))
        target = "stream: LPP above batch BTM"
        yield Outcome(target, *place, asked, got, best.title, got > asked)


def _least(one: Results) -> float:
    return one.over or one.mean("seconds") or 0.0


def _spread(one: Results, measure: str) -> float:
    values = one.values(measure)
    return stdev(values) if len(values) > 1 else 0.0

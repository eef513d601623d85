"""The tables of docs/ablations.md: how far each variant is from the full system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import exp, log, sqrt
from pathlib import Path
from statistics import mean, median, variance

from arena.ablations import FULL, Ablations
from arena.page import fill
from arena.store import Store
from arena.table import Results, number, results, row, rule
from paper.progress import minutes

MEASURES = {"lpp": "LPP", "npmi": "NPMI", "nmi": "NMI"}
USES = ("development", "report")
#: of one set: the results of each system
Found = dict[str, Results]


def write(plan: Ablations, store: Store, path: Path) -> Path:
    """The page with new tables."""
    fill(path, lines(plan, store))
    return path


def lines(plan: Ablations, store: Store) -> Iterator[str]:
    """Mean differences over sets with their standard error, then LPP set by set."""
    K = plan.settings["picture_topics"]
    found = {name: results(plan, store, name, K) for name in plan.sets}
    versions = ", ".join(store.versions())
    yield f"{len(store.found):,} jobs, {minutes(store.seconds())}; {versions}."
    yield ""
    yield from means(plan, found)
    yield from by_set(plan, found)


def means(plan: Ablations, found: dict[str, Found]) -> Iterator[str]:
    """Mean differences over development sets and over report sets, and the ratio of CPU time."""
    sets = {use: [found[name] for name in found if plan.sets[name]["use"] == use] for use in USES}
    heads = [f"{title}, {use}" for use in USES for title in MEASURES.values()]
    yield row(["", *heads, "CPU time"])
    yield rule(len(heads) + 2)
    cells = [level(sets[use], measure) for use in USES for measure in MEASURES]
    yield row([plan.systems[FULL]["title"], *cells, "1"])
    for part, about in plan.systems.items():
        if part != FULL:
            cells = [change(sets[use], part, name) for use in USES for name in MEASURES]
            yield row([about["title"], *cells, times(found.values(), part)])
    cells = [error(sets[use], measure) for use in USES for measure in MEASURES]
    yield row(["standard error of a difference", *cells, ""])
    yield ""


def by_set(plan: Ablations, found: dict[str, Found]) -> Iterator[str]:
    """LPP of the full system on each set, and the difference of each variant."""
    yield row(["LPP", *(plan.sets[name]["title"] for name in found)])
    yield rule(len(found) + 1)
    for part, about in plan.systems.items():
        each = ([one] for one in found.values())
        cells = [level(one, "lpp") if part == FULL else change(one, part, "lpp") for one in each]
        yield row([about["title"], *cells])
    yield ""


def level(sets: list[Found], measure: str) -> str:
    """The mean of the full system over the sets that have the measure."""
    known = [value for one in sets if (value := one[FULL].mean(measure)) is not None]
    return number(mean(known), 3) if known else "–"


def change(sets: list[Found], part: str, measure: str) -> str:
    """The mean over sets of the difference to the full system, seed by seed."""
    each = [differences(one, part, measure) for one in sets]
    known = [mean(values) for values in each if values]
    return signed(mean(known)) if known else "–"


def differences(one: Found, part: str, measure: str) -> list[float]:
    """Seed by seed, as far as both have been run."""
    pairs = zip(one[part].values(measure), one[FULL].values(measure), strict=False)
    return [changed - full for changed, full in pairs]


def times(sets: Iterable[Found], part: str) -> str:
    """The geometric mean over sets of the ratio of CPU seconds."""
    pairs = [(one[part].mean("seconds"), one[FULL].mean("seconds")) for one in sets]
    ratios = [log(changed / full) for changed, full in pairs if changed and full]
    return f"{exp(mean(ratios)):.2f}" if ratios else "–"


def error(sets: list[Found], measure: str) -> str:
    """What chance does to a mean difference: its standard error over seeds, of the usual variant.

    The variance of each set is the median over variants; those that change nothing there are left
    out.
    """
    each = list[float]()
    for one in sets:
        known = [differences(one, part, measure) for part in one if part != FULL]
        spread = [variance(values) / len(values) for values in known if values[1:] and any(values)]
        each += [median(spread)] if spread else []
    return number(sqrt(sum(each)) / len(each), 3) if each else "–"


def signed(value: float) -> str:
    text = number(value, 3)
    return f"+{text}" if round(value, 3) > 0 else text.replace("−0.000", "0.000")

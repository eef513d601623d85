"""Numbers over seeds as cells of Markdown tables."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import mean, stdev

from arena.plan import Cell, Plan
from arena.store import OVER, Numbers, Store

#: name, heading, decimals and whether more is better; None: it is no contest
MEASURES = {
    "lpp": ("LPP", 3, True),
    "npmi": ("NPMI", 3, True),
    "outside npmi": ("NPMI outside", 3, True),
    "diversity": ("diversity", 2, None),
    "purity": ("purity", 3, True),
    "nmi": ("NMI", 3, True),
    "ami": ("AMI", 3, True),
    "topics": ("topics", 0, None),
    "seconds": ("CPU s", 2, False),
}


@dataclass(frozen=True)
class Results:
    """The numbers of one system on one set with K topics, a dictionary per seed."""

    title: str
    seeds: list[Numbers]

    @property
    def over(self) -> float | None:
        """The limit in seconds, where the first seed went beyond it."""
        return next((found[OVER] for found in self.seeds if OVER in found), None)

    def values(self, measure: str) -> list[float]:
        return [found[measure] for found in self.seeds if measure in found]

    def mean(self, measure: str) -> float | None:
        values = self.values(measure)
        return mean(values) if values else None


def at_one_number(plan: Plan, store: Store) -> dict[str, dict[str, Results]]:
    """Of each set, at the K of the compact tables; without what takes its own number of topics."""
    K = plan.settings["picture_topics"]
    found = {name: results(plan, store, name, K) for name in plan.sets}
    own = {system for system, about in plan.systems.items() if "n_topics" in about}
    return {
        name: {system: one for system, one in each.items() if system not in own}
        for name, each in found.items()
    }


def results(plan: Plan, store: Store, name: str, K: int) -> dict[str, Results]:
    """Of each system; a system that has not been run there has no seeds."""
    every = range(plan.settings["seeds"])
    found = {}
    for system, about in plan.systems.items():
        seeds = (store.numbers(plan, Cell(name, K, system, seed)) for seed in every)
        found[system] = Results(about["title"], [one for one in seeds if one])
    return found


def best(found: dict[str, Results], measure: str) -> float | None:
    """The best mean of a measure, as it is printed; None where it is no contest."""
    digits, more = MEASURES[measure][1:]
    means = [one.mean(measure) for one in found.values()]
    known = [round(value, digits) for value in means if value is not None]
    return None if more is None or not known else (max if more else min)(known)


def cell(one: Results, measure: str, winner: float | None, *, spread: bool = True) -> str:
    """Mean ± sd, bold where it is the best."""
    values, digits = one.values(measure), MEASURES[measure][1]
    if not values:
        return f"over {one.over:.0f} s" if one.over and measure == "seconds" else "–"
    text = number(mean(values), digits)
    if spread and len(values) > 1 and digits:
        text += f" ± {stdev(values):.{digits}f}"
    return f"**{text}**" if winner is not None and round(mean(values), digits) == winner else text


def number(value: float, digits: int) -> str:
    return f"{value:.{digits}f}".replace("-", "−").replace("inf", "∞")


def row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def rule(columns: int) -> str:
    return row(["---", *["---:"] * (columns - 1)])

"""The tables of docs/quality.md: what stands between two marks is written, the rest stays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from arena import picture, targets
from arena.plan import Plan
from arena.store import Store
from arena.table import MEASURES, Results, at_one_number, best, cell, results, row, rule
from paper.progress import minutes

BEGIN, END = "<!-- arena: begin -->", "<!-- arena: end -->"
COMPACT = ("lpp", "npmi", "outside npmi", "nmi", "ami", "seconds")
SEEN = {"often": "seen", "once": "seen once"}


def write(plan: Plan, store: Store, path: Path) -> Path:
    """The page with new tables, and its picture beside it in `images`."""
    fill(path, lines(plan, store))
    picture.draw(plan, store, path.parent / "images" / "quality.png")
    return path


def fill(path: Path, made: Iterable[str]) -> None:
    """New lines between the marks of a page; a page that is not there is made."""
    text = path.read_text(encoding="utf8") if path.is_file() else f"{BEGIN}\n{END}\n"
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise SystemExit(f"{path} needs one line {BEGIN} and one line {END} below it")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    path.write_text(before + "\n".join([BEGIN, "", *made, END]) + after, encoding="utf8")


def lines(plan: Plan, store: Store) -> Iterator[str]:
    """Compact tables at one K, then every set by itself."""
    yield f"{len(store.found):,} jobs, {minutes(store.seconds())}; {', '.join(store.versions())}."
    yield ""
    found = at_one_number(plan, store)
    for measure in COMPACT:
        yield from compact(plan, found, measure)
    yield from targets.lines(plan, store)
    for name, about in plan.sets.items():
        yield from [f"### {about['title']}", "", describe(about), ""]
        for topics in about["topics"]:
            yield from single(results(plan, store, name, topics), topics)


def compact(plan: Plan, found: dict[str, dict[str, Results]], measure: str) -> Iterator[str]:
    """Means of one measure: systems down, sets across; sets without the measure are left out."""
    names = [name for name in found if best(found[name], measure) is not None]
    if not names:
        return
    heading = MEASURES[measure][0]
    yield from [f"### {heading}, K = {plan.settings['picture_topics']}", ""]
    yield row(["", *(plan.sets[name]["title"] for name in names)])
    yield rule(len(names) + 1)
    for system in found[names[0]]:
        each = [found[name][system] for name in names]
        if any(one.seeds for one in each):
            winners = [best(found[name], measure) for name in names]
            pairs = zip(each, winners, strict=True)
            cells = [cell(one, measure, winner, spread=False) for one, winner in pairs]
            yield row([each[0].title, *cells])
    yield ""


def describe(about: dict[str, object]) -> str:
    parts = [f"A {about['use']} set", SEEN.get(str(about.get("seen")), "never seen before")]
    classes = about.get("classes")
    return ", ".join([*parts, f"{classes} classes." if classes else "no classes."])


def single(found: dict[str, Results], K: int) -> Iterator[str]:
    """All measures of one set: mean ± sd over seeds."""
    measures = [name for name in MEASURES if any(one.values(name) for one in found.values())]
    if not measures:
        return
    winners = {measure: best(found, measure) for measure in measures}
    yield row([f"K = {K}", *(MEASURES[measure][0] for measure in measures), "seeds"])
    yield rule(len(measures) + 2)
    for one in found.values():
        if one.seeds:
            cells = [cell(one, measure, winners[measure]) for measure in measures]
            yield row([one.title, *cells, str(len(one.seeds))])
    yield ""

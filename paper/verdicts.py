"""The claims against our results, set by set."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from paper import claims, samples
from paper.claims import Interval, Spread, Verdict
from paper.selection import Results
from paper.settings import Table

FILE = Path(__file__).with_name("claims.toml")
#: tasks by the test or measure of a claim; others are of learning
TASKS = {"accuracy": "svm", "ratio": "svm", "share": "bigrams"}


@dataclass(frozen=True)
class Comparison:
    """One claim on one set: numbers, and whether they bear it out."""

    name: str
    text: str
    verdict: Verdict
    seeds: Interval | None = None
    settings: Spread | None = None
    note: str = ""


def read(file: Path = FILE) -> list[Table]:
    """The claims, numbered so that a page can point at them."""
    listed = tomllib.loads(file.read_text(encoding="utf8"))["claims"]
    return [claim | {"number": number} for number, claim in enumerate(listed, 1)]


def compare(claim: Table, results: Results) -> list[Comparison]:
    """All comparisons of a claim, on all sets that it is about."""
    test = TESTS[claim.get("test", "above")]
    return [one for name in sets_of(claim, results.settings) for one in test(claim, results, name)]


def tally(comparisons: list[Comparison]) -> Counter[Verdict]:
    return Counter(one.verdict for one in comparisons)


def sets_of(claim: Table, settings: Table) -> list[str]:
    """Our sets that are, or stand for, those of the claim."""
    if "sets" in claim:
        return list(claim["sets"])
    task = TASKS.get(claim.get("test", ""), TASKS.get(claim.get("measure", ""), "learn"))
    listed = settings["runs"]["named"]["sets"] if task == "learn" else settings[task]["sets"]
    return [
        name
        for name in listed
        if "on" not in claim or paper_name(settings["sets"][name]) in claim["on"]
    ]


def paper_name(about: Table) -> str:
    return str(about.get("paper") or about.get("stands_for", ""))


def _above(claim: Table, results: Results, name: str) -> Iterator[Comparison]:
    for pair in claim["pairs"]:
        if claim["measure"] == "accuracy":
            for folds in samples.fold_pairs(results, name, pair, claim):
                yield _by_seeds(claim, name, folds)
        else:
            yield _by_both(claim, results, name, pair)


def _by_seeds(claim: Table, name: str, pair: samples.Pair) -> Comparison:
    found = claims.interval(claims.differences(pair.left, pair.right))
    if "margin" in claim:
        verdict = claims.near(found, claim.get("value", 0.0), claim["margin"])
    else:
        verdict = claims.above(found)
    return Comparison(name, pair.text, verdict, found)


def _by_both(claim: Table, results: Results, name: str, pair: list[str]) -> Comparison:
    """Seeds at the named step size, and all step sizes; the claim says which decides."""
    one = _by_seeds(claim, name, samples.seed_pair(results, name, pair, claim))
    if claim.get("unlimited"):
        return one
    steps = samples.setting_pair(results, name, pair, claim)
    found = claims.spread(claims.differences(steps.left, steps.right))
    verdict = one.verdict
    if claim.get("units") == "settings":
        grid = results.settings["runs"]["grid"]
        verdict = claims.always(found, len(grid["taus"]) * len(grid["kappas"]))
    return Comparison(name, one.text, verdict, one.seeds, found)


def _ends(claim: Table, results: Results, name: str) -> Iterator[Comparison]:
    """The largest value of a setting against its smallest, and the means between them."""
    for model, _ in claim["pairs"]:
        found = results.varied(name, model, claim["over"])
        by = {value: samples.by(seeds, "end") for value, seeds in found.items()}
        values = list(by) if len(by) > 1 else []
        ends = claims.differences(by[values[-1]], by[values[0]]) if values else []
        text = f"{claim['over']} = {values[-1]} − {values[0]}" if values else claim["over"]
        seeds = claims.interval(ends)
        yield Comparison(name, text, claims.above(seeds), seeds, note=_means(by))


def _narrow(claim: Table, results: Results, name: str) -> Iterator[Comparison]:
    """The range of the means over a setting as a share of the gap between two models."""
    for pair in claim["pairs"]:
        gap = _by_seeds({}, name, samples.seed_pair(results, name, pair, {"measure": "end"})).seeds
        found = results.varied(name, pair[0], claim["over"])
        by = {value: samples.by(seeds, "end") for value, seeds in found.items()}
        means = [mean(sample.values()) for sample in by.values() if sample]
        ratio, verdict = claims.narrow(means, gap, claim["share"])
        note = f"range {max(means) - min(means):.3f}, {ratio:.0%} of the gap" if means[1:] else ""
        if gap is None:
            note = note.split(",", maxsplit=1)[0]
        yield Comparison(name, f"gap {samples.pair_title(results, pair)}", verdict, gap, note=note)


def _means(by: dict[int, samples.Sample]) -> str:
    return ", ".join(f"{value}: {mean(s.values()):.3f}" for value, s in by.items() if s)


def _about(claim: Table, results: Results, name: str) -> Iterator[Comparison]:
    for pair in claim["pairs"]:
        yield _by_seeds(claim, name, samples.seed_pair(results, name, pair, claim))


def _ratio(claim: Table, results: Results, name: str) -> Iterator[Comparison]:
    """Seconds at the largest threshold against those without one, or at the smallest."""
    for left, right in claim["pairs"]:
        listed = samples.thresholds(results, name, left)
        ends = claim.get("at") == "ends"
        at = (listed[-1:] or [None])[0], listed[0] if ends and listed[1:] else None
        seconds = [
            None
            if ends and threshold is None
            else samples.seconds_of(results, name, side, threshold)
            for side, threshold in zip((left, right), at, strict=True)
        ]
        ratio = seconds[0] / seconds[1] if all(seconds) else None
        note = "" if ratio is None else f"{seconds[0]:.2f} s / {seconds[1]:.2f} s = {ratio:.2f}"
        text = " / ".join(map(samples.side_title, (left, right), at))
        yield Comparison(name, text, claims.at_most(ratio, claim["bound"]), note=note)


def _share(claim: Table, results: Results, name: str) -> Iterator[Comparison]:
    """Some counts among all; a claim that does not name these is of all documents."""
    for result in results.of("bigrams", name) or [None]:
        some = [result and result.value(measure) for measure in claim["counts"]]
        documents = result and result.found[0].documents
        total = result and (result.value(claim["among"]) if "among" in claim else documents)
        share = sum(some) / total if total and None not in some else None
        verdict = "not run" if share is None else claims.at_most(claim["least"], share)
        text = f"document frequency of words ≥ {result.get('min_df')}" if result else "bigrams"
        yield Comparison(name, text, verdict, note="" if share is None else f"{share:.1%}")


TESTS = {
    "above": _above,
    "near": _above,
    "about": _about,
    "ends": _ends,
    "narrow": _narrow,
    "ratio": _ratio,
    "share": _share,
}

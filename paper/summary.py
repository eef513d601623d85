"""python -m paper.summary: the claims and the main numbers as they stand in docs/paper.md."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from paper import claims, samples, selection, settings, verdicts
from paper.claim_boxes import counts, overall
from paper.figure_data import title
from paper.selection import Result, Results

FILE = Path(__file__).with_name("results.parquet")
STEPS = ("olda", "ohdp")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m paper.summary", description=__doc__)
    parser.add_argument("--rows", type=Path, default=FILE)
    print(markdown(selection.read(parser.parse_args().rows, settings.read())))


def markdown(results: Results) -> str:
    """Four tables."""
    told = {
        "Claims": claimed(results),
        "LPP after all documents": ends(results, "end"),
        "NPMI of the topics": ends(results, "npmi"),
        "Beside other software": beside(results),
    }
    return "\n\n".join(f"### {title}\n\n" + "\n".join(rows) for title, rows in told.items())


def claimed(results: Results) -> Iterator[str]:
    yield from _head("claim", "here", "comparisons")
    for claim in verdicts.read():
        found = verdicts.judge(claim, results)
        told = ", ".join(f"{verdict} {n}" for verdict, n in counts(found))
        yield _row(claim["says"], overall(found, most=claim.get("most", False)), told)


def ends(results: Results, measure: str) -> Iterator[str]:
    """Mean and half the interval over seeds; of step sizes the mean of all in brackets."""
    run = results.settings["runs"]["named"]
    yield from _head("model", *(_title(name, results) for name in run["sets"]))
    for model in run["models"]:
        cells = [_both(results, name, model, measure) for name in run["sets"]]
        yield _row(results.settings["models"][model]["title"], *cells)


def _both(results: Results, name: str, model: str, measure: str) -> str:
    seeds = list(samples.by(results.named(name, model), measure).values())
    steps = list(samples.by_settings(results, name, model, measure).values())
    if not seeds and _as_the_default(results, name, model):
        return "as 1/K"
    cell = _mean(seeds)
    if model.startswith(STEPS) and steps:
        cell += f" ({sum(steps) / len(steps):.3f})"
    return cell


def _as_the_default(results: Results, name: str, model: str) -> bool:
    """With K = 100 the priors 1/K and 0.01 are the same, and are run once."""
    usual = results.usual(name, results.settings["budget"]["documents"])
    return bool(results.settings["models"][model].get("alpha") == 1 / usual["K"])


def beside(results: Results) -> Iterator[str]:
    """LPP and seconds of other software and of ours on the same documents."""
    names = results.settings["runs"]["beside_peers"]["sets"]
    found = {name: results.beside(name) for name in names}
    yield from _head("model", *(_title(name, results) for name in names))
    known = (
        *results.settings["peers"]["models"],
        *results.settings["runs"]["beside_peers"]["models"],
    )
    for model in known:
        cells = [_lpp_and_seconds(found[name].get(model, [])) for name in names]
        yield _row(title(model, results.settings), *cells)


def _lpp_and_seconds(found: list[Result]) -> str:
    if not found:
        return "not run"
    by_seed = dict(enumerate(found))
    lpp, seconds = (
        list(samples.by(by_seed, measure).values()) for measure in ("end", "learning seconds")
    )
    return f"{_mean(lpp)}, {sum(seconds) / len(seconds):.1f} s"


def _mean(values: list[float]) -> str:
    found = claims.interval(values)
    if found is None:
        return "not run"
    return f"{found.mean:.3f}" + ("" if found.n < 2 else f" ± {found.high - found.mean:.3f}")


def _title(name: str, results: Results) -> str:
    return str(results.settings["sets"][name]["title"])


def _head(*cells: str) -> list[str]:
    return [_row(*cells), "|" + "---|" * len(cells)]


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()

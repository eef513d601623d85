"""Tables of the main numbers in Markdown, a row for each model."""

from __future__ import annotations

from collections.abc import Iterator

from paper import claims, samples
from paper.figure_data import title
from paper.selection import Result, Results

STEPS = ("olda", "ohdp")


def ends(results: Results, measure: str) -> Iterator[str]:
    """Mean and half the interval over seeds; of step sizes the mean of all in brackets."""
    run = results.settings["runs"]["named"]
    yield from head("model", *(_title(name, results) for name in run["sets"]))
    for model in run["models"]:
        cells = [_both(results, name, model, measure) for name in run["sets"]]
        yield row(results.settings["models"][model]["title"], *cells)


def _both(results: Results, name: str, model: str, measure: str) -> str:
    seeds = list(samples.by(results.named(name, model), measure).values())
    steps = list(samples.by_settings(results, name, model, measure).values())
    if not seeds and _as_the_default(results, name, model):
        return "as 1/K"
    cell = mean(seeds)
    if model.startswith(STEPS) and steps:
        cell += f" ({sum(steps) / len(steps):.3f})"
    return cell


def _as_the_default(results: Results, name: str, model: str) -> bool:
    """With K = 100 the priors 1/K and 0.01 are the same, and are run once."""
    usual = results.usual(name, results.settings["budget"]["documents"])
    return bool(results.settings["models"][model].get("alpha") == 1 / usual["K"])


def unlimited(results: Results) -> Iterator[str]:
    """Without a limit of documents: LPP at the first point and at the end, NPMI, seconds."""
    runs = [run for kind, run in results.settings["runs"].items() if kind.startswith("unlimited")]
    yield from head("model", "seeds", "LPP at a tenth", "LPP at the end", "NPMI", "seconds")
    for run in runs:
        for model in run["models"]:
            found = results.named(run["sets"][0], model, unlimited=True)
            cells = [mean([*samples.by(found, each).values()]) for each in ("start", "end", "npmi")]
            seconds = [*samples.by(found, "learning seconds").values()]
            yield row(title(model, results.settings), str(len(found)), *cells, _seconds(seconds))


def svms(results: Results) -> Iterator[str]:
    """Means over folds; BoB at its smallest and at its largest threshold."""
    yield from head("set", "words", "BoB", "", "bigrams", "words and bigrams")
    for name, about in results.settings["svm"]["sets"].items():
        for weighting in about["weightings"]:
            words, bob, *pairs = (
                f"{each} {weighting}" for each in ("bow", "bob", "bigrams", "words_bigrams")
            )
            levels = samples.thresholds(results, name, bob) or [None]
            cells = [
                _accuracy(results, name, words),
                _accuracy(results, name, bob, levels[0]),
                _accuracy(results, name, bob, levels[-1]) if levels[1:] else "",
                *(_accuracy(results, name, side) for side in pairs),
            ]
            yield row(f"{_title(name, results)}, {weighting}", *cells)


def _accuracy(results: Results, name: str, side: str, threshold: int | None = None) -> str:
    folds = [*samples.folds_of(results, name, side, threshold).values()]
    at = "" if threshold is None else f" at {threshold}"
    return f"{100 * sum(folds) / len(folds):.2f} %{at}" if folds else "not run"


def beside(results: Results, measure: str, *, seconds: bool = False) -> Iterator[str]:
    """Other software and ours on the same documents."""
    run = results.settings["runs"]["beside_peers"]
    found = {name: results.beside(name) for name in run["sets"]}
    yield from head("model", *(_title(name, results) for name in run["sets"]))
    for model in (*results.settings["peers"]["models"], *run["models"]):
        cells = [_beside(found[name].get(model, []), measure, seconds) for name in run["sets"]]
        yield row(title(model, results.settings), *cells)


def _beside(found: list[Result], measure: str, seconds: bool) -> str:
    by_seed = dict(enumerate(found))
    cell = mean([*samples.by(by_seed, measure).values()])
    times = [*samples.by(by_seed, "learning seconds").values()]
    return f"{cell}, {_seconds(times)}" if seconds and times else cell


def _seconds(values: list[float]) -> str:
    return f"{sum(values) / len(values):.1f} s" if values else "not run"


def mean(values: list[float]) -> str:
    found = claims.interval(values)
    if found is None:
        return "not run"
    return f"{found.mean:.3f}" + ("" if found.n < 2 else f" ± {found.high - found.mean:.3f}")


def _title(name: str, results: Results) -> str:
    return str(results.settings["sets"][name]["title"])


def head(*cells: str) -> list[str]:
    return [row(*cells), "|" + "---|" * len(cells)]


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"

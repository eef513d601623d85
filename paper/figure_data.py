"""Figures in numbers: for each point its panel, its method, x, mean and range."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import isfinite
from statistics import mean
from typing import Any

from paper import claims, samples
from paper.selection import Result, Results
from paper.settings import Table


@dataclass
class Drawn:
    """Points, and the jobs that they come from."""

    points: list[Table] = field(default_factory=list)
    used: list[Result] = field(default_factory=list)

    @property
    def methods(self) -> dict[str, str]:
        """Models by title, in order of appearance."""
        return {point["method"]: point["model"] for point in self.points}


def data(figure: Table, results: Results) -> Drawn:
    drawn = Drawn()
    for panel, name, models in panels(figure, results):
        for model in models:
            points, used = KINDS[figure["kind"]](figure, results, name, model)
            method = title(model, results.settings)
            about = {"panel": panel, "model": model, "method": method, "alone": len(points) == 1}
            drawn.points += [about | point for point in points if isfinite(point["mean"])]
            drawn.used += used
    return drawn


def panels(figure: Table, results: Results) -> Iterator[tuple[str, str, list[str]]]:
    """Title, set and models of each panel."""
    settings = results.settings
    for name in figure.get("sets", settings["runs"]["named"]["sets"]):
        yield set_title(name, settings), name, _models(figure, results, name)


def _models(figure: Table, results: Results, name: str) -> list[str]:
    if figure["kind"] == "thresholds":
        return [f"{model} {figure['weighting']}" for model in ("bow", "bob")]
    if figure["kind"] == "peers":
        return list(results.beside(name))
    return figure["models"] + ([figure["beside"]] if "beside" in figure else [])


def set_title(name: str, settings: Table) -> str:
    """A stand-in is always called one."""
    about = settings["sets"].get(name, {})
    text = str(about.get("title", name))
    return f"{text} (stand-in for {about['stands_for']})" if "stands_for" in about else text


def title(model: str, settings: Table) -> str:
    """SVM representations carry their weighting, which the figure already has."""
    if " " in model:
        return samples.REPRESENTATIONS[model.split(maxsplit=1)[0]]
    known = settings["models"] | settings.get("peers", {}).get("models", {})
    return str(known.get(model, {}).get("title", model))


Points = tuple[list[Table], Iterable[Result]]


def _course(figure: Table, results: Results, name: str, model: str) -> Points:
    unlimited = figure.get("unlimited", False)
    steps = {} if figure.get("over") == "seeds" or unlimited else results.grid(name, model)
    used = list((steps or results.named(name, model, unlimited=unlimited)).values())
    values: dict[int, list[float]] = defaultdict(list)
    for result in used:
        for documents, value in result.course:
            values[documents].append(value)
    return [_ranged(x, found) for x, found in sorted(values.items())], used


def _ranged(x: float, values: list[float]) -> Table:
    return {"x": x, "mean": mean(values), "low": min(values), "high": max(values)}


def _dots(figure: Table, results: Results, name: str, model: str) -> Points:
    if figure["measure"] == "accuracy":
        threshold = next(iter(samples.thresholds(results, name, model)), None)
        used = [one for one in _svm(results, name, model) if one.get("threshold") == threshold]
        return _bars(samples.folds_of(results, name, model, threshold)), used
    seeds, steps = results.named(name, model), results.grid(name, model)
    points = _bars(samples.by(seeds, figure["measure"]))
    ranged = claims.spread(list(samples.by(steps, figure["measure"]).values()))
    if ranged:
        points = [point | {"least": ranged.low, "most": ranged.high} for point in points]
    return points, {id(one): one for one in (*seeds.values(), *steps.values())}.values()


def _thresholds(figure: Table, results: Results, name: str, model: str) -> Points:
    """Words have no threshold: their line is level over those of biterms."""
    del figure
    weighting = model.split()[1]
    across = samples.thresholds(results, name, f"bob {weighting}")
    own = across if model.startswith("bob") else [None] * len(across)
    points = [
        point | {"x": x}
        for x, threshold in zip(across, own, strict=True)
        for point in _bars(samples.folds_of(results, name, model, threshold))
    ]
    return points, _svm(results, name, model)


def _svm(results: Results, name: str, side: str) -> list[Result]:
    model, weighting = side.split()
    return results.of("svm", name, model, weighting=weighting)


def _peers(figure: Table, results: Results, name: str, model: str) -> Points:
    used = results.beside(name).get(model, [])
    points = _bars(samples.by(dict(enumerate(used)), figure["measure"]))
    if figure.get("log") and any(point.get("low", 1) <= 0 for point in points):
        points = [{"mean": point["mean"]} for point in points]
    return points, used


def _varied(figure: Table, results: Results, name: str, model: str) -> Points:
    """The model beside has the usual setting: its line is level."""
    found = results.varied(name, figure["models"][0], figure["over"])
    by = (
        dict.fromkeys(found, results.named(name, model)) if model == figure.get("beside") else found
    )
    points = [
        point | {"x": x} for x, seeds in by.items() for point in _bars(samples.by(seeds, "end"))
    ]
    return points, {id(one): one for seeds in by.values() for one in seeds.values()}.values()


def _bars(sample: Mapping[Hashable, float]) -> list[Table]:
    """Mean and interval; one value has no interval."""
    found = claims.interval(list(sample.values()))
    if found is None:
        return []
    ends: dict[str, Any] = {} if found.n < 2 else {"low": found.low, "high": found.high}
    return [{"mean": found.mean} | ends]


KINDS = {
    "course": _course,
    "dots": _dots,
    "thresholds": _thresholds,
    "varied": _varied,
    "peers": _peers,
}

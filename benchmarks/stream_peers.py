"""The same streams through other libraries: texts per second, LPP and AMI before they learn.

python benchmarks/stream_peers.py            60,000 tweets and 20,000 titles
python benchmarks/stream_peers.py --quick    a smoke run; its numbers mean nothing

Each library runs in a process of its own on one thread, with a limit of CPU time: slow ones get as
far as they get. Of those that have settings to try the best counts, chosen by the numbers that are
shown; ours has its defaults.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import Any

import available  # noqa: F401  (before what may be missing)
import corpora
import numpy as np
from report import Section, parser, run
from stream_job import FIXED, WINDOW, Found, Job, clustered, followed, predicted

TWEETS = "congress_tweets/congress_tweets.jsonl.gz"
TITLES = "stackoverflow/stackoverflow_titles.jsonl.gz"
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
PREDICTING = ("followers.ScikitLearn", "followers.Gensim", "followers.River")
CLUSTERING = ("clusterers.River", "clusterers.Sens")
#: topics of titles, which have as many tags
TAGS = 20
#: after so many texts also the slowest library has been scored
EARLY = 1000


@dataclass(frozen=True)
class Plan:
    """`quick` is a smoke run whose numbers mean nothing."""

    tweets: int = 60_000
    titles: int = 20_000
    topics: int = 100
    tried: int = 6_000
    limit: float = 20.0


@dataclass(frozen=True)
class Row:
    """A library with the setting that was chosen; or the reason why it is not there."""

    name: str
    setting: dict[str, Any]
    found: Found | None = None
    reason: str = ""

    def cells(self, *more: str) -> list[str]:
        if self.found is None:
            return [self.name, self.reason, "", "", *("" for _ in more)]
        about = ", ".join(f"{name}={value}" for name, value in self.setting.items())
        rate = self.found.texts / self.found.seconds
        return [self.name, about or "defaults", f"{self.found.texts:,}", f"{rate:,.0f}", *more]


def tweets(plan: Plan, path: Path) -> Path:
    """Evenly over all years, in the order of time."""
    every = corpora.lines(TWEETS)
    lines = every[:: max(1, len(every) // plan.tweets)][: plan.tweets]
    path.write_text("\n".join(lines) + "\n", encoding="utf8")
    return path


def titles(plan: Plan, path: Path, seed: int = 0) -> Path:
    """A stream in which one tag after another appears; from then on its titles come evenly."""
    random = np.random.default_rng(seed)
    lines = np.array(corpora.lines(TITLES), dtype=object)
    labels = np.array([json.loads(line)["label"] for line in lines])
    tags = random.permutation(np.unique(labels))
    starts = dict(zip(tags.tolist(), np.linspace(-0.2, 0.8, len(tags)).clip(0), strict=True))
    begin = np.array([starts[label] for label in labels.tolist()])
    order = np.argsort(begin + random.random(len(lines)) * (1 - begin))
    path.write_text("\n".join(lines[order[: plan.titles]]) + "\n", encoding="utf8")
    return path


def alone(work: Callable[[Job], Found], job: Job) -> Found:
    """The job in a process of its own, made by a server that has imported the libraries."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["followers", "clusterers", "stream_job"])
    with ProcessPoolExecutor(1, context) as pool:
        found = pool.submit(work, job).result()
    print(f"  {job.kind} {job.setting}: {found.texts:,} texts, {value(found):.3f}", flush=True)
    return found


def best(work: Callable[[Job], Found], job: Job, tried: int | None) -> Row:
    """The setting with the best scores: of all texts, or of the first ``tried`` of them."""
    kind = kind_of(job.kind)
    if reason := missing(job.kind):
        return Row(kind.name, {}, reason=reason)
    trials = [job._replace(setting=one, texts=tried or job.texts) for one in kind.settings]
    found = [alone(work, trial) for trial in trials]
    at = int(np.argmax([value(one) for one in found]))
    if tried and found[at].texts == tried:
        found[at] = alone(work, trials[at]._replace(texts=job.texts))
    return Row(kind.name, kind.settings[at], found[at])


def kind_of(kind: str) -> Any:
    module, name = kind.split(".")
    return getattr(importlib.import_module(module), name)


def missing(kind: str) -> str:
    """Why a library cannot be run here; nothing if it can."""
    there = kind != "clusterers.Sens" or importlib.util.find_spec("turftopic")
    return "" if there else "left out: turftopic is not installed (6 GB with PyTorch)"


def value(found: Found, begin: int = 0, end: float = np.inf) -> float:
    """Mean score from ``begin`` to ``end`` texts."""
    scores = [one for at, one, _ in found.scores if begin <= at <= end and not np.isnan(one)]
    return fmean(scores) if scores else -np.inf


def shown(number: float) -> str:
    return f"{number:.3f}" if np.isfinite(number) else "–"


def lpp(plan: Plan) -> Section:
    """Tweets: rates, LPP, and words that a library does not know."""
    with tempfile.TemporaryDirectory() as name:
        path = tweets(plan, Path(name, "tweets.jsonl"))
        job = Job("followers.Ours", {}, path, plan.tweets, plan.topics, plan.limit)
        rows = [
            Row("biterms `update`", {}, alone(predicted, job)),
            Row("biterms `follow`", {}, alone(followed, job)),
        ]
        rows += [best(predicted, job._replace(kind=kind), plan.tried) for kind in PREDICTING]
        rows += [first(predicted, job._replace(kind=kind)) for kind in CLUSTERING]
    head = ["library", "setting", "texts", "texts / CPU s"]
    head += [f"LPP at {EARLY:,}", f"LPP from {FIXED:,} on", "unknown words"]
    note = (
        f"K = {plan.topics} (river: as shown), {plan.limit:.0f} s of CPU at most; LPP over the "
        f"words of the first {FIXED:,} texts, which scikit-learn and gensim know beforehand; "
        f"unknown words: from {FIXED:,} texts on, or of what was reached"
    )
    cells = [row.cells(*_predictions(row)) for row in rows]
    return Section("tweets in the order of time", head, cells, [], [note], kept(rows))


def _predictions(row: Row) -> tuple[str, str, str]:
    if row.found is None:
        return "", "", ""
    unknown = [(at, share) for at, _, share in row.found.scores]
    late = [share for at, share in unknown if at >= FIXED] or [share for _, share in unknown]
    return (
        shown(value(row.found, EARLY, EARLY)),
        shown(value(row.found, FIXED)),
        f"{100 * fmean(late):.1f} %" if late else "–",
    )


def first(work: Callable[[Job], Found], job: Job) -> Row:
    """The first setting, where nothing but the rate is asked for."""
    kind = kind_of(job.kind)
    if reason := missing(job.kind):
        return Row(kind.name, {}, reason=reason)
    return Row(kind.name, kind.settings[0], alone(work, job._replace(setting=kind.settings[0])))


def ami(plan: Plan) -> Section:
    """Titles whose tags appear one after another."""
    with tempfile.TemporaryDirectory() as name:
        path = titles(plan, Path(name, "titles.jsonl"))
        job = Job("followers.Ours", {}, path, plan.titles, TAGS, plan.limit)
        ours = alone(clustered, job)
        rows = [Row("biterms `update`", {}, ours)]
        kinds = ("followers.ScikitLearn", "followers.Gensim", *CLUSTERING)
        rows += [best(clustered, job._replace(kind=kind), None) for kind in kinds]
    head = ["library", "setting", "texts", "texts / CPU s", "AMI", "AMI of ours there"]
    note = (
        f"{TAGS} tags, K = {TAGS}, windows of {WINDOW:,}, all but the first, whose words "
        "scikit-learn and gensim know beforehand and keep; river's LDA does not reach the second"
    )
    cells = [row.cells(*_agreement(row, ours)) for row in rows]
    return Section("titles of new tags", head, cells, [], [note], kept(rows))


def _agreement(row: Row, ours: Found) -> tuple[str, str]:
    if row.found is None:
        return "", ""
    return shown(value(row.found)), shown(value(ours, end=row.found.texts))


def kept(rows: list[Row]) -> dict[str, Any]:
    """What JSON keeps of the rows; it knows no NaN."""
    return {row.name: _record(row) for row in rows if row.found is not None}


def _record(row: Row) -> dict[str, Any]:
    assert row.found is not None
    scores = [(at, None if np.isnan(one) else one, share) for at, one, share in row.found.scores]
    return row.found._asdict() | {"scores": scores}


def main() -> None:
    chosen = parser(__doc__, ["lpp", "ami"]).parse_args()
    plan = Plan(3000, 6000, 10, 2000, 3.0) if chosen.quick else Plan()
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    parts = {"lpp": partial(lpp, plan), "ami": partial(ami, plan)}
    parts = {name: part for name, part in parts.items() if name in chosen.only}
    run(chosen.out / "stream_peers.json", parts, lambda _: None, quick=chosen.quick)


if __name__ == "__main__":
    main()

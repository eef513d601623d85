"""How the bag of biterms is built on long texts: memory, time, and a dictionary of pairs beside it.

Needs the data folder. ``--only memory,dictionary,linear`` chooses; ``--quick`` is a smoke run.
"""

from __future__ import annotations

import argparse
import itertools
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import available  # noqa: F401  (before what may be missing)
import corpora
import numpy as np
from report import Section, parser, run
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer
from timing import Ratio

from biterms import BagOfBiterms

NEWS = "20newsgroups/20newsgroups.jsonl.gz"
THRESHOLD, SOME, GIGABYTES, FASTER, GROWTH = 10, 3000, 4.0, 5.0, 1.25


@cache
def news(limit: int | None) -> sparse.csr_matrix:
    """Counts of every word of the texts, cut at white space."""
    texts = corpora.texts(NEWS)[:limit]
    return CountVectorizer(analyzer=str.split).fit_transform(texts)


def pairs_in(X: sparse.csr_matrix) -> int:
    """Pairs of distinct words, summed over the documents."""
    n = np.diff(X.indptr).astype(np.int64)
    return int((n * (n - 1) // 2).sum())


def memory(limit: int | None, runs: int) -> Section:
    """All of the bag, in a separate process."""
    X = news(limit)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "news.npz"
        sparse.save_npz(path, X, compressed=False)
        command = [sys.executable, __file__, "--child", str(path)]
        done = [
            json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            for _ in range(runs)
        ]
    rows = [
        [
            *(f"{one['fit']:.1f}", f"{one['transform']:.1f}", f"{one['before']:.2f}"),
            *(f"{one['peak']:.2f}", f"{one['features']:,}", f"{one['entries']:,}"),
        ]
        for one in done
    ]
    peaks = Ratio("GB at most", [one["peak"] for one in done], GIGABYTES, at_least=False)
    notes = [
        f"{X.shape[0]:,} documents, {X.shape[1]:,} words, {pairs_in(X):,} pairs in documents",
        f"threshold {THRESHOLD}; all threads",
        "peak: the resident set of a process that reads the counts, fits and transforms",
    ]
    head = ["fit, s", "transform, s", "GB before", "GB at most", "features", "entries"]
    return Section("bag of biterms of 20newsgroups", head, rows, [peaks], notes)


def child(path: str) -> None:
    X = sparse.load_npz(path)
    before, begin = _resident(), time.perf_counter()
    bag = BagOfBiterms(THRESHOLD).fit(X)
    fitted = time.perf_counter()
    bags = bag.transform(X)
    found = {
        "before": before,
        "peak": _resident(),
        "fit": fitted - begin,
        "transform": time.perf_counter() - fitted,
        "features": bags.shape[1],
        "entries": bags.nnz,
    }
    print(json.dumps(found))


def _resident() -> float:
    unit = 1 if sys.platform == "darwin" else 1024
    return unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e9


def dictionary(limit: int | None, runs: int) -> Section:
    """Pairs of some documents counted in a dictionary, and by us on one thread; equal counts."""
    X = news(limit)[:SOME]
    theirs, ours = [], []
    for _ in range(runs):
        theirs.append(_seconds(lambda: _counted(X)))
        ours.append(_seconds(lambda: BagOfBiterms(THRESHOLD, n_threads=1).fit(X)))
    _check_equal(X)
    ratios = [per / our for per, our in zip(theirs, ours, strict=True)]
    rows = [
        ["dictionary of pairs", f"{np.median(theirs):.2f}"],
        ["BagOfBiterms", f"{np.median(ours):.3f}"],
    ]
    notes = [
        f"{X.shape[0]:,} documents, {pairs_in(X):,} pairs, one thread; {runs} runs in turn",
        "dictionary: collections.Counter over itertools.combinations of each document's words",
    ]
    ratio = Ratio("BagOfBiterms.fit / dictionary", ratios, FASTER)
    return Section("against a dictionary", ["library", "seconds"], rows, [ratio], notes)


def _counted(X: sparse.csr_matrix) -> dict[tuple[int, int], int]:
    counter: Counter[tuple[int, int]] = Counter()
    for d in range(X.shape[0]):
        words = np.sort(X.indices[X.indptr[d] : X.indptr[d + 1]]).tolist()
        counter.update(itertools.combinations(words, 2))
    return {pair: n for pair, n in counter.items() if n >= THRESHOLD}


def _check_equal(X: sparse.csr_matrix) -> None:
    bag = BagOfBiterms(THRESHOLD).fit(X)
    pairs = map(tuple, bag.pairs_.tolist())
    ours = dict(zip(pairs, bag.pair_documents_.tolist(), strict=True))
    if ours != _counted(X):
        raise RuntimeError("the dictionary has other pairs: do not trust this table")


def _seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def linear(limit: int | None, runs: int) -> Section:
    """Nanoseconds per pair for a quarter, a half and all of the documents."""
    X = news(limit)
    order = np.random.default_rng(0).permutation(X.shape[0])
    parts = {share: X[order[: int(share * X.shape[0])]] for share in (0.25, 0.5, 1.0)}
    cost: dict[float, list[float]] = {share: [] for share in parts}
    for _ in range(runs):
        for share, part in parts.items():
            seconds = _seconds(lambda: BagOfBiterms(THRESHOLD, n_threads=1).fit(part))  # noqa: B023
            cost[share].append(1e9 * seconds / pairs_in(part))
    rows = [
        [f"{part.shape[0]:,}", f"{pairs_in(part):,}", f"{np.median(cost[share]):.2f}"]
        for share, part in parts.items()
    ]
    growth = [all_ / quarter for all_, quarter in zip(cost[1.0], cost[0.25], strict=True)]
    ratio = Ratio("cost of a pair, all / a quarter", growth, GROWTH, at_least=False)
    notes = [f"one thread; {runs} runs in turn; threshold {THRESHOLD}"]
    head = ["documents", "pairs", "ns per pair"]
    return Section("cost of fitting", head, rows, [ratio], notes)


SECTIONS = {"memory": memory, "dictionary": dictionary, "linear": linear}


def arguments() -> argparse.Namespace:
    options = parser(__doc__, SECTIONS)
    options.add_argument("--runs", type=int, default=3)
    options.add_argument("--child", help=argparse.SUPPRESS)
    return options.parse_args()


def main() -> None:
    chosen = arguments()
    if chosen.child:
        child(chosen.child)
        return
    limit, runs = (300, 1) if chosen.quick else (None, chosen.runs)
    parts = {name: partial(SECTIONS[name], limit, runs) for name in chosen.only}
    run(chosen.out / "bags.json", parts, lambda _: None, quick=chosen.quick)


if __name__ == "__main__":
    main()

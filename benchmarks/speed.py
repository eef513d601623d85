"""Speed: documents per second of learning against the peers, threads, vocabulary, memory.

python benchmarks/speed.py                     everything (about half an hour on a quiet machine)
python benchmarks/speed.py --only vb,defaults  some sections
python benchmarks/speed.py --quick             a smoke run of a minute; its numbers mean nothing

Titles are prepared once: lowercase tokens, scikit-learn's English stop words removed, words in 3
or more titles, no stemming, titles of one or more words; a tenth is held out for the LPP. Only
learning is timed, the first pass included; handing over the data and scoring are not.
"""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path

import available  # noqa: F401  (before what may be missing)
import charts
import memory
import race
import reach
import scale
import shares
from report import parser, run
from timing import Options

SECTIONS = {
    "vb": race.vb,
    "defaults": race.defaults,
    "equal": reach.equal,
    "converged": reach.converged,
    "threads": scale.threads,
    "vocabulary": scale.vocabulary,
    "memory": memory.measure,
    "profile": shares.profile,
}
DRAWN = ("vb", "defaults", "threads")


def arguments() -> argparse.Namespace:
    options = parser(__doc__, SECTIONS)
    options.add_argument("--runs", type=int, default=5, help="interleaved runs per ratio")
    options.add_argument("--budget", type=float, default=60.0, help="seconds to reach an equal LPP")
    return options.parse_args()


def draw(path: Path) -> None:
    """The ratios of all sections measured so far."""
    known = json.loads(path.read_text(encoding="utf8"))
    ratios = [ratio for name in DRAWN if name in known for ratio in known[name]["ratios"]]
    if ratios:
        charts.bars(ratios, "biterms against its peers, K = 100", path.with_suffix(".png"))


def main() -> None:
    chosen = arguments()
    options = Options(runs=chosen.runs, budget=chosen.budget)
    options = Options.quick() if chosen.quick else options
    parts = {name: partial(SECTIONS[name], options) for name in chosen.only}
    run(chosen.out / "speed.json", parts, draw, quick=chosen.quick)


if __name__ == "__main__":
    main()

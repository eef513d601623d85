"""End to end: raw text to topics, all tweets by one command, and a sample with the peers.

python benchmarks/end_to_end.py                  everything (a quarter of an hour, quiet machine)
python benchmarks/end_to_end.py --only million   the 1.08 million Congress tweets, one command
python benchmarks/end_to_end.py --only tables    a sample of 100,000: time and quality, with peers
python benchmarks/end_to_end.py --quick          a smoke run; its numbers mean nothing
"""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path

import available  # noqa: F401  (before what may be missing)
import end_to_end_chart
import million
import raw_text
import same_tokens
from report import RESULTS, run
from timing import Options

SECTIONS = {"million": million.measure, "time": raw_text.measure, "quality": same_tokens.measure}
GROUPS = {"million": ["million"], "tables": ["time", "quality"]}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    known = sorted({*GROUPS, *SECTIONS})
    parser.add_argument("--only", choices=known, help="a part of it")
    parser.add_argument("--quick", action="store_true", help="a smoke run, into a temporary folder")
    parser.add_argument("--out", type=Path, default=RESULTS, help="folder for JSON and PNG")
    parser.add_argument("--runs", type=int, default=1, help="interleaved runs of the time table")
    parser.add_argument("--budget", type=float, default=60.0, help="seconds to reach an equal LPP")
    return parser.parse_args()


def draw(path: Path) -> None:
    known = json.loads(path.read_text(encoding="utf8"))
    if {"time", "quality"} <= set(known):
        times, looks = known["time"]["data"]["seconds"], known["quality"]["data"]["looks"]
        end_to_end_chart.draw(times, looks, path.with_suffix(".png"))


def main() -> None:
    chosen = arguments()
    options = Options(runs=chosen.runs, budget=chosen.budget, tweets=100_000)
    options = Options.quick() if chosen.quick else options
    names = GROUPS.get(chosen.only, [chosen.only]) if chosen.only else list(SECTIONS)
    parts = {name: partial(SECTIONS[name], options) for name in names}
    run(chosen.out / "end_to_end.json", parts, draw, quick=chosen.quick)


if __name__ == "__main__":
    main()

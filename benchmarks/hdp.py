"""HDP and HDP-B: quality on five sets, the number of topics, speed against gensim.

python benchmarks/hdp.py                        everything
python benchmarks/hdp.py --only paper,defaults  some sections
python benchmarks/hdp.py --quick                a smoke run; its numbers mean nothing

Settings that are not given are chosen on a tenth of the training documents (`choosing.choose`).
"""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path

import available  # noqa: F401  (before what may be missing)
import hdp_chart
import hdp_choices
import hdp_defaults
import hdp_gensim
import hdp_mixed
import hdp_models
import hdp_paper
import hdp_planted
import hdp_sets
import hdp_small
import hdp_start
from hdp_sets import Plan
from report import parser, run

SECTIONS = {
    "sets": hdp_sets.measure,
    "choices": hdp_choices.measure,
    "paper": hdp_paper.measure,
    "defaults": hdp_defaults.measure,
    "planted": hdp_planted.measure,
    "broad": hdp_planted.broad,
    "small": hdp_small.measure,
    "mixed": hdp_mixed.measure,
    "gensim": hdp_gensim.measure,
    "models": hdp_models.measure,
    "start": hdp_start.measure,
}


def arguments() -> argparse.Namespace:
    options = parser(__doc__, SECTIONS)
    options.add_argument("--seeds", type=int, default=5)
    options.add_argument("--runs", type=int, default=5, help="interleaved runs per ratio")
    return options.parse_args()


def draw(path: Path) -> None:
    known = json.loads(path.read_text(encoding="utf8"))
    if "planted" in known:
        hdp_chart.draw(known["planted"]["data"]["cases"], path.with_suffix(".png"))


def main() -> None:
    chosen = arguments()
    options = Plan.quick() if chosen.quick else Plan(range(chosen.seeds), chosen.runs)
    parts = {name: partial(SECTIONS[name], options) for name in chosen.only}
    run(chosen.out / "hdp.json", parts, draw, quick=chosen.quick)


if __name__ == "__main__":
    main()

"""HDP and HDP-B: quality on five sets, the number of topics, speed against gensim.

python benchmarks/hdp.py                        everything
python benchmarks/hdp.py --only paper,defaults  some sections
python benchmarks/hdp.py --quick                a smoke run; its numbers mean nothing

Settings that are not given are chosen on a tenth of the training documents (`choosing.choose`).
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

import available  # noqa: F401  (before what may be missing)
import hdp_chart
import hdp_defaults
import hdp_gensim
import hdp_models
import hdp_paper
import hdp_planted
import hdp_sets
import hdp_start
from hdp_sets import Plan
from report import RESULTS, save
from timing import machine, machine_line, pin

SECTIONS = {
    "sets": hdp_sets.measure,
    "paper": hdp_paper.measure,
    "defaults": hdp_defaults.measure,
    "planted": hdp_planted.measure,
    "gensim": hdp_gensim.measure,
    "models": hdp_models.measure,
    "start": hdp_start.measure,
}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default=",".join(SECTIONS), help="sections, with commas between")
    parser.add_argument("--quick", action="store_true", help="a smoke run, results thrown aside")
    parser.add_argument("--out", type=Path, default=RESULTS, help="folder for JSON and PNG")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--runs", type=int, default=5, help="interleaved runs per ratio")
    found = parser.parse_args()
    found.only = found.only.split(",")
    if unknown := set(found.only) - set(SECTIONS):
        parser.error(f"no section {', '.join(sorted(unknown))}; there are {', '.join(SECTIONS)}")
    return found


def draw(path: Path) -> None:
    known = json.loads(path.read_text(encoding="utf8"))
    if "planted" in known:
        hdp_chart.draw(known["planted"]["data"]["cases"], path.with_suffix(".png"))


def main() -> None:
    chosen = arguments()
    plan = Plan.quick() if chosen.quick else Plan(range(chosen.seeds), chosen.runs)
    folder = Path(tempfile.mkdtemp()) if chosen.quick else chosen.out
    pin()
    about = machine()
    print(machine_line(about))
    for name in chosen.only:
        section = SECTIONS[name](plan)
        print(section.show(), flush=True)
        save(folder / "hdp.json", about, {name: section.record()})
    draw(folder / "hdp.json")
    print(f"\nwritten to {folder}")


if __name__ == "__main__":
    main()

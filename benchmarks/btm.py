"""BTM against bitermplus on equal settings; oBTM and iBTM on Congress tweets month by month.

python benchmarks/btm.py                    everything
python benchmarks/btm.py --only bitermplus  some sections
python benchmarks/btm.py --quick            a smoke run; its numbers mean nothing
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import available  # noqa: F401  (before what may be missing)
import btm_bitermplus
import btm_months
from report import RESULTS, run

SECTIONS = {"bitermplus": btm_bitermplus.measure, "months": btm_months.measure}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default=",".join(SECTIONS), help="sections, with commas between")
    parser.add_argument("--quick", action="store_true", help="a smoke run, results thrown aside")
    parser.add_argument("--out", type=Path, default=RESULTS, help="folder for JSON")
    parser.add_argument("--seeds", type=int, default=3)
    found = parser.parse_args()
    found.only = found.only.split(",")
    if unknown := set(found.only) - set(SECTIONS):
        parser.error(f"no section {', '.join(sorted(unknown))}; there are {', '.join(SECTIONS)}")
    return found


def main() -> None:
    chosen = arguments()
    seeds = range(2 if chosen.quick else chosen.seeds)
    parts = {name: partial(SECTIONS[name], seeds, quick=chosen.quick) for name in chosen.only}
    run(chosen.out / "btm.json", parts, lambda _: None, quick=chosen.quick)


if __name__ == "__main__":
    main()

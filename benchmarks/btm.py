"""BTM against bitermplus on equal settings; oBTM and iBTM month by month; how defaults were chosen.

python benchmarks/btm.py                    everything
python benchmarks/btm.py --only bitermplus  some sections
python benchmarks/btm.py --quick            a smoke run; its numbers mean nothing
"""

from __future__ import annotations

import argparse
from functools import partial

import available  # noqa: F401  (before what may be missing)
import btm_bitermplus
import btm_choices
import btm_months
from report import parser, run

SECTIONS = {
    "bitermplus": btm_bitermplus.measure,
    "choices": btm_choices.measure,
    "months": btm_months.measure,
}
SEEDS = {"bitermplus": 3, "choices": 2, "months": 3}


def arguments() -> argparse.Namespace:
    options = parser(__doc__, SECTIONS)
    usual = ", ".join(f"{name} {number}" for name, number in SEEDS.items())
    options.add_argument("--seeds", type=int, help=f"of each section; without it {usual}")
    return options.parse_args()


def main() -> None:
    chosen = arguments()
    seeds = {name: chosen.seeds or (2 if chosen.quick else SEEDS[name]) for name in chosen.only}
    parts = {
        name: partial(SECTIONS[name], range(number), quick=chosen.quick)
        for name, number in seeds.items()
    }
    run(chosen.out / "btm.json", parts, lambda _: None, quick=chosen.quick)


if __name__ == "__main__":
    main()

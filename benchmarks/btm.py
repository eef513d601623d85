"""BTM against bitermplus on equal settings; oBTM and iBTM on Congress tweets month by month.

python benchmarks/btm.py                    everything
python benchmarks/btm.py --only bitermplus  some sections
python benchmarks/btm.py --quick            a smoke run; its numbers mean nothing
"""

from __future__ import annotations

import argparse
from functools import partial

import available  # noqa: F401  (before what may be missing)
import btm_bitermplus
import btm_months
from report import parser, run

SECTIONS = {"bitermplus": btm_bitermplus.measure, "months": btm_months.measure}


def arguments() -> argparse.Namespace:
    options = parser(__doc__, SECTIONS)
    options.add_argument("--seeds", type=int, default=3)
    return options.parse_args()


def main() -> None:
    chosen = arguments()
    seeds = range(2 if chosen.quick else chosen.seeds)
    parts = {name: partial(SECTIONS[name], seeds, quick=chosen.quick) for name in chosen.only}
    run(chosen.out / "btm.json", parts, lambda _: None, quick=chosen.quick)


if __name__ == "__main__":
    main()

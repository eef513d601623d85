"""Every system on every set of short texts, by one protocol: rows, a page and a picture.

python benchmarks/arena.py                      all of arena.toml that is not done, then the page
python benchmarks/arena.py --only-system lda_b  one system; names with commas between
python benchmarks/arena.py --page               the page alone, from the rows there are
python benchmarks/arena.py --ablations          LDA-B with one part changed at a time, and its page
python benchmarks/arena.py --quick              a smoke run in a temporary folder

It can be stopped at any time: a new start goes on where it was.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import available  # noqa: F401

sys.path.append(str(Path(__file__).resolve().parents[1]))

from arena import ablation_tables, page, runner
from arena.ablations import Ablations
from arena.plan import Filters, Plan, check
from arena.process import Place
from arena.store import Store
from corpora import folder

ROOT = Path(__file__).resolve().parents[1]
RESULTS = Path(__file__).resolve().parent / "results"
CACHE = ROOT / "build" / "arena"
DOCS = ROOT / "docs"


class Kind(NamedTuple):
    """What is run, where its rows and its page are, and who writes the page."""

    plan: type[Plan]
    rows: str
    page: str
    tables: ModuleType


ARENA = Kind(Plan, "arena", "quality.md", page)
ABLATIONS = Kind(Ablations, "ablations", "ablations.md", ablation_tables)


def main() -> None:
    """What is missing is run, then the page is written."""
    chosen = arguments()
    kind = ABLATIONS if chosen.ablations else ARENA
    place_files(chosen, kind)
    plan = kind.plan("quick" if chosen.quick else "full")
    failed = [] if chosen.page else work(chosen, plan)
    print(f"see {kind.tables.write(plan, Store(chosen.rows, plan.systems), chosen.write)}")
    if failed:
        raise SystemExit("\n".join([f"{len(failed)} not done; a new start tries again", *failed]))


def place_files(chosen: argparse.Namespace, kind: Kind) -> None:
    """Rows and page where the command line names none; all of a smoke run in one folder."""
    if chosen.quick:
        chosen.rows = chosen.cache = Path(tempfile.mkdtemp())
        chosen.write = chosen.rows / kind.page
    chosen.rows = chosen.rows or RESULTS / kind.rows
    chosen.write = chosen.write or DOCS / kind.page


def work(chosen: argparse.Namespace, plan: Plan) -> list[str]:
    """All that is missing; what failed."""
    filters = restricted(chosen, plan)
    store = Store(chosen.rows, plan.systems)
    with store.locked(filters.systems or plan.systems):
        cells = plan.cells(filters)
        return runner.run(plan, store, cells, Place(plan.name, folder(), chosen.cache))


def restricted(chosen: argparse.Namespace, plan: Plan) -> Filters:
    """The filters of the command line; unknown names end the program."""
    sets = check(chosen.only_set, plan.sets, "set")
    systems = check(chosen.only_system, plan.systems, "system")
    if chosen.peers:
        systems = tuple(name for name in systems or plan.systems if not plan.is_ours(name))
    seeds = chosen.seeds or plan.settings["seeds"]
    return Filters(sets, systems, tuple(map(int, chosen.k)), seeds)


def arguments() -> argparse.Namespace:
    def names(text: str) -> list[str]:
        return text.split(",")

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only-set", type=names, default=[], help="commas between")
    parser.add_argument("--only-system", type=names, default=[], help="commas between")
    parser.add_argument("--peers", action="store_true", help="all systems but ours")
    parser.add_argument("--k", type=names, default=[], help="numbers of topics, commas between")
    parser.add_argument("--seeds", type=int, default=0, help="the first so many; 0 for all")
    parser.add_argument("--rows", type=Path, help="folder of the results")
    parser.add_argument("--cache", type=Path, default=CACHE, help="folder of prepared sets")
    parser.add_argument("--write", type=Path, help="the page")
    parser.add_argument("--page", action="store_true", help="write the page, run nothing")
    parser.add_argument("--ablations", action="store_true", help="the plan of ablations.toml")
    parser.add_argument("--quick", action="store_true", help="a smoke run, temporary folder")
    return parser.parse_args()


def stop(*_: object) -> None:
    """The job at hand ends with the run, and nothing else is lost."""
    raise SystemExit("stopped; a new start goes on from here")


if __name__ == "__main__":
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    main()

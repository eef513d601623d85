"""python -m paper            everything of the plan that is not finished, then the page
python -m paper small      the same code on very little: its numbers mean nothing
python -m paper all        without limits: hours, asked for first
python -m paper page       the page alone, from the rows there are; needs no data
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from paper import grid, page, settings
from paper.job import Job, distinct
from paper.progress import Progress
from paper.rows import Rows, alone
from paper.sets import Sets

HERE = Path(__file__).parent
DATA = HERE.parents[1] / "shared" / "data"


def main() -> None:
    """The grid, then the page."""
    chosen = arguments()
    if chosen.plan == "page":
        print(f"see {page.build(chosen.rows, chosen.out, settings.read())}")
        return
    with alone(chosen.rows):
        failed = work(chosen, settings.read(chosen.plan))
    if failed:
        raise SystemExit("\n".join([f"{len(failed)} jobs failed; a new start tries them", *failed]))


def work(chosen: argparse.Namespace, plan: settings.Table) -> list[str]:
    """All that the plan asks for; what failed."""
    sets = Sets(plan, data_folder(chosen.data), chosen.out / "data")
    print("preparing the sets, where that has not been done")
    jobs, rows = all_jobs(plan, sets), Rows(chosen.rows)
    if chosen.plan == "all" and not chosen.yes:
        ask(jobs, rows, sets, chosen.workers)
    with Progress(chosen.workers) as progress:
        failed = grid.run(jobs, rows, sets, chosen.workers, progress)
    keys = {job.key for job in jobs}
    print(f"see {page.build(chosen.rows, chosen.out, plan, keys)}")
    return failed


def all_jobs(plan: settings.Table, sets: Sets) -> list[Job]:
    """With a mark of the data, so that other data or measures are other jobs."""
    asked = (job for name in grid.TASKS for job in grid.task(name).jobs(plan, sets))
    return distinct(Job(job.settings | {"data": sets.mark(job["set"])}) for job in asked)


def ask(jobs: list[Job], rows: Rows, sets: Sets, workers: int) -> None:
    """How long it will take; goes on after a yes only."""
    left = [job for job in jobs if job.key not in rows.finished]
    estimate = grid.estimate_of(rows, sets)
    hours = sum(map(estimate.seconds, left)) / workers / 3600
    print(f"{len(left):,} of {len(jobs):,} jobs are to be done: about {hours:.1f} hours")
    print("It can be stopped and started again at any time. Go on? [y/N]")
    if sys.stdin.readline().strip().lower() != "y":
        raise SystemExit("nothing was done")


def data_folder(path: Path) -> Path:
    if not path.is_dir():
        raise SystemExit(f"no data folder: {path} is not there; --data or BITERMS_DATA names one")
    return path


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "python -m paper",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("plan", nargs="?", default="full", choices=("full", "small", "all", "page"))
    given = os.environ.get("BITERMS_DATA")
    parser.add_argument("--data", type=Path, default=Path(given) if given else DATA)
    parser.add_argument("--rows", type=Path, default=HERE / "results.parquet")
    parser.add_argument(
        "--out", type=Path, default=HERE / "out", help="page, figures, prepared data"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask before plan all")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    if chosen.workers < 1:
        parser.error(f"--workers {chosen.workers}: expected 1 or more")
    return chosen


if __name__ == "__main__":
    main()

"""python -m paper            everything of the plan that is not finished, then the page
python -m paper small      the same code on very little: its numbers mean nothing
python -m paper all        without limits: hours, asked for first
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from paper import grid, page, settings
from paper.job import Job, distinct
from paper.progress import Progress
from paper.rows import Rows
from paper.sets import Sets

HERE = Path(__file__).parent
DATA = HERE.parents[1] / "shared" / "data"


def main() -> None:
    """The grid, then the page."""
    chosen = arguments()
    told = settings.read(chosen.plan)
    sets = Sets(told, data_folder(chosen.data), chosen.out / "data")
    jobs, rows = all_jobs(told, sets), Rows(chosen.rows)
    if chosen.plan == "all" and not chosen.yes:
        ask(jobs, rows, sets, chosen.workers)
    with Progress(chosen.workers) as progress:
        failed = grid.run(jobs, rows, sets, chosen.workers, progress)
    print(f"see {page.build(chosen.rows, chosen.out, told)}")
    if failed:
        raise SystemExit("\n".join([f"{len(failed)} jobs failed; a new start tries them", *failed]))


def all_jobs(told: settings.Table, sets: Sets) -> list[Job]:
    return distinct(job for name in grid.TASKS for job in grid.task(name).jobs(told, sets))


def ask(jobs: list[Job], rows: Rows, sets: Sets, workers: int) -> None:
    """How long it will take; goes on after a yes only."""
    left = [job for job in jobs if job.key not in rows.finished]
    estimate = grid.estimate_of(rows, sets)
    hours = sum(map(estimate.seconds, left)) / workers / 3600
    print(f"{len(left):,} of {len(jobs):,} jobs are to be done: about {hours:.1f} hours")
    if input("Go on? It can be stopped and started again at any time. [y/N] ").lower() != "y":
        raise SystemExit("nothing was done")


def data_folder(path: Path) -> Path:
    if not path.is_dir():
        raise SystemExit(f"no data folder: {path} is not there; --data or BITERMS_DATA names one")
    return path


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m paper", description=__doc__)
    parser.add_argument("plan", nargs="?", default="full", choices=("full", "small", "all"))
    given = os.environ.get("BITERMS_DATA")
    parser.add_argument("--data", type=Path, default=Path(given) if given else DATA)
    parser.add_argument("--rows", type=Path, default=HERE / "results.parquet")
    parser.add_argument(
        "--out", type=Path, default=HERE / "out", help="page, figures, prepared data"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask before plan all")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    return parser.parse_args()


if __name__ == "__main__":
    main()

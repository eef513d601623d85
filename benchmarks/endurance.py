"""Ten million texts whose words keep changing: memory, rate, LPP, and sums checked at the end.

python benchmarks/endurance.py                        10 million texts, K = 100
python benchmarks/endurance.py --documents 1000000    fewer
python benchmarks/endurance.py --folder DIR           goes on in this folder if it was stopped
python benchmarks/endurance.py --quick                a smoke run; its numbers mean nothing

The Congress tweets are replayed again and again; time goes on, and in three rounds every word gets
another spelling. They are followed from a file, with journal, timeline, snapshots and a sink.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import available  # noqa: F401  (before what may be missing)
import endurance_chart
import replayed
from endurance_run import WAITING, WORDS
from report import RESULTS, Section, parser, run
from timing import Ratio

PICTURE = RESULTS.parents[1] / "docs" / "images" / "endurance.png"
HEAD = ["texts", "texts / CPU s", "µs per text", "peak MB", "words", "remembered", "LPP"]
#: memory and time in the last part of the stream, over the first fifth
MEMORY, TIME = 1.15, 1.2


@dataclass(frozen=True)
class Plan:
    """`quick` is a smoke run whose numbers mean nothing."""

    documents: int = 10_000_000
    topics: int = 100
    folder: Path | None = None


def measure(plan: Plan) -> Section:
    """Follow the stream in a process of its own, and look at each tenth of it."""
    if plan.folder is not None:
        return _measured(plan, plan.folder)
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        return _measured(plan, Path(name))


def _measured(plan: Plan, folder: Path) -> Section:
    folder.mkdir(parents=True, exist_ok=True)
    if not (path := folder / "tweets.jsonl").exists():
        replayed.write(path, plan.documents)
    program = Path(__file__).with_name("endurance_run.py")
    command = [sys.executable, "-W", "ignore", program, path, folder, plan.topics]
    given = [*map(str, command), str(plan.documents // 10)]
    done = subprocess.run(given, stdout=subprocess.PIPE, text=True, check=True)
    lines = (folder / "marks.jsonl").read_text(encoding="utf8").splitlines()
    return _section(plan, [*map(json.loads, lines)], json.loads(done.stdout))


def _section(plan: Plan, marks: list[dict[str, Any]], checked: dict[str, float]) -> Section:
    first, last = marks[: len(marks) // 5], marks[-(len(marks) // 5) :]
    memory = max(mark["mb"] for mark in marks) / max(mark["mb"] for mark in first)
    time = _mean(last, "microseconds") / _mean(first, "microseconds")
    ratios = [
        Ratio("memory, all / first fifth", [memory], MEMORY, at_least=False),
        Ratio("time of a text, last / first fifth", [time], TIME, at_least=False),
    ]
    about = (
        f"K = {plan.topics}, one thread, at most {WORDS:,} words and {WAITING:,} waiting ones; "
        "µs per text: median over cuts of CPU time; LPP: of the timeline, before learning"
    )
    notes = [about, *(f"{name}: {_number(value)}" for name, value in checked.items())]
    data = {"marks": marks, "checked": checked}
    rows = [_row(mark, before) for mark, before in zip(marks, [None, *marks], strict=False)]
    return Section(f"{plan.documents:,} texts", HEAD, rows, ratios, notes, data)


def _row(mark: dict[str, Any], before: dict[str, Any] | None) -> list[str]:
    n = mark["documents"] - (before["documents"] if before else 0)
    return [
        f"{mark['documents']:,}",
        f"{n / mark['cpu']:,.0f}",
        f"{mark['microseconds']:.1f}",
        f"{mark['mb']:.0f}",
        f"{mark['words']:,}",
        f"{mark['remembered']:,}",
        f"{mark['lpp']:.3f}" if mark["lpp"] is not None else "",
    ]


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:.1e}"


def _mean(marks: list[dict[str, Any]], name: str) -> float:
    return sum(mark[name] for mark in marks) / len(marks)


def draw(chosen: Any, path: Path) -> None:
    """The picture of the page, or of a smoke run beside its numbers."""
    found = json.loads(path.read_text(encoding="utf8"))["endurance"]["data"]["marks"]
    endurance_chart.draw(found, path.with_suffix(".png") if chosen.quick else PICTURE)


def main() -> None:
    options = parser(__doc__, ["endurance"])
    options.add_argument("--documents", type=int, default=Plan.documents, help="texts in all")
    options.add_argument("--folder", type=Path, help="where to go on, or to begin and keep")
    chosen = options.parse_args()
    plan = Plan(chosen.documents, folder=chosen.folder)
    plan = Plan(200_000, 20) if chosen.quick else plan
    parts = {"endurance": partial(measure, plan)}
    run(chosen.out / "endurance.json", parts, partial(draw, chosen), quick=chosen.quick)


if __name__ == "__main__":
    main()

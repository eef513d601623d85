"""Ten million texts through `biterms fit --memory 1G`, and the same in memory: peaks, time, bits.

python benchmarks/larger_than_memory.py                       10 million texts, K = 50
python benchmarks/larger_than_memory.py --documents 1000000   fewer
python benchmarks/larger_than_memory.py --folder DIR          keeps the texts for the next time
python benchmarks/larger_than_memory.py --quick               a smoke run; its numbers mean nothing

The Congress tweets are replayed; time goes on, and once in ten rounds a word gets another spelling.
Each run is a process of its own with one thread. To the one within the budget the system gives no
more memory (RLIMIT_DATA). Temporary files are where TMPDIR says, or in /var/tmp.
"""

from __future__ import annotations

import hashlib
import tempfile
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import replayed
from limited_process import Limited, Used
from report import Section, parser, run
from timing import Ratio

from biterms import MemoryBudget

HEAD = ["setting", "reading", "text", "learning", "seconds", "peak MB", "not of files", "disk MB"]
#: rounds of the tweets until all words have another spelling
TURNOVER = 10.0
LEARNT = "same topics, words and everything else that is saved"


@dataclass(frozen=True)
class Plan:
    """`quick` is a smoke run whose numbers mean nothing."""

    documents: int = 10_000_000
    topics: int = 50
    memory: str = "1G"
    folder: Path | None = None


def measure(plan: Plan) -> Section:
    """Both runs, one after the other."""
    if plan.folder is not None:
        return _measured(plan, plan.folder)
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        return _measured(plan, Path(name))


def _measured(plan: Plan, folder: Path) -> Section:
    folder.mkdir(parents=True, exist_ok=True)
    if not (path := folder / f"tweets-{plan.documents}.jsonl").exists():
        replayed.write(path, plan.documents, TURNOVER)
    limit = MemoryBudget(plan.memory).limit
    typed = ["fit", path, "-k", plan.topics, "--threads", 1, "--time", "date", "--quiet"]
    disk, held = folder / "disk.model", folder / "held.model"
    runs = {
        f"--memory {plan.memory}": Limited(
            [*typed, "-o", disk, "--memory", plan.memory], limit
        ).run(),
        "in memory": Limited([*typed, "-o", held]).run(),
    }
    return _section(plan, runs, path.stat().st_size, same=_hash(disk) == _hash(held))


def _hash(folder: Path) -> list[str]:
    """All arrays of a saved model: topics, words, frequencies, sample, hashes of texts."""
    files = sorted(folder.glob("*.safetensors"))
    return [hashlib.sha256(file.read_bytes()).hexdigest() for file in files]


def _section(plan: Plan, runs: dict[str, Used], size: int, *, same: bool) -> Section:
    disk, held = runs.values()
    budget = MemoryBudget(plan.memory).limit / 1e6
    ratios = [
        Ratio(f"{LEARNT} (1: yes)", [float(same)], 1.0),
        Ratio(f"peak MB, --memory {plan.memory}", [disk.peak], budget, at_least=False),
        Ratio("seconds, on disk / in memory", [disk.seconds / held.seconds]),
        Ratio("peak, in memory / on disk", [held.peak / disk.peak]),
    ]
    command = f"biterms fit tweets.jsonl -k {plan.topics} --threads 1 --time date"
    notes = [
        f"{command}: {disk.texts:,} texts of {size / 1e9:.2f} GB, {disk.words:,} words",
        "peak: of the resident set; not of files: neither of programs nor of temporary files",
        "disk: temporary files at most",
        f"the first run had no more than {budget:,.0f} MB of memory beside files (RLIMIT_DATA)",
    ]
    data: dict[str, Any] = {name: asdict(used) for name, used in runs.items()}
    rows = [[name, *used.cells()] for name, used in runs.items()]
    return Section(f"{plan.documents:,} texts", HEAD, rows, ratios, notes, data)


def main() -> None:
    options = parser(__doc__, ["larger_than_memory"])
    options.add_argument("--documents", type=int, default=Plan.documents, help="texts in all")
    options.add_argument("--folder", type=Path, help="where texts and models are kept")
    chosen = options.parse_args()
    plan = Plan(chosen.documents, folder=chosen.folder)
    plan = Plan(20_000, 10, "512M") if chosen.quick else plan
    parts = {"larger_than_memory": partial(measure, plan)}
    path = chosen.out / "larger_than_memory.json"
    run(path, parts, lambda _: None, quick=chosen.quick)


if __name__ == "__main__":
    main()

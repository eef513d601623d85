"""A stream through the whole command: file, journal, timeline, sink, snapshots; and `update`.

python benchmarks/stream.py            all Congress tweets, in the order of time
python benchmarks/stream.py --only bounds    memory, time and restart with a bounded vocabulary
python benchmarks/stream.py --quick    a smoke run; its numbers mean nothing

Each case runs in a process of its own, `update` alone and then the stream, in turns. Then the last
stream is killed in its middle and started again.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import available  # noqa: F401  (before what may be missing)
import corpora
from report import Section, parser, run
from stream_bounds import bounds
from timing import Ratio

FILE = "congress_tweets/congress_tweets.jsonl.gz"
#: documents of a transaction, and what a stream must reach of the rate of `update` alone
CASES = {8192: 0.85, 1000: None, 250: 0.5}
PROGRAM = """
import json, re, sys, time
from pathlib import Path
from biterms import LDA, TopicModel, read
from biterms.streams import Files, JsonLinesSink, follow
what, path, folder, topics, commit = sys.argv[1], sys.argv[2], sys.argv[3], *map(int, sys.argv[4:])
model = TopicModel(LDA(topics, random_state=0, n_threads=1))
begin, cpu = time.perf_counter(), time.process_time()
if what == "update":
    model.update(read(path))
    n = model.model_.n_docs_
else:
    sink = JsonLinesSink(f"{folder}.jsonl")
    n = follow(Files(path), folder, model, within=None, commit=commit, sinks=sink).model_.n_docs_
wrote = int(re.search(r"write_bytes: (\\d+)", Path("/proc/self/io").read_text())[1])
peak = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024
print(json.dumps([n, time.perf_counter() - begin, time.process_time() - cpu, peak, wrote]))
"""


@dataclass(frozen=True)
class Plan:
    """`quick` is a smoke run whose numbers mean nothing."""

    texts: int = 2_000_000
    topics: int = 100
    rounds: int = 3


def write(path: Path, limit: int) -> None:
    """Tweets in the order of time, as the file of a stream."""
    with path.open("w", encoding="utf8") as file:
        file.writelines(f"{line.rstrip()}\n" for line in corpora.lines(FILE)[:limit])


def timed(what: str, path: Path, folder: Path, plan: Plan, most: int) -> tuple[float, ...]:
    """Documents, seconds, CPU seconds, peak memory in MB, and bytes written to the disk."""
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, what, str(path), str(folder)]
    done = subprocess.run(
        [*command, str(plan.topics), str(most)], capture_output=True, text=True, check=True
    )
    n, *numbers = json.loads(done.stdout)
    return float(n), *numbers


def fsync_seconds(folder: Path) -> float:
    """Seconds of one fsync after a small write, the median of 50."""
    found = []
    with (folder / "probe").open("wb") as file:
        for _ in range(50):
            begin = time.perf_counter()
            file.write(b"x" * 4096)
            file.flush()
            os.fsync(file.fileno())
            found.append(time.perf_counter() - begin)
    return median(found)


def restart_seconds(path: Path, folder: Path, plan: Plan) -> float:
    """A stream is killed; seconds until another start has caught up and read on."""
    arguments = ["follow", str(path), str(folder), str(plan.topics), "8192"]
    process = subprocess.Popen([sys.executable, "-W", "ignore", "-c", PROGRAM, *arguments])
    while not (folder / "model.json").exists() and process.poll() is None:
        time.sleep(0.05)
    time.sleep(2)
    process.kill()
    process.wait()
    program = (
        "import sys, time\nfrom pathlib import Path\nfrom biterms.streams.live import Live\n"
        "from biterms.streams.cutting import Cutting\nfrom biterms import TopicModel\n"
        "begin = time.perf_counter()\n"
        "with Live.opened(Path(sys.argv[1]), TopicModel(), Cutting()) as live:\n"
        "    live.catch_up()\n"
        "    print(time.perf_counter() - begin)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def measure(plan: Plan) -> Section:
    """Rates, ratios to `update` alone, bytes and memory."""
    rows, ratios, data = [], list[Ratio](), dict[str, Any]()
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        place = Path(name)
        write(path := place / "tweets.jsonl", plan.texts)
        for most, target in CASES.items():
            found = []
            for i in range(plan.rounds):
                alone = timed("update", path, place, plan, most)
                folder = place / f"{most}-{i}"
                found.append((alone, timed("follow", path, folder, plan, most)))
            rates = [[n / seconds for n, seconds, *_ in pair] for pair in found]
            journal = sum(file.stat().st_size for file in folder.iterdir())
            data[str(most)] = found
            ratios.append(Ratio(f"stream / update, {most:,}", [s / a for a, s in rates], target))
            rows.append(
                [
                    f"{most:,}",
                    *(f"{median(each):,.0f}" for each in zip(*rates, strict=True)),
                    f"{max(stream[3] for _, stream in found):,.0f}",
                    f"{found[-1][1][4] / found[0][0][0]:,.0f}",
                    f"{journal / found[0][0][0]:,.0f}",
                ]
            )
            print(*rows[-1], sep="  ", flush=True)
        again = restart_seconds(path, place / "killed", plan)
        note = (
            f"{found[0][0][0]:,.0f} tweets, K = {plan.topics}, one thread; an fsync takes "
            f"{1e3 * fsync_seconds(place):.1f} ms; back after a kill in {again:.1f} s"
        )
    head = ["documents of a cut", "update / s", "stream / s", "peak MB"]
    head += ["bytes written per document", "bytes left per document"]
    return Section("a stream through the whole command", head, rows, ratios, [note], data)


def steady(plan: Plan) -> Section:
    """Memory and time with a bounded vocabulary, and the way back after a kill."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        place = Path(name)
        write(path := place / "tweets.jsonl", plan.texts)
        with path.open("rb") as file:
            texts = sum(1 for _ in file)
        back = [restart_seconds(path, place / f"killed-{i}", plan) for i in range(plan.rounds)]
        return bounds(path, place, plan.topics, texts, back)


def main() -> None:
    chosen = parser(__doc__, ["rates", "bounds"]).parse_args()
    plan = Plan(20_000, 20, 1) if chosen.quick else Plan()
    every = {"rates": partial(measure, plan), "bounds": partial(steady, plan)}
    parts = {name: every[name] for name in chosen.only}
    run(chosen.out / "stream.json", parts, lambda _: None, quick=chosen.quick)


if __name__ == "__main__":
    main()

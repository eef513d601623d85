"""All tweets by one command: seconds of reading, text and learning, and memory."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

import corpora
from report import Section
from timing import Options, Ratio
from tweet_sample import TWEETS

LIMIT_MB = 1500.0
SPLIT = re.compile(r"([\d,]+) texts.*reading ([\d.]+), text ([\d.]+), learning ([\d.]+)")
HEAD = ["setting", "reading", "text", "learning", "saving and the rest", "seconds", "peak MB"]


@dataclass(frozen=True)
class Found:
    """Seconds by what they were spent on, and the peak of the resident set."""

    reading: float
    text: float
    learning: float
    total: float
    peak: float
    texts: int

    def cells(self) -> list[str]:
        rest = self.total - self.reading - self.text - self.learning
        parts = (self.reading, self.text, self.learning, rest, self.total)
        return [*(f"{part:.1f}" for part in parts), f"{self.peak:.0f}"]


def measure(options: Options) -> Section:
    """`biterms fit` in a process of its own, with one pass and with the default."""
    path, rows, ratios, data = corpora.folder() / TWEETS, [], [], {}
    with tempfile.TemporaryDirectory() as folder:
        if options.tweets < 100_000:
            path = _first(path, options.tweets, Path(folder))
        for name, more in {"one pass": ["--passes", "1"], "default": []}.items():
            found = _command(["fit", path, "-k", options.K, "-o", Path(folder, "model"), *more])
            rows.append([name, *found.cells()])
            ratios.append(Ratio(f"peak MB, {name}", [found.peak], LIMIT_MB, at_least=False))
            data[name] = asdict(found)
    notes = [
        f"biterms fit {path.name} -k {options.K} -o model --threads 2: {found.texts:,} texts",
        "seconds: of the command, with starting, saving and showing the topics",
    ]
    return Section("raw text, one command", HEAD, rows, ratios, notes, data)


def _command(arguments: list[object]) -> Found:
    program = Path(sys.executable).with_name("biterms")
    command = [sys.executable, Path(__file__).with_name("peak.py"), program, *arguments]
    given = [*map(str, command), "--threads", "2"]
    done = subprocess.run(given, capture_output=True, text=True, check=True)
    used, match = json.loads(done.stdout), SPLIT.search(done.stderr)
    if used["code"] or match is None:
        raise RuntimeError(f"{given} ended with {used['code']}: {done.stderr}")
    reading, text, learning = (float(number) for number in match.groups()[1:])
    texts = int(match[1].replace(",", ""))
    return Found(reading, text, learning, used["seconds"], used["peak"] / 1e6, texts)


def _first(path: Path, number: int, folder: Path) -> Path:
    rows = corpora.lines(TWEETS)[:number]
    short = folder / path.name.removesuffix(".gz")
    short.write_text("\n".join(rows), encoding="utf8")
    return short

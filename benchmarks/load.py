"""Saving and loading a large model, and starting up, also against another version of biterms.

python benchmarks/load.py          K = 100, V = 90,000; median of 5 fresh processes
python benchmarks/load.py --other PYTHON
    PYTHON is the interpreter of an environment in which another version is installed: seconds of
    `import biterms` with `load`, and of `biterms assign` on one line, of both, in turns. Each
    version loads a model that it has saved. PYTHONPATH is for this version alone, `--other-path`
    is that of the other one.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np
from report import RESULTS, Section, save
from timing import Ratio, alternate, machine, machine_line, per_run

from biterms import LDA, TopicModel

K, V, RUNS = 100, 90_000, 5
STARTS, FASTER = 7, 3.0
LOADED = """
import json, sys, time
begin = time.perf_counter()
from biterms import load
imported = time.perf_counter()
model = load(sys.argv[1])
loaded = time.perf_counter()
print(json.dumps([imported - begin, loaded - imported]))
"""
SAVED = """
import sys
from biterms import LDA, TopicModel
texts = [f"w{i % 500} w{i % 499} w{i % 251} w{i % 127}" for i in range(3000)]
TopicModel(LDA(20, passes=1, random_state=0)).fit(texts).save(sys.argv[1])
"""


@dataclass(frozen=True)
class Version:
    """A version of biterms: its interpreter, its command, its environment and a model of it."""

    python: str
    command: list[str]
    environment: dict[str, str]
    model: Path

    def run(self, command: list[str], given: str = "") -> str:
        """What a fresh process prints."""
        done = subprocess.run(
            command, env=self.environment, input=given, text=True, capture_output=True, check=True
        )
        return done.stdout

    def save(self) -> None:
        """Save a small model."""
        self.run([self.python, "-c", SAVED, str(self.model)])

    def load(self, _: int) -> float:
        """Seconds of importing and loading."""
        output = self.run([self.python, "-c", LOADED, str(self.model)])
        return float(sum(json.loads(output)))

    def assign(self, _: int) -> float:
        """Seconds of the command on one line."""
        begin = time.perf_counter()
        output = self.run([*self.command, "assign", str(self.model), "-"], "w17 w18 w19\n")
        seconds = time.perf_counter() - begin
        assert output.count("\n") == 2, output
        return seconds


def here(folder: Path) -> Version:
    """This version."""
    environment = _compiled(dict(os.environ), folder / "this.cache")
    command = [sys.executable, "-m", "biterms.cli"]
    return Version(sys.executable, command, environment, folder / "this")


def there(python: str, path: str | None, folder: Path) -> Version:
    """The other one; its command is beside its interpreter."""
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    environment |= {} if path is None else {"PYTHONPATH": path}
    environment = _compiled(environment, folder / "other.cache")
    command = [str(Path(python).parent / "biterms")]
    return Version(python, command, environment, folder / "other")


def _compiled(environment: dict[str, str], cache: Path) -> dict[str, str]:
    """Both find compiled modules, wherever and however they are installed."""
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment | {"PYTHONPYCACHEPREFIX": str(cache)}


def started(this: Version, other: Version) -> Section:
    """Start-up of two versions in turns."""
    this.save()
    other.save()
    rows, ratios = [], []
    for name, ours, theirs in (
        ("import biterms, load", this.load, other.load),
        ("biterms assign, one line", this.assign, other.assign),
    ):
        ours(0), theirs(0)  # modules are compiled and in memory afterwards
        seconds = alternate({"this": ours, "other": theirs}, STARTS)
        rows.append([name, *(f"{median(seconds[key]):.3f}" for key in ("this", "other"))])
        speed = per_run(seconds["other"], seconds["this"])
        ratios.append(Ratio(f"{name}: other / this", speed, FASTER))
    return Section("start-up", ["what", "this", "other"], rows, ratios, [])


def made(folder: Path) -> float:
    """Texts of ten words each, every word in four of them; seconds of saving."""
    rng = np.random.default_rng(0)
    words = np.concatenate([rng.permutation(V) for _ in range(4)]).reshape(-1, 10)
    texts = (" ".join(f"w{word}" for word in row) for row in words)
    model = TopicModel(LDA(K, passes=1, random_state=0)).fit(texts)
    assert model.model_.n_features_in_ == V
    begin = time.perf_counter()
    model.save(folder)
    return time.perf_counter() - begin


def large(folder: Path) -> Section:
    """Seconds of saving and loading a large model."""
    saving = made(folder)
    size = sum(file.stat().st_size for file in folder.iterdir()) / 1e6
    command = [sys.executable, "-c", LOADED, str(folder)]
    outputs = [subprocess.check_output(command, text=True) for _ in range(RUNS)]
    importing, loading = zip(*map(json.loads, outputs), strict=True)
    rows = [
        ["save", f"{saving:.2f}"],
        ["load, fresh process", f"{median(loading):.2f}"],
        ["import biterms", f"{median(importing):.2f}"],
    ]
    ratio = Ratio("seconds to load", list(loading), 0.5, at_least=False)
    title = f"model file: K = {K}, V = {V:,}, {size:.0f} MB"
    return Section(title, ["what", "seconds"], rows, [ratio], [])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--other", metavar="PYTHON", help="compare start-up with this environment")
    parser.add_argument("--other-path", metavar="FOLDER", help="PYTHONPATH of the other one")
    given = parser.parse_args()
    about = machine()
    print(machine_line(about))
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent)
        if given.other:
            other = there(given.other, given.other_path, folder)
            name, section = "start", started(here(folder), other)
        else:
            name, section = "load", large(folder / "model")
    print(section.show())
    save(RESULTS / "load.json", about, {name: section.record()})


if __name__ == "__main__":
    main()

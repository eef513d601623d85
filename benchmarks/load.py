"""How long a model of K = 100 topics and V = 90,000 words takes to save and to load.

python benchmarks/load.py          median of 5 fresh processes; import is shown apart
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import numpy as np
from report import RESULTS, Section, save
from timing import Ratio, machine, machine_line

from biterms import LDA, TopicModel

K, V, RUNS = 100, 90_000, 5
LOADED = """
import json, sys, time
begin = time.perf_counter()
from biterms import load
imported = time.perf_counter()
model = load(sys.argv[1])
loaded = time.perf_counter()
assert model.transform(["w17 w18"]).shape == (1, 100)
print(json.dumps([imported - begin, loaded - imported]))
"""


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


def main() -> None:
    about = machine()
    print(machine_line(about))
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent) / "model"
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
    section = Section(title, ["what", "seconds"], rows, [ratio], [])
    print(section.show())
    save(RESULTS / "load.json", about, {"load": section.record()})


if __name__ == "__main__":
    main()

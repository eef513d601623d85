"""What starting up imports: loading a model and the commands need no scikit-learn."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from biterms import LDA, TopicModel

SLOW = ("sklearn", "pandas", "scipy.stats")
CODE = f"""
import importlib, pkgutil, sys

def check(what):
    found = [name for name in {SLOW} if name in sys.modules]
    assert not found, f"{{what}} imports {{found}}"

import biterms, biterms.text, biterms.measures, biterms.bags
for room in (biterms.text, biterms.measures):
    for module in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
        importlib.import_module(module.name)
        check(module.name)
for name in ("counts", "in_order", "paired", "runs", "sequences", "weights", "with_pairs"):
    importlib.import_module("biterms.bags." + name)
    check("biterms.bags." + name)
biterms.load(sys.argv[1]).topics()
check("load")
import biterms.report.charts
biterms.report.charts.bundle = str  # it takes a second, and is no module of Python
check("charts")
from biterms.cli.app import run
model, line, new = sys.argv[1], sys.argv[2], sys.argv[1] + ".new"
for command in (
    ["assign", model, line, "-o", line + ".csv"],
    ["fit", line, "-o", new, "-k", "2", "--min-df", "1"],
    ["update", new, line],
    ["topics", new, "--word", "cats"],
    ["info", new],
    ["evaluate", new, line],
    ["report", new, "-o", new + ".html"],
):
    assert run(command) == 0, command
    check("biterms " + command[0])
"""


def test_loading_and_commands_import_neither_scikit_learn_nor_pandas(tmp_path: Path) -> None:
    texts = ["cats chase mice", "dogs chase cats", "ships cross the sea", "boats cross seas"] * 3
    TopicModel(LDA(2, passes=1, random_state=0)).fit(texts).save(tmp_path / "model")
    (tmp_path / "line.txt").write_text("cats at sea cross the sea and chase mice\n")
    command = [sys.executable, "-c", CODE, str(tmp_path / "model"), str(tmp_path / "line.txt")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

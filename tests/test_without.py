"""What works without modules that not everybody has: scikit-learn, and those of POSIX."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HIDE = """
import importlib, os, pkgutil, sys

class Hidden:
    def __init__(self, names):
        self.names = names

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

def hide(*names):
    sys.meta_path.insert(0, Hidden(names))
    for name in [name for name in sys.modules if name.partition(".")[0] in names]:
        del sys.modules[name]
"""

MAIN_JOB = """
import numpy as np
import biterms
from biterms.cli.app import run

folder = sys.argv[1]
os.chdir(folder)
texts = ["cats chase mice", "dogs chase cats", "ships cross the sea", "boats cross seas"] * 8
for model in (biterms.LDA(2, random_state=0), biterms.HDP(3, random_state=0), biterms.BTM(2)):
    fitted = biterms.TopicModel(model).fit(texts)
    fitted.topics(), fitted.transform(texts), fitted.evaluate(texts), fitted.update(texts)
X = np.kron(np.eye(2), np.ones((20, 4)))
biterms.LDA(2, random_state=0).fit(X).transform(X)
biterms.LDA(2, random_state=0).fit(X.tolist()).score(X)
biterms.BagOfBiterms().fit_transform(X)
biterms.BagOfBigrams().fit_transform(texts)
biterms.OnBag(biterms.LDA(2, biterms=False, random_state=0)).fit_transform(X)
for wrong in (biterms.LDA(2), biterms.TopicModel(2), biterms.BagOfBiterms(), biterms.Vectoriser()):
    try:
        wrong.transform(X)
    except biterms.NotFittedError as error:
        assert "first" in str(error)
    else:
        raise AssertionError(wrong)
open("texts.txt", "w").write("\\n".join(texts))
for command in (
    "fit texts.txt -o model -k 2 --min-df 1",
    "update model texts.txt",
    "assign model texts.txt -o assigned.csv",
    "topics model",
    "info model",
    "evaluate model texts.txt",
    "report model -o report.html",
    "stream texts.txt --model live -k 2 --quiet",
    "status live",
    "timeline live",
):
    assert run(command.split()) == 0, command
"""

NAMED = """
import numpy as np
import biterms
from biterms.measures import classification

X = np.kron(np.eye(2), np.ones((20, 4)))
try:
    classification(X, [0] * 20 + [1] * 20)
except biterms.MissingExtra as error:
    assert "pip install 'biterms[sklearn]'" in str(error), error
else:
    raise AssertionError("no error")
"""

EVERY_MODULE = """
import biterms

for found in pkgutil.walk_packages(biterms.__path__, "biterms."):
    importlib.import_module(found.name)
    assert "fcntl" not in sys.modules, found.name
with biterms.store.atomic_file(sys.argv[1] + "/file.txt") as file:
    file.write("written")
"""

#: modules of Python's library that Windows does not have
OF_POSIX = ("fcntl", "grp", "pwd", "resource", "syslog", "termios", "tty")


def run(folder: Path, hidden: tuple[str, ...], program: str) -> None:
    code = f"{HIDE}\nhide(*{hidden!r})\n{program}"
    command = [sys.executable, "-c", code, str(folder)]
    done = subprocess.run(command, env=os.environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]


def test_the_main_job_is_done_without_scikit_learn(tmp_path: Path) -> None:
    run(tmp_path, ("sklearn", "joblib", "pandas"), MAIN_JOB)


def test_who_needs_scikit_learn_is_told_the_extra(tmp_path: Path) -> None:
    run(tmp_path, ("sklearn",), NAMED)


def test_no_module_needs_what_windows_does_not_have(tmp_path: Path) -> None:
    run(tmp_path, OF_POSIX, EVERY_MODULE)


def test_hiding_hides(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="No module named 'sklearn'"):
        run(tmp_path, ("sklearn",), "import sklearn.base")

"""The house: metadata, docstrings, and what an import must not do to the process.

That a room imports only rooms below it is checked by `make lint`, which `make test` runs first.
"""

from __future__ import annotations

import importlib.metadata
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import biterms
from tests.docstrings import exported, faults_of_module, faults_of_users

FOUND = list(pkgutil.walk_packages(biterms.__path__, "biterms."))
MODULES = sorted(module.name for module in FOUND)
PUBLIC = [name for name in MODULES if not any(part.startswith("_") for part in name.split("."))]
PACKAGES = ["biterms", *sorted(module.name for module in FOUND if module.ispkg)]

SUBNORMALS = """
import threading

tiny, one = float("5e-324"), float("1")
kept = []

def look():
    kept.append(tiny * one != 0 and tiny + tiny > tiny)

started, imported = threading.Event(), threading.Event()

def look_late():
    started.set()
    imported.wait()
    look()

early = threading.Thread(target=look_late)
early.start()
started.wait()
import biterms

model = biterms.LDA(n_topics=3, n_threads=2, passes=1, random_state=0)
biterms.TopicModel(model).fit(["cats chase mice", "dogs chase cats", "mice chase dogs"] * 5)
late = threading.Thread(target=look)
late.start()
imported.set()
early.join()
late.join()
look()
assert kept == [True] * 3, kept
"""


def run_python(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_version_matches_metadata() -> None:
    assert biterms.__version__ == importlib.metadata.version("biterms")


def test_tests_see_the_installed_package(project: Path) -> None:
    assert project / "src" not in Path(biterms.__file__).parents, "install it: `make test` does"


def test_metadata() -> None:
    metadata = importlib.metadata.metadata("biterms")
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata.get_all("License-File") == ["LICENSE"]
    files = [str(path) for path in importlib.metadata.files("biterms") or []]
    assert "biterms/py.typed" in files
    [licence] = [file for file in files if file.endswith("licenses/LICENSE")]
    text = importlib.metadata.distribution("biterms").read_text("licenses/LICENSE")
    assert text is not None, licence
    assert "Apache License" in text


def test_every_extra_is_real() -> None:
    extras = importlib.metadata.metadata("biterms").get_all("Provides-Extra") or []
    languages = {"chinese", "japanese", "thai", "cjk"}
    brokers = {"redis", "kafka"}
    others = {"sklearn", "report", "serve", "parquet", "cluster", "spark", "bench", "paper"}
    others |= {"test", "docs", "all"}
    assert set(extras) == others | languages | brokers


@pytest.mark.parametrize("isa", ["baseline", ""])
def test_subnormals_survive_the_import_in_every_thread(isa: str) -> None:
    done = run_python(SUBNORMALS, BITERMS_ISA=isa)
    assert done.returncode == 0, done.stderr


def test_import_is_silent_and_leaves_extras_alone() -> None:
    done = run_python(
        "import sys, biterms, biterms.cluster, biterms.serve, biterms.spark, biterms.streams\n"
        "extras = {'gensim', 'matplotlib', 'altair', 'pyarrow', 'redis', 'confluent_kafka'}\n"
        "extras |= {'fastapi', 'uvicorn', 'dask', 'distributed', 'pyspark'}\n"
        "extras |= {'pandas', 'sklearn'}\n"
        "print(*extras & set(sys.modules))"
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "", "")


def test_docstrings() -> None:
    """Each has a first sentence, and what packages export names its parameters."""
    found = {fault for thing in exported(PACKAGES).values() for fault in faults_of_users(thing)}
    found |= {fault for module in PUBLIC for fault in faults_of_module(module)}
    assert not sorted(found)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Add.\n\nParameters\n----------\na, b : int\n    Numbers.", None),
        ("Add.\n\nParameters\n----------\na : int\n    One.\n\nb : int\n    Other.", None),
        ("", "no docstring"),
        ("Add\n\nParameters\n----------\na, b : int", "the first sentence does not end"),
        ("Add.", "no section Parameters for a, b"),
        ("Add.\n\nParameters\n----------\na : int", "Parameters are a, but it takes a, b"),
    ],
)
def test_faults_of_docstrings_are_noticed(text: str, fault: str | None) -> None:
    def add(a: int, b: int) -> int:
        return a + b

    add.__doc__ = text
    found = list(faults_of_users(add))
    assert len(found) == (fault is not None)
    assert fault is None or fault in found[0]


def sources(project: Path) -> list[Path]:
    """The files git knows or would add; in a folder without git those of the sdist."""
    if (project / ".git").exists():
        listing = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
            cwd=project,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split("\0")
        paths = [project / name for name in listing if name]
    else:
        folders = ["src", "native", "tests", "tools", "benchmarks", "docs"]
        paths = [*project.glob("*.*"), *(p for f in folders for p in (project / f).rglob("*"))]
    return [path for path in paths if path.is_file()]


def test_no_file_names_a_machine(project: Path) -> None:
    # in pieces, or this file would name them
    roots = ["work", "root", "home", "Users", "opt", "tmp", "mnt"]
    place = re.compile(rf"(?<![\w.~$}}\])/])/({'|'.join(roots)})/\w")
    index = re.compile("|".join(["py" + r"pi\.org", "python" + "hosted", "extra-index" + "-url"]))
    found = []
    for path in sources(project):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if place.search(line) or index.search(line):
                found.append(f"{path.relative_to(project)}:{number}: {line.strip()}")
    assert not found, "\n".join(found)

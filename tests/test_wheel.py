"""The wheel, installed into an empty environment with nothing but its declared dependencies."""

from __future__ import annotations

import fcntl
import importlib.metadata
import json
import os
import re
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement

FIT = """
import pathlib, sys
import numpy as np
import biterms
from biterms import kernels

assert pathlib.Path(biterms.__file__).is_relative_to(sys.prefix), biterms.__file__
X = np.kron(np.eye(2), np.ones((20, 4)))
model = biterms.LDA(n_topics=2, passes=5, random_state=0).fit(X)
top = {frozenset(np.argsort(-row)[:4].tolist()) for row in model.topics_}
assert top == {frozenset(range(4)), frozenset(range(4, 8))}, model.topics_
assert len(biterms.sample_headlines()) > 70_000
print(kernels.isa())
"""


def run(*command: str | Path, cwd: Path) -> str:
    """Run outside the project, without its environment variables; what was printed."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "BITERMS_"))}
    done = subprocess.run(command, cwd=cwd, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def wheel(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that make built and installed here; without make it is built now."""
    ready = sorted((project / "dist").glob("biterms-*.whl"))
    if ready:
        return ready[-1]
    folder = tmp_path_factory.getbasetemp().parent / "wheel"  # shared by the processes of a run
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if not (built := sorted(folder.glob("biterms-*.whl"))):
            run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, project, cwd=folder)
            built = sorted(folder.glob("biterms-*.whl"))
    return built[-1]


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    venv.create(tmp_path / "env", symlinks=True)
    return tmp_path / "env"


def install(wheel: Path, env: Path, *options: str) -> None:
    pip = [sys.executable, "-m", "pip", "--python", str(env / "bin" / "python"), "install", "-q"]
    run(*pip, "--disable-pip-version-check", *options, str(wheel), cwd=env)


def dependencies(name: str, seen: set[str]) -> Iterator[importlib.metadata.Distribution]:
    """What `name` needs without extras, and what that needs."""
    for line in importlib.metadata.requires(name) or []:
        need = Requirement(line)
        if need.name in seen or (need.marker and not need.marker.evaluate({"extra": ""})):
            continue
        seen.add(need.name)
        yield importlib.metadata.distribution(need.name)
        yield from dependencies(need.name, seen)


def lend(distribution: importlib.metadata.Distribution, site: Path) -> None:
    """Link an installed package into another environment: offline, and nothing else with it."""
    for top in {file.parts[0] for file in distribution.files or []} - {"..", "__pycache__"}:
        target = Path(str(distribution.locate_file(top)))
        if not (site / top).exists():
            (site / top).symlink_to(target)


def test_wheel_works_with_its_declared_dependencies_only(wheel: Path, empty: Path) -> None:
    install(wheel, empty, "--no-deps", "--no-index", "--no-compile")
    [site] = (empty / "lib").glob("python*/site-packages")
    for distribution in dependencies("biterms", {"biterms"}):
        lend(distribution, site)
    assert run(empty / "bin" / "python", "-c", FIT, cwd=empty).strip()


@pytest.mark.slow
def test_wheel_installs_from_the_index(wheel: Path, empty: Path) -> None:
    install(wheel, empty)
    assert run(empty / "bin" / "python", "-c", FIT, cwd=empty).strip()


def test_wheel_holds_the_package_and_nothing_else(wheel: Path, project: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    source = project / "src"
    kinds = {".py", ".pyi", ".typed", ".html", ".css", ".js", ".gz", ".md", ".svg", ".txt"}
    wanted = {p.relative_to(source).as_posix() for p in source.rglob("*.*") if p.suffix in kinds}
    compiled = {name for name in names if re.search(r"kernels/_native\.[\w-]+\.so$", name)}
    rest = {name for name in names if ".dist-info/" not in name} - wanted - compiled
    assert wanted <= names
    assert len(compiled) == 1
    assert not rest


def test_wheel_says_what_is_compiled_into_it(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    [name] = [name for name in archive.namelist() if ".dist-info/sboms/" in name]
    bill = json.loads(archive.read(name))
    own = bill["metadata"]["component"]
    assert (bill["bomFormat"], own["version"]) == (
        "CycloneDX",
        importlib.metadata.version("biterms"),
    )
    parts = {part["name"]: part.get("version", "") for part in bill["components"]}
    for library in ("nanobind", "robin-map"):
        assert re.fullmatch(r"[0-9]+[.][0-9]+[.][0-9]+", parts[library])


def test_wheel_is_what_is_installed_here(wheel: Path) -> None:
    """`make test` tests what users get."""
    record = next(name for name in zipfile.ZipFile(wheel).namelist() if name.endswith("/RECORD"))
    lines = zipfile.ZipFile(wheel).read(record).decode().splitlines()
    hashes = {line.split(",")[0]: line.split(",")[1] for line in lines}
    for file in importlib.metadata.files("biterms") or []:
        if file.parts[0] == "biterms" and file.suffix != ".pyc":
            assert file.hash, file
            assert hashes[file.as_posix()] == f"{file.hash.mode}={file.hash.value}"

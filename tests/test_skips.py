"""The account of the skips, on a suite of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SUITE = """
import pytest

def test_real(data_dir):
    pass

@pytest.mark.skip(reason="no Java: java is not on the PATH")
def test_java():
    pass
"""
SKIPPED = "skipped: no data folder 1, no browser 0, no Java 1, no Node 0, no Redis server 0"
LAZY = "import pytest\npytest.skip('felt like it', allow_module_level=True)\n"


@pytest.fixture
def suite(tmp_path: Path, project: Path) -> Path:
    folder = tmp_path / "tests"
    folder.mkdir()
    for name in ("conftest.py", "examples.py"):
        text = (project / "tests" / name).read_text(encoding="utf-8")
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "test_suite.py").write_text(SUITE, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = data\n", encoding="utf-8")
    return folder


def run(suite: Path, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("CI", "BITERMS", "PYTEST"))}
    # what else is installed as a plugin costs a start each and has no part in this
    clean |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *options, suite],
        cwd=suite.parent,
        env=clean | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_agreed_skips_are_counted_and_pass(suite: Path) -> None:
    done = run(suite, CI="1")
    assert done.returncode == 0, done.stdout
    assert SKIPPED in done.stdout


def test_other_skips_are_named(suite: Path) -> None:
    (suite / "test_lazy.py").write_text(LAZY, encoding="utf-8")
    done = run(suite)
    assert done.returncode == 0, done.stdout
    assert "skipped for another reason: tests/test_lazy.py: felt like it" in done.stdout


def test_other_skips_fail_in_ci_and_count_once_over_processes(suite: Path, tmp_path: Path) -> None:
    (suite / "test_lazy.py").write_text(LAZY, encoding="utf-8")
    done = run(suite, "-p", "xdist.plugin", "-n", "2", CI="1", BITERMS_DATA=str(tmp_path))
    assert done.returncode == 1, done.stdout
    assert done.stdout.count("felt like it") == 1
    assert "no data folder 0" in done.stdout
    assert "1 passed" in done.stdout

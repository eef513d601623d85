"""The site: every public name has a place in its reference, and it builds without a warning."""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import biterms
from tools.check_site import Page, faults
from tools.reference_pages import exported, packages, reference


def test_every_public_name_is_on_a_page_of_the_reference() -> None:
    pages = dict(reference())
    rooms = ["biterms", *(m.name for m in pkgutil.walk_packages(biterms.__path__, "biterms."))]
    with_names = 0
    for room in rooms:
        module = importlib.import_module(room)
        names = [name for name in getattr(module, "__all__", ()) if not name.startswith("__")]
        if hasattr(module, "__path__") and names:
            with_names += 1
            page = pages[f"reference/{room}.md"]
            assert [name for name in names if f"::: {room}.{name}\n" not in page] == [], room
    assert with_names == len(packages()) > 10


def test_every_page_is_in_the_navigation(project: Path) -> None:
    told = (project / "mkdocs.yml").read_text(encoding="utf8")
    docs = project / "docs"
    pages = [path.relative_to(docs).as_posix() for path in docs.rglob("*.md")]
    assert len(pages) > 50
    assert [page for page in pages if not re.search(rf"[ ]{re.escape(page)}$", told, re.M)] == []


def test_what_a_page_loads_from_elsewhere_is_found() -> None:
    page = (
        '<link rel="stylesheet" href="https://fonts.example/css"><script src="//cdn.example/x.js">'
    )
    assert len(Page(page).elsewhere) == 2
    assert not Page('<a href="https://example.org">a link</a><img src="images/x.png">').elsewhere


def test_a_name_that_is_missing_from_a_site_is_found(tmp_path: Path) -> None:
    (tmp_path / "reference").mkdir()
    ids = "".join(f'<h2 id="biterms.{name}"></h2>' for name in exported("biterms")[1:])
    (tmp_path / "reference" / "biterms.html").write_text(ids)
    found = [line for line in faults(tmp_path) if line.startswith("biterms.BTM ")]
    assert found == ["biterms.BTM is not in the reference"]
    assert not [line for line in faults(tmp_path) if line.startswith("biterms.LDA ")]


@pytest.mark.slow
def test_the_site_builds_without_a_warning_and_loads_nothing(project: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    quiet = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=project, env=quiet, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-4000:]
    assert faults(tmp_path) == []

"""The tutorials: valid notebooks that hold no machine, on the site, and run as they show."""

from __future__ import annotations

import ast
import base64
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

from tests.docs.markdown import ROOT
from tools.notebook_pages import pages

TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.ipynb"))
NAMES = [path.stem for path in TUTORIALS]
PICTURE = base64.b64encode(b"PNG").decode()


def cells(path: Path, kind: str = "code") -> list[Any]:
    notebook = json.loads(path.read_text(encoding="utf8"))
    return [cell for cell in notebook["cells"] if cell["cell_type"] == kind]


def test_there_are_three_and_they_are_small() -> None:
    assert NAMES == ["headlines", "queries", "tickets"]
    assert sum(path.stat().st_size for path in TUTORIALS) < 1_500_000


@pytest.mark.parametrize("path", TUTORIALS, ids=NAMES)
def test_a_notebook_is_valid_and_its_code_is_python(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert (notebook.nbformat, len(cells(path)) > 8) == (4, True)
    for cell in cells(path):
        ast.parse("".join(cell["source"]))


@pytest.mark.parametrize("path", TUTORIALS, ids=NAMES)
def test_every_cell_has_been_run_in_order_and_none_failed(path: Path) -> None:
    found = cells(path)
    assert [cell["execution_count"] for cell in found] == [*range(1, len(found) + 1)]
    kinds = {output["output_type"] for cell in found for output in cell["outputs"]}
    assert kinds <= {"stream", "execute_result", "display_data"}
    assert not [o for cell in found for o in cell["outputs"] if o.get("name") == "stderr"]


@pytest.mark.parametrize("path", TUTORIALS, ids=NAMES)
def test_outputs_hold_no_machine(path: Path) -> None:
    place = re.compile(
        r"(?<![\w./])/(?:work|root|home|Users|opt|tmp|mnt|var)/\w|[A-Z]:\\\\|0x[0-9a-f]{8}"
    )
    for cell in cells(path):
        for output in cell["outputs"]:
            data = {k: v for k, v in output.get("data", {}).items() if k != "image/png"}
            assert not place.search(json.dumps([output.get("text"), data])), cell["id"]


@pytest.mark.parametrize("path", TUTORIALS, ids=NAMES)
def test_every_picture_is_told_in_words(path: Path) -> None:
    with_picture = [c for c in cells(path) if any("image/" in str(o) for o in c["outputs"])]
    assert with_picture
    assert all(len(cell["metadata"].get("alt", "")) > 20 for cell in with_picture)


@pytest.mark.parametrize("path", TUTORIALS, ids=NAMES)
def test_a_notebook_is_in_the_navigation_and_its_links_lead_somewhere(path: Path) -> None:
    assert f"tutorials/{path.stem}.md" in (ROOT / "mkdocs.yml").read_text("utf8")
    assert f"({path.name})" in (path.parent / "index.md").read_text("utf8")
    text = "".join("".join(cell["source"]) for cell in cells(path, "markdown"))
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
    assert links
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_a_notebook_becomes_a_page_with_its_pictures(tmp_path: Path) -> None:
    outputs: list[dict[str, Any]] = [
        {"output_type": "stream", "name": "stdout", "text": ["3\n"]},
        {"output_type": "execute_result", "data": {"text/html": ["<b>\n", "3</b>"]}},
        {"output_type": "display_data", "data": {"image/png": PICTURE}},
    ]
    code = {
        "cell_type": "code",
        "source": ["3"],
        "metadata": {"alt": "a three"},
        "outputs": outputs,
    }
    title = {"cell_type": "markdown", "source": ["# Three\n", "\n", "A number."], "metadata": {}}
    text = json.dumps({"cells": [title, code], "nbformat": 4})
    (tmp_path / "three.ipynb").write_text(text, encoding="utf8")
    made = dict(pages(tmp_path, "t"))
    page = made["t/three.md"]
    assert made["t/three_1.png"] == b"PNG"
    assert isinstance(page, str)
    assert page.startswith("# Three\n")
    for part in ("```python\n3\n```", "\n3\n```", "<b> 3</b>", "![a three](three_1.png)"):
        assert part in page


@pytest.mark.slow
@pytest.mark.parametrize("path", TUTORIALS, ids=NAMES)
def test_cells_give_what_they_show(path: Path, request: pytest.FixtureRequest) -> None:
    where = dict(os.environ)
    data = (
        json.loads(path.read_text(encoding="utf8"))["metadata"].get("biterms", {}).get("data", [])
    )
    if not all((path.parent / name).is_file() for name in data):
        where["BITERMS_DATA"] = str(request.getfixturevalue("data_dir"))
    command = [sys.executable, "tools/run_tutorials.py", "--check", path.stem]
    done = subprocess.run(command, cwd=ROOT, env=where, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-4000:]

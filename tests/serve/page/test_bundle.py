"""The page that is shipped is what its sources give."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import biterms.serve

SHIPPED = Path(biterms.serve.__file__).parent / "assets"
BUILT = ("app.js", "app.css", "index.html", "favicon.svg")


@pytest.fixture
def web(project: Path) -> Path:
    folder = project / "web"
    if shutil.which("node") is None or not (folder / "node_modules/esbuild").is_dir():
        pytest.skip("no Node: esbuild is not in web/node_modules; npm install in web/")
    return folder


def test_a_new_build_is_the_same_to_the_byte(web: Path, tmp_path: Path) -> None:
    subprocess.run(["node", "build.mjs", str(tmp_path)], cwd=web, check=True, timeout=60)
    for name in BUILT:
        assert (tmp_path / name).read_bytes() == (SHIPPED / name).read_bytes(), "make page"


def test_the_sources_have_types(web: Path) -> None:
    done = subprocess.run(
        ["node_modules/.bin/tsc", "--noEmit"], cwd=web, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stdout


def test_the_page_asks_nobody_else() -> None:
    for name in BUILT:
        text = (SHIPPED / name).read_text(encoding="utf-8")
        links = text.replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in links, name
        assert "https://" not in links, name
        for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert way not in text, name
    assert sum((SHIPPED / name).stat().st_size for name in BUILT) < 120_000

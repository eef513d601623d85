"""Pages of the site from notebooks: their text, their code, and what they show."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

PICTURES = {"image/svg+xml": "svg", "image/png": "png"}


class Made(NamedTuple):
    """A file of the site and what is in it."""

    path: str
    content: str | bytes


def pages(folder: Path, under: str) -> Iterator[Made]:
    """A page for each notebook of a folder, and its pictures as files beside it."""
    for notebook in sorted(folder.glob("*.ipynb")):
        cells = json.loads(notebook.read_text(encoding="utf8"))["cells"]
        pictures = [Made(f"{under}/{name}", data) for name, data in _pictures(notebook, cells)]
        yield from pictures
        yield Made(f"{under}/{notebook.stem}.md", "\n\n".join(_parts(notebook, cells)) + "\n")


def _parts(notebook: Path, cells: list[dict[str, Any]]) -> Iterator[str]:
    title, *text = "".join(cells[0]["source"]).split("\n", 1)
    yield title
    yield (
        f'<p>This page is a notebook: <a href="{notebook.name}" download>{notebook.name}</a>. '
        "What its cells show was written by <code>python tools/run_tutorials.py</code>.</p>"
    )
    yield from text
    for i, cell in enumerate(cells[1:], 1):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield source
            continue
        yield f"```python\n{source}\n```"
        for output in cell["outputs"]:
            yield _shown(output, cell, f"{notebook.stem}_{i}")


def _shown(output: dict[str, Any], cell: dict[str, Any], picture: str) -> str:
    if "text" in output:
        return _plain(output["text"])
    data = output["data"]
    for kind, ending in PICTURES.items():
        if kind in data:
            return f"![{cell['metadata']['alt']}]({picture}.{ending})"
    if "text/html" in data:
        return f'<div class="output">{"".join(data["text/html"]).replace(chr(10), " ")}</div>'
    return _plain(data["text/plain"])


def _plain(lines: list[str] | str) -> str:
    text = "".join(lines).rstrip("\n")
    return f"``` {{ .text .output }}\n{text}\n```"


def _pictures(notebook: Path, cells: list[dict[str, Any]]) -> Iterator[tuple[str, str | bytes]]:
    for i, cell in enumerate(cells):
        for output in cell.get("outputs", []):
            for kind, value in output.get("data", {}).items():
                if kind in PICTURES:
                    text = "".join(value)
                    content = text if kind.endswith("xml") else base64.b64decode(text)
                    yield f"{notebook.stem}_{i}.{PICTURES[kind]}", content

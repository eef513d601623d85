"""Run the tutorials in docs/tutorials and keep what comes out in them, or compare with it.

    python tools/run_tutorials.py             all of them
    python tools/run_tutorials.py headlines   one of them
    python tools/run_tutorials.py --check     change nothing; fail if a text or a table differs

Each is run from its first cell to its last in an empty folder, beside the data it names in its
metadata, which is looked for in docs/tutorials and in the data folder (BITERMS_DATA).
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parent.parent
TUTORIALS = ROOT / "docs" / "tutorials"
DATA = Path(os.environ.get("BITERMS_DATA") or ROOT.parent / "shared" / "data")
PICTURES = ("image/svg+xml", "image/png")
#: seconds that a cell may take on a busy machine
LIMIT = 1800


def run(path: Path) -> Any:
    """The notebook with what its cells gave."""
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        for name in notebook.metadata.get("biterms", {}).get("data", []):
            file = next(each / name for each in (TUTORIALS, DATA) if (each / name).is_file())
            Path(folder, file.name).symlink_to(file)
        # nothing of what this user has set up
        os.environ |= {"IPYTHONDIR": f"{folder}/.ipython", "JUPYTER_RUNTIME_DIR": folder}
        client = NotebookClient(notebook, timeout=LIMIT, record_timing=False, coalesce_streams=True)
        client.execute(cwd=folder)
    for cell in notebook.cells:
        cell["outputs"] = [kept(output) for output in cell.get("outputs", [])]
        if cell.cell_type != "code":
            del cell["outputs"]
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


def kept(output: Any) -> Any:
    """An output with one form of it: the picture, else the table, else the text."""
    data = output.get("data", {})
    best = next((kind for kind in (*PICTURES, "text/html", "text/plain") if kind in data), None)
    if best is not None:
        output["data"] = {best: data[best]}
        output["metadata"] = {}
    return output


def texts(notebook: Any) -> list[list[str]]:
    """What is the same each time: texts and tables of each cell, and that there is a picture."""
    return [[*shown(cell)] for cell in notebook.cells]


def shown(cell: Any) -> Iterator[str]:
    for output in cell.get("outputs", []):
        if output["output_type"] == "stream":
            yield output["text"]
        for kind, value in output.get("data", {}).items():
            yield kind if kind in PICTURES else value


def differences(path: Path) -> list[str]:
    """Cells whose texts or tables are not what the notebook shows, with both."""
    before, now = texts(nbformat.read(path, as_version=4)), texts(run(path))
    return [
        f"{path.name}, cell {i}:\nshown:\n{old}\nfound:\n{new}"
        for i, (old, new) in enumerate(zip(before, now, strict=True))
        if old != new
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    every = sorted(path.stem for path in TUTORIALS.glob("*.ipynb"))
    parser.add_argument("names", nargs="*", default=every, help=", ".join(every))
    parser.add_argument("--check", action="store_true", help="compare, and change nothing")
    asked = parser.parse_args()
    found = []
    for path in (TUTORIALS / f"{name}.ipynb" for name in asked.names):
        if asked.check:
            found += differences(path)
        else:
            nbformat.write(run(path), path)
        print(f"{path.name}: {path.stat().st_size / 1000:,.0f} kB")
    if found:
        sys.exit("\n\n".join(found))


if __name__ == "__main__":
    main()

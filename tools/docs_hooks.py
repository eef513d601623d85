"""Pages of the site that are made when it is built: the reference, tutorials and the changelog.

Pictures of the benchmarks are copied. Links of a page to files that are no pages (code, results)
lead to the code host, if `repo_url` names one, and are plain text otherwise.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.notebook_pages import pages as notebook_pages  # noqa: E402
from tools.reference_pages import packages, reference  # noqa: E402

#: pictures beside the docs, and where they are on the site
PICTURES, SHOWN = "../benchmarks/results/", "images/benchmarks/"
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def changelog() -> str:
    """The changelog, with links as they are from a page."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf8")
    return text.replace("](docs/", "](")


def on_config(config: Any) -> Any:
    """Put the pages of the rooms into the navigation."""
    rooms = [{room: f"reference/{room}.md"} for room in packages()]
    for title, pages in (pair for part in config.nav for pair in part.items()):
        if title == "Reference":
            next(page for page in pages if "Python API" in page)["Python API"] += rooms
    return config


def on_files(files: Files, *, config: Any) -> Files:
    """Add the pages that are made here."""
    tutorials = notebook_pages(ROOT / "docs" / "tutorials", "tutorials")
    made = [*reference(), *tutorials, ("changelog.md", changelog())]
    for path, text in made:
        files.append(File.generated(config, path, content=text))
    for picture in sorted((ROOT / "benchmarks" / "results").glob("*.png")):
        shown = f"{SHOWN}{picture.name}"
        files.append(File.generated(config, shown, abs_src_path=str(picture)))
    return files


def on_page_markdown(markdown: str, *, page: Any, config: Any, **_: Any) -> str:
    """Let links to files beside the docs lead to the code host, or be plain text."""
    here = (ROOT / "docs" / page.file.src_uri).parent

    def replaced(match: re.Match[str]) -> str:
        words, target = match[1], match[2]
        if re.match(r"[a-z]+:", target):
            return match[0]
        path = (here / target).resolve()
        if path.suffix == ".ipynb":
            return f"[{words}]({target.removesuffix('ipynb')}md)"
        if path.is_relative_to(ROOT / "docs") and path.suffix != ".py":
            return match[0]
        if not path.is_relative_to(ROOT) or not path.exists():
            return match[0]
        where = path.relative_to(ROOT).as_posix()
        url = (config.repo_url or "").rstrip("/")
        return f"[{words}]({url}/blob/main/{where})" if url else f"{words} (`{where}`)"

    return _LINK.sub(replaced, markdown.replace(f"]({PICTURES}", f"]({SHOWN}"))

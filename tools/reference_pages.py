"""Pages of the Python API: for each package with public names these names, in full."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src"


def packages() -> list[str]:
    """All packages that say which of their names are public, the outermost first."""
    found = [path.parent.relative_to(SOURCE) for path in SOURCE.glob("biterms/**/__init__.py")]
    return [name for name in sorted(".".join(path.parts) for path in found) if exported(name)]


def exported(package: str) -> list[str]:
    """The names in ``__all__`` of a package, read without importing it."""
    for node in _parsed(package).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return [name for name in ast.literal_eval(node.value) if not name.startswith("__")]
    return []


def reference() -> Iterator[tuple[str, str]]:
    """Path and text of each page of the reference."""
    index = ["# Python API", "", "| from | |", "|---|---|"]
    for package in packages():
        names = sorted(exported(package), key=str.lower)
        said = (ast.get_docstring(_parsed(package)) or "").partition("\n")[0]
        text = [f"# {package}", "", said, "", *(f"::: {package}.{name}\n" for name in names)]
        yield f"reference/{package}.md", "\n".join(text)
        index.append(f"| [{package}]({package}.md) | {said} |")
    yield "reference/index.md", "\n".join([*index, ""])


def _parsed(package: str) -> ast.Module:
    path = SOURCE.joinpath(*package.split("."), "__init__.py")
    return ast.parse(path.read_text(encoding="utf8"))

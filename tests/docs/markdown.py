"""Pages of the docs: their blocks of code, tables and links."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(?P<kind>.*)\n(?P<text>(?:.*\n)*?)^```$", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block: what stands after the fence, its lines, and the line it begins at."""

    kind: str
    text: str
    line: int


class Step(NamedTuple):
    """A block to run, and what must come out of it; None where nothing is shown."""

    kind: str
    code: str
    shown: str | None
    line: int


def name(page: Path) -> str:
    """The page as a test is called after it."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    """All fenced blocks in order."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(m["kind"], m["text"], text.count("\n", 0, m.start()) + 1)
        for m in BLOCK.finditer(text)
    ]


def steps(page: Path) -> list[Step]:
    """What a reader would do: run Python, run shell lines, write files.

    A ``text`` block that follows a ``python`` block is its output. In a ``console`` block a line
    with ``$`` is a command and what follows it is its output.
    """
    found: list[Step] = []
    for block in blocks(page):
        if block.kind in ("python", "sh"):
            found.append(Step(block.kind, block.text, None, block.line))
        elif block.kind == "console":
            found += _commands(block)
        elif block.kind == "text" and found and found[-1].kind == "python":
            found[-1] = found[-1]._replace(shown=block.text)
    return found


def _commands(block: Block) -> list[Step]:
    parts = re.split(r"^\$ (.*)\n", block.text, flags=re.MULTILINE)
    assert not parts[0], f"line {block.line}: output without a command"
    return [
        Step("console", code, shown, block.line)
        for code, shown in zip(parts[1::2], parts[2::2], strict=True)
    ]


def pattern(shown: str) -> re.Pattern[str]:
    """What an output must match: ``...`` stands for anything in a line, alone for any lines."""
    lines = [
        r"(?:.*\n)*?" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + r"[ ]*\n"
        for line in shown.splitlines()
    ]
    return re.compile("".join(lines))


def rows(page: Path, heading: str) -> list[list[str]]:
    """The cells of the tables whose first column is called ``heading``."""
    found, inside = [], False
    for line in page.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            inside = False
        elif cells[0] == heading:
            inside = True
        elif inside and not set(line) <= set("|-: "):
            found.append(cells)
    return found


def links(page: Path) -> list[str]:
    """Links to other places of the project; code holds none."""
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    found = re.findall(r"\]\(([^)\s]+)\)", text)
    return [link for link in found if "://" not in link]

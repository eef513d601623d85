"""A section of results: printed as a table, kept as JSON."""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from timing import Ratio, machine, machine_line, pin

WORDS = ("set", "reading", "m", "library", "model", "setting", "settings", "ratio", "learner", "")
RESULTS = Path(__file__).resolve().parent / "results"


@dataclass
class Section:
    """A table, the ratios drawn from it, and what a reader has to know."""

    title: str
    head: list[str]
    rows: list[list[str]]
    ratios: list[Ratio] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    data: dict[str, Any] = field(default_factory=dict)

    def show(self) -> str:
        parts = [f"\n## {self.title}\n", table(self.head, self.rows)]
        if self.ratios:
            head = ["ratio", "median", "range", "target", ""]
            parts += ["", table(head, [ratio.cells() for ratio in self.ratios])]
        return "\n".join([*parts, *(f"- {note}" for note in self.notes)])

    def record(self) -> dict[str, Any]:
        rows = [dict(zip(self.head, row, strict=True)) for row in self.rows]
        ratios = [ratio.record() for ratio in self.ratios]
        record = {"title": self.title, "rows": rows, "ratios": ratios, "notes": self.notes}
        return record | ({"data": self.data} if self.data else {})


def table(head: list[str], rows: list[list[str]]) -> str:
    """Columns padded to their widest cell; words on the left, numbers on the right."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]

    def line(row: list[str]) -> str:
        cells = [
            cell.ljust(width) if name in WORDS else cell.rjust(width)
            for name, cell, width in zip(head, row, widths, strict=True)
        ]
        return "  ".join(cells).rstrip()

    return "\n".join([line(head), "  ".join("-" * width for width in widths), *map(line, rows)])


def save(path: Path, machine: dict[str, Any], sections: dict[str, dict[str, Any]]) -> None:
    """Sections that were not run keep what an earlier run found, with its machine."""
    path.parent.mkdir(parents=True, exist_ok=True)
    old = json.loads(path.read_text(encoding="utf8")) if path.is_file() else {}
    new = {name: {"machine": machine, **section} for name, section in sections.items()}
    text = json.dumps(old | new, indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf8")


def parser(about: str, sections: Collection[str]) -> argparse.ArgumentParser:
    """--only, --quick and --out, which all benchmarks of several sections have."""

    def chosen(text: str) -> list[str]:
        names = text.split(",")
        if unknown := set(names) - set(sections):
            there = ", ".join(sections)
            raise argparse.ArgumentTypeError(f"no {', '.join(sorted(unknown))}; there are {there}")
        return names

    result = argparse.ArgumentParser(description=about.splitlines()[0])
    result.add_argument("--only", type=chosen, default=list(sections), help="commas between")
    result.add_argument("--quick", action="store_true", help="a smoke run, into a temporary folder")
    result.add_argument("--out", type=Path, default=RESULTS, help="folder for JSON and PNG")
    return result


def run(
    path: Path,
    parts: dict[str, Callable[[], Section]],
    draw: Callable[[Path], None],
    *,
    quick: bool,
) -> None:
    """Measure, print and save the sections in turn, then draw; a quick run writes elsewhere."""
    path = Path(tempfile.mkdtemp()) / path.name if quick else path
    pin()
    about = machine()
    print(machine_line(about))
    for name, measure in parts.items():
        section = measure()
        print(section.show(), flush=True)
        save(path, about, {name: section.record()})
    draw(path)
    print(f"\nwritten to {path.parent}")

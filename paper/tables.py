"""Tables: the paper's numbers, and ours of the same set or of one that stands in for it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paper.asked import LIMITS
from paper.selection import Result, Results
from paper.settings import Table
from paper.verdicts import paper_name

FILE = Path(__file__).with_name("published.toml")
#: what distinguishes a variant of a set from the others
VARIANTS = {
    "documents_limit": "{:,} texts of it",
    "min_df": "document frequency of words ≥ {:,}",
}


@dataclass
class Line:
    """One row; a cell without a number (None) was not run."""

    who: str  # paper, ours or stand-in
    name: str
    cells: list[Any]
    used: list[Result] = field(default_factory=list)


def read(file: Path = FILE) -> Table:
    return tomllib.loads(file.read_text(encoding="utf8"))


def columns(table: Table) -> list[Table]:
    """One of each value of `over`, put where {} stands."""
    listed: list[Table] = table.get("first", [])
    for value in table.get("over", [None]):
        listed = listed + [_filled(column, value) for column in table["columns"]]
    return listed


def _filled(column: Table, value: Any) -> Table:
    return {
        key: _filled(cell, value)
        if isinstance(cell, dict)
        else (value if cell == "{}" and key != "head" else cell.replace("{}", str(value)))
        for key, cell in column.items()
    }


def lines(table: Table, results: Results) -> Iterator[Line]:
    """Each row of the paper, then those of our sets that have numbers; all of them if none has."""
    for name, cells in table["rows"].items():
        if any(cell != "" for cell in cells):
            yield Line("paper", name, cells)
        ours = list(_ours(table, results, name))
        yield from [line for line in ours if line.used] or ours


def _ours(table: Table, results: Results, row: str) -> Iterator[Line]:
    for name, about in results.settings["sets"].items():
        if paper_name(about) != row:
            continue
        for variant in _variants(table, results, name):
            line = Line("stand-in" if "stands_for" in about else "ours", about["title"], [])
            line.name += "".join(f", {text}" for text in _said(variant))
            for column in columns(table):
                _add(line, column, results, name, variant)
            yield line


def _add(line: Line, column: Table, results: Results, name: str, variant: Table) -> None:
    about = results.settings["sets"][name]
    if "setting" in column:
        line.cells.append(about.get(column["setting"]))
        return
    where = {
        key: about.get("threshold") if value == "own" else value
        for key, value in column.get("where", {}).items()
    }
    limits = results.settings.get(LIMITS.get(column["task"], "budget"), {})
    where = {"documents_limit": limits.get("documents", 0)} | where | variant
    found = results.of(column["task"], name, column.get("model"), **where)[:1]
    line.cells += [_taken(column, one) for one in found] or [None]
    line.used += found


def _taken(column: Table, found: Result) -> Any:
    """A setting of the job, or what it has found."""
    return found.get(column["of_job"]) if "of_job" in column else found.value(column["measure"])


def _variants(table: Table, results: Results, name: str) -> list[Table]:
    """The values of the settings by which a set has several rows."""
    task = columns(table)[0]["task"]
    given = "words" in results.settings["sets"][name]["files"]
    keys = [key for key in table.get("variants", []) if not (given and key == "min_df")]
    found = {tuple(one.get(key) for key in keys) for one in results.of(task, name)}
    return [dict(zip(keys, values, strict=True)) for values in sorted(found)] or [{}]


def _said(variant: Table) -> list[str]:
    return [VARIANTS[key].format(value) for key, value in variant.items() if value]

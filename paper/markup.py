"""Pieces of HTML; every text is escaped here."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from html import escape
from typing import Any

from paper.selection import Result
from paper.tables import Line

#: verdicts are shown by a sign as well as by a colour
SIGNS = {
    "holds": "✓",
    "does not hold": "✗",
    "in part": "±",
    "undecided": "?",
    "not run": "–",
}
#: tasks of which a seed changes the outcome, and what jobs of other seeds share
SEEDED = ("learn", "peer")
ALIKE = ("tau", "kappa", "task", "set", "model", "K", "batch", "documents_limit")
WHO = {"paper": "the paper", "ours": "here", "stand-in": "here, stand-in"}


def badge(verdict: str) -> str:
    kind = verdict.replace(" ", "-")
    return f'<span class="verdict {kind}">{SIGNS[verdict]} {escape(verdict)}</span>'


def sign(verdict: str) -> str:
    kind = verdict.replace(" ", "-")
    return f'<span class="verdict {kind}" title="{verdict}">{SIGNS[verdict]}</span>'


def link(label: str, text: str | None = None) -> str:
    return f'<a href="#{anchor(label)}">{escape(text or label)}</a>'


def anchor(text: str) -> str:
    """What a label or a title is called in an address."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower())


def table(heads: Iterable[str], rows: Iterable[str]) -> str:
    """Of heads that are HTML already; wider than the screen, it moves in its own frame."""
    head = "".join(f'<th scope="col">{one}</th>' for one in heads)
    return (
        '<div class="wide" tabindex="0" role="region" aria-label="table"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def row(first: str, *cells: str, kind: str = "") -> str:
    """Of cells that are HTML already."""
    rest = "".join(f"<td>{cell}</td>" for cell in cells)
    return f'<tr class="{kind}"><th scope="row">{first}</th>{rest}</tr>'


def numbers_table(heads: list[str], lines: list[Line], *, ratio: bool) -> str:
    rows = []
    for line in lines:
        first = line.cells[0] if ratio else None
        cells = [_cell(value, first if i else None) for i, value in enumerate(line.cells)]
        who = f'<span class="who {line.who}">{WHO[line.who]}</span>'
        rows.append(row(f"{who} {escape(line.name)}", *cells, kind=line.who))
    return table(["", *map(escape, heads)], rows)


def _cell(value: Any, first: float | None) -> str:
    """With its ratio to the first of its row, if there is one."""
    if value is None:
        return '<span class="missing">not run</span>'
    text = escape(number(value))
    return f"{text} <small>{value / first:.1f}×</small>" if first and value else text


def number(value: Any) -> str:
    """Counts with separators, others with two decimals."""
    if isinstance(value, str):
        return value or "·"
    return f"{value:,.0f}" if float(value).is_integer() or abs(value) >= 10_000 else f"{value:,.2f}"


def budget(used: Iterable[Result]) -> str:
    """What the numbers have cost, and when and from what they come."""
    jobs = list({id(one): one for one in used}.values())
    if not jobs:
        return "Not run."
    limits = sorted({one.get("documents_limit", 0) for one in jobs})
    texts = " and ".join(f"at most {limit:,} texts" if limit else "all texts" for limit in limits)
    parts = [
        f"{texts} of a set",
        _values(jobs, "test_documents", "test documents", "at most "),
        *(f"{model}: {limit:,} documents" for model, limit in _train_limits(jobs)),
        _values(jobs, "points", "points"),
        _values(jobs, "folds", "folds"),
        *_seeds(jobs),
        _counted(len(jobs), "job"),
        f"{sum(one.value('job seconds') or 0 for one in jobs):,.0f} core-seconds",
        "version " + ", ".join(sorted({one.version for one in jobs})),
        _dates(jobs),
    ]
    return escape("Budget: " + "; ".join(filter(None, parts)) + ".")


def _train_limits(jobs: list[Result]) -> list[tuple[str, int]]:
    return sorted(
        {(one.get("model"), one.get("train_limit")) for one in jobs if one.get("train_limit")}
    )


def _seeds(jobs: list[Result]) -> Iterator[str]:
    """How many seeds what is alike but for its seed has, by step sizes and without."""
    alike: dict[tuple[Any, ...], set[int]] = defaultdict(set)
    for one in jobs:
        if one.get("task") in SEEDED:
            alike[tuple(map(one.get, ALIKE))].add(one.get("seed"))
    steps: dict[int, set[tuple[Any, ...]]] = defaultdict(set)
    for about, seeds in alike.items():
        steps[len(seeds)].add(about[:2])
    for n, found in sorted(steps.items()):
        with_steps = _counted(len(found - {(None, None)}), "step size")
        yield f"{with_steps} with {_counted(n, 'seed')}" if with_steps else ""
    plain = [n for n, found in sorted(steps.items()) if (None, None) in found]
    if plain:
        others = "no step size: " if len(plain) < sum(map(len, steps.values())) else ""
        yield f"{others}{' or '.join(map(str, plain))} seed{'s' * (plain != [1])}"


def _counted(n: int, text: str) -> str:
    return f"{n:,} {text}{'s' * (n != 1)}" if n else ""


def _values(jobs: list[Result], name: str, text: str, before: str = "") -> str:
    values = sorted({one.get(name) for one in jobs} - {None})
    return f"{before}{', '.join(f'{value:,}' for value in values)} {text}" if values else ""


def _dates(jobs: list[Result]) -> str:
    days = sorted({f"{one.finished:%Y-%m-%d}" for one in jobs})
    return days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"

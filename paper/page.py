"""The page: section 5 and the appendix of the paper, its numbers and claims beside ours."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from paper import (
    claim_boxes,
    figure_data,
    figures,
    markup,
    peer_table,
    selection,
    tables,
    verdicts,
)
from paper.claim_boxes import Compared
from paper.markup import anchor, link
from paper.selection import Results
from paper.settings import Table

HERE = Path(__file__).parent
ERRATA = "Where the paper's numbers cannot come out"


def build(rows_path: Path, out: Path, settings: Table, keys: set[str] | None = None) -> Path:
    """`out`/index.html and `out`/figures, from whatever rows there are of the jobs in `keys`."""
    results, published = selection.read(rows_path, settings, keys), tables.read()
    compared = [(claim, verdicts.compare(claim, results)) for claim in verdicts.read()]
    items = {one["label"]: numbers(one, compared, results) for one in published["tables"]}
    drawn = draw_all(results, out / "figures")
    drawn["ours:peers"] += peer_table.table(results)
    for label, title in published["titles"].items():
        items[label] = figure(label, title, drawn.get(label, ""), compared, settings)
    pieces = {
        "remark": f'<p class="remark">{escape(text)}</p>'
        if (text := settings.get("remark"))
        else "",
        "style": (HERE / "page.css").read_text(encoding="utf8"),
        "budget": markup.budget(results.all()),
        "contents": contents([*(one["title"] for one in published["sections"]), ERRATA]),
        "summary": claim_boxes.summary(compared),
        "sets": sets(settings),
        "sections": "".join(section(one, items) for one in published["sections"]),
        "errata": errata(published["errata"]),
    }
    text = (HERE / "page.html").read_text(encoding="utf8")
    # in one go, or a text could name a piece
    text = re.sub(r"\{\{(\w+)\}\}", lambda found: pieces[found[1]], text)
    page = out / "index.html"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(text, encoding="utf8")
    return page


def draw_all(results: Results, folder: Path) -> dict[str, str]:
    """Figures by the label of the paper's; files, too, where there is something to draw."""
    found: dict[str, str] = {}
    for one in figures.read():
        drawn, title = figure_data.data(one, results), escape(one["title"])
        svg = '<p class="missing">not run</p>'
        figures.remove(one, folder)
        if drawn.points:
            svg = figures.write(one, drawn, folder)
            svg = svg.replace("<svg", f'<svg role="img" aria-label="{title}"', 1)
        found[one["label"]] = found.get(one["label"], "") + (
            f'<figure><figcaption>{title}</figcaption><div class="wide" tabindex="0">{svg}</div>'
            f'<p class="budget">{markup.budget(drawn.used)}</p></figure>'
        )
    return found


def figure(label: str, title: str, drawn: str, compared: Compared, settings: Table) -> str:
    """Our figures beside what is claimed of them."""
    boxes = claim_boxes.boxes(label, compared, settings)
    return _article(label, title, f'<div class="beside"><div>{drawn}</div>{boxes}</div>')


def numbers(table: Table, compared: Compared, results: Results) -> str:
    """The paper's rows and ours, then what is claimed of them."""
    lines = list(tables.lines(table, results))
    heads = [column["head"] for column in tables.columns(table)]
    return _article(
        table["label"],
        table["title"],
        f"<p>{escape(table.get('note', ''))}</p>"
        + markup.numbers_table(heads, lines, ratio=table.get("ratio", False))
        + f'<p class="budget">{markup.budget(one for line in lines for one in line.used)}</p>'
        + claim_boxes.boxes(table["label"], compared, results.settings),
    )


def _article(label: str, title: str, body: str) -> str:
    name = f" <small>{escape(label)}</small>"
    return f'<article id="{anchor(label)}"><h3>{escape(title)}{name}</h3>{body}</article>'


def section(one: Table, items: dict[str, str]) -> str:
    body = "".join(items[label] for label in one["items"])
    return (
        f'<section id="{anchor(one["title"])}"><h2>{escape(one["title"])}</h2>'
        f"<p>{escape(one['says'])}</p>{body}</section>"
    )


def contents(titles: list[str]) -> str:
    return "".join(f"<li>{link(title)}</li>" for title in titles)


def sets(settings: Table) -> str:
    """Which of them are those of the paper, and which stand in."""
    rows = []
    for one in settings["sets"].values():
        paper = escape(one.get("paper", ""))
        if "stands_for" in one:
            paper = f'<span class="who stand-in">stand-in</span> for {escape(one["stands_for"])}'
        rows.append(markup.row(escape(one["title"]), paper))
    return markup.table(["Set here", "Set of the paper"], rows)


def errata(listed: list[Table]) -> str:
    return "".join(
        f"<li>{escape(one['says'])} <small>{', '.join(map(link, one['labels']))}</small></li>"
        for one in listed
    )

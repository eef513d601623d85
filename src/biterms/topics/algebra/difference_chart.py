"""A picture of what became of topics: a line from the share before to the share after."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from biterms.topics.html import COLOUR

if TYPE_CHECKING:
    from biterms.topics.algebra.differences import Differences, TopicDifference

#: pixels of a row, of the names and of the shares
ROW, NAMES, SHARES = 18, 330, 360
#: letters of a name, and topics that are shown
LETTERS, SHOWN = 46, 60
COLOURS = {
    "born": "#2e8b57",
    "grew": "#2e8b57",
    "died": "#b0413e",
    "shrank": "#b0413e",
    "steady": COLOUR,
}


def svg(found: Differences) -> str:
    """The share of each topic: a ring before, a dot after, and how far its words moved."""
    rows = found[:SHOWN]
    most = max((max(row.before, row.after) for row in rows), default=0.0) or 1.0
    width, height = NAMES + SHARES + 70, ROW * (len(rows) + 2)
    drawn = "".join(_row(at, row, SHARES / most) for at, row in enumerate(rows))
    low = height - 8
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" role="img">'
        f"<title>{escape(found.counted())}</title>{drawn}"
        f'<text x="{NAMES}" y="{low}" fill="currentColor" opacity="0.7">0%</text>'
        f'<text x="{NAMES + SHARES}" y="{low}" text-anchor="end" fill="currentColor" '
        f'opacity="0.7">{most:.1%}</text>'
        f'<text x="{width - 4}" y="{low}" text-anchor="end" fill="currentColor" '
        f'opacity="0.7">moved</text></svg>'
    )


def _row(at: int, row: TopicDifference, scale: float) -> str:
    y, colour = ROW * (at + 0.7), COLOURS[row.kind]
    one, two = (NAMES + scale * share for share in (row.before, row.after))
    name = row.label if len(row.label) <= LETTERS else row.label[: LETTERS - 1] + "…"
    moved = "" if row.distance is None else f"{row.distance:.2f}"
    return (
        f'<text x="{NAMES - 8}" y="{y + 4:.1f}" text-anchor="end" fill="currentColor">'
        f"{escape(name)}  {row.id}</text>"
        f"<g><title>{escape(row.description())}</title>"
        f'<line x1="{one:.1f}" y1="{y:.1f}" x2="{two:.1f}" y2="{y:.1f}" stroke="{colour}" '
        f'stroke-width="2"/>'
        f'<circle cx="{one:.1f}" cy="{y:.1f}" r="3.5" fill="none" stroke="{colour}"/>'
        f'<circle cx="{two:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/></g>'
        f'<text x="{NAMES + SHARES + 66}" y="{y + 4:.1f}" text-anchor="end" fill="currentColor" '
        f'opacity="{1.0 if row.moved else 0.5}">{moved}</text>'
    )

"""Other software beside ours: LPP, NPMI and seconds of each model on each set."""

from __future__ import annotations

from html import escape

from paper import claims, markup, samples
from paper.figure_data import set_title, title
from paper.selection import Result, Results

MEASURES = {"lpp": "LPP", "npmi": "NPMI", "learning seconds": "Seconds"}


def table(results: Results) -> str:
    """Means and intervals over seeds; a measure that a model cannot give was not run."""
    rows = []
    for name in results.settings["sets"]:
        for model, found in results.beside(name).items():
            cells = [_cell(found, measure) for measure in MEASURES]
            who = escape(f"{set_title(name, results.settings)}: {title(model, results.settings)}")
            rows.append(markup.row(who, str(len(found)), *cells))
    if not rows:
        return '<p class="missing">not run</p>'
    return markup.table(["", "Seeds", *MEASURES.values()], rows)


def _cell(found: list[Result], measure: str) -> str:
    sample = samples.by(dict(enumerate(found)), measure)
    one = claims.interval(list(sample.values()))
    if one is None:
        return '<span class="missing">not run</span>'
    ends = f" <small>[{one.low:.3f}, {one.high:.3f}]</small>" if one.n > 1 else ""
    return f"{one.mean:.3f}{ends}"

"""The curve of a sweep over numbers of topics, as a picture."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from biterms.errors import InputError, MissingExtra
from biterms.store import check_file
from biterms.topics.sweep_table import ERRORS, Sweep

KINDS = (".svg", ".png", ".html")


def check_picture(path: str | os.PathLike[str]) -> None:
    """Refuse a name that no picture can be written to, before anything is learnt.

    Parameters
    ----------
    path : str or path-like
        Name of the file.

    Raises
    ------
    InputError
        If the name does not say which picture, or if nothing can be written there.
    MissingExtra
        If the packages of the extra ``report`` are not installed.
    """
    if Path(path).suffix.lower() not in KINDS:
        raise InputError(f"{Path(path).name}: expected a name that ends in {', '.join(KINDS)}")
    check_file(Path(path))
    try:
        import altair as alt  # noqa: F401
        import vl_convert  # noqa: F401
    except ImportError as missing:
        raise MissingExtra("the picture", "report") from missing


def write_curve(sweep: Sweep, path: str | os.PathLike[str]) -> None:
    """Write LPP and NPMI by the number of topics as a picture: SVG, PNG or HTML by its name.

    Parameters
    ----------
    sweep : Sweep
        What `biterms.evaluate_topics` gave.
    path : str or path-like
        Name of the file; HTML works offline.

    Raises
    ------
    InputError
        If the name does not say which picture, or if nothing can be written there.
    MissingExtra
        If the packages of the extra ``report`` are not installed.
    """
    check_picture(path)
    import vl_convert as to

    target, chart = Path(path), curve(sweep).to_dict()
    if target.suffix.lower() == ".png":
        target.write_bytes(to.vegalite_to_png(chart, scale=2))
    elif target.suffix.lower() == ".svg":
        target.write_text(to.vegalite_to_svg(chart), encoding="utf-8")
    else:
        target.write_text(to.vegalite_to_html(chart, bundle=True), encoding="utf-8")


def curve(sweep: Sweep) -> Any:
    """Return the chart: LPP with what is noise beside the best number, and NPMI below.

    Parameters
    ----------
    sweep : Sweep
        What `biterms.evaluate_topics` gave.

    Returns
    -------
    altair.Chart
        The chart.
    """
    import altair as alt

    numbers = [row.n_topics for row in sweep]
    rows = [
        row
        | {"low": row["lpp"] - ERRORS * row["error"], "high": row["lpp"] + ERRORS * row["error"]}
        for row in sweep.to_dicts()
    ]
    base = alt.Chart(alt.InlineData(rows)).encode(
        x=alt.X(
            "n_topics:Q",
            scale=alt.Scale(type="log", nice=False, padding=12),
            axis=alt.Axis(title="topics", values=numbers, format="d", grid=False),
        )
    )
    chosen = alt.Chart(alt.InlineData([{"n_topics": sweep.recommended}]))
    rule = chosen.mark_rule(strokeDash=[4, 4], color="#888").encode(x="n_topics:Q")
    panels = []
    for field, title in (("lpp", "LPP of held-out texts"), ("npmi", "NPMI over all texts")):
        y = alt.Y(f"{field}:Q", scale=alt.Scale(zero=False), axis=alt.Axis(title=title))
        line = base.mark_line(point=True, color="#1f5fa8").encode(y=y)
        noise = base.mark_errorbar(color="#1f5fa8").encode(
            y=alt.Y("low:Q", title=title, scale=alt.Scale(zero=False)), y2="high:Q"
        )
        layers = [rule, line, *([noise] if field == "lpp" else [])]
        panels.append(alt.layer(*layers).properties(width=420, height=170))
    title = f"{sweep.recommended} topics are recommended"
    return alt.vconcat(*panels, title=title).configure_view(stroke=None)

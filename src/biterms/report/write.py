"""Writing a report: one HTML file that works offline."""

from __future__ import annotations

import json
import os
from pathlib import Path

from biterms.report.content import content
from biterms.report.page import packed, page
from biterms.store import atomic_file
from biterms.topics.report_data import ReportData


def write_report(data: ReportData, path: str | os.PathLike[str]) -> None:
    """Write the report to one HTML file that any browser opens offline.

    A file that exists is replaced once the new one is complete; after an error it is unchanged.

    Parameters
    ----------
    data : ReportData
        What the report shows, as `biterms.topics.report.report_data` collects it from a model.
    path : str or path-like
        Name of the HTML file.

    Raises
    ------
    InputError
        If `path` is a folder or lies in a folder that does not exist, or if there are more points
        in time than a report can show.
    MissingExtra
        If the packages of the extra ``report`` are not installed.
    """
    with atomic_file(Path(path)) as file:
        file.write(report_html(data))


def report_html(data: ReportData) -> str:
    """Return the report as the text of an HTML file.

    Parameters
    ----------
    data : ReportData
        What the report shows.

    Returns
    -------
    str
        The HTML, with its style, scripts and data inside.

    Raises
    ------
    InputError
        If there are more points in time than a report can show.
    MissingExtra
        If the packages of the extra ``report`` are not installed.
    """
    from biterms.report.charts import bundle, specifications

    shown = content(data)
    # In ASCII, where a surrogate that has no other half can be written.
    words = packed(json.dumps(shown["words"], separators=(",", ":")).encode("ascii"))
    return page(shown | {"words": words}, charts=specifications(), library=bundle())

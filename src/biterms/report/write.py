"""Writing a report: one HTML file that works offline."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from biterms.errors import InputError
from biterms.report.content import content
from biterms.report.page import page
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
    path = Path(path)
    if not path.parent.is_dir() or path.is_dir():
        raise InputError(f"{path}: expected the name of a file in an existing folder")
    _replace(path, report_html(data))


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

    return page(content(data), charts=specifications(), library=bundle())


def _replace(path: Path, text: str) -> None:
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with temporary.open("xb") as file:
            # An unpaired surrogate can only occur inside the JSON, where this is its escape.
            file.write(text.encode(errors="backslashreplace"))
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise

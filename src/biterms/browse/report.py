"""The report: one HTML file that works offline."""

from __future__ import annotations

import os
from pathlib import Path

from biterms.browse.content import content
from biterms.browse.page import page
from biterms.store import atomic_file
from biterms.topics.report_data import ReportData


def write_report(data: ReportData, path: str | os.PathLike[str]) -> None:
    """Write the report to a file; one that was there is replaced when the new one is complete.

    Parameters
    ----------
    data : ReportData
        What the report shows.
    path : str or Path
        The HTML file.

    Raises
    ------
    InputError
        When no file of that name can be written.
    """
    with atomic_file(Path(path)) as file:
        file.write(report(data))


def report(data: ReportData) -> str:
    """The HTML of the report."""
    from biterms.browse.charts import bundle, specifications

    return page(content(data), charts=specifications(), library=bundle())

"""The report: one HTML file that works offline."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from biterms.browse.content import content
from biterms.browse.page import page
from biterms.errors import InputError
from biterms.topics.report_data import ReportData


def write_report(data: ReportData, path: str | os.PathLike[str]) -> None:
    """Writes the report of `data` to `path`; a file that was there is replaced when all is well."""
    _replace(Path(path), report(data))


def report(data: ReportData) -> str:
    """The HTML of the report."""
    from biterms.browse.charts import bundle, specifications

    return page(content(data), charts=specifications(), library=bundle())


def _replace(path: Path, text: str) -> None:
    if not path.parent.is_dir() or path.is_dir():
        raise InputError(f"{path}: expected the name of a file in a folder that is there")
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with beside.open("xb") as file:
            # half a surrogate pair can only stand in the JSON, where this is its escape
            file.write(text.encode(errors="backslashreplace"))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise

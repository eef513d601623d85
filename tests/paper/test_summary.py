"""The numbers of docs/paper.md are those of the rows."""

from __future__ import annotations

from pathlib import Path

from paper import selection, settings, summary


def test_the_page_for_scientists_shows_what_the_rows_say(project: Path) -> None:
    results = selection.read(project / "paper" / "results.parquet", settings.read())
    page = (project / "docs" / "paper.md").read_text(encoding="utf8")
    for line in summary.markdown(results).splitlines():
        assert line in page

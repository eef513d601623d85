"""The README fits on a screen, and its figures are those of the results that are kept."""

from __future__ import annotations

import json
from pathlib import Path

LINES = 60


def results(project: Path, name: str, section: str) -> list[dict[str, str]]:
    path = project / "benchmarks" / "results" / f"{name}.json"
    rows: list[dict[str, str]] = json.loads(path.read_text(encoding="utf8"))[section]["rows"]
    return rows


def test_it_is_short_and_shows_the_two_commands(project: Path) -> None:
    text = (project / "README.md").read_text(encoding="utf8")
    assert len(text.splitlines()) <= LINES
    for command in ("make demo", "make test", "pip install"):
        assert command in text


def test_its_times_are_those_that_were_measured(project: Path) -> None:
    text = (project / "README.md").read_text(encoding="utf8")
    seconds = {row["library"]: row["seconds"] for row in results(project, "end_to_end", "time")}
    assert f"take {seconds['biterms, one pass']} seconds" in text
    assert f"and {seconds['biterms, default']} by default" in text
    assert seconds["scikit-learn online LDA, 1,000 words, 1 pass"] in text
    assert f"of gensim {seconds['gensim LdaMulticore, 2 workers, 1 pass']}" in text


def test_its_predictions_are_those_that_were_measured(project: Path) -> None:
    text = (project / "README.md").read_text(encoding="utf8")
    scores = {row["model"]: row["LPP"].split()[0] for row in results(project, "quality", "quality")}
    for model in ("LDA-B, defaults", "SVB-B", "unigram"):
        assert f"−{-float(scores[model]):.2f}" in text


def test_its_crises_are_those_that_were_found(project: Path) -> None:
    text = (project / "README.md").read_text(encoding="utf8")
    [ours] = [
        row
        for row in results(project, "detection", "crises")
        if row["detector"] == "biterms, 1 a day asked"
    ]
    found, among = ours["found"].split(" of ")
    assert f"Of {among} crises" in text
    assert f"found {found}, after {ours['texts']} tweets" in text
    assert f"with {ours['false / day']} false alarms a day" in text

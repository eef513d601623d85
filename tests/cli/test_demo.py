"""The demo: topics on the screen and a report, from nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from biterms import report
from biterms.cli.demo import demo
from biterms.errors import MissingExtra, SettingError
from biterms.text import docstrings
from tests.cli.conftest import Run

CORPUS = [
    ("net", "open socket address"),
    ("net", "close socket connection"),
    ("net", "connection address socket"),
    ("text", "parse string encoding"),
    ("text", "decode string encoding"),
    ("text", "parse encoding string"),
] * 20


def words(module: str) -> set[str]:
    return {word for name, text in CORPUS if name == module for word in text.split()}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """A small corpus in place of the docstrings; whether packages were asked for."""
    calls: list[bool] = []

    def corpus(*, packages: bool) -> Iterator[tuple[str, str]]:
        calls.append(packages)
        yield from CORPUS

    monkeypatch.setattr(docstrings, "docstrings", corpus)
    return calls


def test_the_two_planted_topics_are_shown_and_reported(
    asked: list[bool], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    demo(topics=2, docstrings=True, packages=True, out=tmp_path / "demo.html")
    out, err = capsys.readouterr()
    assert asked == [True]
    lines = out.splitlines()
    assert len(lines) == 2
    labels = [{*line.split("%")[1].replace(",", "").split()[:2]} for line in lines]
    of_net, of_text = (words(name) for name in ("net", "text"))
    found = sorted((label <= of_net, label <= of_text) for label in labels)
    assert found == [(False, True), (True, False)]
    assert "120 docstrings, 2 topics" in err
    assert "docs/s" in err
    assert str(tmp_path / "demo.html") in err
    page = (tmp_path / "demo.html").read_text()
    assert "Topics of the docstrings of Python" in page
    assert "connection address socket" in page


def test_the_same_seed_gives_the_same_topics(
    asked: list[bool], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = []
    for _ in range(2):
        demo(topics=3, seed=5, docstrings=True, out=tmp_path / "demo.html", quiet=True)
        shown.append(capsys.readouterr())
    assert shown[0].out == shown[1].out
    assert "docs/s" not in shown[0].err


def test_without_the_packages_of_reports_there_are_topics(
    asked: list[bool],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def write_report(*_: object) -> None:
        raise MissingExtra("the report", "report")

    monkeypatch.setattr(report, "write_report", write_report)
    demo(topics=2, docstrings=True, out=tmp_path / "demo.html")
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 2
    assert "no report: " in err
    assert "pip install 'biterms[report]'" in err


def test_a_year_of_news_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What happened that year: the war in Iraq, the rugby world cup."""
    demo(out=tmp_path / "demo.html", quiet=True)
    out, err = capsys.readouterr()
    assert "74,399 headlines" in err
    came, quiet = out.split("What went quiet:")
    events = [block.splitlines() for block in came.split("\n\n")[3:]]
    told = {lines[0]: lines for lines in events if lines}
    for days, words in [
        ("17 March to 20 April 2003", ("iraq", "saddam")),
        ("6 October to 23 November 2003", ("cup", "rugby", "wallabies")),
    ]:
        [head] = [head for head in told if head.startswith(days) and any(w in head for w in words)]
        [bars, amount, quotation] = told[head][1:]
        assert len(bars.strip()) == 54  # weeks
        assert "% of the texts, " in amount
        assert re.fullmatch(r'  \d+ \w+ 200[34]: ".+"', quotation)
    assert quiet.count("% of the texts, ") == 6
    page = (tmp_path / "demo.html").read_text(encoding="utf-8")
    assert "A year of news" in page
    assert "burst from 2003-03-17 to 2003-04-20" in page


def test_packages_need_docstrings(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="add --docstrings"):
        demo(packages=True, out=tmp_path / "demo.html")
    assert not (tmp_path / "demo.html").exists()


@pytest.mark.slow
def test_the_command_on_the_docstrings_of_this_python(run: Run, tmp_path: Path) -> None:
    done = run("demo", "--docstrings", "-k", 12, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 12
    assert (tmp_path / "demo.html").stat().st_size > 100_000
    assert "report: demo.html, open it in a browser" in done.stderr

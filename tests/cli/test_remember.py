"""How much of a stream is remembered: a number of texts, or a span of time."""

from __future__ import annotations

from pathlib import Path

import pytest

from biterms import load
from biterms.learning.span import span_seconds
from tests.cli.conftest import Run

COLUMNS = ("--text", "title", "--time", "day")


def test_a_span_of_time_is_kept_in_the_model(run: Run, files: Path, tmp_path: Path) -> None:
    out, news = tmp_path / "m", files / "news.csv"
    done = run(
        *("fit", news, "-o", out, "-k", 3, "--stream", "--remember", "30d", *COLUMNS), cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert load(out).model_.learner.most == "30d"
    before = load(out).model_.components_
    refused = run("update", out, news, "--text", "title", cwd=tmp_path)
    assert refused.returncode == 2
    assert "none of the first 400 texts has a time" in refused.stderr
    assert (load(out).model_.components_ == before).all()
    assert run("update", out, news, *COLUMNS, cwd=tmp_path).returncode == 0
    assert load(out).model_.n_docs_ == 800


def test_a_half_life_is_a_memory(run: Run, files: Path, tmp_path: Path) -> None:
    """exp(-7 d / T) = 1/2 at T = 7 d / ln 2."""
    typed = ("fit", files / "news.csv", "-o", "m", "-k", 3, "--stream", "--half-life", "7d")
    assert run(*typed, *COLUMNS, cwd=tmp_path).returncode == 0
    most = load(tmp_path / "m").model_.learner.most
    assert span_seconds(most) == pytest.approx(7 * 86_400 / 0.693147181)


def test_topics_that_forget_by_themselves(run: Run, files: Path, tmp_path: Path) -> None:
    typed = ("fit", files / "news.txt", "-o", "m", "-k", 3, "--learner", "adaptive")
    assert run(*typed, cwd=tmp_path).returncode == 0
    assert load(tmp_path / "m").model_.learner.decay == "adaptive"


def test_a_number_of_texts_needs_no_times(run: Run, files: Path, tmp_path: Path) -> None:
    typed = ("fit", files / "news.txt", "-o", "m", "-k", 3, "--remember", 200, "--stream")
    assert run(*typed, cwd=tmp_path).returncode == 0
    assert load(tmp_path / "m").model_.learner.most == 200


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--remember", "30 days"), "--remember 30 days: expected a span of time"),
        (("--remember", "30d"), "--remember 30d: say with --time"),
        (("--stream", "--topics", "auto"), "--topics auto needs all texts at once"),
        (("--remember", "0"), "or a number of texts from 1 to"),
        (("--remember", "9" * 5000), "or a number of texts from 1 to"),
        (("--remember", "30d", "--learner", "svb"), "only --learner annealed"),
        (("--remember", "30d", "--model", "hdp-b"), "only --learner annealed"),
        (("--half-life", "7"), "--half-life 7: expected a span of time"),
        (("--half-life", "7d"), "--half-life 7d: say with --time"),
        (("--half-life", "7d", "--remember", "30d"), "--remember 30d and --half-life 7d: both say"),
        (("--half-life", "7d", "--learner", "adaptive"), "--half-life 7d: only --learner annealed"),
    ],
)
def test_what_makes_no_sense_is_refused(
    run: Run, files: Path, tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    done = run("fit", files / "news.txt", "-o", "m", *options, cwd=tmp_path)
    assert done.returncode == 2
    [line] = done.stderr.splitlines()
    assert message in line
    assert list(tmp_path.iterdir()) == []

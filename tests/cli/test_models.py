"""Models that are chosen by options: BTM, and LDA on biterms of near words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from biterms import BTM, LDA, TopicModel, Vectoriser, load
from tests.cli.conftest import Run


@pytest.fixture(scope="module")
def btm(rows: list[dict[str, str]]) -> TopicModel:
    """What the command should make."""
    model = TopicModel(BTM(4, sweeps=15, random_state=2), text=Vectoriser())
    return model.fit([row["title"] for row in rows])


def test_btm_is_one_call_of_the_library(
    run: Run, files: Path, btm: TopicModel, tmp_path: Path
) -> None:
    out, news = tmp_path / "m", files / "news.txt"
    settings = ("--model", "btm", "-k", 4, "--passes", 15, "--seed", 2, "--threads", 1)
    done = run("fit", news, "-o", out, *settings, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert load(out).model_.components_.tobytes() == btm.model_.components_.tobytes()
    about = json.loads(run("info", out, "--json", cwd=tmp_path).stdout)
    assert about["model"] == "BTM"
    assert "sweeps=15" in about["settings"]


def test_btm_learns_more_and_is_reported(
    run: Run, files: Path, btm: TopicModel, rows: list[dict[str, str]], tmp_path: Path
) -> None:
    out = tmp_path / "m"
    btm.save(out)
    for command in (
        ("update", out, files / "news.txt"),
        ("report", out, "-o", tmp_path / "r.html"),
    ):
        done = run(*command, cwd=tmp_path)
        assert done.returncode == 0, (command, done.stderr)
    assert (tmp_path / "r.html").stat().st_size > 10_000
    assert load(out).model_.n_docs_ == 2 * len(rows)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--seeds", "news.txt", "leave --seeds and --prior out"),
        ("--learner", "svb", "leave --biterms, --learner, --remember and --half-life out"),
        ("--remember", "30d", "leave --biterms, --learner, --remember and --half-life out"),
        ("--threads", 2, "--threads 2: --model btm draws in one thread"),
    ],
)
def test_what_a_sampler_cannot_do_is_refused(
    run: Run, files: Path, tmp_path: Path, option: str, value: str | int, message: str
) -> None:
    done = run("fit", "news.txt", "-o", tmp_path / "m", "--model", "btm", option, value, cwd=files)
    assert done.returncode == 2
    assert message in done.stderr
    assert not (tmp_path / "m").exists()


def test_biterms_of_near_words_are_one_call_of_the_library(
    run: Run, files: Path, rows: list[dict[str, str]], tmp_path: Path
) -> None:
    out, options = tmp_path / "m", ("-k", 4, "--biterms", 3, "--passes", 2)
    done = run("fit", "news.txt", "-o", out, *options, cwd=files)
    assert done.returncode == 0, done.stderr
    expected = TopicModel(LDA(4, biterms=3, passes=2, random_state=0), text=Vectoriser())
    expected.fit([row["title"] for row in rows])
    assert load(out).model_.components_.tobytes() == expected.model_.components_.tobytes()


@pytest.mark.parametrize(
    "options",
    [
        ("--biterms", "near"),
        ("--biterms", "adjacent", "--model", "lda"),
    ],
)
def test_unknown_choices_of_biterms_are_refused(
    run: Run, files: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    done = run("fit", "news.txt", "-o", tmp_path / "m", *options, cwd=files)
    assert done.returncode == 2
    assert "--biterms" in done.stderr
    assert not (tmp_path / "m").exists()


def test_a_short_stream_says_that_it_has_no_phrases(
    run: Run, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "phrases: none yet, since a stream looks for them after every 5,000 texts; fit without"
    typed = ("fit", files / "news.txt", "-o", "m", "-k", 3, "--phrases", "-q")
    assert "phrases:" not in run(*typed, cwd=tmp_path).stderr
    assert "phrases:" not in run(*typed[:-2], "-q", "--stream", cwd=tmp_path).stderr
    assert said in run(*typed, "--stream", cwd=tmp_path).stderr
    assert said in run("update", "m", files / "first.txt", "-q", cwd=tmp_path).stderr
    monkeypatch.setattr("biterms.text.phrase_growth.EVERY", 400)
    assert "phrases:" not in run(*typed, "--stream", cwd=tmp_path).stderr

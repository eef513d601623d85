"""The baseline by the command: fit, look, assign, go on, report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from biterms import BTM, TopicModel, Vectoriser, load
from tests.cli.conftest import Run


@pytest.fixture(scope="module")
def own(rows: list[dict[str, str]]) -> TopicModel:
    """What the command should make."""
    model = TopicModel(BTM(4, sweeps=15, random_state=2), text=Vectoriser())
    return model.fit([row["title"] for row in rows])


def test_it_is_one_call_of_the_library(
    run: Run, files: Path, own: TopicModel, tmp_path: Path
) -> None:
    out, news = tmp_path / "m", files / "news.txt"
    settings = ("--model", "btm", "-k", 4, "--passes", 15, "--seed", 2, "--threads", 1)
    done = run("fit", news, "-o", out, *settings, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert load(out).model_.components_.tobytes() == own.model_.components_.tobytes()
    told = json.loads(run("info", out, "--json", cwd=tmp_path).stdout)
    assert told["model"] == "BTM"
    assert "sweeps=15" in told["settings"]


def test_it_goes_on_and_is_reported(
    run: Run, files: Path, own: TopicModel, rows: list[dict[str, str]], tmp_path: Path
) -> None:
    out = tmp_path / "m"
    own.save(out)
    for command in (
        ("update", out, files / "news.txt"),
        ("report", out, "-o", tmp_path / "r.html"),
    ):
        done = run(*command, cwd=tmp_path)
        assert done.returncode == 0, (command, done.stderr)
    assert (tmp_path / "r.html").stat().st_size > 10_000
    assert load(out).model_.n_docs_ == 2 * len(rows)


@pytest.mark.parametrize("option", [("--seeds", "news.txt")])
def test_what_a_sampler_cannot_do_is_refused(
    run: Run, files: Path, tmp_path: Path, option: tuple[str, str]
) -> None:
    done = run("fit", "news.txt", "-o", tmp_path / "m", "--model", "btm", *option, cwd=files)
    assert done.returncode != 0
    assert "leave --biterms, --learner, --seeds and --prior out" in done.stderr
    assert not (tmp_path / "m").exists()


def test_more_than_one_thread_is_refused(run: Run, files: Path, tmp_path: Path) -> None:
    options = ("--model", "btm", "--threads", 2)
    done = run("fit", "news.txt", "-o", tmp_path / "m", *options, cwd=files)
    assert done.returncode == 2
    assert "--threads 2: --model btm draws in one thread" in done.stderr
    assert not (tmp_path / "m").exists()

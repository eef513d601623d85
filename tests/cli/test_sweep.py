"""`biterms evaluate --topics`, and the figures of `topics --quality`."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
from pathlib import Path

import pytest

from biterms import load
from biterms.cli.interrupt import Interrupted
from biterms.cli.sweep import Watching
from biterms.errors import StopLearning
from tests.cli.conftest import Run


def test_a_sweep_and_its_picture(run: Run, files: Path, tmp_path: Path) -> None:
    done = run(
        "evaluate", files / "news.txt", "--topics", "2,3, 6", "-o", "c.svg", "-q", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [int(re.match(r"(?:->)? +(\d+) ", line)[1]) for line in lines[1:4]] == [2, 3, 6]
    assert sum(line.startswith("->") for line in lines) == 1
    assert sum("█" * 20 in line for line in lines) == 1
    assert lines[-1].startswith("recommended: ")
    assert (tmp_path / "c.svg").read_text().startswith("<svg")
    assert done.stderr == "written to c.svg\n"


def test_a_model_lends_its_settings(run: Run, files: Path, model: Path) -> None:
    done = run(
        "evaluate", model, "news.csv", "--text", "title", "--topics", "2", "--json", cwd=files
    )
    found = json.loads(done.stdout)
    assert [row["n_topics"] for row in found["numbers"]] == [2]
    assert (found["n_texts"], found["notes"]) == (360, [])


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (
            ["news.txt"],
            "news.txt alone: expected a model and files of texts, or texts and --topics",
        ),
        (["news.txt", "--topics", "5,x"], "--topics 5,x: expected at most 100 whole numbers"),
        (["news.txt", "--topics", "0"], "--topics 0: expected"),
        (["news.txt", "--topics", "5", "-o", "c.gif"], "c.gif: expected a name that ends in .svg"),
        (["news.txt", "--topics", "5", "--top", "5"], "leave --label, --top"),
        (["news.txt", "news.txt", "-o", "c.svg"], "add --topics"),
    ],
)
def test_wrong_usage(run: Run, files: Path, typed: list[str], message: str) -> None:
    done = run("evaluate", *typed, cwd=files)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_model_without_texts(run: Run, files: Path, model: Path) -> None:
    done = run("evaluate", model, "--topics", "5", cwd=files)
    assert done.returncode == 2
    assert "is a model: expected files of texts, too" in done.stderr


def test_ctrl_c_keeps_what_was_tried() -> None:
    watching = Watching(quiet=True)
    with pytest.raises(Interrupted, match="before the first"), watching.interruptible():  # noqa: PT012
        watching("2 topics", 0.1)
        os.kill(os.getpid(), signal.SIGINT)
        with pytest.raises(StopLearning):
            watching("2 topics", 0.2)
        raise StopLearning
    early = Watching(quiet=True)
    with pytest.raises(Interrupted, match="nothing was tried"), early.interruptible():
        os.kill(os.getpid(), signal.SIGINT)


def test_quality_of_topics(run: Run, files: Path, model: Path) -> None:
    done = run("topics", model, "--quality", cwd=files)
    assert "over all 400 texts learnt from" in done.stdout
    found = json.loads(run("topics", model, "--quality", "--json", cwd=files).stdout)
    assert {row["n_texts"] for row in found} == {400}
    table = run("topics", model, "--quality", "--csv", cwd=files).stdout.splitlines()
    assert table[0].startswith("id,label,size,coherence,chance,n_texts")
    wrong = run("topics", model, "--quality", "--word", "goal", cwd=files)
    assert (wrong.returncode, wrong.stdout) == (2, "")


def test_evaluate_says_what_npmi_is_over_all_texts(run: Run, files: Path, model: Path) -> None:
    done = run("evaluate", model, "first.txt", cwd=files)
    assert "NPMI over these 150 texts only" in done.stdout
    assert "over all 400 texts learnt from" in done.stdout
    assert "texts only" not in run("evaluate", model, "news.txt", cwd=files).stdout


def test_hdp_says_that_its_room_is_full(run: Run, files: Path, tmp_path: Path) -> None:
    said = "warning: HDP uses 2 of the 2 topics that it has room for"
    fit = run("fit", files / "news.txt", "-o", "m", "--model", "hdp-b", "-k", 2, cwd=tmp_path)
    assert said in fit.stderr
    assert said in run("update", "m", files / "rest.txt", cwd=tmp_path).stderr
    roomy = run("fit", files / "news.txt", "-o", "r", "--model", "hdp-b", "-k", 30, cwd=tmp_path)
    assert "room" not in roomy.stderr


def test_stability_of_topics(run: Run, files: Path, model: Path) -> None:
    asked = ("topics", model, "--quality", "--stability", "news.csv", "--text", "title")
    done = run(*asked, cwd=files)
    assert (done.returncode, "sharp  stable  label" in done.stdout) == (0, True)
    with (files / "news.csv").open(newline="") as file:
        texts = [row["title"] for row in csv.DictReader(file)]
    expected = load(model).stability(texts)
    found = json.loads(run(*asked, "--json", cwd=files).stdout)
    assert {row["id"]: row["stability"] for row in found} == expected
    wrong = run("topics", model, "--stability", "news.csv", cwd=files)
    assert (wrong.returncode, "--stability is a column of --quality" in wrong.stderr) == (2, True)
    missing = run("topics", model, "--quality", "--stability", "none.txt", cwd=files)
    assert (missing.returncode, "none.txt: no such file" in missing.stderr) == (2, True)

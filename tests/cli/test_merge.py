"""biterms merge and biterms diff."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path

import pytest

from biterms import LDA, SVB, TopicModel, Vectoriser, load
from tests.cli.conftest import Run
from tests.topics.newsroom import news


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    model = LDA(3, learner=SVB(), random_state=0, n_threads=1)
    base = TopicModel(model, text=Vectoriser(min_df=2)).update(news(200)[0])
    base.save(folder / "base")
    for seed in (1, 2):
        deepcopy(base).update(news(150, seed)[0]).save(folder / f"{seed}")
    TopicModel(LDA(3, random_state=5)).fit(news(200)[0]).save(folder / "annealed")
    return folder


def test_merge(run: Run, folder: Path) -> None:
    done = run("merge", "1", "2", "--base", "base", "-o", "sum", cwd=folder)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "sum from a common base: 3 topics, 500 texts: saved to sum\n"
    assert load(folder / "sum").model_.n_docs_ == 500


def test_what_cannot_be_merged_says_why(run: Run, folder: Path) -> None:
    done = run("merge", "1", "2", "-o", "none", cwd=folder)
    assert done.returncode == 2
    assert "whose texts would count twice: give that model as base" in done.stderr
    assert not (folder / "none").exists()
    done = run("merge", "annealed", "annealed", "-o", "none", cwd=folder)
    assert "error: --learner annealed weighs documents" in done.stderr


def test_diff(run: Run, folder: Path) -> None:
    done = run("diff", "base", "1", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("3 topics: ")
    done = run("diff", "base", "annealed", "--json", cwd=folder)
    found = json.loads(done.stdout)
    assert found["aligned"]
    assert len(found["topics"]) >= 3
    done = run("diff", "base", "1", "--svg", "changes.svg", cwd=folder)
    assert done.stderr == "picture written to changes.svg\n"
    assert (folder / "changes.svg").read_text().startswith("<svg")
    done = run("diff", "base", "1", "--svg", "changes.svg", "--json", cwd=folder)
    assert done.returncode == 2

"""Models that find the number of topics, by the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from biterms import HDP, TopicModel, Vectoriser, load
from tests.cli.conftest import Done, Run

KINDS = ["hdp-b"]
ROOM = 12


@pytest.fixture(scope="module", params=KINDS)
def fitted(
    request: pytest.FixtureRequest, run: Run, files: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Done, Path]:
    """Which model, what `fit` said, and the model, which must not be changed."""
    out = tmp_path_factory.mktemp(request.param) / "news.model"
    done = run("fit", "news.txt", "-o", out, "--model", request.param, "-k", ROOM, cwd=files)
    assert done.returncode == 0, done.stderr
    return request.param, done, out


def test_it_is_one_call_of_the_library_and_k_is_how_many_at_most(
    fitted: tuple[str, Done, Path], rows: list[dict[str, str]]
) -> None:
    kind, done, out = fitted
    expected = TopicModel(HDP(ROOM, biterms=kind == "hdp-b", random_state=0), text=Vectoriser())
    expected.fit([row["title"] for row in rows])
    model = load(out).model_
    assert isinstance(model, HDP)
    assert (model.max_topics, model.biterms) == (ROOM, kind == "hdp-b")
    assert model.components_.tobytes() == expected.model_.components_.tobytes()
    assert len(done.stdout.splitlines()) == model.n_topics_ < ROOM


def test_commands_show_the_topics_that_were_found(
    run: Run, fitted: tuple[str, Done, Path], tmp_path: Path
) -> None:
    kind, _, out = fitted
    known = load(out)
    done = run("topics", out, "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    rows = json.loads(done.stdout)
    assert rows == json.loads(json.dumps(known.topics(documents=True).to_dicts()))
    assert len(rows) == known.model_.n_topics_
    made = json.loads(run("info", out, "--json", cwd=tmp_path).stdout)
    assert made["model"] == "HDP"
    assert f"max_topics={ROOM}" in made["settings"]
    assert ("biterms=False" in made["settings"]) == (kind == "hdp")


def test_the_topics_of_a_word_are_among_those_listed(
    run: Run,
    fitted: tuple[str, Done, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A word also has a share in topics that are too small to be listed."""
    known, find = load(fitted[2]), TopicModel.find
    listed = {topic.id for topic in known.topics()}
    found = [place.id for place in known.find("goal", ROOM)]
    assert not {*found} <= listed
    monkeypatch.setattr(TopicModel, "find", lambda self, word: find(self, word, ROOM))
    done = run("topics", fitted[2], "--word", "goal", "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert [topic["id"] for topic in json.loads(done.stdout)] == [k for k in found if k in listed]


def test_without_k_there_is_room_for_a_hundred(run: Run, files: Path, tmp_path: Path) -> None:
    done = run("fit", files / "news.txt", "-o", "m", "--model", "hdp-b", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    model = load(tmp_path / "m").model_
    assert model.max_topics == 100
    assert 2 < model.n_topics_ == len(done.stdout.splitlines()) < 25


def test_a_stream_of_texts(run: Run, files: Path, tmp_path: Path) -> None:
    chosen = ("--model", "hdp", "-k", ROOM, "--stream", "--learner", "svb")
    done = run("fit", files / "news.txt", "-o", "m", *chosen, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert load(tmp_path / "m").model_.n_docs_ == 400

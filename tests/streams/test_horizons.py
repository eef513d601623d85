"""The topics of the last hours of a stream whose topics change."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from biterms import LDA, Annealed, TopicModel, Vectoriser
from biterms.cli.app import run
from biterms.errors import InputError, SettingError
from biterms.streams import follow, horizon, moments
from tests.streams.clocks import BEGIN, Clock, Ticking
from tests.topics.newsroom import SUBJECTS, news

HOUR, CUT = 3600, 50
LINES = {name: lines.split("|") for name, lines in SUBJECTS.items()}
SPACE = [LINES["space"][i % 6] for i in range(200)]
#: ten hours of everything, then four of space
TEXTS = [*news(500)[0], *SPACE]


def followed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, states: str | None = "24h", held: int = 200
) -> TopicModel:
    clock = Clock.patched(monkeypatch, HOUR / CUT)
    learner = Annealed(held=held, starts=2)
    model = TopicModel(
        LDA(3, learner=learner, random_state=0, n_threads=1), text=Vectoriser(min_df=2), keep=100
    )
    given = Ticking(TEXTS, clock)
    kept = [] if states is None else [states]
    return follow(given, folder, model, every=CUT, most=CUT, within=None, states=kept)


def test_the_topics_of_the_last_hours_are_those_of_their_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "live"
    model = followed(folder, monkeypatch)
    orbit = model.find("orbit")[0].id
    assert model.topic(orbit).size < 0.7
    lately = horizon(folder, "3h")
    assert (lately.since, lately.until) == (BEGIN + 11 * HOUR, BEGIN + 14 * HOUR)
    assert lately.model.model_.n_docs_ == 150
    assert lately.model.topics()[0].id == orbit
    assert lately.model.topics()[0].size > 0.95
    assert {record.text for record in lately.model.sample_.records} <= {*SPACE}
    # Those of before were learnt anew: the first state that can be compared is the nearest.
    early = horizon(folder, "30d")
    assert early.since == BEGIN + 4 * HOUR
    assert early.model.model_.n_docs_ == 500
    assert early.model.topic(orbit).size < 0.8
    every = horizon(folder, "all")
    assert every.since is None
    assert every.model.model_.n_docs_ == 700

    assert run(["topics", str(folder), "--horizon", "3h", "--json"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)[0]["id"] == orbit
    assert "learnt from 150 texts between 2023-11-15 11:00:00 UTC and 2023-11" in said.err
    assert run(["topics", str(folder), "--at", "2023-11-15 06:30", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["size"] < 0.7
    assert run(["info", str(folder), "--at", "2023-11-15 06:30", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["n_docs"] == 300
    assert run(["topics", str(folder), "--horizon", "3h", "--at", "2023-11-15"]) == 2
    assert "give one" in capsys.readouterr().err
    assert run(["topics", str(folder), "--at", "2022-01-01"]) == 2
    assert "there are 2023-11-15 01:00:00 UTC, " in capsys.readouterr().err


def test_what_cannot_be_compared_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    followed(tmp_path / "none", monkeypatch, None)
    with pytest.raises(InputError, match=r"no state to compare.*--states 24h,30d"):
        horizon(tmp_path / "none", "1h")
    followed(tmp_path / "anew", monkeypatch, held=700)
    assert len(moments(tmp_path / "anew")) > 5
    with pytest.raises(InputError, match="topics were merged or learnt anew"):
        horizon(tmp_path / "anew", "1h")
    with pytest.raises(SettingError, match="horizon soon: expected a span of time"):
        horizon(tmp_path / "anew", "soon")

"""Two moments side by side: what was not there yet was born, and is no topic of any words."""

from __future__ import annotations

from pathlib import Path

import pytest

from biterms.serve.moment_views import State, States, compared
from tests.streams.chapters.planted import SUBJECTS, followed, model, records


def state(**sizes: float) -> State:
    ids = {int(name[1:]): size for name, size in sizes.items()}
    words = {topic: {f"word{topic}": 0.5, "all": 0.1} for topic in ids}
    return State(ids, {topic: f"topic {topic}" for topic in ids}, words)


def test_what_was_born_or_died_comes_first() -> None:
    rows = compared(state(t0=0.5, t1=0.3, t2=0.2), state(t0=0.52, t1=0.1, t3=0.1), {3: "mine"})
    assert [(row["id"], row["what"]) for row in rows] == [
        (2, ["died"]),
        (3, ["born"]),
        (1, ["shrank"]),
        (0, []),
    ]
    assert rows[1]["label"] == "mine"
    assert rows[1]["size_from"] is None
    assert rows[1]["went"] == []


def test_a_topic_of_which_nothing_was_learnt_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [*SUBJECTS.values()]
    followed(
        tmp_path / "live", records(200, lambda i, _: words[i % 4], apart=600), model=model(seed=1)
    )
    moments = States(tmp_path / "live")
    (step,) = (row["step"] for row in moments.all()["moments"])
    assert len(moments.compare(step, None, {})["topics"]) == 4
    # a topic that has more than it would have if all were as large is always there
    monkeypatch.setattr("biterms.serve.moment_views.LEAST", 1000)
    monkeypatch.setattr("biterms.serve.moment_views.SMALLEST", 1.0)
    rows = States(tmp_path / "live").compare(step, None, {})["topics"]
    assert 1 <= len(rows) <= 3
    assert all((row["size_to"] or 0) >= 0.25 for row in rows)

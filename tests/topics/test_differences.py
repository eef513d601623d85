"""Which topics moved, grew, were born or died."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from biterms import BTM, LDA, SVB, Differences, TopicDifference, TopicModel, Vectoriser
from biterms.errors import InputError, SettingError
from tests.topics.newsroom import SUBJECTS, news

LINES = {name: lines.split("|") for name, lines in SUBJECTS.items()}


def begun(seed: int = 0, k: int = 3, texts: list[str] | None = None) -> TopicModel:
    model = LDA(k, learner=SVB(), random_state=seed, n_threads=1, batch_size=50)
    given = news(300, seed)[0] if texts is None else texts
    return TopicModel(model, text=Vectoriser(min_df=2)).update(given)


def only(name: str, n: int) -> list[str]:
    return [LINES[name][i % len(LINES[name])] for i in range(n)]


def test_what_grew_and_what_moved() -> None:
    model = begun()
    then, orbit, goal = deepcopy(model), model.find("orbit")[0].id, model.find("goal")[0].id
    model.update([*only("space", 400), *["rocket explodes over village"] * 300])
    found = model.changes(since=then)
    rows = {row.id: row for row in found}
    assert not found.aligned
    assert rows.keys() == {0, 1, 2}
    assert found[0].id == orbit
    assert rows[orbit].kind == "grew"
    assert rows[goal].kind == "shrank"
    assert rows[orbit].moved
    assert {"explodes", "village"} & {*rows[orbit].gained}
    assert_allclose(sum(row.before for row in found), 1.0)
    assert_allclose(sum(row.after for row in found), 1.0)
    p, q = then.model_.topics_[orbit], model.model_.topics_[orbit]
    p = np.append(p, np.zeros(len(q) - len(p)))
    assert_allclose(rows[orbit].distance, np.sqrt(1 - np.sqrt(p * q).sum()), rtol=1e-9)


def test_nothing_changes_between_equal_models() -> None:
    model = begun()
    found = model.changes(since=deepcopy(model))
    assert [row.kind for row in found] == ["steady"] * 3
    assert found.changed() == []
    assert str(found) == "3 topics: 3 steady"


def test_topics_that_were_merged_have_died() -> None:
    model = begun()
    then = deepcopy(model)
    model.merge_topics([0, 1])
    kinds = {row.id: row.kind for row in model.changes(since=then)}
    assert kinds[1] == "died"
    assert kinds[0] == "grew"


def test_models_that_began_with_other_topics_are_matched_by_words() -> None:
    one, other = begun(1), begun(2)
    found = other.changes(since=one)
    assert found.aligned
    for row in found:
        assert row.was is not None
        assert one.topic(row.was, 1).words[0].word  # there is such a topic
    two = begun(k=2, texts=only("football", 200) + only("space", 200))
    born = begun(k=1, texts=only("money", 200)).changes(since=two)
    assert sorted(row.kind for row in born) == ["born", "died", "died"]
    assert "matched by their words" in str(born)
    assert all(row.kind != "born" for row in other.changes(since=one, distance=1.0))


def test_as_a_table_a_picture_and_json() -> None:
    model = begun()
    then = deepcopy(model)
    model.set_labels({0: "<b>&"})
    found = model.update(only("space", 400)).changes(since=then)
    assert {*found.to_rows()[0]} == {*found.kinds}
    assert found.to_pandas().shape == (3, len(found.kinds))
    assert json.loads(json.dumps(found.to_dicts()))["topics"][0]["id"] == found[0].id
    root = ET.fromstring(found.svg())
    circles = [each for each in root.iter() if each.tag.endswith("circle")]
    assert len(circles) == 6
    assert "<b>" not in found._repr_html_()
    assert found._repr_mimebundle_()["text/plain"] == str(found)
    assert len(found[:2]) == 2
    assert isinstance(found[:2], Differences)


@pytest.mark.parametrize(
    ("shares", "kind"),
    [
        ((0.001, 0.02), "born"),
        ((0.02, 0.001), "died"),
        ((0.02, 0.026), "grew"),
        ((0.026, 0.02), "shrank"),
        ((0.02, 0.024), "steady"),
    ],
)
def test_what_became_of_a_share(shares: tuple[float, float], kind: Any) -> None:
    from biterms.topics.algebra.comparing import _kind

    assert _kind(*shares) == kind
    row = TopicDifference(1, "x", 1, kind, *shares, 0.1)
    assert row.description().startswith(kind)
    assert "moved" not in row.description()


def test_what_cannot_be_compared() -> None:
    counts = TopicModel.from_counts(np.eye(4, dtype=int).repeat(9, 0), model=LDA(2, random_state=0))
    with pytest.raises(InputError, match="one from counts"):
        begun().changes(since=counts)
    assert len(counts.changes(since=deepcopy(counts))) == 2
    with pytest.raises(SettingError, match="distance=-1"):
        begun().changes(since=begun(), distance=-1)
    sampler = TopicModel(BTM(3, sweeps=5, random_state=0)).fit(news(200)[0])
    assert sampler.changes(since=deepcopy(sampler)).changed() == []

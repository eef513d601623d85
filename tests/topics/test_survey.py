"""What a report counts: all texts, once, and every one of them a point."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest

from biterms import LDA, Change, TopicModel
from biterms.errors import InputError
from biterms.text.readers import Record
from biterms.topics import document_map
from biterms.topics.document_map import Ground, Points
from biterms.topics.headline import headline
from biterms.topics.report import report_data
from biterms.topics.themes import Theme, themes_of
from tests.topics.newsroom import fresh, news


def records(n: int = 300) -> list[Record]:
    texts, labels = news(n)
    return [
        Record(text, str(i), f"2024-01-{1 + i % 20:02}", label)
        for i, (text, label) in enumerate(zip(texts, labels, strict=True))
    ]


@pytest.fixture(scope="module")
def model() -> TopicModel:
    return fresh(keep=50).fit(records())


def given(model: TopicModel, texts: list[Record]) -> object:
    from biterms.topics.handed_in import Beside

    return model._given(texts, Beside())


def test_all_texts_are_counted_and_not_the_sample(model: TopicModel) -> None:
    texts = [*records(), Record("zzz", "x", "2024-01-01", None)]
    data = report_data(model, given=given(model, texts))  # type: ignore[arg-type]
    course = model.topics_over_time("auto", texts)
    assert data.over_time
    assert data.over_time.n_texts == 300 > len(model.sample_.records)
    np.testing.assert_array_equal(data.over_time.shares, course.shares)
    assert data.classes
    np.testing.assert_array_equal(data.classes.shares, model.topics_per_class(texts).shares)
    assert data.documents
    assert (len(data.documents.x), data.documents.n_texts) == (300, 300)
    assert data.headline[0].startswith("301 texts from 1 January 2024 to 20 January 2024, mostly")


def test_without_texts_it_is_the_sample_that_stands_for_all(model: TopicModel) -> None:
    data = report_data(model)
    assert data.documents
    assert len(data.documents.x) == 50
    assert data.headline[0].startswith("300 texts from")
    assert data.over_time
    assert "sample of 50 out of 300" in data.over_time.counted()


def test_points_are_sorted_by_topic_and_period(model: TopicModel) -> None:
    texts = records()
    data = report_data(model, given=given(model, texts), freq="day")  # type: ignore[arg-type]
    assert data.documents
    leads = model.transform([record.text for record in texts]).argmax(axis=1)
    expected = np.zeros_like(data.documents.counts)
    for k, record in zip(leads.tolist(), texts, strict=True):
        row = data.documents.ids.index(model.ids_[k])
        expected[row, int(str(record.time)[8:10]) - 1] += 1
    np.testing.assert_array_equal(data.documents.counts, expected)


def test_texts_without_a_time_are_in_the_last_column(model: TopicModel) -> None:
    texts = [record._replace(time=None) if i % 2 else record for i, record in enumerate(records())]
    data = report_data(model, given=given(model, texts), freq="day")  # type: ignore[arg-type]
    assert data.documents
    assert data.documents.counts[:, -1].sum() == 150
    assert data.documents.counts.sum() == 300


def test_a_text_of_one_topic_is_near_its_place() -> None:
    places = np.array([[0.0, 0.0], [10.0, 0.0], [0.0, 10.0]])
    ground = Ground.of(np.arange(3), places, np.full(3, 1 / 3))
    numbers = document_map.mixed(np.arange(3000, dtype=np.uint64))
    mixtures = np.eye(3)[np.arange(3000) % 3]
    x, y, main = ground.points(mixtures, numbers)
    left, bottom, right, top = ground.box
    found = np.column_stack([left + (right - left) * x / 4096, bottom + (top - bottom) * y / 4096])
    far = np.linalg.norm(found - places[main], axis=1) / ground.radii[main]
    # twice the distance of two normal numbers with deviation 1/2 is Rayleigh's: its mean is known
    assert far.mean() == pytest.approx(0.5 * np.sqrt(np.pi / 2), rel=0.05)
    np.testing.assert_array_equal(main, np.arange(3000) % 3)


def test_a_text_of_two_topics_is_between_them() -> None:
    places = np.array([[0.0, 0.0], [10.0, 0.0]])
    ground = Ground.of(np.arange(2), places, np.full(2, 0.5))
    numbers = document_map.mixed(np.arange(2000, dtype=np.uint64))
    x, _, _ = ground.points(np.full((2000, 2), 0.5), numbers)
    left, _, right, _ = ground.box
    assert (left + (right - left) * x / 4096).mean() == pytest.approx(5, abs=0.1)


def test_of_too_many_texts_a_fair_sample_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_map, "MOST_POINTS", 1000)
    ground = Ground.of(np.arange(2), np.array([[0.0, 0.0], [9.0, 0.0]]), np.full(2, 0.5))
    mixtures = np.eye(2)[np.arange(5000) % 5 // 4]  # every fifth is of topic 1
    whole, pieces = Points(ground), Points(ground)
    whole.add(np.full(5000, np.nan), mixtures)
    for begin in range(0, 5000, 300):
        part = mixtures[begin : begin + 300]
        pieces.add(np.full(len(part), np.nan), part)
    one, other = whole.map((0, 1), None), pieces.map((0, 1), None)
    assert (len(one.x), one.n_texts) == (1000, 5000)
    assert one.counts[1, 0] == pytest.approx(200, abs=40)
    np.testing.assert_array_equal(one.counts, other.counts)
    np.testing.assert_array_equal(one.x, other.x)


def test_themes_are_the_groups_of_the_tree(model: TopicModel) -> None:
    big = fresh(6).fit(records())
    tree = big.hierarchy()
    themes = themes_of(tree, 3)
    assert sorted(sorted(theme.ids) for theme in themes) == sorted(map(sorted, tree.groups(3)))
    assert sum(theme.size for theme in themes) == pytest.approx(1)
    assert [theme.size for theme in themes] == sorted((t.size for t in themes), reverse=True)
    assert {theme.label for theme in themes if len(theme.ids) > 1} <= {
        merge.label for merge in tree.merges
    }


def test_one_topic_has_a_report() -> None:
    data = report_data(TopicModel(LDA(1, random_state=0)).fit(news(30)[0]))
    assert [theme.ids for theme in data.themes] == [(0,)]
    assert data.topics[0].relatives == ()


def test_relatives_are_the_nearest_topics_by_hellinger() -> None:
    model = fresh(6).fit(records())
    data = report_data(model)
    roots = {k: np.sqrt(model.model_.topics_[model.fitted.ids.index(k)]) for k in model.ids_}
    for shown in data.topics:
        own = shown.topic.id
        likeness = {k: float(roots[own] @ roots[k]) for k in roots if k != own}
        assert list(shown.relatives) == sorted(likeness, key=lambda k: -likeness[k])[:4]


def test_the_headline_says_what_rose_fell_and_is_new() -> None:
    themes = [Theme("sport", (0,), 0.5), Theme("money", (1,), 0.3), Theme("space", (2,), 0.2)]
    day = date(2024, 3, 1)
    changes = [
        Change(0, "goals", "rose", day, None, 0.1, 0.3, 1e-9),
        Change(1, "rates", "fell", day, None, 0.4, 0.2, 1e-9),
        Change(2, "mars", "appeared", day, None, 0.01, 0.2, 1e-9),
        Change(3, "moon", "burst", day, date(2024, 4, 1), 0.1, 0.2, 1e-9),
    ]
    about, changed = headline(1200, (date(2024, 1, 1), date(2024, 6, 2)), themes, changes)
    assert about == (
        "1,200 texts from 1 January 2024 to 2 June 2024, mostly about “sport” (50%), “money” (30%) "
        "and “space” (20%)."
    )
    assert changed == (
        "“goals” rose most, from 10.0% to 30.0% of the texts since 1 March 2024; "
        "“rates” fell most, from 40.0% to 20.0% of the texts since 1 March 2024; "
        "“mars” is new, from 1.0% to 20.0% of the texts since 1 March 2024."
    )
    assert headline(1, None, themes[:1], []) == ("1 text, mostly about “sport” (50%).",)


def test_columns_without_texts_are_refused(model: TopicModel, tmp_path: object) -> None:
    with pytest.raises(InputError, match="without texts"):
        model.report(f"{tmp_path}/x.html", times=["2024-01-01"])

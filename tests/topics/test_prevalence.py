"""Topics over time."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest
from numpy.testing import assert_allclose

from biterms.text.readers import Record
from biterms.topics.prevalence import MOST_BUCKETS, prevalence
from biterms.topics.report import report_data
from biterms.topics.report_data import timestamp
from tests.topics.newsroom import SUBJECTS, fresh, news, newspaper

DAY = 86_400.0


def test_shares_are_means_over_the_texts_of_a_stretch() -> None:
    times = ["2024-01-01", "2024-01-01", "2024-01-03", "soon", None]
    mixtures = np.array([[1.0, 0], [0.5, 0.5], [0, 1.0], [1, 0], [1, 0]])
    found = prevalence(times, mixtures)
    assert found is not None
    assert [time[:10] for time in found.times] == ["2024-01-01", "2024-01-03"]
    assert_allclose(found.shares, [[0.75, 0.0], [0.25, 1.0]])
    assert found.documents == (2, 1)


def test_the_order_of_day_and_month_is_decided_on_all_texts() -> None:
    found = prevalence(["5/6/2024", "4/6/2024", "31/5/2024"], np.full((3, 1), 1.0))
    assert found is not None
    assert [time[:10] for time in found.times] == ["2024-05-31", "2024-06-04", "2024-06-05"]


def test_a_report_says_how_many_times_were_understood() -> None:
    texts, _ = news(60)
    records = [Record(text, str(i), "soon" if i else "2024", None) for i, text in enumerate(texts)]
    assert report_data(fresh().fit(records)).made["times"] == "1 of 60 understood, not 'soon'"
    assert "times" not in report_data(newspaper(60)).made


@pytest.mark.parametrize("years", [0.001, 0.02, 0.4, 3, 30, 300])
def test_there_are_never_too_many_stretches(years: float) -> None:
    seconds = np.linspace(0, years * 365 * DAY, 5000)
    times = [datetime.fromtimestamp(s, UTC).isoformat() for s in seconds]
    found = prevalence(times, np.full((5000, 2), 0.5))
    assert found is not None
    assert 2 <= len(found.times) <= max(MOST_BUCKETS, years + 1)
    begins = [timestamp(time) for time in found.times]
    assert begins == sorted({*begins})
    assert sum(found.documents) == 5000


@pytest.mark.parametrize(
    "times", [[], [None, None], ["2024-01-01", None], ["2024-01-01", "2024-01-01"]], ids=repr
)
def test_one_moment_is_no_course(times: list[str | None]) -> None:
    assert prevalence(times, np.full((len(times), 2), 0.5)) is None


def test_a_report_has_the_course_of_its_topics() -> None:
    """Football only in the first half, the rest later."""
    texts, labels = news(400)
    months = ["2024-01-10" if label == "football" else "2024-06-10" for label in labels]
    records = [
        Record(text, str(i), time, None)
        for i, (text, time) in enumerate(zip(texts, months, strict=True))
    ]
    data = report_data(fresh().fit(records), title="News")
    assert data.prevalence is not None
    order = [shown.topic.id for shown in data.topics]
    model_sizes = [shown.topic.size for shown in data.topics]
    assert model_sizes == sorted(model_sizes, reverse=True)
    [(football, _), *_] = data.words["match"]
    first, last = (data.prevalence.shares[order.index(football)][at] for at in (0, -1))
    assert first > last + 0.2


def test_a_report_of_a_model_without_texts_or_times() -> None:
    data = report_data(newspaper(60, keep=0))
    assert data.prevalence is None
    assert all(shown.examples == () for shown in data.topics)
    assert report_data(newspaper(60)).prevalence is None


def test_the_search_knows_the_words() -> None:
    model = newspaper(300)
    data = report_data(model, quality=model.evaluate(news(50, seed=1)[0]))
    assert {*data.words} == {*model.words()}
    for word in ("goal", "orbit", "bank"):
        [(best, share), *_] = data.words[word]
        [place, *_] = model.find(word)
        assert (best, share) == (place.id, pytest.approx(place.share))
    assert {"lpp", "npmi", "diversity"} <= {*data.quality}
    written = {word for lines in SUBJECTS.values() for word in lines.replace("|", " ").split()}
    assert {word.word for shown in data.topics for word in shown.topic.words} <= written

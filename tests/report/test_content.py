"""The data of the page: order, limits, and a note about what was left out."""

from __future__ import annotations

import dataclasses
from datetime import date, datetime, timedelta

import numpy as np
import pytest

from biterms.errors import InputError
from biterms.report import content as limits
from biterms.report.content import content
from biterms.report.explanations import provenance_rows, quality_rows
from biterms.topics.report_data import ReportData
from biterms.topics.views import Word
from tests.report.samples import course, sample


def test_largest_topics_first_and_the_rest_follows_them() -> None:
    data = sample(9, n_times=4)
    result = content(data)
    sizes = [topic["size"] for topic in result["topics"]]
    assert sizes == sorted(sizes, reverse=True)
    assert data.over_time
    for place, topic in enumerate(result["topics"]):
        shares = data.over_time.shares[:, topic["id"]]
        assert result["time"]["shares"][place] == pytest.approx(list(shares), abs=5e-5)
    row = next(row for row in result["words"] if row[0] == "word4")
    ids = [result["topics"][place]["id"] for place in row[1::2]]
    assert (ids, row[2::2]) == ([4, 5], [0.75, 0.25])


def test_words_are_the_most_probable_and_the_most_relevant() -> None:
    words = tuple(Word(f"w{i}", (100 - i) / 1e4, float(i)) for i in range(100))
    result = content(with_words(sample(1), words))["topics"][0]["words"]
    expected = {
        f"w{i}" for i in [*range(limits.TOPIC_WORDS), *range(100 - limits.TOPIC_WORDS, 100)]
    }
    assert {word[0] for word in result} == expected
    assert len(result) == len(expected)


def with_words(data: ReportData, words: tuple[Word, ...]) -> ReportData:
    [shown] = data.topics
    topic = dataclasses.replace(shown.topic, words=words)
    return dataclasses.replace(data, topics=(dataclasses.replace(shown, topic=topic),))


def test_what_is_left_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert content(sample())["left_out"] == []
    monkeypatch.setattr(limits, "SHOWN_TOPICS", 5)
    monkeypatch.setattr(limits, "MAX_WORDS", 100)
    result = content(sample(8, n_words=1999))
    assert len(result["topics"]) == 5
    assert len(result["words"]) == 100
    assert all(place < 5 for row in result["words"] for place in row[1::2])
    assert result["left_out"] == [
        "This page shows the 5 largest of 8 topics.",
        "The search covers 100 of 2,000 words.",
    ]


def test_texts_are_shortened() -> None:
    result = content(sample(2, text="long " * 10_000))
    topic = result["topics"][0]
    assert len(topic["examples"][0][0]) <= limits.TEXT_LENGTH
    assert topic["examples"][0][0].endswith("…")
    assert len(topic["label"]) <= limits.NAME_LENGTH
    assert all(len(text) <= limits.VALUE_LENGTH for row in result["provenance"] for text in row)
    assert all(len(text) <= limits.VALUE_LENGTH for row in result["quality"] for text in row)


def test_too_many_times_are_refused() -> None:
    days = [date(2020, 1, 1) + timedelta(days=t) for t in range(401)]
    over_time = course(days, np.full((401, 2), 0.5), [1] * 401)
    with pytest.raises(InputError, match="401 points in time, expected at most 400; use longer"):
        content(dataclasses.replace(sample(2), over_time=over_time))


def test_times_are_read_as_utc() -> None:
    hours = [datetime(1970, 1, 2), datetime(1970, 1, 2, 1), datetime(1970, 1, 2, 2)]
    over_time = course(hours, [[0.1]] * 3, [1, 2, 3])
    result = content(dataclasses.replace(sample(1), over_time=over_time))["time"]
    assert result["stamps"] == [86_400_000, 90_000_000, 93_600_000]
    assert result["names"] == ["1970-01-02T00:00", "1970-01-02T01:00", "1970-01-02T02:00"]


def test_one_moment_is_no_course() -> None:
    over_time = course([date(2024, 1, 1)], [[1.0]], [9])
    assert content(dataclasses.replace(sample(1), over_time=over_time))["time"] is None


def test_what_changed_comes_first_and_is_described() -> None:
    weeks = [date(2024, 1, 1) + timedelta(days=7 * t) for t in range(4)]
    shares = [[0.5, 0.3, 0.2], [0.5, 0.3, 0.2], [0.2, 0.2, 0.6], [0.4, 0.4, 0.2]]
    data = dataclasses.replace(sample(3), over_time=course(weeks, shares, [200] * 4))
    result = content(data)
    [first, *rest] = result["time"]["changes"]
    assert result["topics"][first[0]]["id"] == 2
    assert first[1] == "burst from 2024-01-15 to 2024-01-21: 60.0% of the texts, otherwise 20.0%"
    assert sorted(place for place, _ in [first, *rest]) == [0, 1, 2]


def test_figures_have_names_and_known_ones_an_explanation() -> None:
    rows = quality_rows({"npmi": 0.12345, "lpp": "too few words", "my_own": 12.0})
    assert [row[:2] for row in rows] == [
        ["Coherence in these texts (NPMI)", "0.123"],
        ["Held-out fit (LPP)", "too few words"],
        ["my own", "12"],
    ]
    assert [bool(row[2]) for row in rows] == [True, True, False]


def test_provenance_has_names_and_answers_for_people() -> None:
    rows = provenance_rows({"n_docs": "12345", "stopped": "False", "seed": "12345", "my_own": "x"})
    assert rows == [
        ["texts", "12,345"],
        ["stopped early", "no"],
        ["seed", "12345"],
        ["my own", "x"],
    ]

"""Topics over time and per class."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from biterms import TopicModel
from biterms.errors import InputError, MissingExtra, SettingError, TimeWarning
from biterms.text.readers import Record
from biterms.text.times import TimeColumn
from biterms.topics import share_charts, tally
from biterms.topics.grouping import Given, Told, TopicNames, count_classes, count_periods
from biterms.topics.over_time import TopicsOverTime
from biterms.topics.periods import FEW, LENGTHS, Freq, begin_of, last_day, longer, periods_of
from biterms.topics.report import report_data
from biterms.topics.texts import TEXTS_AT_ONCE
from tests.topics.newsroom import fresh, news, newspaper

DAY = 86_400.0


def given(times: Sequence[str | None], mixtures: Any, piece: int = 10_000) -> Given:
    table = np.asarray(mixtures, dtype=float)
    records = [Record("text", str(i), time, None) for i, time in enumerate(times)]
    told = [
        Told(records[at : at + piece], table[at : at + piece])
        for at in range(0, len(records), piece)
    ]
    ids = range(table.shape[1])
    return Given(
        TopicNames([*ids], tuple(ids), tuple(f"topic {k}" for k in ids)), told, TimeColumn()
    )


def dated(n: int = 400) -> list[Record]:
    """Football in January, all else in June."""
    months = {"football": "2024-01-10", "space": "2024-06-10", "money": "2024-06-11"}
    texts, labels = news(n)
    return [
        Record(text, str(i), months[label], label)
        for i, (text, label) in enumerate(zip(texts, labels, strict=True))
    ]


def test_shares_are_means_over_the_texts_of_a_period() -> None:
    times = ["2024-01-01", "2024-01-01T23:59", "2024-01-03", "soon", None, "2024-01-03"]
    mixtures = [[1.0, 0], [0.5, 0.5], [0, 1.0], [1, 0], [1, 0], [np.nan, np.nan]]
    with pytest.warns(TimeWarning, match="4 of 5 understood, not 'soon'"):
        found = count_periods(given(times, mixtures), "day")
    assert found.periods == (date(2024, 1, 1), date(2024, 1, 3))
    assert_allclose(found.shares, [[0.75, 0.25], [0.0, 1.0]])
    assert found.documents.tolist() == [2, 1]
    assert (found.n_texts, found.n_given) == (3, 6)
    assert_allclose(found.variances, np.var([1, 0.5, 0]))
    assert "3 without a period or a known word left out" in repr(found)


def test_errors_are_those_of_the_posterior_of_a_share() -> None:
    found = count_periods(given(["2024-01-01"] * 8, [[0.25, 0.75]] * 8), "year")
    expected = [stats.beta(s + 0.5, 8 - s + 0.5).std() for s in (2, 6)]
    assert_allclose(found.errors, [expected])


def begin_by_hand(moment: datetime, freq: Freq) -> date:
    day = moment.date()
    return {
        "hour": moment.replace(minute=0, second=0, microsecond=0, tzinfo=None),
        "day": day,
        "week": day - timedelta(days=day.weekday()),
        "month": day.replace(day=1),
        "quarter": day.replace(month=day.month - (day.month - 1) % 3, day=1),
        "year": day.replace(month=1, day=1),
    }[freq]


@pytest.mark.parametrize("freq", LENGTHS)
def test_periods_are_those_of_the_calendar(freq: Freq) -> None:
    rng = np.random.default_rng(0)
    seconds = np.concatenate([rng.uniform(-3e9, 6e9, 200), [0.0, -1.0, 951_782_400.0]])
    for unit in LENGTHS[: LENGTHS.index(freq) + 1]:
        if unit not in ("hour", "day", "month") or (unit, freq) == ("month", "week"):
            continue
        numbers = longer(periods_of(seconds, unit), unit, freq).tolist()
        for second, number in zip(seconds.tolist(), numbers, strict=True):
            begin = begin_of(number, freq)
            assert begin == begin_by_hand(datetime.fromtimestamp(second, UTC), freq)
            if freq != "hour":
                assert last_day(begin, freq) + timedelta(days=1) == begin_of(number + 1, freq)


@pytest.mark.parametrize("years", [0.001, 0.02, 0.4, 3, 30, 300])
def test_there_are_never_too_many_periods_however_texts_are_handed_over(years: float) -> None:
    seconds = np.random.default_rng(0).permutation(np.linspace(0, years * 365 * DAY, 3000))
    times = [datetime.fromtimestamp(s, UTC).isoformat() for s in seconds]
    mixtures = np.random.default_rng(1).dirichlet([0.5, 0.5], 3000)
    found = count_periods(given(times, mixtures), "auto")
    assert 2 <= len(found.periods) <= max(FEW, years + 1)
    assert found.n_texts == 3000
    in_pieces = count_periods(given(times, mixtures, piece=7), "auto")
    assert (in_pieces.periods, in_pieces.freq) == (found.periods, found.freq)
    assert_allclose(in_pieces.shares, found.shares)
    again = count_periods(given(times, mixtures), found.freq)
    assert again.periods == found.periods
    assert_allclose(again.shares, found.shares)


def test_the_sample_and_all_texts_are_counted_alike() -> None:
    records = dated()
    model = fresh().fit(records)
    sampled, every = model.topics_over_time("month"), model.topics_over_time("month", iter(records))
    assert sampled.periods == every.periods == (date(2024, 1, 1), date(2024, 6, 1))
    assert_allclose(sampled.shares, every.shares)
    january = [record.text for record in records if record.time == "2024-01-10"]
    assert_allclose(every.shares[0], model.transform(january).mean(axis=0))
    assert every.ids == tuple(model.ids_)
    few = fresh(keep=50).fit(records).topics_over_time()
    assert few.n_texts == 50
    assert "a sample of 50 out of 400 texts" in repr(few)


def test_a_table_for_pandas() -> None:
    model = fresh().fit(dated())
    found = model.topics_over_time("month")
    table = found.to_pandas()
    assert table.columns.tolist() == ["period", "id", "label", "share", "error", "texts"]
    row = table[(table.period == date(2024, 6, 1)) & (table.id == found.ids[2])].iloc[0]
    assert row.share == found.shares[1, 2]
    assert row.error == found.errors[1, 2]
    assert row.label == model.topic(found.ids[2]).label


def test_classes_have_the_topics_of_their_texts() -> None:
    model = fresh().fit(dated())
    found = model.topics_per_class()
    assert found.classes == ("football", "money", "space")
    for name, word in {"football": "goal", "money": "bank", "space": "orbit"}.items():
        [best, *_] = model.find(word)
        row = found.shares[found.classes.index(name)]
        assert found.ids[int(row.argmax())] == best.id
    assert_allclose(found.shares.sum(axis=1), 1)
    assert found.to_pandas()["class"].unique().tolist() == list(found.classes)
    assert_allclose(model.topics_per_class(dated()).shares, found.shares)


@pytest.mark.parametrize("name", ["topics_over_time", "topics_per_class"])
def test_notebooks_draw_a_chart_or_show_a_table(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    records = [one._replace(label=f"<b>{one.label}") for one in dated()]
    model = fresh().fit(records).set_labels({0: "<script>"})
    found = getattr(model, name)()
    bundle = found._repr_mimebundle_()
    assert {*bundle} == {"text/plain", "text/html", share_charts.MIME_TYPE}
    [rows] = bundle[share_charts.MIME_TYPE]["datasets"].values()
    names = {row["topic"] for row in rows}
    assert names == {f"{t.id}: {t.label}" for t in model.topics()}
    assert "&lt;script&gt;" in bundle["text/html"]
    assert "<script>" not in bundle["text/html"]
    assert "<b>" not in bundle["text/html"]
    monkeypatch.setitem(sys.modules, "altair", None)
    monkeypatch.delitem(sys.modules, "biterms.topics.share_charts")
    with pytest.raises(MissingExtra, match=r"biterms\[report\]"):
        found.chart()
    assert {*found._repr_mimebundle_()} == {"text/plain", "text/html"}


def without_times() -> list[Record]:
    return [Record(text, "", "soon", None) for text in news(60)[0]]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda m: m.topics_over_time(texts=without_times()),
            "none of the 60 texts .* time .*'soon' is the first",
        ),
        (lambda m: m.topics_over_time(), r"none of the 60 texts .* time .*\(there is none\)"),
        (
            lambda m: m.topics_over_time(texts=["late goal"]),
            r"none of the 1 texts .*\(there is none\)",
        ),
        (lambda m: m.topics_over_time(texts=[]), "none of the 0 texts"),
        (lambda m: m.topics_over_time("fortnight"), "expected one of auto, hour, day"),
        (lambda m: m.topics_per_class(), "none of the 60 texts .* label"),
    ],
    ids=["unreadable", "kept", "strings", "nothing", "freq", "classes"],
)
def test_what_cannot_be_counted_is_refused(call: Any, message: str) -> None:
    with pytest.raises((InputError, SettingError), match=message):
        call(fresh().fit(news(60)[0]))


def test_a_model_without_texts_is_told_to_give_some() -> None:
    with pytest.raises(InputError, match="no texts were kept"):
        newspaper(60, keep=0).topics_over_time()
    counted = TopicModel.from_counts(np.eye(4), model=fresh(2).model)
    with pytest.raises(InputError, match="made from counts: it cannot read texts"):
        counted.topics_over_time(texts=dated(10))


def test_too_many_groups_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally, "MOST_GROUPS", 2)
    records = [Record("x", "", None, name) for name in "abc"]
    told = [Told(records, np.ones((3, 1)))]
    with pytest.raises(InputError, match="more than 2 groups of texts, such as c; expected fewer"):
        count_classes(Given(TopicNames([0], (0,), ("one",)), told, TimeColumn()))


def test_a_report_has_the_course_of_its_topics() -> None:
    model = fresh().fit(dated())
    data = report_data(model, title="News")
    assert isinstance(data.over_time, TopicsOverTime)
    [(football, _), *_] = data.words["match"]
    first, last = (data.over_time.shares[at, data.over_time.ids.index(football)] for at in (0, -1))
    assert first > last + 0.2
    assert data.made["over_time"] == "400 texts"
    given_course = model.topics_over_time("year", dated())
    assert report_data(model, over_time=given_course).over_time is given_course


def test_a_report_of_a_model_without_texts_or_times() -> None:
    data = report_data(newspaper(60, keep=0))
    assert data.over_time is None
    assert all(shown.examples == () for shown in data.topics)
    assert report_data(newspaper(60)).over_time is None


def test_texts_are_counted_as_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than two pieces of texts are held, however many there are."""
    counted, add = [0], tally.Tally.add

    def counting(self: tally.Tally, keys: Any, mixtures: Any) -> None:
        counted[0] += len(keys)
        add(self, keys, mixtures)

    def stream() -> Iterator[Record]:
        for at in range(5 * TEXTS_AT_ONCE):
            assert at - counted[0] <= 2 * TEXTS_AT_ONCE
            yield Record("late goal wins match", "", "2024-01-01", None)

    monkeypatch.setattr(tally.Tally, "add", counting)
    assert newspaper(60).topics_over_time(texts=stream()).n_texts == 5 * TEXTS_AT_ONCE

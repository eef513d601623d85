"""What changed over time, since when, how much, how sure; and no alarm where nothing changed."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from biterms.errors import InputError, SettingError
from biterms.topics import changes as scanning
from biterms.topics.changes import evidence_of
from biterms.topics.grouping import count_periods
from biterms.topics.over_time import TopicsOverTime
from tests.topics.test_over_time import given

FIRST = date(2024, 1, 1)


def weeks(shares: Any, texts: int = 500) -> TopicsOverTime:
    """The share of one topic in each week; a second topic has the rest."""
    column = np.asarray(shares, dtype=float)
    return TopicsOverTime(
        periods=tuple(FIRST + timedelta(days=7 * t) for t in range(len(column))),
        freq="week",
        ids=(7, 3),
        labels=("the topic", "the rest"),
        shares=np.column_stack([column, 1 - column]),
        documents=np.full(len(column), texts),
        n_given=texts * len(column),
    )


@pytest.mark.parametrize(
    ("shares", "kind", "since", "until", "before", "after"),
    [
        ([0.1] * 6 + [0.2] * 4, "rose", 6, None, 0.1, 0.2),
        ([0.2] * 3 + [0.1] * 7, "fell", 3, None, 0.2, 0.1),
        ([0.01] * 8 + [0.2] * 2, "appeared", 8, None, 0.01, 0.2),
        ([0.2] * 8 + [0.01] * 2, "vanished", 8, None, 0.2, 0.01),
        ([0.1] * 3 + [0.2] * 2 + [0.1] * 5, "burst", 3, 5, 0.1, 0.2),
        ([0.2] * 6 + [0.1] + [0.2] * 3, "dipped", 6, 7, 0.2, 0.1),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_planted_change_is_found_where_it_is(
    shares: list[float], kind: str, since: int, until: int | None, before: float, after: float
) -> None:
    course = weeks(shares)
    [change] = [change for change in course.changes() if change.id == 7]
    assert (change.kind, change.label) == (kind, "the topic")
    assert change.since == course.periods[since]
    end = None if until is None else FIRST + timedelta(days=7 * until - 1)
    assert change.until == end
    assert_allclose([change.before, change.after], [before, after])
    assert change.p_value < 0.01
    assert kind in repr(course.changes())


def test_the_surest_change_comes_first_and_tables_have_all() -> None:
    course = weeks([0.1] * 6 + [0.2] * 4)
    found = course.changes()
    assert found[0].p_value <= found[1].p_value
    table = found.to_pandas()
    assert table["id"].tolist() == [change.id for change in found]
    assert table["since"].tolist() == [course.periods[6]] * 2
    assert "the topic" in found._repr_html_()
    assert weeks([0.1] * 10).changes().to_pandas().empty


def test_nothing_is_said_where_nothing_changed() -> None:
    for course in (weeks([0.1] * 10), weeks([0.1, 0.11] * 5), weeks([0.4]), weeks([0.0] * 5)):
        assert len(course.changes()) == 0
    assert "no topic changed" in repr(weeks([0.1] * 10).changes())
    every = weeks([0.1] * 10).changes(level=1.0)
    assert [change.p_value for change in every] == [1.0, 1.0]


@pytest.mark.parametrize("sharpness", [0.02, 0.3])
def test_shuffled_times_raise_no_alarm(sharpness: float) -> None:
    """Mixtures of any shape, whose times mean nothing: at most one set in a hundred may err."""
    rng = np.random.default_rng(0)
    days = [(FIRST + timedelta(days=int(d))).isoformat() for d in rng.integers(0, 200, 2000)]
    for _ in range(25):
        mixtures = rng.dirichlet(np.full(20, sharpness), 2000)
        assert len(count_periods(given(days, mixtures), "week").changes()) == 0


def test_a_change_amid_chance_is_the_only_one_that_is_told() -> None:
    rng = np.random.default_rng(1)
    place = rng.integers(0, 20, 4000)
    days = [(FIRST + timedelta(days=7 * int(week))).isoformat() for week in place]
    mixtures = rng.dirichlet(np.full(15, 0.05), 4000)
    in_burst = np.flatnonzero((place >= 8) & (place < 11))
    mixtures[in_burst[::4]] = np.eye(15)[4]
    found = count_periods(given(days, mixtures), "week").changes()
    assert found[0].id == 4
    assert (found[0].kind, found[0].since) == ("burst", FIRST + timedelta(weeks=8))
    assert found[0].until == FIRST + timedelta(weeks=11, days=-1)
    assert all(change.kind == "dipped" for change in found[1:])  # what made room for it


@pytest.mark.parametrize(("n", "p"), [(10, 0.02), (100, 0.3), (1000, 0.01)])
def test_the_bound_is_above_the_exact_probability(n: int, p: float) -> None:
    """Of texts that have one topic each; there the bound is the relative entropy."""
    k = np.arange(1, n)
    evidence = evidence_of(np.full(n - 1, n), k / n, p, p * (1 - p))
    above = k / n > p
    assert (np.exp(-evidence[above]) >= stats.binom.sf(k[above] - 1, n, p)).all()
    assert (np.exp(-evidence[~above]) >= stats.binom.cdf(k[~above], n, p) * (1 - 1e-12)).all()
    q = k / n
    assert_allclose(evidence, n * (q * np.log(q / p) + (1 - q) * np.log((1 - q) / (1 - p))))


def test_the_bound_holds_for_mixtures_drawn_without_replacement() -> None:
    rng = np.random.default_rng(2)
    shares = rng.beta(0.1, 0.9, 400)
    means = np.array([rng.permutation(shares)[:60].mean() for _ in range(4000)])
    for mean in np.quantile(means, [0.9, 0.99, 0.999]):
        bound = float(np.exp(-evidence_of(np.array([60]), mean, shares.mean(), shares.var())[0]))
        assert (means >= mean).mean() <= bound < 1


def test_what_makes_no_sense_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingError, match="level=0, expected a probability above 0"):
        weeks([0.1] * 4).changes(level=0)
    monkeypatch.setattr(scanning, "MOST_PERIODS", 3)
    with pytest.raises(InputError, match="4 periods, expected at most 3: choose longer ones"):
        weeks([0.1] * 4).changes()

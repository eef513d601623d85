"""What rises or fades is told, and chance is not: also where texts come in bursts."""

from __future__ import annotations

import numpy as np
import pytest

from biterms.kernels import Array
from biterms.streams.chances import dispersion
from biterms.streams.trends import BEFORE, LEVEL, PIECES, POINTS, Course, Grid, Trend

FIRST = BEFORE * POINTS
TOPICS = 20


def course(
    random: np.random.Generator, texts: int, story: float = 1.0, times: float = 1.0
) -> Course:
    """Texts in a window as often as before it, in stories; topic 0 comes so many times as often.

    The change begins with the fourth piece of the window. Each text has a share of its own in its
    topic, and a share in another one.
    """
    stories = int(texts * (1 + BEFORE) / story)
    # the first topic is rare, so that it may rise; the others are of different sizes
    usual = np.append(0.03, 0.97 * random.dirichlet(np.full(TOPICS - 1, 2.0)))
    begin, topic = random.integers(0, PIECES, stories), random.choice(TOPICS, stories, p=usual)
    late = (begin >= FIRST + 3) & (random.random(stories) < 0.03 * (times - 1) / 0.97)
    topic[late] = 0
    size = random.geometric(1 / story, stories)
    begin, topic = begin.repeat(size), topic.repeat(size)
    shares = random.beta(6, 3, len(topic))
    x = np.zeros((TOPICS, PIECES))
    np.add.at(x, (topic, begin), shares)
    np.add.at(x, (random.choice(TOPICS, len(topic), p=usual), begin), 1 - shares)
    n = np.bincount(begin, minlength=PIECES).astype(float)
    return Course(Grid(0.0, 1.0), np.arange(TOPICS), n, x, x)


def by_days(fine: Course) -> Course:
    """The same, where only one piece of each window has texts: old ones are kept by the day."""

    def gathered(values: Array) -> Array:
        found = np.zeros_like(values)
        found[..., POINTS // 2 :: POINTS] = values.reshape(*values.shape[:-1], -1, POINTS).sum(-1)
        return found

    n, x = gathered(fine.documents), gathered(fine.shares)
    return Course(fine.grid, fine.ids, n, x, x)


def told(course: Course) -> list[Trend]:
    return [trend for trend in course.trends() if trend.told]


@pytest.mark.parametrize("days", [False, True])
@pytest.mark.parametrize("story", [1.0, 3.0, 10.0])
def test_chance_tells_nothing(story: float, days: bool) -> None:
    random, streams = np.random.default_rng(1), 150
    some = (course(random, 600, story) for _ in range(streams))
    alarms = sum(bool(told(by_days(each) if days else each)) for each in some)
    assert alarms <= 5, f"expected about {LEVEL * streams:.1f} at most"


@pytest.mark.parametrize("days", [False, True])
@pytest.mark.parametrize(
    ("texts", "story", "times", "least"), [(2000, 1, 3, 38), (6000, 1, 2, 38), (20_000, 3, 2, 30)]
)
def test_a_topic_that_rises_is_told(
    texts: int, story: float, times: float, least: int, days: bool
) -> None:
    random, found = np.random.default_rng(2), list[Trend]()
    for _ in range(40):
        one = course(random, texts, story, times)
        found += [trend for trend in told(by_days(one) if days else one) if trend.topic == 0]
    assert len(found) >= least
    assert all(trend.share > trend.before for trend in found)
    if not days:
        assert abs(np.median([trend.since for trend in found]) - (FIRST + 3)) <= 1


def test_a_topic_that_fades_is_told() -> None:
    one = course(np.random.default_rng(3), 4000)
    one.shares[0, FIRST + 6 :] *= 0.2
    (fade,) = told(one)
    assert fade.topic == 0
    assert abs(fade.since - (FIRST + 6)) <= 3
    assert fade.share < fade.before


@pytest.mark.parametrize("story", [1, 4])
def test_how_much_a_topic_varies_is_seen(story: int) -> None:
    """Texts with one topic each: 1 without stories, and their size where all are as large."""
    random = np.random.default_rng(4)
    x = story * random.poisson(40, (50, PIECES)).astype(float)
    found = dispersion(x.sum(axis=0), x, FIRST)
    assert 0.9 * story < np.median(found) < 1.4 * story


def test_a_stream_that_has_just_begun_is_compared_with_nothing() -> None:
    young = course(np.random.default_rng(5), 600)
    young.documents[:FIRST], young.shares[:, :FIRST] = 0, 0
    assert [(trend.p_value, trend.since) for trend in young.trends()] == [(1.0, FIRST)] * TOPICS
    none = np.zeros(PIECES)
    nothing = Course(young.grid, np.arange(0), none, young.shares[:0], young.shares[:0])
    assert nothing.trends() == []


def test_no_share_at_all_on_one_side_is_no_certainty() -> None:
    """A topic of two texts that came today is not a change of which one could be sure."""
    one = course(np.random.default_rng(6), 2000)
    one.shares[1] = 0
    one.shares[1, FIRST + 5] = 1.6
    assert one.trends()[1].p_value == 1

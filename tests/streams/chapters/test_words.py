"""Words of topics over time: the right ones, how far they move, and what becomes of topics."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms.streams.chapters.lives import Lives, came, went
from biterms.streams.chapters.top_words import COMPARED, TopWords, moved
from biterms.streams.chapters.words import Taken
from biterms.topics.most_probable import most_probable
from tests.streams.chapters.planted import OTHER, SUBJECTS, followed, model, records, rows

WORDS = [*SUBJECTS.values()]


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words are written after fewer texts."""
    monkeypatch.setattr("biterms.streams.chapters.words.ENOUGH", 300)


def test_top_words_from_changed_rows_are_those_of_all_rows() -> None:
    random = Random(1)
    words = [f"w{chr(97 + i // 26)}{chr(97 + i % 26)}x" for i in range(400)]
    weights = [1 / (3 + i) for i in range(400)]
    texts = [" ".join(random.choices(words, weights, k=6)) for _ in range(1200)]
    learnt = model().update(texts[:400])
    top = most_probable(learnt.model_.posterior_, COMPARED)
    for at in (400, 600, 1000):
        posterior = learnt.model_.posterior_
        mark = posterior.mark()
        learnt.update(texts[at : at + 200])
        after = learnt.model_.posterior_
        changed = after.changed_words(mark) if after is posterior else None
        found = TopWords.of(after, top, changed)
        top = most_probable(after, COMPARED)
        assert_array_equal(found.words, top)
        p = after.lam() / after.sums()[:, None]
        assert_allclose(found.probability, np.take_along_axis(p, top, axis=1))


def test_the_words_of_each_topic_are_written_by_day(tmp_path: Path) -> None:
    given = records(2000, lambda i, _: WORDS[i % 4])
    learnt = followed(tmp_path, given)
    days = {begin for (begin,) in rows(tmp_path, "SELECT DISTINCT begin FROM topic_words")}
    assert len(days) >= 4
    last = rows(
        tmp_path,
        "SELECT topic, words FROM topic_words WHERE begin = (SELECT max(begin) FROM topic_words)",
    )
    assert {topic for topic, _ in last} == {*learnt.ids_}
    subjects = [{*words} for words in WORDS]
    for _, written in last:
        words = [word for word, *_ in json.loads(written)][:5]
        assert any({*words} <= subject for subject in subjects)


def test_words_that_change_are_drift_and_others_are_not(tmp_path: Path) -> None:
    def subjects(i: int, _: Random) -> list[str]:
        sport = WORDS[0] if i < 2500 else OTHER[:6] + WORDS[0][:2]
        return [sport, *WORDS[1:]][i % 4]

    followed(tmp_path, records(4000, subjects), model=model(seed=1))
    told = rows(tmp_path, "SELECT topic, words FROM event WHERE kind = 'drift'")
    assert told
    sport = rows(tmp_path, "SELECT topic FROM topic_words WHERE words LIKE '%goal%' ORDER BY begin")
    assert {topic for topic, _ in told} == {sport[0][0]}
    assert any({*json.loads(words)} & {*OTHER} for _, words in told), told


def test_a_stream_without_change_has_no_events(tmp_path: Path) -> None:
    random = Random(5)
    followed(tmp_path, records(4000, lambda _, __: random.choice(WORDS)), model=model(seed=1))
    assert rows(tmp_path, "SELECT kind, topic, value FROM event") == []
    some = rows(tmp_path, "SELECT moved, chance FROM topic_words WHERE moved IS NOT NULL")
    assert len(some) > 12
    assert np.mean([far <= 2 * chance for far, chance in some]) > 0.9


def test_a_topic_that_nobody_writes_about_any_more_dies_and_comes_back(tmp_path: Path) -> None:
    def subjects(i: int, _: Random) -> list[str]:
        return WORDS[i % 4] if i < 1500 or i >= 3500 else WORDS[i % 3]

    followed(tmp_path, records(5000, subjects), model=model(seed=1))
    told = rows(tmp_path, "SELECT kind, words, step FROM event WHERE kind IN ('death', 'renewed')")
    assert [kind for kind, *_ in told] == ["death", "renewed"]
    assert {*json.loads(told[0][1])[:5]} <= {*WORDS[3]}
    assert 15 < told[0][2] <= 30 < 35 < told[1][2] <= 45


def test_small_topics_do_not_die_by_chance() -> None:
    random = np.random.default_rng(0)
    lives = Lives.none(np.arange(50))
    shares = np.geomspace(1e-4, 0.1, 50)
    for _ in range(400):
        lives, events = lives.after(random.poisson(1000 * shares), 1000)
        assert not events


def test_topics_that_become_one_are_told_once() -> None:
    lives = Lives.none(np.array([3, 5, 8]))
    sizes, close = np.array([5.0, 2.0, 9.0]), np.eye(3)
    told = []
    for value in (0.95, 0.95, 0.5, 0.5, 0.95, 0.96, 0.97, 0.6):
        close[0, 1] = close[1, 0] = value
        lives, events = lives.closer(close, sizes)
        told.append([tuple(event)[:3] for event in events])
    assert told == [[], [], [], [], [], [("merge", 5, 3)], [], []]


def test_new_topics_are_born_or_split_and_old_ones_merge_or_die() -> None:
    words = np.array([[0, 1], [0, 1], [4, 5]])
    top = TopWords(words, np.full((3, 2), 0.4), np.zeros((3, 2)))
    ids = np.array([1, 2, 3])
    events = came(ids, np.array([1]), top.closeness())
    assert [event[:3] for event in events] == [("split", 2, 1), ("birth", 3, None)]
    left = top.only(np.array([0]))
    gone = went((ids, top), (ids[:1], left))
    assert [event[:3] for event in gone] == [("merge", 2, 1), ("death", 3, None)]


def test_the_distance_is_hellingers_where_all_words_are_known() -> None:
    p, q = np.array([[0.5, 0.3, 0.2]]), np.array([[0.2, 0.3, 0.5]])
    words, drops = np.array([[0, 1, 2]]), np.zeros((1, 3))
    order = np.array([[2, 1, 0]])
    now = TopWords(words[:, ::-1], np.take_along_axis(q, order, 1), drops)
    far, _ = moved(TopWords(words, p, drops), now, q)
    assert_allclose(far, np.sqrt(1 - np.sqrt(p * q).sum()))
    gone, n = moved(TopWords(words, p, drops), now._replace(words=words + 7), np.zeros((1, 3)))
    assert 0.5 < gone[0] < 1
    assert n[0] == 7


def test_what_topics_take_is_added_up_by_their_ids() -> None:
    some = Taken.nothing().plus(np.array([1, 3]), np.ones((3, 2)))
    some = some.plus(np.array([3, 4]), np.full((3, 2), 2.0)).plus(
        np.array([1, 3, 4]), np.ones((3, 3))
    )
    assert some.of(np.array([4, 1, 9, 3]))[0].tolist() == [3, 2, 0, 4]

"""Recent and typical texts, and when words were seen."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from biterms import LDA, TopicModel, Vectoriser
from biterms.streams.chapters import recent
from tests.streams.chapters.planted import BEGIN, SUBJECTS, followed, records, rows

WORDS = [*SUBJECTS.values()]
GIVEN = records(900, lambda i, _: WORDS[i % 4], apart=3600)
NAMES = {record.id: record for record in GIVEN}


def test_the_last_texts_are_kept_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent, "KEPT", 250)
    monkeypatch.setattr(recent, "LETTERS", 12)
    followed(tmp_path, GIVEN)
    found = rows(tmp_path, "SELECT place, step, id, time, text FROM recent ORDER BY step, place")
    assert sorted(row[0] for row in found) == [*range(250)]
    assert {row[2] for row in found} == {record.id for record in GIVEN[-250:]}
    for _, step, id_, time, text in found:
        assert step == 1 + int(id_[1:]) // 100
        assert time == float(NAMES[id_].time)
        assert text == NAMES[id_].text[:12]


def test_of_a_large_cut_some_texts_are_kept_evenly(tmp_path: Path) -> None:
    from biterms.streams import Texts, follow
    from tests.streams.chapters.planted import model

    follow(Texts(GIVEN), tmp_path, model(), every=100, within=None)
    places = [int(id_[1:]) for (id_,) in rows(tmp_path, "SELECT id FROM recent ORDER BY place")]
    assert len(places) == recent.EACH
    assert places == [*range(8, 900, 9)]


def test_typical_texts_are_of_their_topic_of_late_and_different(tmp_path: Path) -> None:
    followed(tmp_path, records(1500, lambda i, _: WORDS[i % 4], apart=3600))
    found = rows(tmp_path, "SELECT topic, text, time, share FROM typical")
    topics = {topic for topic, *_ in found}
    assert len(topics) == 4
    for topic in topics:
        texts = [{*text.split()} for k, text, *_ in found if k == topic]
        assert 3 <= len(texts) <= 20
        (subject,) = {i for i, words in enumerate(WORDS) for text in texts if text & {*words}}
        assert all(text <= {*WORDS[subject]} for text in texts)
        pairs = [(a, b) for i, a in enumerate(texts) for b in texts[:i]]
        assert all(len(a & b) < 0.5 * len(a | b) for a, b in pairs)
    newest = BEGIN + 1500 * 3600
    assert sum(time > newest - 14 * 86_400 for _, _, time, _ in found) > len(found) / 2


def test_no_texts_are_kept_if_nobody_wants_them(tmp_path: Path) -> None:
    followed(tmp_path, GIVEN[:300])
    assert rows(tmp_path, "SELECT count(*) FROM recent") == [(300,)]
    followed(tmp_path, GIVEN, texts=False)
    for table in ("recent", "typical"):
        assert rows(tmp_path, f"SELECT count(*) FROM {table}") == [(0,)]
    assert rows(tmp_path, "SELECT sum(documents) FROM period") == [(900,)]


def test_it_is_known_when_words_joined_and_when_they_were_last_seen(tmp_path: Path) -> None:
    learnt = followed(tmp_path, GIVEN)
    found = {
        word: row
        for word, *row in rows(tmp_path, "SELECT name, id, first, last, left FROM word_seen")
    }
    assert {*found} == {*learnt.words()}
    for word, (_, first, last, left) in found.items():
        times = [int(float(record.time)) for record in GIVEN if word in record.text.split()]
        assert (last, left) == (max(times), None)
        assert min(times) <= first <= last


def test_words_that_leave_are_remembered_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("biterms.streams.chapters.word_seen.MOST", 12)

    def subjects(i: int, _: Random) -> list[str]:
        return [f"{word}{i // 300}" for word in WORDS[i % 4]]

    text = Vectoriser(
        min_df=2, max_words=50, prune=True, candidates=400, language=None, stop_words=None
    )
    small = TopicModel(LDA(4, random_state=0, n_threads=1), text=text, keep=100)
    learnt = followed(tmp_path, records(1500, subjects), model=small)
    there = rows(tmp_path, "SELECT name FROM word_seen WHERE left IS NULL")
    assert {name for (name,) in there} == {*learnt.words()}
    gone = rows(tmp_path, "SELECT first, last, left, id FROM word_seen WHERE left IS NOT NULL")
    assert 0 < len(gone) <= 12
    assert all(first <= last <= left and id_ is None for first, last, left, id_ in gone)

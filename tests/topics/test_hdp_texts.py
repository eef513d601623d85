"""Texts and a model that has room for more topics than it finds: what is shown, kept and named."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import HDP, LDA, SVB, SeedWords, TopicModel, Vectoriser, load
from biterms.errors import InputError, SettingError
from biterms.measures import evaluate
from biterms.topics.report import report_data
from biterms.topics.views import Topics
from tests.topics.bits import model_bits
from tests.topics.newsroom import news, newspaper

TEXTS = news(400)[0]
ROOM = 12


def paper(**settings: Any) -> TopicModel:
    usual = {"random_state": 0, "n_threads": 1}
    return TopicModel(HDP(ROOM, **(usual | settings)), text=Vectoriser(), keep=200).fit(TEXTS)


@pytest.fixture(scope="module")
def settled() -> TopicModel:
    """Must not be changed."""
    model = paper()
    assert 2 < model.model_.n_topics_ < ROOM
    return model


def found(model: TopicModel) -> set[int]:
    """Ids of the topics of half a percent and more."""
    return {model.fitted.ids[k] for k in np.flatnonzero(model.model_.sizes_ >= 0.005)}


def test_the_topics_that_were_found_are_shown(settled: TopicModel) -> None:
    rows = settled.topics()
    assert {row.id for row in rows} == found(settled)
    assert len(rows) == settled.model_.n_topics_
    assert [row.size for row in rows] == sorted((row.size for row in rows), reverse=True)
    assert_allclose(sum(row.size for row in rows), 1.0, atol=0.01)
    assert settled.ids_ == sorted(found(settled))
    assert settled.fitted.ids == tuple(range(ROOM))


def test_the_columns_of_mixtures_are_the_topics_that_are_listed(settled: TopicModel) -> None:
    """All else is renormalised: over the topics in use the shares keep their proportions."""
    ours, every = settled.transform(TEXTS), settled.model_.transform(settled.counts(TEXTS))
    assert ours.shape == (len(TEXTS), len(settled.topics()))
    assert_allclose(ours.sum(axis=1), 1.0)
    some = every[:, settled.ids_]
    assert_allclose(ours, some / some.sum(axis=1, keepdims=True))
    assert settled.mixtures().shape == (len(settled.sample_.records), len(settled.ids_))


def test_others_can_be_asked_for_by_id(settled: TopicModel) -> None:
    gone = next(iter({*settled.fitted.ids} - found(settled)))
    assert settled.topic(gone).size == 0.0


def test_a_report_speaks_only_of_topics_that_it_shows(settled: TopicModel) -> None:
    data = report_data(settled)
    shown = {one.topic.id for one in data.topics}
    assert shown == found(settled)
    assert {k for topics in data.words.values() for k, _ in topics} <= shown
    for topics in data.words.values():
        assert 0 < sum(share for _, share in topics) <= 1 + 1e-9
    most = min(5, len(shown))
    assert {len(topics) for topics in data.words.values()} == {most}


def test_only_the_words_of_topics_that_were_found_are_judged(settled: TopicModel) -> None:
    new = news(200, seed=1)[0]
    ours = settled.evaluate(new, top=3)
    counted = np.isin(settled.fitted.ids, [*found(settled)])
    theirs = evaluate(settled.model_, settled.counts(new), top=3, in_use=counted)
    every = evaluate(settled.model_, settled.counts(new), top=3)
    assert (ours.npmi, ours.diversity, ours.lpp) == (theirs.npmi, theirs.diversity, theirs.lpp)
    assert ours.diversity > every.diversity


def test_texts_are_of_topics_that_live(settled: TopicModel) -> None:
    ids = {one.topic for one in settled.assign(TEXTS)} - {None}
    assert ids <= found(settled)


# pruning ---------------------------------------------------------------------------------------


def words(rows: Topics) -> list[tuple[int, list[str]]]:
    return [(row.id, [word.word for word in row.words]) for row in rows]


def test_ids_and_labels_follow_when_topics_are_pruned(settled: TopicModel, tmp_path: Path) -> None:
    settled.save(tmp_path / "m")
    model = load(tmp_path / "m")
    first, *_ = rows = model.topics(3)
    gone = next(iter({*model.fitted.ids} - found(model)))
    model.set_labels({first.id: "first", gone: "nothing"})
    groups = model.model_.prune_groups()
    before = model.model_.transform(model.counts(TEXTS))
    assert model.prune_topics() is model
    assert model.ids_ == sorted(found(settled))
    assert model.labels_ == {first.id: "first"}
    assert words(model.topics(3)) == words(rows)
    after = model.transform(TEXTS)
    summed = np.stack([before[:, group].sum(axis=1) for group in groups], axis=1)
    assert np.mean(0.5 * np.abs(after - summed).sum(axis=1) < 0.01) >= 0.99
    assert_array_equal(model.model_.in_use_, True)


def test_pruning_is_that_of_the_model() -> None:
    """Above half a percent too, where topics go that hold something."""
    model, alone = paper(passes=2), paper(passes=2).model_
    share = float(np.median(alone.sizes_))
    kept = [k for k in range(ROOM) if alone.sizes_[k] >= share]
    model.prune_topics(share)
    alone.prune(share)
    assert model.ids_ == kept
    assert_allclose(model.model_.components_, alone.components_, rtol=1e-9)
    assert_allclose(model.model_.usage_, alone.usage_, rtol=1e-9)


def test_what_was_pruned_stays_so_in_a_file_and_learns_on(tmp_path: Path) -> None:
    model = paper().prune_topics()
    ids = list(model.ids_)
    model.save(tmp_path / "m")
    again = load(tmp_path / "m")
    assert again.ids_ == ids
    for one in (model, again):
        one.update(news(100, seed=2)[0])
    assert model_bits(again.model_) == model_bits(model.model_)
    assert model.ids_ == ids


def test_a_model_with_the_topics_that_were_asked_for_is_not_pruned() -> None:
    model = newspaper(60)
    before = model_bits(model.model_)
    with pytest.raises(InputError, match="a LDA has the topics that were asked for"):
        model.prune_topics()
    assert model_bits(model.model_) == before


def test_a_share_that_no_topic_has_changes_nothing() -> None:
    model = paper(passes=2)
    before, ids = model_bits(model.model_), list(model.ids_)
    with pytest.raises(SettingError, match="expected a share that some topic holds"):
        model.prune_topics(0.9999)
    assert (model_bits(model.model_), model.ids_) == (before, ids)


# files and streams -----------------------------------------------------------------------------


def test_what_is_gone_is_gone_in_a_file_too(settled: TopicModel, tmp_path: Path) -> None:
    settled.save(tmp_path / "m")
    again = load(tmp_path / "m")
    assert_array_equal(again.model_.in_use_, settled.model_.in_use_)
    assert again.topics().to_dicts() == settled.topics().to_dicts()
    assert_array_equal(again.transform(TEXTS), settled.transform(TEXTS))


def test_new_words_come_and_what_is_gone_stays_so(tmp_path: Path) -> None:
    model = TopicModel(
        HDP(ROOM, learner=SVB(), random_state=0, n_threads=1), text=Vectoriser(min_df=2), keep=50
    )
    model.update(TEXTS[:200])
    model.model_.consolidate(model.counts(TEXTS[200:]))
    gone = ~model.model_.in_use_
    assert gone.any()
    n_words = len(model.words())
    model.update([f"{text} volcano eruption" for text in TEXTS[200:300]])
    assert len(model.words()) > n_words
    assert_array_equal(~model.model_.in_use_, gone)
    assert not model.model_.sizes_[gone].any()
    assert {topic.id for topic in model.topics()} <= {*np.flatnonzero(~gone).tolist()}


def test_texts_that_were_not_learnt_from_consolidate(tmp_path: Path) -> None:
    model = TopicModel(HDP(ROOM, learner=SVB(), random_state=0, n_threads=1), keep=50)
    model.update(TEXTS[:200])
    shown = len(model.topics())
    mass = model.model_.posterior_.learnt().sum()
    assert model.consolidate(TEXTS[200:]) is model
    assert len(model.topics()) < shown
    assert model.mixtures().shape == (50, len(model.topics()))
    every = model.model_.transform(model.counts(TEXTS[200:]))
    assert (every[:, ~model.model_.in_use_] < 1e-30).all()
    assert model.model_.posterior_.learnt().sum() == pytest.approx(mass)
    assert model.info()["n_topics"] == len(model.topics())


def test_texts_of_one_subject_do_not_judge_the_others(settled: TopicModel) -> None:
    before = settled.model_.in_use_.copy()
    [first, *_] = settled.topics()
    of_one = [
        t for t in TEXTS if settled.transform([t])[0].argmax() == settled.ids_.index(first.id)
    ]
    other = copy.deepcopy(settled).consolidate(of_one[:60])
    assert_array_equal(other.model_.in_use_, before)


def test_topics_that_a_guide_tells_of_stay() -> None:
    words = [
        topic.words[0].word for topic in TopicModel(LDA(3, random_state=0)).fit(TEXTS).topics()
    ]
    model = TopicModel(
        HDP(ROOM, random_state=0, n_threads=1), guide=SeedWords([[w] for w in words])
    )
    model.fit(TEXTS)
    assert model.model_.in_use_[:3].all()
    assert [model.find(word)[0].id for word in words] == [0, 1, 2]


def test_only_a_model_that_finds_its_topics_is_consolidated() -> None:
    with pytest.raises(InputError, match="use merge_topics, or HDP"):
        TopicModel(LDA(2, random_state=0)).fit(TEXTS).consolidate(TEXTS)

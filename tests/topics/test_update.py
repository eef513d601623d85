"""Learning on: the vocabulary grows with the model."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import KPS, LDA, SVB, SVI, Annealed, BatchVB, TopicModel, load
from biterms.errors import InputError, SettingError, StopLearning
from biterms.topics import stream
from biterms.topics.texts import pieces
from tests.topics.bits import bits, model_bits
from tests.topics.newsroom import fresh, news, newspaper

TEXTS = news(300)[0]
VOLCANO = ["volcano erupts on island", "lava flows from volcano", "island volcano erupts"] * 5
LEARNERS = [SVI(), SVB(), KPS()]


@pytest.mark.parametrize("learner", LEARNERS, ids=["SVI", "SVB", "KPS"])
def test_a_new_word_gets_a_column_and_topics(learner: Any) -> None:
    model = newspaper(300, learner=learner)
    before = list(model.words())
    with pytest.raises(InputError, match="'volcano' is not among"):
        model.find("volcano")
    model.update(VOLCANO)
    assert model.words()[: len(before)] == before
    assert {"volcano", "erupts", "island", "lava"} <= {*model.words()[len(before) :]}
    assert model.find("volcanoes") == model.find("volcano")
    assert_allclose(sum(place.share for place in model.find("volcano", 3)), 1.0)
    # its words are together in a topic, and a text about it has that topic
    leading = {word: model.find(word)[0].id for word in ("volcano", "erupts", "island")}
    assert len({*leading.values()}) == 1
    assert model.ids_[model.transform(["volcano island erupts"])[0].argmax()] == leading["volcano"]
    assert_allclose(model.model_.topics_.sum(axis=1), 1.0)


def test_growing_is_the_model_growing() -> None:
    """The same counts, handed to the model itself with the columns that came."""
    model = newspaper(300, learner=SVB())
    bare = newspaper(300, learner=SVB()).model_
    model.update(VOLCANO)
    X = model.counts(VOLCANO)
    bare.grow(X.shape[1] - bare.n_features_in_)
    bare.partial_fit(X)
    assert_array_equal(model.model_.components_, bare.components_)


def test_a_word_waits_until_it_is_frequent_enough() -> None:
    model = newspaper(300)
    model.update(["volcano erupts", "volcano sleeps"])
    assert "volcano" not in model.words()
    model.update(["volcano wakes"])
    assert "volcano" in model.words()
    assert model.counts(["volcano volcano"]).sum() == 2


def test_update_from_nothing_begins() -> None:
    model = fresh().update(TEXTS)
    assert model.model_.n_docs_ == 300
    assert model.ids_ == [0, 1, 2]
    assert len(model.topics()) == 3
    with pytest.raises(InputError, match="no word is in 3 of the first 1 text"):
        fresh().update(["late goal"])
    with pytest.raises(InputError, match="no texts were given"):
        fresh().update([])


def test_update_with_nothing_changes_nothing() -> None:
    model = newspaper(60)
    before = model_bits(model.model_)
    model.update([])
    assert model_bits(model.model_) == before


def test_labels_and_ids_live_through_an_update() -> None:
    model = newspaper(300).set_labels({1: "space"})
    model.merge_topics([0, 2]).update(VOLCANO)
    assert model.ids_ == [0, 1]
    assert model.topic(1).label == "space"
    assert model.transform(VOLCANO).shape == (15, 2)


def test_the_sample_is_of_all_texts() -> None:
    model = newspaper(300, keep=50).update(news(700, seed=5)[0])
    places = [int(record.id) for record in model.sample_.records]
    assert len(places) == 50
    assert 0 < sum(place < 300 for place in places) < 30
    assert model.sample_.seen == 1000


@pytest.mark.parametrize(
    ("texts", "message"),
    [("late goal", "put it in a list"), ([3], r"texts\[0\] is 3"), (None, "None was given")],
    ids=["text", "number", "none"],
)
def test_bad_texts_change_nothing(texts: Any, message: str) -> None:
    model = newspaper(60)
    before = bits(model)
    with pytest.raises(InputError, match=message):
        model.update(texts)
    assert bits(model) == before


def test_what_cannot_learn_in_pieces_is_refused_before_the_vocabulary_grows() -> None:
    model = newspaper(60, learner=BatchVB())
    before = bits(model)
    with pytest.raises(SettingError, match="BatchVB needs all documents at once"):
        model.update(VOLCANO)
    assert bits(model) == before
    n_words = len(newspaper(60).words())
    model = newspaper(60, eta=np.full(n_words, 0.1))
    before = bits(model)
    with pytest.raises(SettingError, match="eta is an array"):
        model.update(VOLCANO)
    assert bits(model) == before


def test_progress_does_not_claim_to_know_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "TEXTS_AT_ONCE", 100)
    calls: list[tuple[int, int | None, float | None]] = []

    def progress(*call: Any) -> None:
        calls.append(call)
        if len(calls) == 3:
            raise StopLearning

    # the LPP needs texts of five words and more
    long = [f"{one} {two}" for one, two in itertools.pairwise(TEXTS)]
    model = fresh(batch_size=50).update(iter(long * 2), progress=progress)
    assert [call[:2] for call in calls] == [(100, None), (200, None), (300, None)]
    assert calls[0][2] is None  # nothing was known yet
    assert all(lpp is not None and -4 < lpp < 0 for _, _, lpp in calls[1:])
    assert model.model_.n_docs_ == 300


def test_the_lpp_of_progress_is_that_of_texts_not_learnt_from() -> None:
    long = [f"{one} {two}" for one, two in itertools.pairwise(TEXTS)]
    model = newspaper(300)
    expected = model.model_.score(model.counts(long[:200]))
    seen: list[float | None] = []
    model.update(long, progress=lambda done, total, lpp: seen.append(lpp))
    assert_allclose(seen, [expected], rtol=1e-6)


def test_pieces_are_of_bounded_size_and_cut_no_minibatch() -> None:
    many = (str(i) for i in range(2 * 8100 + 5))
    sizes = [len(piece) for piece in pieces(many, stream.whole_minibatches(300))]
    assert sizes == [8100, 8100, 5]
    assert stream.whole_minibatches(10_000) == 10_000


@pytest.mark.parametrize("model", [True, LDA, "lda"])
def test_what_is_no_model_is_refused(model: Any) -> None:
    with pytest.raises(SettingError, match=r"expected a model such as LDA\(20\)"):
        TopicModel(model).update(TEXTS)
    with pytest.raises(SettingError, match=r"expected a model such as LDA\(20\)"):
        TopicModel(model).fit(TEXTS)


def test_it_is_told_how_far_learning_came(tmp_path: Path) -> None:
    def stop(done: int, *_: Any) -> None:
        if done > 700:
            raise StopLearning

    def told(model: TopicModel) -> list[Any]:
        return [model.info()[name] for name in ("passes", "passes_asked", "stopped")]

    assert told(newspaper(300, passes=3)) == [3, 3, False]
    model = fresh(passes=5, learner=Annealed(starts=0)).fit(TEXTS, progress=stop)
    assert told(model) == [2, 5, True]
    model.save(tmp_path / "model")
    again = load(tmp_path / "model")
    assert told(again) == [2, 5, True]
    assert told(again.update(VOLCANO)) == [2, 5, False]
    assert told(fresh().update(TEXTS)) == [1, 1, False]
    assert told(fresh().update(TEXTS * 3, progress=stop)) == [1, 1, True]
    assert told(TopicModel.from_counts(np.eye(9) + 1, model=LDA(2, passes=4))) == [4, 4, False]

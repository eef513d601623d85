"""Texts whose biterms are words that stand near each other."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import BTM, HDP, LDA, InOrder, TopicModel, Vectoriser, load
from biterms.bags.counts import counts_of
from biterms.errors import SettingError
from biterms.topics.provenance import facts_of
from tests.topics.newsroom import news

TEXTS = [f"{one} {other}" for one, other in pairwise(news(301)[0])]
SEED: dict[str, Any] = {"random_state": 0}


def fitted(biterms: Any = "adjacent", kind: Any = LDA) -> TopicModel:
    return TopicModel(kind(3, biterms=biterms, **SEED)).fit(TEXTS)


@pytest.mark.parametrize("kind", [LDA, HDP])
def test_texts_are_learnt_from_in_their_order(kind: Any) -> None:
    model = fitted(kind=kind)
    text = Vectoriser().fit(TEXTS)
    rows = [row[row >= 0] for row in text.ordered(TEXTS)]
    own = kind(3, biterms="adjacent", **SEED).fit(InOrder(rows, len(text.vocabulary_)))
    assert_array_equal(model.model_.components_, own.components_)
    theirs = own.transform(InOrder(rows[:9], text.n_words_))[:, own.in_use_]
    assert_allclose(model.transform(TEXTS[:9]), theirs / theirs.sum(axis=1, keepdims=True))
    assert model.evaluate(TEXTS).lpp == own.score(InOrder(rows, text.n_words_))


def test_the_order_of_words_is_seen() -> None:
    model, every = fitted(), fitted(biterms=True)
    text, turned = "rockets launch bank rates", "bank launch rates rockets"
    assert_array_equal(every.transform([text]), every.transform([turned]))
    assert np.abs(model.transform([text]) - model.transform([turned])).max() > 1e-4


def test_a_stream_grows_as_if_it_were_learnt_from_at_once() -> None:
    whole = TopicModel(LDA(3, biterms=3, batch_size=50, **SEED)).update(TEXTS[:200])
    text = Vectoriser().start()
    text.apply(text.grow(TEXTS[:200]))
    rows = [row[row >= 0] for row in text.ordered(TEXTS[:200])]
    own = LDA(3, biterms=3, batch_size=50, **SEED)
    for at in range(0, 200, 50):
        own.partial_fit(InOrder(rows[at : at + 50], text.n_words_))
    assert_array_equal(whole.model_.components_, own.components_)
    before = whole.model_.n_features_in_
    whole.update([*TEXTS[200:], *["zebra crossing ahead"] * 5])
    assert whole.model_.n_features_in_ > before
    assert whole.transform(["zebra crossing"]).shape == (1, 3)


def test_what_speaks_for_a_topic_are_neighbours() -> None:
    model = fitted()
    text = "coach praises team before match, striker scores late goal"
    known = [span.surface for span in model.text_.spans(text) if span.column >= 0]
    beside = {frozenset(pair) for pair in pairwise(known)}
    told = model.explain(text).topics
    pairs = {frozenset((a, b)) for topic in told for a, b, _ in topic.pairs}
    stems = {frozenset(model.text_.column(word) for word in pair) for pair in pairs}
    assert stems == {frozenset(model.text_.column(word) for word in pair) for pair in beside}
    for topic in told:
        share = sum(x for _, x in topic.words) + sum(x for *_, x in topic.pairs)
        assert share == pytest.approx(1)


def test_another_order_is_other_data() -> None:
    one, other = (InOrder([row], 3) for row in ([0, 1, 2], [1, 0, 2]))
    assert (one.table != other.table).nnz == 0
    assert facts_of(one)["data"] != facts_of(other)["data"]
    assert (
        facts_of(one)["data"] == facts_of(one[:])["data"] != facts_of(counts_of(one.table))["data"]
    )


def test_it_is_saved_and_shown(tmp_path: Path) -> None:
    model = fitted(biterms=4)
    model.save(tmp_path / "m")
    loaded = load(tmp_path / "m")
    assert loaded.model_.biterms == 4
    assert_array_equal(loaded.transform(TEXTS), model.transform(TEXTS))
    assert loaded.topics().to_dicts() == model.topics().to_dicts()
    assert_allclose(loaded.mixtures().sum(axis=1), 1)
    assert [a.id for a in loaded.assign(TEXTS[:3])] == ["0", "1", "2"]


def test_what_texts_cannot_tell_is_refused() -> None:
    with pytest.raises(SettingError, match="order of words"):
        TopicModel(LDA(3, biterms="given")).fit(TEXTS)
    with pytest.raises(SettingError, match="counts do not say"):
        TopicModel.from_counts(np.eye(4), model=LDA(2, biterms="adjacent"))
    assert not TopicModel(BTM(3, sweeps=2, **SEED)).fit(TEXTS).model_.needs_pairs


def test_topics_are_shown_by_their_biterms() -> None:
    texts = ["alpha beta gamma omega", "alpha delta sigma omega"] * 20
    model = TopicModel(LDA(1, biterms="adjacent", **SEED)).fit(texts)
    pairs = {frozenset((pair.left, pair.right)) for pair in model.topics(n_pairs=9)[0].pairs}
    assert frozenset(("alpha", "omega")) not in pairs
    assert frozenset(("alpha", "beta")) in pairs


@pytest.mark.parametrize("biterms", [None, [2], "near", 1])
def test_biterms_that_are_none_are_refused(biterms: Any) -> None:
    with pytest.raises(SettingError, match="biterms="):
        TopicModel(LDA(3, biterms=biterms)).fit(TEXTS)

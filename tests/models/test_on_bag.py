"""Base models on the bag of biterms: topics over words, and a fair LPP."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone

from biterms import BTM, HDP, LDA, BagOfBiterms
from biterms.errors import SettingError
from biterms.measures.lpp import lpp
from biterms.measures.split import split
from biterms.models.on_bag import OnBag
from tests.models.planted import planted, similarity

DATA = planted(400)
MODELS: dict[str, Any] = {
    "LDA": LDA(4, biterms=False, random_state=0, n_threads=1),
    "HDP": HDP(8, biterms=False, alpha=2.0, random_state=0, n_threads=1),
}
by_model = pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)


@by_model
@pytest.mark.parametrize("ordered", [False, True])
def test_planted_topics_are_found(model: Any, ordered: bool) -> None:
    found = OnBag(model, BagOfBiterms(3, ordered=ordered)).fit(DATA.X)
    assert_allclose(found.topics_.sum(axis=1), 1.0)
    assert_allclose(found.transform(DATA.X).sum(axis=1), 1.0)
    counted = found.model_.in_use_
    assert similarity(found.topics_[counted], DATA.topics) > 0.9


class Recorded(BagOfBiterms):
    """Writes down what it turned into bags."""

    made: list[Any]

    def transform(self, X: Any) -> Any:
        bags = super().transform(X)
        self.made = [*getattr(self, "made", []), bags]
        return bags


def test_no_feature_of_the_seen_part_has_a_word_that_is_held_out() -> None:
    train, test = DATA.X[:300], DATA.X[300:]
    model = OnBag(MODELS["LDA"], Recorded(2)).fit(train)
    parts = split(test)
    value = lpp(model, parts.observed, parts.held)
    bags = model.bag_.made[-1]
    names = model.bag_.get_feature_names_out()
    for d in range(len(parts.rows)):
        held = {f"x{v}" for v in parts.held[[d]].indices}
        features = [names[b] for b in bags[d].indices]
        assert not held & {word for feature in features for word in feature.split(" + ")}
        assert any(" + " in feature for feature in features)
    assert_allclose(value, model.score(test))
    theta = model.model_.transform(model.bag_.transform(parts.observed))
    p = np.einsum("dk,kv->dv", theta, model.topics_)
    held = parts.held.toarray()
    assert_allclose(value, ((held * np.log(p)).sum(axis=1) / held.sum(axis=1)).mean())


def test_it_is_an_estimator() -> None:
    model = OnBag(MODELS["LDA"], BagOfBiterms(2))
    twice = [clone(model).fit(DATA.X).topics_ for _ in range(2)]
    assert_array_equal(*twice)
    assert not hasattr(model, "model_")
    assert not hasattr(MODELS["LDA"], "posterior_")
    assert OnBag(MODELS["LDA"]).fit(DATA.X).bag_.threshold == 2


@pytest.mark.parametrize("model", [LDA(4), BTM(4), 5, None], ids=str)
def test_pairs_are_not_paired_again(model: Any) -> None:
    with pytest.raises(SettingError, match="expected LDA or HDP with biterms=False"):
        OnBag(model).fit(DATA.X)


def test_a_bag_is_a_bag() -> None:
    with pytest.raises(SettingError, match="expected None or a BagOfBiterms"):
        OnBag(MODELS["LDA"], 3).fit(DATA.X)


def test_tables_with_names() -> None:
    frame = pd.DataFrame(DATA.X, columns=[f"w{i}" for i in range(DATA.X.shape[1])])
    model = OnBag(MODELS["LDA"]).fit(frame)
    assert model.score(frame) == OnBag(MODELS["LDA"]).fit(DATA.X).score(DATA.X)
    assert model.n_features_in_ == DATA.X.shape[1]
    with pytest.raises(ValueError, match="feature names"):
        model.score(frame.iloc[:, ::-1])

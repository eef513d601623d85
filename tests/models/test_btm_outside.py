"""BTM with others: model files, texts, the checks of scikit-learn, bitermplus."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import bitermplus
import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.utils.estimator_checks import estimator_checks_generator

from biterms import BTM, SeedWords, TopicModel, Vectoriser
from biterms.errors import SettingError, StoreError
from biterms.kernels import Counts
from biterms.measures.lpp import lpp, split
from biterms.models import state
from tests.models.contract import V, X
from tests.models.planted import planted, similarity
from tests.models.snapshots import learnt
from tests.models.stored import again, assert_same
from tests.models.test_btm import ONLINE, btm, inferred


@pytest.mark.parametrize("window", [None, 300])
@pytest.mark.parametrize("online", ONLINE)
def test_a_stored_model_learns_on_the_same(tmp_path: Path, online: Any, window: Any) -> None:
    settings: dict[str, Any] = {"online": online, "decay": 0.7, "window": window}
    model = btm(**settings).fit(X[:50]).partial_fit(X[50:90]).merge([2, 0]).grow(2)
    other = again(model, tmp_path / "m")
    assert_same(model, other)
    wide = np.hstack([X, X[:, :2]])
    assert_array_equal(other.transform(wide), model.transform(wide))
    assert_same(model.partial_fit(wide), other.partial_fit(wide))
    assert learnt(again(btm(online=online), tmp_path / "new").fit(X)) == learnt(
        btm(online=online).fit(X)
    )


def kept(online: str) -> tuple[Any, Any]:
    """A model whose words and biterms have come and gone, as settings and arrays."""
    model = btm(online=online, window=900).fit(X[:90]).partial_fit(X[90:])
    return state.model_state(model.keep_words(np.arange(1, V)))


DAMAGE: dict[str, Any] = {
    "history": lambda a: a - 1.0,
    "carried": lambda a: np.full_like(a, np.nan),
    "carried, too few": lambda a: a / 2,
    "biterms": lambda a: a + 0.5,
    "biterms, too few": lambda a: a // 2,
    "live": lambda a: a + np.int32(1) if a.size else np.ones((3, 1), dtype=np.int32),
    "M": lambda a: a[:, ::-1].copy(),
}


@pytest.mark.parametrize("name", DAMAGE)
@pytest.mark.parametrize("online", ONLINE)
def test_a_damaged_state_is_refused(name: str, online: str) -> None:
    settings, arrays = kept(online)
    state.model_from_state(settings, arrays)
    array = name.split(",", maxsplit=1)[0]
    damaged = {**arrays, array: DAMAGE[name](arrays[array])}
    if array == "M":
        damaged["m"] = damaged["M"].sum(axis=0)
    with pytest.raises(StoreError):
        state.model_from_state(settings, damaged)


@pytest.mark.parametrize("online", ["stream", "", None])
def test_an_unknown_way_of_learning_is_refused(online: Any) -> None:
    settings, arrays = kept("slices")
    settings["learnt"]["own"]["online"] = online
    with pytest.raises(StoreError, match="online="):
        state.model_from_state(settings, arrays)


@pytest.mark.parametrize(("online", "other"), [ONLINE, ONLINE[::-1]])
def test_the_other_way_of_learning_does_not_fit(online: str, other: str) -> None:
    settings, arrays = kept(online)
    settings["learnt"]["own"]["online"] = other
    with pytest.raises(StoreError, match="its topics are not those of its biterms"):
        state.model_from_state(settings, arrays)


def test_a_posterior_that_is_scaled_does_not_fit() -> None:
    settings, arrays = kept("slices")
    settings["learnt"]["posterior"]["scale"] = 0.5
    with pytest.raises(StoreError, match="its topics are not those of its biterms"):
        state.model_from_state(settings, arrays)


@pytest.mark.parametrize("online", ONLINE)
def test_texts(online: Any) -> None:
    texts = ["rain and wind", "wind and snow", "bread and cheese", "cheese and wine"] * 20
    model = TopicModel(btm(2, online=online, alpha=1.0), text=Vectoriser(min_df=1)).fit(texts)
    assert (model.transform(["snow and rain", "wine and bread"]).max(axis=1) > 0.9).all()
    model.update(["hail and snow", "wine and olives"] * 5)
    assert model.find("hail")[0].id == model.find("rain")[0].id


class Rounded(BTM):
    """Takes any weights for the checks of scikit-learn, which know no counts: rounded up."""

    def _learnable(self, counts: Counts) -> Counts:
        return replace(counts, data=np.ceil(counts.data))


def all_checks() -> Iterator[Any]:
    for online in ONLINE:
        model = Rounded(3, sweeps=2, rejuvenations=1, online=online)
        for number, (estimator, check) in enumerate(estimator_checks_generator(model)):
            name = check.func.__name__
            if name != "check_array_api_input":  # skips itself
                yield pytest.param(estimator, check, id=f"{online}-{number}-{name}")


@pytest.mark.filterwarnings("ignore::biterms.measures.lpp.ShortDocuments")
@pytest.mark.parametrize(("estimator", "check"), list(all_checks()))
def test_the_checks_of_scikit_learn(estimator: BaseEstimator, check: Any) -> None:
    check(estimator)


def test_it_is_as_good_as_bitermplus() -> None:
    """The same biterms and priors: LPP and the worst topic; and the same inference to the bit."""
    found, scores = planted(500), []
    seen, held, _ = split(found.X)
    parts, names = tokens_of(seen.toarray()), np.array([f"w{v}" for v in range(V)])
    for seed in range(8):
        ours = btm(alpha=1.0, pairs="tokens", sweeps=60, random_state=seed).fit(found.X)
        theirs = bitermplus.BTM(sparse.csr_matrix(found.X), names, T=4, alpha=1.0, seed=seed)
        theirs.fit(bitermplus.get_biterms(tokens_of(found.X)), iterations=60, verbose=False)
        other = Answered(theirs, parts)
        assert_allclose(other.mixtures[:5], [inferred(other, x) for x in seen.toarray()[:5]])
        both = (ours, other)
        worst = [similarity(model.topics_, found.topics) for model in both]
        scores.append([*(lpp(model, seen, held) for model in both), *worst])
    our_lpp, their_lpp, our_topics, their_topics = np.mean(scores, axis=0)
    assert abs(our_lpp - their_lpp) < 0.03  # seeds differ by more
    assert abs(our_topics - their_topics) < 0.005
    assert our_topics > 0.98


def tokens_of(X: np.ndarray) -> list[np.ndarray]:
    """Word ids, each as often as it is there."""
    return [np.repeat(np.arange(V), row.astype(int)).astype(np.int32) for row in X]


class Answered:
    """Topics and mixtures that bitermplus has found."""

    pairs = "tokens"

    def __init__(self, model: Any, parts: list[np.ndarray]) -> None:
        self.topics_, self.theta_ = model.matrix_topics_words_, model.theta_
        self.mixtures = model.transform(parts, verbose=False)

    def transform(self, X: Any, /) -> np.ndarray:
        return np.asarray(self.mixtures)


def test_a_guide_is_refused() -> None:
    model = TopicModel(BTM(2), guide=SeedWords([["rain"]]))
    for learn in (model.fit, model.update):
        with pytest.raises(SettingError, match="expected LDA or HDP, if it has a guide"):
            learn(["rain and snow", "snow and rain"])

"""`fit` of a loaded model is `fit` of the saved one: learning and saving change no settings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from biterms import KPS, LDA, SVB, SeedWords, TopicModel, Vectors, load
from biterms.errors import InputError, SettingError, StoreError
from biterms.learning.seeds import SeedPrior
from biterms.store import Fields
from biterms.text.vectors import WordVectors
from biterms.topics.refit import guide_from_state
from tests.topics.bits import bits, model_bits
from tests.topics.newsroom import fresh, news

TEXTS, OTHER = news(200)[0], news(150, seed=7)[0]
SEEDS = {0: ["goals"], 2: ["banks", "money"]}
#: words that every text of the news has some of
DIRECTIONS = WordVectors(
    ("goal", "team", "match", "orbit", "galaxy", "rocket", "bank", "rates", "money"),
    np.repeat(np.eye(3, dtype=np.float32), 3, axis=0) + np.arange(9)[:, None] / 100,
)


def table(n_topics: int) -> np.ndarray:
    """eta, topics x words of the news."""
    words = len(fresh().text.fit(TEXTS).vocabulary_)
    return np.random.default_rng(0).uniform(0.1, 0.5, (n_topics, words))


MADE: dict[str, Callable[[], TopicModel]] = {
    "plain": lambda: fresh(4),
    "auto": lambda: fresh(4, alpha="auto", learner=SVB()),
    "alpha": lambda: fresh(4, alpha=[0.1, 0.2, 0.3, 0.4]),
    "eta": lambda: fresh(4, eta=table(4)),
    "seeds": lambda: fresh(4, guide=SeedWords(SEEDS), eta=0.3),
    "seed lists": lambda: fresh(
        4, guide=SeedWords([["goals"], ["orbit"]], eta=0.2, strength=4), learner=KPS()
    ),
    "default": lambda: TopicModel(LDA(random_state=1, n_threads=1)),
}


def again(model: TopicModel, path: Path) -> TopicModel:
    model.save(path)
    return load(path)


@pytest.mark.parametrize("merged", [False, True], ids=["whole", "merged"])
@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_fit_after_a_file_is_fit_before_it(
    make: Callable[[], TopicModel], merged: bool, tmp_path: Path
) -> None:
    model, expected = make().fit(TEXTS), make().fit(TEXTS)
    if merged:
        model.merge_topics([0, 2])
    loaded = again(model, tmp_path / "one")
    loaded = loaded if merged else again(loaded, tmp_path / "two")
    for known in (model, loaded):
        assert model_bits(known.fit(TEXTS).model_) == model_bits(expected.model_)
        assert known.ids_ == expected.ids_
        assert_array_equal(known.transform(OTHER), expected.transform(OTHER))


def test_a_merge_changes_no_settings() -> None:
    model = fresh(4, alpha=[0.1, 0.2, 0.3, 0.4], eta=table(4)).fit(TEXTS).model_
    before = repr(model), model.eta.copy(), list(model.alpha)
    model.merge([0, 2])
    assert (repr(model), list(model.alpha)) == (before[0], before[2])
    assert_array_equal(model.eta, before[1])
    assert model.posterior_.n_topics == len(model.alpha_) == 3


def test_settings_that_were_changed_after_learning_are_kept_too(tmp_path: Path) -> None:
    model = fresh(4).fit(TEXTS)
    model.model.set_params(n_topics=2)
    loaded = again(model, tmp_path / "model")
    assert len(loaded.ids_) == 4
    assert len(loaded.fit(TEXTS).ids_) == 2


def test_word_vectors_are_asked_for_again(tmp_path: Path) -> None:
    model = fresh(guide=Vectors(DIRECTIONS, temperature=0.2, random_state=5)).fit(few(TEXTS))
    loaded = again(again(model, tmp_path / "one"), tmp_path / "two")
    before = bits(loaded)
    asked = r"word vectors, which its file does not hold.*temperature=0.2, random_state=5\)"
    with pytest.raises(InputError, match=asked):
        loaded.fit(few(OTHER))
    assert bits(loaded) == before
    loaded.guide = Vectors(DIRECTIONS, temperature=0.2, random_state=5)
    assert model_bits(loaded.fit(few(OTHER)).model_) == model_bits(model.fit(few(OTHER)).model_)


@pytest.mark.parametrize("seed", [None, np.int64(5)], ids=["None", "NumPy"])
def test_any_seed_of_word_vectors_is_kept(seed: Any, tmp_path: Path) -> None:
    model = fresh(guide=Vectors(DIRECTIONS, random_state=seed)).fit(few(TEXTS))
    loaded = again(again(model, tmp_path / "one"), tmp_path / "two")
    assert_array_equal(loaded.transform(few(OTHER)), model.transform(few(OTHER)))
    with pytest.raises(InputError, match=rf"random_state={seed}\)"):
        loaded.fit(few(OTHER))


@pytest.mark.parametrize("seed", [np.random.RandomState(0), True, -1, 2**32, 1.5, "0"], ids=str)
def test_a_seed_that_no_file_can_keep_is_refused_at_once(seed: Any) -> None:
    with pytest.raises(SettingError, match=r"random_state=.*expected a whole number"):
        Vectors(DIRECTIONS, random_state=seed)


def few(texts: list[str]) -> list[str]:
    """Only words that have vectors, so that nothing warns."""
    return [" ".join(word for word in text.split() if word in DIRECTIONS.words) for text in texts]


class Own:
    """A guide that biterms does not know."""

    def bind(self, text: Any, n_topics: int) -> SeedPrior:
        return SeedPrior({0: ["goal"]}, n_topics)

    def ready(self, bound: Any) -> None: ...

    def extend(self, bound: Any, text: Any, keys: Any) -> Any:
        return bound


def test_a_guide_of_ones_own_is_asked_for_again(tmp_path: Path) -> None:
    model = fresh(guide=Own()).fit(TEXTS)
    loaded = again(model, tmp_path / "model")
    with pytest.raises(InputError, match=r"model.guide = the same guide"):
        loaded.fit(OTHER)
    assert loaded.update(OTHER).model_.n_docs_ == len(TEXTS) + len(OTHER)


GUIDES: dict[str, Any] = {
    "kind": {"kind": "pickle"},
    "no kind": {"words": []},
    "list": [],
    "topic": {"kind": "seeds", "eta": 0.1, "strength": None, "words": [["0", ["a"]]]},
    "word": {"kind": "seeds", "eta": 0.1, "strength": None, "words": [[0, ["a", 3]]]},
    "words": {"kind": "seeds", "eta": 0.1, "strength": None, "words": [[0, "abc"]]},
    "number": {"kind": "seeds", "eta": "0.1", "strength": None, "words": []},
    "temperature": {"kind": "vectors", "temperature": -1, "random_state": 0},
    "seed": {"kind": "vectors", "temperature": 0.1, "random_state": "0"},
}


@pytest.mark.parametrize("guide", GUIDES.values(), ids=GUIDES)
def test_a_guide_that_makes_no_sense_is_refused(guide: Any) -> None:
    with pytest.raises((StoreError, ValueError, TypeError, LookupError)):
        guide_from_state(Fields({"guide": guide}, {}))

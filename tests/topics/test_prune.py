"""Words come and go in a stream that runs for long: the model's rows follow the vocabulary."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import KPS, LDA, SVB, SVI, SeedWords, TopicModel, Vectoriser, Vectors, load
from biterms.learning.row_map import RowMap
from biterms.text.vectors import WordVectors
from tests.topics.bits import bits

LEARNERS = [SVI(), SVB(), KPS()]
MOST = 40
by_learner = pytest.mark.parametrize("learner", LEARNERS, ids=["SVI", "SVB", "KPS"])


def season(n: int, *, texts: int = 300) -> list[str]:
    """Texts about two things of their time; "common" and "usual" are in many of them."""
    rng = np.random.default_rng(n)
    lines = []
    for i in range(texts):
        subject = "xy"[i % 2]
        some = [f"{subject}{n}w{w}" for w in rng.integers(0, 10, 5)]
        lines.append(" ".join([*some, "common", "usual"][: rng.integers(5, 8)]))
    return lines


def fresh(*, prune: bool = True, learner: Any = None, **own: Any) -> TopicModel:
    words = Vectoriser(
        min_df=2, max_words=MOST, prune=prune, candidates=200, language=None, stop_words=None
    )
    model = LDA(3, learner=learner or SVB(), batch_size=50, random_state=0, n_threads=1)
    return TopicModel(model, text=words, **own)


def rows_by_word(model: TopicModel) -> dict[str, list[float]]:
    return dict(zip(model.words(), model.model_.components_.T.tolist(), strict=True))


@by_learner
def test_new_words_come_old_ones_go_and_those_in_use_stay(learner: Any) -> None:
    model = fresh(learner=learner)
    for n in range(4, 12):
        model.update(season(n))
        assert len(model.words()) == model.model_.n_features_in_ <= MOST
    times = {int(word[1:].split("w")[0]) for word in model.words() if "w" in word}
    assert {"common", "usual"} <= {*model.words()}
    assert min(times) >= 8
    assert max(times) == 11


@by_learner
def test_a_word_that_stays_keeps_its_row(learner: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    model, exchanged = fresh(learner=learner).update(season(0)), 0
    remap = type(model.model_).remap

    def watched(self: Any, change: RowMap, eta: Any = None) -> Any:
        nonlocal exchanged
        before = self.components_
        remap(self, change, eta)
        stay = np.setdiff1d(np.arange(change.after), change.dropped)
        assert_array_equal(self.components_[:, stay], before[:, stay])
        assert_allclose(self.components_[:, change.added], self.posterior_.prior * 0.1)
        exchanged += 1
        return self

    monkeypatch.setattr(type(model.model_), "remap", watched)
    for n in range(1, 8):
        model.update(season(n))
    assert exchanged >= 3


@by_learner
def test_without_pruning_the_first_words_stay(learner: Any) -> None:
    model = fresh(prune=False, learner=learner).update(season(0)).update(season(1))
    words = list(model.words())
    assert len(words) == MOST
    for n in range(2, 6):
        model.update(season(n))
    assert model.words() == words


@by_learner
def test_a_file_between_makes_no_difference(learner: Any, tmp_path: Path) -> None:
    straight, stored, met = fresh(learner=learner), fresh(learner=learner), set[str]()
    for n in range(6):
        met |= {*straight.update(season(n, texts=80)).words()}
        stored.update(season(n, texts=80))
        if n % 2:
            stored.save(tmp_path / "model")
            stored = load(tmp_path / "model")
    assert bits(stored) == bits(straight)
    assert met > {*stored.words()}  # some were exchanged
    assert stored.text_ is not None
    assert stored.text_.prune


@by_learner
def test_all_words_may_go_at_once(learner: Any) -> None:
    early = season(0) + season(1)
    late = (season(2, texts=50) + season(3, texts=50)) * 20
    model = fresh(learner=learner).update([text.split(" common")[0] for text in early])
    before = {*model.words()}
    assert len(before) == MOST
    model.update([text.split(" common")[0] for text in late])
    assert before.isdisjoint(model.words())
    assert model.model_.n_features_in_ == len(model.words())


VECTORS = WordVectors(
    [f"{kind}{n}w{w}" for kind in "xy" for n in range(12) for w in range(10)],
    np.repeat(np.eye(2, dtype=np.float32), 120, axis=0)
    + np.random.default_rng(0).normal(0, 0.05, (240, 2)).astype(np.float32),
)
GUIDES = {
    "seeds": SeedWords([[f"x{n}w1" for n in range(12)], [f"y{n}w1" for n in range(12)]]),
    "vectors": Vectors(VECTORS),
}


@pytest.mark.filterwarnings("ignore:.*seed words are not in the vocabulary")
@pytest.mark.parametrize("guide", GUIDES)
def test_the_prior_follows(guide: str, tmp_path: Path) -> None:
    model = fresh(learner=KPS(), guide=GUIDES[guide])
    size = 0
    for n in range(5, 12):
        model.update(season(n))
        assert model.prior_ is not None
        size = size or len(repr(vars(model.prior_.bound)))
        assert len(repr(vars(model.prior_.bound))) == size  # words that go leave no trace
    model.save(tmp_path / "model")
    again = load(tmp_path / "model")
    assert_array_equal(again.transform(season(11)), model.transform(season(11)))
    assert model.text_ is not None
    eta = model.model_.posterior_.eta
    assert eta.shape == (len(model.words()), 3)
    known = [word for word in model.words() if guide == "vectors" or word.endswith("w1")]
    leading = {
        kind: {int(eta[model.text_.column(word)].argmax()) for word in known if word[0] == kind}
        for kind in "xy"
    }
    assert all(leading.values())
    assert leading["x"].isdisjoint(leading["y"])

"""Words come and go in a stream that runs for long: the model's rows follow the vocabulary."""

from __future__ import annotations

import copy
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from biterms import KPS, LDA, SVB, SVI, SeedWords, TopicModel, Vectoriser, Vectors, load
from biterms.text.vectors import WordVectors

LEARNERS = [SVI(), SVB(), KPS()]
MOST = 40
by_learner = pytest.mark.parametrize("learner", LEARNERS, ids=["SVI", "SVB", "KPS"])
from tests.topics.bits import model_bits


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
    for n in range(12):
        model.update(season(n))
        assert len(model.words()) == model.model_.n_features_in_ <= MOST
        # words that go and words that come at once, and the room doubles
        assert model.model_.posterior_.M.base.shape[0] <= 4 * MOST
        model.model_.posterior_.check()
    times = {int(word[1:].split("w")[0]) for word in model.words() if "w" in word}
    assert {"common", "usual"} <= {*model.words()}
    assert min(times) >= 8
    assert max(times) == 11


@by_learner
def test_a_word_that_stays_keeps_its_row(learner: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    model, pruned = fresh(learner=learner).update(season(0)), 0
    keep = type(model.model_).keep_words

    def watched(self: Any, words: Any) -> Any:
        nonlocal pruned
        before = self.components_
        keep(self, words)
        assert_array_equal(self.components_, before[:, words])
        pruned += 1
        return self

    monkeypatch.setattr(type(model.model_), "keep_words", watched)
    for n in range(1, 8):
        model.update(season(n))
    assert pruned >= 3


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
    straight, stored = fresh(learner=learner), fresh(learner=learner)
    for n in range(10):
        straight.update(season(n))
        stored.update(season(n))
        stored.save(tmp_path / "model")
        stored = load(tmp_path / "model")
        assert stored.words() == straight.words()
        assert model_bits(stored.model_) == model_bits(straight.model_)
    assert stored.text_ is not None
    assert stored.text_.prune


@pytest.mark.parametrize("where", ["keep_words", "grow", "partial_fit"])
def test_an_interrupt_leaves_words_and_rows_in_agreement(
    where: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    model = fresh().update(season(0)).update(season(1))
    model.topics()  # what is looked up once must not outlive the words
    known, done = rows_by_word(model), getattr(type(model.model_), where)
    calls = 0

    def interrupted(self: Any, *given: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise KeyboardInterrupt
        return done(self, *given)

    with monkeypatch.context() as patch:
        patch.setattr(type(model.model_), where, interrupted)
        with pytest.raises(KeyboardInterrupt):
            model.update(season(2))
    assert calls
    now = rows_by_word(model)
    assert len(now) == model.model_.n_features_in_
    assert known.keys() - now.keys()
    assert all(now[word] == known[word] for word in now.keys() & known.keys())
    model.topics()
    model.save(tmp_path / "model")
    again = load(tmp_path / "model").update(season(3))
    model.update(season(3))
    assert_array_equal(again.transform(season(3)), model.transform(season(3)))


FOLLOWING = ("topics/topic_model.py", "models/change.py", "learning/posterior.py")


def interrupted_at(
    line: int, model: TopicModel, texts: list[str], monkeypatch: pytest.MonkeyPatch
) -> bool:
    """Whether `update` came to so many lines from where the model follows its vocabulary."""
    lines = 0

    def trace(frame: Any, event: str, _: Any) -> Any:
        nonlocal lines
        name = frame.f_code.co_filename.replace("\\", "/").rpartition("biterms/")[2]
        if name not in FOLLOWING or frame.f_code.co_name == "update":  # which is learning
            return None
        lines += event == "line"
        if event == "line" and lines == line:
            sys.settrace(None)
            raise KeyboardInterrupt
        return trace

    grow = Vectoriser.grow

    def followed(self: Any, piece: Any) -> Any:
        counts = grow(self, piece)
        sys.settrace(trace)
        sys._getframe(1).f_trace = trace
        return counts

    before = sys.gettrace()
    with monkeypatch.context() as patch:
        patch.setattr(Vectoriser, "grow", followed)
        try:
            model.update(texts)
        except KeyboardInterrupt:
            return True
        finally:
            sys.settrace(before)
    return False


def test_an_interrupt_at_any_line_leaves_agreement(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun = fresh(keep=0).update(season(0)).update(season(1))
    known, texts, line = rows_by_word(begun), season(2), 1
    words = list(copy.deepcopy(begun).update(texts).words())
    assert known.keys() - {*words}
    while interrupted_at(line, model := copy.deepcopy(begun), texts, monkeypatch):
        assert list(model.words()) == words
        assert model.model_.n_features_in_ == len(words), line
        model.model_.posterior_.check()
        if not model.model_.posterior_.updates > begun.model_.posterior_.updates:
            now = rows_by_word(model)
            assert all(now[word] == known[word] for word in known.keys() & now.keys()), line
        line += 1
        if line % 20 == 0:
            model.save(tmp_path / "model")
            load(tmp_path / "model").update(season(3, texts=20))
            model.update(season(3, texts=20))
    assert line > 60


def test_a_second_interrupt_is_made_up_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    model = fresh().update(season(0)).update(season(1))
    other = copy.deepcopy(model)

    def interrupted(self: Any, *given: Any, **named: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(type(model.model_), "follow", interrupted)
        for one in (model, other):
            with pytest.raises(KeyboardInterrupt):
                one.update(season(2))
    model.save(tmp_path / "model")
    again = load(tmp_path / "model").update(season(3))
    assert_array_equal(again.transform(season(3)), other.update(season(3)).transform(season(3)))


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
    model.model_.posterior_.check()


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
    for n in range(12):
        model.update(season(n))
        model.save(tmp_path / "model")
        again = load(tmp_path / "model")
        assert_array_equal(again.transform(season(n)), model.transform(season(n)))
        assert model.prior_ is not None
        size = size or len(snapshot(vars(model.prior_.bound)))
        assert len(snapshot(vars(model.prior_.bound))) == size
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

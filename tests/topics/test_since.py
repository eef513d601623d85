"""What a model has learnt since an earlier state of it."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from biterms import BTM, HDP, KPS, LDA, SVB, SVI, Annealed, TopicModel, Vectoriser, load
from biterms.errors import InputError
from biterms.kernels import Array
from tests.topics.newsroom import SUBJECTS, news, newspaper

LINES = {name: lines.split("|") for name, lines in SUBJECTS.items()}
MODELS: dict[str, Any] = {
    "svb": LDA(3, learner=SVB()),
    "svi": LDA(3, learner=SVI()),
    "kps": LDA(3, learner=KPS(decay=0.9)),
    "annealed": LDA(3, learner=Annealed(held=0, most=200)),
    "hdp": HDP(8),
}


def begun(kind: str, texts: list[str]) -> TopicModel:
    model = MODELS[kind].set_params(random_state=0, n_threads=1, batch_size=50)
    words = Vectoriser(min_df=2, max_words=30, prune=True, candidates=100)
    return TopicModel(model, text=words, keep=50).update(texts)


def only(name: str, n: int = 200) -> list[str]:
    return [LINES[name][i % len(LINES[name])] for i in range(n)]


def dense(model: TopicModel) -> Array:
    """What has been learnt, V x K, without the prior."""
    posterior = model.model_.posterior_
    return np.asarray(model.model_.components_.T - posterior.prior * posterior.eta)


@pytest.mark.parametrize("kind", MODELS)
def test_it_is_the_difference_of_all_counts(kind: str, tmp_path: Path) -> None:
    model = begun(kind, news(400)[0])
    model.save(tmp_path / "then")
    before, words, decays = dense(model), [*model.words()], dict[int, float]()
    learner = type(model.model_.engine().learning.learner)
    step = learner.step

    def noted(self: Any, moment: Any) -> Any:
        found = step(self, moment)
        decays[moment.step] = found.decay
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(learner, "step", noted)
        model.update([*only("space", 150), *["volcano erupts near village"] * 50])
    assert len(decays) == model.model_.n_steps_ - load(tmp_path / "then").model_.n_steps_ == 4
    expected = dense(model)
    same = [i for i, word in enumerate(words) if model.words()[i] == word]
    assert len(model.words()) > len(same) > 10
    expected[same] -= np.prod([*decays.values()]) * before[same]
    view = model.since(load(tmp_path / "then"))
    mass = expected.sum(axis=0)
    assert_allclose(view.model_.posterior_.M, expected, atol=1e-9 * mass.sum())
    assert_allclose(view.model_.sizes_, mass / mass.sum(), atol=1e-9)
    assert view.model_.n_docs_ == 200
    assert view.words() == model.words()


def test_topics_are_those_of_the_time_in_between() -> None:
    model = newspaper(600)
    then = deepcopy(model)
    labels = {topic.id: topic.label for topic in model.topics()}
    goal, orbit = model.find("goal")[0].id, model.find("orbit")[0].id
    view = model.update(only("space")).since(then)
    assert view.topics()[0].id == orbit
    assert view.topics()[0].size > 0.9 > model.topics()[0].size
    assert {topic.id: topic.label for topic in view.topics()} == {
        topic.id: topic.label for topic in model.topics()
    }
    assert labels.keys() == {*view.ids_}
    spoken = set(only("space"))
    assert {record.text for record in view.sample_.records} <= spoken
    assert view.typical(orbit, 1)[0].text in spoken
    assert view.transform(["rocket in orbit"])[0].argmax() == view.ids_.index(orbit)
    assert view.topic(goal).size < 0.05
    assert model.topic(goal).size > 0.1  # the model itself does not change


def test_nothing_was_learnt_since_now() -> None:
    model = begun("svb", news(300)[0])
    view = model.since(deepcopy(model))
    assert not view.model_.posterior_.M.any()
    assert view.model_.n_docs_ == 0
    assert len(view.topics()) == 3


def test_what_is_no_earlier_state_is_refused() -> None:
    model = begun("svb", news(300)[0])
    then = deepcopy(model)
    model.update(only("space"))
    with pytest.raises(InputError, match="not an earlier moment"):
        then.since(model)
    with pytest.raises(InputError, match="not an earlier moment"):
        model.since(begun("svb", news(300)[0]))
    model.merge_topics([0, 1])
    with pytest.raises(InputError, match="topics were merged"):
        model.since(then)
    sampler = TopicModel(BTM(3, sweeps=2, random_state=0)).fit(news(300)[0])
    with pytest.raises(InputError, match="BTM draws its topics anew"):
        sampler.since(deepcopy(sampler))
    hdp = begun("hdp", news(300)[0])
    early = deepcopy(hdp)
    state = hdp.model_.state
    state.without_topic(int(hdp.model_.sizes_.argmax()), np.full(8, 1 / 8))
    with pytest.raises(InputError, match="pruned or consolidated"):
        hdp.since(early)

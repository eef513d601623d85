"""The tree of topics: what is merged, what it loses, and how it is written."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.cluster.hierarchy import dendrogram

from biterms import BTM, HDP, Hierarchy, InputError, SettingError, TopicModel, Vectoriser
from biterms.models.lda.similar import Merging
from biterms.topics import agglomeration
from tests.topics.bits import bits
from tests.topics.newsroom import SUBJECTS, news, newspaper

TEXTS = news(300)[0]
K = 6


@pytest.fixture(scope="module")
def paper() -> TopicModel:
    return newspaper(300, n_topics=K)


@pytest.fixture(scope="module")
def tree(paper: TopicModel) -> Hierarchy:
    return paper.hierarchy()


def information(joint: np.ndarray) -> float:
    """I(topic; word) of joint probabilities, term by term."""
    rows, columns = joint.sum(axis=1), joint.sum(axis=0)
    terms = [
        joint[k, w] * np.log(joint[k, w] / (rows[k] * columns[w]))
        for k in range(len(joint))
        for w in range(joint.shape[1])
        if joint[k, w] > 0
    ]
    return float(sum(terms))


def test_losses_add_up_to_what_topics_know_of_words(paper: TopicModel, tree: Hierarchy) -> None:
    joint = paper.model_.topics_ * paper.model_.sizes_[:, None]
    assert_allclose(tree.merges[-1].height, information(joint), rtol=1e-6)
    assert_allclose(np.cumsum([m.loss for m in tree.merges]), [m.height for m in tree.merges])
    for n in range(1, K):
        merged = np.array([joint[group].sum(axis=0) for group in tree.groups(n)])
        assert_allclose(tree.merges[K - 1 - n].height, information(joint) - information(merged))


def test_topics_of_one_subject_are_merged_first(paper: TopicModel, tree: Hierarchy) -> None:
    subject = {}
    for name, lines in SUBJECTS.items():
        for text in lines.split("|"):
            subject.setdefault(int(paper.predict([text])[0]), name)
    assert {*subject} == {*range(K)}  # each topic is of a subject
    for group in tree.groups(3):
        assert len({subject[k] for k in group}) == 1


def test_reducing_follows_the_tree(paper: TopicModel, tree: Hierarchy) -> None:
    model = newspaper(300, n_topics=K).set_labels({tree.topics[0].id: "largest"})
    assert model.reduce_topics(3) is model
    assert {*model.ids_} == {group[0] for group in tree.groups(3)}
    assert model.topic(tree.topics[0].id).label == "largest"
    sizes = {topic.id: topic.size for topic in tree.topics}
    for group in tree.groups(3):
        assert_allclose(model.topic(group[0]).size, sum(sizes[k] for k in group))
    assert_array_equal(model.reduce_topics(3).ids_, model.ids_)
    assert model.reduce_topics(1).transform(TEXTS).shape == (300, 1)
    assert model.update(TEXTS[:50]).hierarchy().merges == ()


@pytest.mark.parametrize(("n", "kind"), [(0, SettingError), (7, InputError), (2.5, SettingError)])
def test_numbers_that_make_no_sense_change_nothing(
    paper: TopicModel, n: Any, kind: type[Exception]
) -> None:
    before = bits(paper)
    with pytest.raises(kind, match="expected a"):
        paper.reduce_topics(n)
    assert bits(paper) == before
    with pytest.raises(SettingError, match="expected a whole number from 1 to 6"):
        paper.hierarchy().groups(n)


@pytest.mark.parametrize("model", [HDP(20, random_state=0), BTM(5, sweeps=20, random_state=0)])
def test_other_models_have_trees(model: Any) -> None:
    known = TopicModel(model, text=Vectoriser(min_df=3)).fit(TEXTS)
    tree = known.hierarchy()
    assert [topic.id for topic in tree.topics] == [topic.id for topic in known.topics()]
    assert len(known.reduce_topics(2).ids_) == 2


def test_words_beyond_the_first_count_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    model = newspaper(300, n_topics=K)
    everything = model.hierarchy()
    monkeypatch.setattr(agglomeration, "WORDS", 20)
    some = model.hierarchy()
    assert some.groups(3) == everything.groups(3)
    assert some.merges[-1].height < everything.merges[-1].height


def test_merging_takes_the_least_loss_each_time() -> None:
    """What is kept up from step to step is the least of the whole table."""
    rng = np.random.default_rng(3)
    learnt = rng.gamma(0.1, size=(40, 30)) * rng.gamma(2.0, size=(40, 1))
    merging = Merging(learnt, 40)
    for _ in range(39):
        table = merging._loss.copy()
        i, j = merging.step()
        assert table[i, j] == table.min()
    assert_allclose(merging.down_to(1)[0], learnt.sum(axis=0))


def test_a_tree_is_written_in_many_ways(tree: Hierarchy) -> None:
    lines = str(tree).splitlines()
    assert lines[0].startswith("all topics  (loses ")
    assert len(lines) == 2 * K - 1
    assert all(re.match(r"^[│ ]*[├└]─ ", line) for line in lines[1:])
    found = json.loads(json.dumps(tree.to_dict()))
    leaves, waiting = [], [found]
    while waiting:
        node = waiting.pop()
        waiting += node.get("children", [])
        leaves += [node["id"]] if "id" in node else []
    assert sorted(leaves) == list(range(K))
    assert_allclose(found["size"], 1.0)
    newick = tree.to_newick()
    assert newick.count("(") == newick.count(")") == K - 1
    assert newick.endswith("'all topics';")
    drawn = dendrogram(tree.to_linkage(), no_plot=True)
    assert sorted(drawn["leaves"]) == list(range(K)) == sorted(tree.order())


def test_newick_doubles_quotes() -> None:
    model = newspaper(60).set_labels({0: "it's (a) label"})
    assert "'0 it''s (a) label':" in model.hierarchy().to_newick()


def test_branches_of_the_drawing_do_not_cross(tree: Hierarchy) -> None:
    for one, other, join, _ in tree.branches():
        assert max(one[0], other[0]) <= join
        assert one[1] < other[1]

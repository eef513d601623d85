"""What a model shows of itself: topics, words, pairs, examples, names."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from biterms import load
from biterms.errors import InputError, SettingError
from biterms.topics import TopicModel
from biterms.topics.views import KINDS
from tests.topics.bits import bits
from tests.topics.newsroom import fresh, news, newspaper

TEXTS = news(300)[0]


@pytest.fixture(scope="module")
def paper() -> TopicModel:
    """Must not be changed."""
    return newspaper(300)


def test_one_row_per_topic_the_largest_first(paper: TopicModel) -> None:
    topics = paper.topics(documents=True)
    assert sorted(topic.id for topic in topics) == [0, 1, 2]
    sizes = [topic.size for topic in topics]
    assert sizes == sorted(sizes, reverse=True)
    assert_allclose(sum(sizes), 1.0)
    assert_allclose(sum(topic.documents for topic in topics), 1.0)
    leading = np.bincount(paper.transform(TEXTS).argmax(axis=1), minlength=3) / 300
    assert_allclose([paper.topic(k).documents for k in range(3)], leading)


def test_words_are_what_people_wrote_and_never_stems(paper: TopicModel) -> None:
    written = {word for text in TEXTS for word in text.split()}
    words = {word.word for topic in paper.topics(100) for word in topic.words}
    assert words == {*paper.words()} <= written
    assert "satellit" in paper.text_.vocabulary_


def test_words_by_probability_and_by_relevance(paper: TopicModel) -> None:
    E = paper.model_.topics_
    for topic in paper.topics(5, by="probability"):
        assert_allclose([w.probability for w in topic.words], -np.sort(-E[topic.id])[:5])
    overall = paper.model_.sizes_ @ E
    for topic in paper.topics(5):
        lift = E[topic.id] * np.log(E[topic.id] / overall)
        assert_allclose([w.relevance for w in topic.words], -np.sort(-lift)[:5])
    with pytest.raises(SettingError, match="by='size'"):
        paper.topics(by="size")  # type: ignore[arg-type]


def test_pairs_are_of_texts(paper: TopicModel) -> None:
    columns = [{paper.words()[c] for c in row.indices} for row in paper.counts(TEXTS)]
    for topic in paper.topics():
        assert topic.pairs
        for pair in topic.pairs:
            assert any({pair.left, pair.right} <= words for words in columns)


def test_a_topic_has_one_label_however_it_is_asked_for(paper: TopicModel) -> None:
    labels = {topic.id: topic.label for topic in paper.topics()}
    for k in range(3):
        for n_words, n_pairs in [(1, 1), (30, 10), (5, 0)]:
            assert paper.topic(k, n_words, n_pairs, by="probability").label == labels[k]
    assert {place.label for place in paper.find("goal", 3)} == {*labels.values()}


def test_find_gives_the_share_of_each_topic(paper: TopicModel) -> None:
    found = paper.find("goals", 3)
    column = paper.text_.column("goal")
    joint = paper.model_.sizes_ * paper.model_.topics_[:, column]
    assert_allclose([place.share for place in found], -np.sort(-joint / joint.sum()))
    assert_allclose(found[0].probability, paper.model_.topics_[found[0].id, column])
    assert len(paper.find("goal", 1)) == 1
    for word in ("the", "zorbia", "two words", ""):
        with pytest.raises(InputError, match=r"is not among the .* words of this model"):
            paper.find(word)


def test_typical_texts_are_those_with_most_of_the_topic(paper: TopicModel) -> None:
    mixtures = paper.transform(TEXTS)
    for k in range(3):
        found = paper.typical(k, 4)
        assert len({example.text for example in found}) == 4
        assert found[0].probability == mixtures[:, k].max()
        for example in found:
            assert_allclose(mixtures[int(example.id), k], example.probability)
            assert TEXTS[int(example.id)] == example.text
        rest = [mixtures[i, k] for i, t in enumerate(TEXTS) if t not in {e.text for e in found}]
        assert min(example.probability for example in found) >= max(rest)


def test_texts_without_a_known_word_are_typical_of_nothing() -> None:
    model = fresh(1).fit([*TEXTS, *["the", ""] * 40])
    assert not {example.text for example in model.typical(0, 500)} & {"the", ""}


def test_labels_of_users_come_first_and_can_be_taken_back() -> None:
    model = newspaper(300)
    own = model.topic(1).label
    model.set_labels({1: "Über <b>space</b>", np.int64(2): "money"})
    assert (model.topic(1).label, model.topic(2).label) == ("Über <b>space</b>", "money")
    assert {"money", "Über <b>space</b>"} < {place.label for place in model.find("goal", 3)}
    assert "&lt;b&gt;space" in model._repr_html_()
    model.set_labels({1: ""})
    assert model.topic(1).label == own
    assert model.labels_ == {2: "money"}


@pytest.mark.parametrize(
    "labels", [{7: "x"}, {0: "fine", 7: "x"}, {0: "fine", 1: 3}, {"0": "x"}], ids=repr
)
def test_labels_that_fit_nothing_are_refused(labels: Any) -> None:
    model = newspaper(60).set_labels({0: "first"})
    with pytest.raises((InputError, SettingError), match=r"no topic|expected a text"):
        model.set_labels(labels)
    assert model.labels_ == {0: "first"}


def test_merged_topics_are_one_and_the_ids_of_the_others_stay() -> None:
    model = newspaper(300, n_topics=4).set_labels({2: "gone", 3: "stays"})
    sizes, lam = model.model_.sizes_, model.model_.components_
    before = {k: model.transform(TEXTS)[:, k] for k in range(4)}
    model.topics()  # what is remembered of it must be forgotten
    assert model.merge_topics([1, 2]) is model
    assert model.ids_ == [0, 1, 3]
    assert model.labels_ == {3: "stays"}
    assert_allclose(model.topic(1).size, sizes[1] + sizes[2])
    # learnt counts add up, the prior does not
    assert_allclose(model.model_.components_[1], lam[1] + lam[2] - 0.2, rtol=1e-6)
    assert model.transform(TEXTS).shape == (300, 3)
    both = before[1] + before[2]
    assert np.corrcoef(both, model.transform(TEXTS)[:, 1])[0, 1] > 0.99
    assert {row.topic for row in model.assign(TEXTS)} <= {0, 1, 3}
    with pytest.raises(InputError, match=r"no topic 2; the topics are 0, 1, 3"):
        model.topic(2)


@pytest.mark.parametrize("topics", [[], [1], [1, 1], [0, 7]], ids=repr)
def test_what_cannot_be_merged_changes_nothing(topics: list[int]) -> None:
    model = newspaper(60)
    before = bits(model)
    with pytest.raises(InputError, match=r"two or more different topics|no topic 7"):
        model.merge_topics(topics)
    assert bits(model) == before


def test_another_fit_shows_another_model() -> None:
    model = newspaper(300)
    first = model.topics()
    model.fit([f"{text} tonight" for text in TEXTS])
    assert list(model.topics()) != list(first)
    assert model.mixtures().shape == (300, 3)
    assert_allclose(model.mixtures(), model.transform([f"{text} tonight" for text in TEXTS]))


def test_a_table_of_topics(paper: TopicModel) -> None:
    topics = paper.topics(documents=True)
    frame = topics.to_pandas()
    assert list(frame.columns) == list(KINDS)
    assert {*KINDS} - {*paper.topics().to_pandas().columns} == {"documents"}  # nobody asked
    assert isinstance(frame, pd.DataFrame)
    assert frame["id"].tolist() == [topic.id for topic in topics]
    assert frame["words"][0].split(", ") == [word.word for word in topics[0].words]
    assert (topics[0], len(topics), topics[:2]) == (next(iter(topics)), 3, tuple(topics)[:2])
    assert repr(topics).count("\n") == 3


def test_notebooks_show_the_table(paper: TopicModel) -> None:
    page = paper._repr_html_()
    assert page.count("<tr>") == 4
    cells = [html.unescape(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", page)]
    assert cells[2] == paper.topics()[0].label
    bundle = paper._repr_mimebundle_()
    assert bundle["text/html"] == page  # scikit-learn's diagram must not come first
    assert "TopicModel" in bundle["text/plain"]


def test_pyldavis_gets_distributions(paper: TopicModel) -> None:
    given = newspaper(300).to_pyldavis()
    assert {*given} == {
        *("topic_term_dists", "doc_topic_dists", "doc_lengths", "vocab", "term_frequency")
    }
    assert_allclose(given["topic_term_dists"].sum(axis=1), 1.0)
    assert_allclose(given["doc_topic_dists"].sum(axis=1), 1.0)
    assert len(given["vocab"]) == given["topic_term_dists"].shape[1] == len(given["term_frequency"])
    assert len(given["doc_lengths"]) == len(given["doc_topic_dists"])
    assert (given["doc_lengths"] > 0).all()
    assert (given["term_frequency"] > 0).all()
    assert given["doc_lengths"].sum() == paper.counts(TEXTS).sum()


@pytest.mark.parametrize("n", [-1, 2.5, True, "many"])
def test_strange_numbers_are_refused(paper: TopicModel, n: Any) -> None:
    for ask in (
        lambda: paper.topics(n),
        lambda: paper.topics(3, n),
        lambda: paper.find("goal", n),
        lambda: paper.typical(0, n),
    ):
        with pytest.raises(SettingError, match="expected a whole number of at least"):
            ask()
    with pytest.raises(InputError, match="no topic True"):
        paper.topic(True)


def test_nothing_is_computed_that_nobody_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither mixtures of the sample nor the names of all words, for a list of topics."""
    model = newspaper(300).update(news(50, seed=2)[0])
    named: list[int] = []
    names = type(model.text_).names

    def watched(self: Any, columns: Any) -> list[str]:
        named.append(len(columns))
        return names(self, columns)

    monkeypatch.setattr(type(model.text_), "names", watched)
    monkeypatch.setattr(type(model.model_), "infer", None)
    topics = model.topics(3, 2)
    assert max(named) <= 3 * 15
    assert {topic.documents for topic in topics} == {None}


@pytest.mark.parametrize("biterms", [True, 3], ids=["all", "window"])
def test_a_look_after_an_update_is_that_of_a_model_from_a_file(
    biterms: Any, tmp_path: Path
) -> None:
    """What is kept up from changes is what a model computes that has no earlier look."""
    model = newspaper(300, keep=60, biterms=biterms)
    for seed in range(1, 5):
        model.topics()
        model.update([f"{text} volcano{seed}" for text in news(40, seed=seed)[0]])
        model.save(tmp_path / "model")
        again = load(tmp_path / "model")
        assert list(model.topics(documents=True)) == list(again.topics(documents=True))

"""Labels of topics that nobody has named."""

from __future__ import annotations

import gzip
import json
import re
from itertools import islice, product
from pathlib import Path

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer

from biterms import BTM, HDP, LDA, SeedWords, TopicModel, Vectoriser
from biterms.kernels import Sequences
from biterms.models.estimator import TopicEstimator
from biterms.topics.drafts import _as_texts_have_them
from biterms.topics.labels import Draft, Part, unique_labels
from biterms.topics.neighbours import Neighbours, Placed
from biterms.topics.phrase_forms import Text
from tests.topics.newsroom import news, newspaper

LINES = {
    "korea": [
        "north korea tests a missile",
        "sanctions against north korea",
        "north korea nuclear",
    ],
    "care": ["health care for all", "affordable health care", "health care costs rise"],
    "goal": ["late goal wins the match", "the match ended without a goal", "goal and match"],
}


def words_of(label: str) -> set[str]:
    return {*label.replace(",", " ").split()}


def lines(n: int = 40) -> list[str]:
    return [line for texts in LINES.values() for line in texts] * n


def seeded(lines: list[str]) -> TopicModel:
    guide = SeedWords([["korea", "north"], ["health", "care"], ["goal", "match"]])
    text = Vectoriser(language=None)
    return TopicModel(LDA(3, random_state=0), text=text, guide=guide).fit(lines)


def check(model: TopicModel) -> None:
    """Every label has one of the two most probable words, and no two are the same."""
    labels = {topic.id: topic.label for topic in model.topics()}
    for topic in model.topics(2, by="probability"):
        key = str if model.text_ is None else model.text_.key
        assert {*map(key, words_of(topic.label))} & {key(word.word) for word in topic.words}
        assert len(words_of(topic.label)) == len(topic.label.replace(",", " ").split())
    assert len({frozenset(words_of(label)) for label in labels.values()}) == len(labels)
    assert {k: model.topic(k).label for k in model.ids_} == labels


def test_phrases_are_in_the_order_of_the_texts_and_others_are_apart() -> None:
    model = seeded(lines())
    assert model.topic(0).label.startswith("north korea")
    assert model.topic(1).label.startswith("health care")
    parts = model.topic(2).label.split(", ")
    assert {"goal", "match"} <= {*parts}  # in one text, and never neighbours
    check(model)


def test_what_never_comes_together_is_not_put_together() -> None:
    """A topic of two subjects is called by one of them."""
    rng = np.random.default_rng(0)
    texts = ["native title claim", "injury blow for captain"] * 60 + ["wind and rain"] * 60
    guide = SeedWords([["native", "title", "claim", "injury", "blow", "captain"], ["wind", "rain"]])
    rng.shuffle(texts)
    model = TopicModel(LDA(2, random_state=0), guide=guide).fit(texts)
    label = words_of(model.topic(0).label)
    assert label <= {"native", "title", "claim"} or label <= {"injury", "blow", "captain"}


@pytest.mark.parametrize(
    "model",
    [
        LDA(3),
        LDA(1),
        LDA(12),
        LDA(4, biterms=3),
        LDA(3, biterms=False),
        HDP(),
        BTM(4),
    ],
    ids=repr,
)
def test_labels_of_every_model_have_a_top_word_and_are_unique(model: TopicEstimator) -> None:
    model.set_params(random_state=0)
    check(TopicModel(model).fit(news(300)[0]))


def test_counts_have_no_order_so_labels_have_no_phrases() -> None:
    counts = np.random.default_rng(0).poisson(0.4, (60, 8))
    names = [f"w{i}" for i in range(8)]
    model = TopicModel.from_counts(counts, names, LDA(3, random_state=0))
    check(model)
    assert all(" " not in part for t in model.topics() for part in t.label.split(", "))


@pytest.mark.filterwarnings("ignore::biterms.ShortDocuments")
def test_topics_of_one_word_and_topics_that_are_all_the_same() -> None:
    texts = ["goal"] * 30
    for k in (1, 3):
        model = TopicModel(LDA(k, random_state=0)).fit(texts)
        labels = [topic.label for topic in model.topics()]
        assert all("goal" in label for label in labels)
        assert len({*labels}) == k


def test_labels_are_the_same_however_often_a_model_is_made_and_after_other_questions() -> None:
    one, other = newspaper(300, n_topics=6), newspaper(300, n_topics=6)
    other.find("goal")
    labels = {topic.id: topic.label for topic in other.topics()}
    assert {topic.id: topic.label for topic in one.topics()} == labels
    taken = other.set_labels({5: labels[0]}).topic(0).label
    assert taken != labels[0]  # a name that a user has given is the user's
    assert words_of(taken) > words_of(labels[0])
    assert all(other.topic(k).label == labels[k] for k in range(1, 5))
    other.set_labels({5: ""})
    assert {topic.id: topic.label for topic in other.topics()} == labels


def test_the_smaller_id_keeps_a_label_and_others_get_more_words() -> None:
    drafts = {
        3: Draft([Part("b a", "b a")], iter("cd")),
        1: Draft([Part("a", "a"), Part("b", "b")], iter("xy")),
        2: Draft([Part("as b", "a b")], iter("cd")),
        4: Draft([Part("a b", "a b")], iter("")),
        5: Draft([], iter("")),
    }
    found = unique_labels(drafts, ["A c B", "topic 5"])
    assert found == {1: "a, b", 2: "as b, c, d", 3: "b a, c, d (3)", 4: "a b (4)", 5: "topic 5*"}
    same = {k: Draft([Part("a", "a")], iter("bcdefgh")) for k in range(5)}
    longest = [*unique_labels(same, []).values()]
    assert longest == ["a", "a, b", "a, b, c", "a, b, c, d", "a, b, c, d (4)"]


def test_neighbours_stand_side_by_side_in_one_text() -> None:
    rows = [[0, 1, -1, 2], [], [2, 0, 1, 0, 1], [1], [2, 0]]
    words = np.array([word for row in rows for word in row], dtype=np.int32)
    ptr = np.append(0, np.cumsum([len(row) for row in rows]))
    placed = Placed.of(Sequences(ptr, words), np.array([0, 1, 2, -1]))
    found = Neighbours.of(placed, 3, len(rows))
    assert found.texts == 5
    assert found.frequency.tolist() == [4, 4, 3]
    pairs = np.array([(0, 1), (1, 0), (1, 2), (2, 0), (0, 2)])
    assert found.before(*pairs.T).tolist() == [3, 1, 0, 2, 0]
    assert found.having([(0, 1), (2, 0), (2, 0, 1), (1, 0), (1, 0, 1)]) == [
        {0: 0, 2: 7},
        {2: 4, 4: 10},
        {2: 4},
        {2: 6},
        {2: 6},
    ]


STATES = [
    "the united states of america",
    "troops of the united states leave",
    "united state of mind",
    "my state votes",
    "a state of emergency",
    "each state votes",
    *["rain and wind", "wind and more rain"] * 3,
]


def test_words_of_a_phrase_are_written_as_in_most_texts() -> None:
    """The usual form of a word alone need not be its usual form in a phrase."""
    guide = SeedWords([["united", "states"], ["rain", "wind"]])
    model = TopicModel(LDA(2, random_state=0), guide=guide).fit(STATES * 20)
    assert {word.word for word in model.topic(0).words} >= {"united", "state"}
    assert "united states" in model.topic(0).label
    model.update(["a united state"] * 60)  # and when most texts write it so, labels follow
    assert "united state" in model.topic(0).label.split(", ")
    again = TopicModel(LDA(2, random_state=0), guide=guide).fit(STATES * 20)
    again.topics()
    for _ in range(6):
        again.update(["a united state"] * 10)
        again.topics()
    assert "united state" in again.topic(0).label.split(", ")


def test_words_that_texts_part_are_no_phrase() -> None:
    text = "nasdaq, ice bid. op-ed of st. louis - news (cte) programs"
    forms = re.findall(r"\w+", text)
    assert [Text(text, 5, forms).phrase(at, 2) for at in range(5, 16)] == [
        "nasdaq, ice",
        "ice bid",
        "bid op",
        "op ed",
        "ed of",
        "of st",
        "st louis",
        "louis, news",
        "news cte",
        "cte programs",
        "programs",
    ]
    assert Text(text, 0, forms).phrase(0, 4) == "nasdaq, ice bid op"
    assert Text("", 0, forms).phrase(0, 2) == "nasdaq ice"  # what is not found is not judged


def test_three_words_are_a_phrase_only_if_a_text_has_all_three_in_a_row() -> None:
    space, shuttle, launch, river, north, korea = range(6)
    rows = [[space, shuttle], [shuttle, launch, -1, space], [space, shuttle], [river, launch]]
    rows += [[north, korea, river], [launch, river]]
    words = np.array([word for row in rows for word in row], dtype=np.int32)
    ptr = np.append(0, np.cumsum([len(row) for row in rows]))
    placed = Placed.of(Sequences(ptr, words), np.array([*range(6), -1]))
    found = _as_texts_have_them(
        [
            [(space, shuttle, launch), (river,), ()],
            [(north, korea, river), (river, space, shuttle)],
        ],
        Neighbours.of(placed, 6, len(rows)),
    )
    assert found[0] == [(space, shuttle), (launch,), (river,), ()]
    assert found[1] == [(north, korea, river), (space, shuttle), (river,)]


def test_a_word_of_two_words_is_not_repeated_by_the_two() -> None:
    texts = ["reset link expired", "password reset link", "reset link", "late goal", "goal late"]
    words = CountVectorizer(ngram_range=(1, 2))
    model = TopicModel(LDA(2, random_state=0), text=words).fit(texts * 10)
    for topic in model.topics():
        parts = topic.label.split(", ")
        assert len({frozenset(part.split()) for part in parts}) == len(parts)


def test_a_label_says_more_than_a_phrase_that_nothing_goes_with_as_a_whole() -> None:
    texts = ["a year old", "year old", "old news", "jailed for a year", "life in a year"]
    texts += ["rain and wind", "wind and more rain"] * 4
    guide = SeedWords([["year", "old"], ["rain", "wind"]])
    model = TopicModel(LDA(2, random_state=0), guide=guide).fit(texts * 20)
    assert len(model.topic(0).label.split(", ")) > 1


def test_phrases_of_tweets_are_written_as_in_most_tweets(data_dir: Path) -> None:
    path = data_dir / "congress_tweets" / "congress_tweets.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf8") as lines:
        texts = [json.loads(line)["text"] for line in islice(lines, 6000)]
    model = TopicModel(LDA(30, random_state=0)).fit(texts)
    check(model)
    words = model.text_
    plain = [" ".join(re.findall(r"[\w']+", text.lower().replace("’", "'"))) for text in texts]
    changed = 0
    for phrase in {part for t in model.topics() for part in t.label.split(", ") if " " in part}:
        columns = [words.vocabulary_[words.key(word)] for word in phrase.split()]
        every = [" ".join(forms) for forms in product(*map(words.forms, columns))]
        having = {form: sum(f" {form} " in f" {text} " for text in plain) for form in every}
        assert having[phrase] == max(having.values()) > 0
        changed += phrase != " ".join(words.names(np.array(columns)))
    assert changed > 1  # such as "tax cuts", though "cut" is the usual form

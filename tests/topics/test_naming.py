"""Names of topics from people and from language models."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from biterms import InputError, TopicModel, load
from biterms.topics.naming import LONGEST, LONGEST_TEXT, asked, named
from tests.topics.newsroom import newspaper


@pytest.fixture(scope="module")
def paper() -> TopicModel:
    """Must not be changed."""
    return newspaper(300)


def test_a_prompt_has_what_is_known_of_each_topic(paper: TopicModel, tmp_path: Path) -> None:
    path = tmp_path / "prompts.json"
    found = paper.label_prompt(path, n_words=4, n_pairs=2, n_texts=3)
    assert json.loads(path.read_text()) == found
    assert [topic["id"] for topic in found["topics"]] == [topic.id for topic in paper.topics()]
    for topic in found["topics"]:
        shown = paper.topic(topic["id"], 4, 2)
        assert topic["label"] == shown.label
        assert topic["words"] == [word.word for word in shown.words]
        assert topic["texts"] == [example.text for example in paper.typical(topic["id"], 3)]
        assert len(topic["pairs"]) == 2
        assert all(part in topic["prompt"] for part in topic["words"] + topic["texts"])


def test_texts_of_a_prompt_are_lines_of_limited_length() -> None:
    model = TopicModel().fit([f"late goal\nwins match {'and more ' * 100}"] * 20)
    for topic in model.label_prompt()["topics"]:
        assert all(len(text) <= LONGEST_TEXT and "\n" not in text for text in topic["texts"])
    assert newspaper(60, keep=0).label_prompt()["topics"][0]["texts"] == []


def test_answers_are_names(tmp_path: Path) -> None:
    model, path = newspaper(300), tmp_path / "names.json"
    path.write_text('```json\n{"0": " Space\\n travel ", "2": "Sport"}\n```\n')
    assert model.set_labels(path).labels_ == {0: "Space travel", 2: "Sport"}
    model.save(tmp_path / "model")
    assert load(tmp_path / "model").labels_ == model.labels_


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "{",
        "[]",
        "{}",
        '"name"',
        "[" * 10**5,
        '{"9": "no such topic"}',
        '{"zero": "x"}',
        '{"-1": "x"}',
        '{"0": 3}',
        '{"0": " "}',
        '{"0": "x", "0": "y"}',
        '{"0": "x", "00": "y"}',
        '{"0": "same", "1": " SAME"}',
        '{"0": "first"}',
        json.dumps({"0": "x" * (LONGEST + 1)}),
        "\xff",
    ],
)
def test_answers_that_are_not_names_change_nothing(tmp_path: Path, answer: str) -> None:
    model, path = newspaper(60).set_labels({1: "first"}), tmp_path / "names.json"
    path.write_bytes(answer.encode("latin-1"))
    with pytest.raises(InputError):
        model.set_labels(path)
    assert model.labels_ == {1: "first"}


@pytest.mark.parametrize("labels", [{0: " "}, {0: "x" * 101}, {0: "a", 1: "A"}, {0: "First"}])
def test_names_that_nobody_could_use_are_refused(labels: Any) -> None:
    model = newspaper(60).set_labels({2: "first"})
    with pytest.raises(InputError, match="name"):
        model.set_labels(labels)
    assert model.labels_ == {2: "first"}


def test_models_of_older_versions_keep_their_names(tmp_path: Path) -> None:
    from dataclasses import replace

    model = newspaper(60)
    model._fitted = replace(model.fitted, labels={0: "same", 1: "same", 2: "x" * 300})
    model.save(tmp_path / "old")
    assert load(tmp_path / "old").labels_ == {0: "same", 1: "same", 2: "x" * 300}


def test_a_name_is_what_a_model_says_without_its_thoughts_and_quotes() -> None:
    for answer in ['"Space travel"', "<think>a\nb</think>\n\n**Space travel**", "Space  travel."]:
        assert named(answer) == "Space travel"
    for answer in [
        "Name: **Space travel**",
        "**Topic name:** Space travel",
        "Label: 'Space travel'",
    ]:
        assert named(answer) == "Space travel"
    assert named("Brand name: a dispute") == "Brand name: a dispute"
    for answer in ["", "<think>x</think>", "...", "word " * 40]:
        with pytest.raises(InputError, match="expected a short name"):
            named(answer)


def test_a_name_that_is_taken_is_asked_for_again() -> None:
    questions: list[str] = []

    def ask(question: str) -> str:
        questions.append(question)
        return "Sport" if "taken" not in question else f"Sport {len(questions)}"

    topics = [{"id": k, "prompt": f"name topic {k}"} for k in (4, 2)]
    assert asked(topics, ["Money"], ask) == {4: "Sport", 2: "Sport 3"}
    assert questions[2] == "name topic 2\nThese names are taken: Money; Sport"

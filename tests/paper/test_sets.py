"""The paper's preprocessing on texts that one can check by eye."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paper.sets import Sets

SETTINGS: dict[str, Any] = {
    "preprocessing": {"language": "english", "min_df": 2, "min_words": 2},
    "measures": {"test_terms": 5, "data_seed": 0},
    "sets": {
        "texts": {"files": {"texts": "texts.jsonl.gz"}},
        "terms": {"files": {"terms": "texts.jsonl.gz"}},
        "words": {"files": {"texts": "texts.jsonl.gz", "words": "words.txt.gz"}},
        "bag": {"files": {"bag": "."}},
    },
}
TEXTS = [
    ("the cats chased a mouse", "pets"),
    ("cat and mouse", "pets"),
    ("cat and mouse", "pets"),
    ("markets fall", "money"),
    ("a falling market", "money"),
    ("mouse", "pets"),
]


def sets(folder: Path) -> Sets:
    return Sets(SETTINGS, folder, folder / "cache")


def write(path: Path, lines: list[str]) -> None:
    with gzip.open(path, "wt", encoding="utf8") as file:
        file.writelines(f"{line}\n" for line in lines)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / "texts.jsonl.gz", [json.dumps({"text": t, "label": y}) for t, y in TEXTS])
    write(tmp_path / "words.txt.gz", ["mouse", "cat", "market", "markets"])
    write(tmp_path / "vocab.txt.gz", ["one", "two", "three", "four", "five", "six"])
    write(tmp_path / "train.txt.gz", ["2 0:1 1:2", "3 2:1 3:1 4:1"])
    write(tmp_path / "data_test_1_part_1.txt.gz", ["4 0:1 1:1 2:1 3:1"])
    write(tmp_path / "data_test_1_part_2.txt.gz", ["1 5:1"])
    return tmp_path


def documents(made: Any) -> list[tuple[str, str]]:
    rows = [made.sequence(d) for d in range(len(made.ptr) - 1)]
    return sorted(
        (" ".join(made.words[i] for i in row), str(y))
        for row, y in zip(rows, made.labels, strict=True)
    )


def test_stop_words_rare_words_and_short_texts_go(folder: Path) -> None:
    made = sets(folder).corpus("texts")
    # "chased" is in one text only; "mouse" alone is too short; forms of a word are one
    assert len(made.words) == 4
    assert sorted(np.diff(made.ptr)) == [2] * 5
    assert sorted(made.labels) == ["money"] * 2 + ["pets"] * 3
    assert made.counts.sum() == 10


def test_terms_stay_as_they_are(folder: Path) -> None:
    assert documents(sets(folder).corpus("terms")) == sorted(TEXTS)


def test_a_given_vocabulary_is_kept_and_equal_texts_are_one(folder: Path) -> None:
    made = sets(folder).corpus("words")
    assert made.words == ["mouse", "cat", "market", "markets"]
    assert documents(made) == [("cat mouse", "pets")]


def test_a_limit_draws_texts_before_anything_else(folder: Path) -> None:
    few, all_ = (sets(folder).corpus("terms", n) for n in (3, 0))
    assert len(few.ptr) - 1 == 3
    assert few.sequence(2).tolist() == all_.sequence(2).tolist()


def test_a_set_is_prepared_once(folder: Path) -> None:
    first = sets(folder).prepared("texts", 0)
    made = first.stat().st_mtime_ns
    assert sets(folder).prepared("texts", 0).stat().st_mtime_ns == made
    assert sets(folder).prepared("texts", 4) != first


def test_published_test_documents_keep_their_parts(folder: Path) -> None:
    parts = sets(folder).parts("bag", 0, 10)
    assert parts.train.toarray().tolist() == [[1, 2, 0, 0, 0, 0], [0, 0, 1, 1, 1, 0]]
    assert (parts.observed + parts.held).toarray().tolist() == [[1, 1, 1, 1, 0, 1]]


def test_test_documents_are_long_enough_and_not_learnt_from(tmp_path: Path) -> None:
    texts = [f"alpha{i} beta{i} gamma{i} delta{i} epsilon{i}" for i in "abcdef"] + ["zeta eta"] * 3
    write(tmp_path / "texts.jsonl.gz", [json.dumps({"text": t, "label": ""}) for t in texts])
    parts = sets(tmp_path).parts("terms", 0, 4)
    assert parts.observed.sum(axis=1).A1.tolist() == [4] * 4
    assert parts.held.sum(axis=1).A1.tolist() == [1] * 4
    assert parts.train.shape[0] == 5
    assert not (parts.train @ (parts.observed + parts.held).T).nnz

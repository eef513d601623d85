"""Phrases: words side by side that are read as one."""

from __future__ import annotations

import gzip
import json
import re
from copy import deepcopy
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from biterms import LDA, TopicModel, Vectoriser
from biterms.kernels import Rules
from biterms.text import phrase_growth
from biterms.text.analyser import Analyser
from biterms.text.collocations import LEAST_NPMI, LEAST_TEXTS
from biterms.text.find_phrases import Collection
from biterms.text.pair_counts import PairCounts
from biterms.text.phrases import Phrases
from tests.examples import examples
from tests.text import plain_phrases as plain
from tests.text.streams import account, dense, parts
from tests.text.test_growth import interrupted

ANALYSER = Analyser(Rules(), frozenset(plain.STOP), None)
words = st.sampled_from(["aa", "bb", "cc", "dd", "of", "the"])
texts = st.lists(words, max_size=9).map(" ".join)
SETTINGS: dict[str, Any] = {"language": None, "stop_words": plain.STOP}
NEWS = [
    "North Korea fires missile",
    "missile of North Korea",
    "Bank of America raises rates",
    "bank of america cuts rates",
    "the north and the south",
    "missile talks end",
    "banks raise rates",
] * 6


@st.composite
def phrases(draw: st.DrawFn) -> list[plain.Pair]:
    single = st.sampled_from(["aa", "bb", "cc", "dd"])
    pair = st.tuples(single, single).filter(lambda pair: pair[0] != pair[1])
    two = draw(st.lists(pair, max_size=6, unique=True))
    if not two:
        return []
    joined = st.sampled_from([" ".join(pair) for pair in two])
    three = st.tuples(joined, single) | st.tuples(single, joined)
    return draw(st.permutations([*two, *draw(st.lists(three, max_size=4, unique=True))]))


@examples(100)
@given(texts=st.lists(texts, max_size=4), phrases=phrases())
def test_the_oldest_phrases_are_joined_first(texts: list[str], phrases: list[plain.Pair]) -> None:
    analyser = ANALYSER._replace(phrases=Phrases(phrases))
    tokens = analyser.tokens(texts)
    expected = [plain.read(text, phrases) for text in texts]
    found = [[tokens.words[i] for i in row] for row in np.split(tokens.ids, tokens.ptr[1:-1])]
    assert found[: len(texts)] == [[unit.surface for unit in units] for units in expected]
    assert tokens.words == [*dict.fromkeys(unit.surface for row in expected for unit in row)]
    keys = {unit.surface: unit.key for row in expected for unit in row}
    assert dict(zip(tokens.words, analyser.keys(tokens.words), strict=True)) == keys


@examples(50)
@given(texts=st.lists(texts, min_size=2, max_size=25), least=st.integers(2, 4), cut=st.integers(1))
def test_phrases_are_frequent_and_strong(texts: list[str], least: int, cut: int) -> None:
    collection = Collection(ANALYSER.keys)
    for piece in (texts[:cut], texts[cut:]):
        collection.add(ANALYSER.tokens(piece))
    assert [*collection.phrases(least).pairs] == plain.found_in(texts, least, LEAST_NPMI)


def test_a_phrase_is_a_word() -> None:
    text = Vectoriser(phrases=True)
    counts = text.fit_transform(NEWS)
    names = text.get_feature_names_out().tolist()
    assert {"north korea", "bank of america"} <= {*names}
    assert text.column("North Koreas") == text.vocabulary_["north korea"]
    assert text.key("bank of America") == text.key("bank america") == "bank america"
    assert text.forms(text.vocabulary_["north korea"]) == {"north korea": 12}
    assert text.doc_freq_[text.vocabulary_["north korea"]] == 12
    assert text.doc_freq_[text.vocabulary_["north"]] == 6  # outside of the phrase
    assert_array_equal(text.transform(NEWS).toarray(), counts.toarray())
    assert [span.surface for span in text.spans("The Bank of America, north")] == [
        "the",
        "bank of america",
        "north",
    ]


def test_a_phrase_is_one_place_in_a_window() -> None:
    text = Vectoriser(phrases=True).fit(NEWS)
    [columns] = text.ordered(["missile of North Korea"])
    names = text.names(columns[columns >= 0])
    assert names == ["missile", "north korea"]
    model = TopicModel(LDA(2, biterms="adjacent", random_state=0), text=text).fit(NEWS)
    pairs = {
        (left, right)
        for topic in model.explain("fires missile of North Korea").topics
        for left, right, _ in topic.pairs
    }
    assert {*map(frozenset, pairs)} == {
        frozenset({"fires", "missile"}),
        frozenset({"missile", "north korea"}),
    }


@examples(25)
@given(texts=st.lists(texts, min_size=2, max_size=30), most=st.none() | st.integers(1, 6))
def test_what_is_learnt_is_what_is_read_later(texts: list[str], most: int | None) -> None:
    assume(any({*text.split()} - plain.STOP for text in texts))
    text = Vectoriser(phrases=True, min_df=1, max_words=most, **SETTINGS)
    counts = text.fit_transform(texts * LEAST_TEXTS)
    assert_array_equal(text.transform(texts * LEAST_TEXTS).toarray(), counts.toarray())
    phrases = [*text.analyser_.phrases.pairs]
    needed = {part for pair in phrases for part in pair}
    assert {" ".join(pair) for pair in phrases} <= {*text.vocabulary_} | needed
    for one, row in zip(texts, counts.toarray(), strict=False):
        keys = [unit.key for unit in plain.read(one, phrases)]
        assert row.tolist() == [keys.count(key) for key in text.vocabulary_]


def streamed(
    batches: list[list[str]], group: int, every: int, **settings: Any
) -> tuple[Vectoriser, list[list[int]]]:
    """Minibatches in pieces that end where phrases are looked for; all counts."""
    text, rows, piece = Vectoriser(phrases=True, **settings).start(), [], []
    renewed = 0
    for i, batch in enumerate(batches, 1):
        piece.append(batch)
        n_docs = text.n_docs_ + sum(map(len, piece))
        if n_docs // every > renewed // every or i % group == 0 or i == len(batches):
            growth = text.grow([t for b in piece for t in b], np.cumsum([0, *map(len, piece)]))
            text.apply(growth)
            rows += dense(growth)
            found = text.renewed(renewed)
            text, renewed, piece = text if found is None else found[0], n_docs, []
    return text, [[*row, *[0] * (text.n_words_ - len(row))] for row in rows]


def state(text: Vectoriser) -> dict[str, Any]:
    assert text.words_.pairs is not None
    pairs = text.words_.pairs
    counted = dict(zip(pairs.codes.tolist(), pairs.documents.tolist(), strict=True))
    return account(text.words_) | {"phrases": text.analyser_.phrases.pairs, "pairs": counted}


@examples(25)
@given(
    texts=st.lists(texts, min_size=20, max_size=60),
    sizes=st.lists(st.integers(1, 9), min_size=1),
    group=st.integers(1, 4),
    most=st.none() | st.integers(2, 6),
)
def test_pieces_of_a_stream_do_not_matter(
    texts: list[str], sizes: list[int], group: int, most: int | None
) -> None:
    settings = {"min_df": 1, "max_words": most, "candidates": 12, **SETTINGS}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(phrase_growth, "EVERY", 10)
        patch.setattr(phrase_growth, "LEAST_TEXTS", 3)
        batches = parts(texts, sizes)
        one, rows = streamed(batches, 1, 10, **settings)
        other, others = streamed(batches, group, 10, **settings)
    assert state(one) == state(other)
    assert rows == others
    assert all(" ".join(pair) in one.vocabulary_ for pair in one.analyser_.phrases.pairs)


def test_a_phrase_joins_a_stream_and_counts_from_then_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phrase_growth, "EVERY", 10)
    text = Vectoriser(min_df=2, phrases=True).start()
    batch = ["North Korea talks", "talks of the south"] * 5 + ["New York rain", "rain"]
    text.apply(text.grow(batch))
    assert text.renewed(0) is None  # 5 texts are not enough
    text.apply(text.grow(batch))
    before = text.n_words_
    found = text.renewed(12)
    assert found is not None
    renewed, ids = found
    assert ids.tolist() == [before]
    assert text.column("north korea") is None  # the vectoriser is as it was
    assert renewed.names(ids) == ["north korea"]
    assert renewed.doc_freq_[ids].tolist() == [10]
    growth = renewed.grow(["North Korea, north of the south"])
    renewed.apply(growth)
    assert renewed.forms(before) == {"north korea": 1}
    row = dense(growth)[0]
    assert [row[renewed.vocabulary_[key]] for key in ("north korea", "north", "korea")] == [1, 1, 0]


def test_a_new_phrase_looks_as_texts_write_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phrase_growth, "EVERY", 10)
    states = ["the United States", "rest in peace", "a state of mind", "state votes", "no rest"]
    states += [f"rain in may{i}" for i in range(9)]
    for sample, names in (
        ([], ["united state", "rest peace"]),
        (["United States", "rest in peace, rest of peace", "resting in peace"], None),
    ):
        text = Vectoriser(phrases=True).start()
        text.apply(text.grow(states * 10))
        found = text.renewed(0, sample)
        assert found is not None
        renewed, ids = found
        assert {*renewed.names(ids)} == {*(names or ["united states", "rest in peace"])}
        renewed.apply(renewed.grow(["the united states", "they rest in peace"]))
        assert {*renewed.names(ids)} == {"united states", "rest in peace"}


def test_an_interrupted_change_is_finished_by_applying_it_again() -> None:
    first = Vectoriser(phrases=True).fit(NEWS)
    growth = first.grow(["North Korea and America", "rates in North Korea rise", "rise of rates"])
    expected = deepcopy(first)
    expected.apply(growth)
    lines, stopped = 0, True
    while stopped:
        text = deepcopy(first)
        stopped = interrupted(partial(text.apply, growth), lines)
        text.apply(growth)
        assert state(text) == state(expected), f"stopped at line {lines}"
        lines += 1
    assert lines > 50


@given(
    pairs=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=40),
    most=st.integers(0, 12),
)
def test_the_rarest_pairs_are_forgotten(pairs: list[tuple[int, int]], most: int) -> None:
    codes, documents = np.unique([(u << 32) + v for u, v in pairs], return_counts=True)
    counts = PairCounts(codes.astype(np.int64), documents)
    left = counts.forgotten(most)
    gone = sorted(
        {*zip(codes, documents, strict=True)} - {*zip(left.codes, left.documents, strict=True)}
    )
    assert len(gone) == (len(codes) - most + most // 4 if len(codes) > most else 0)
    if gone and len(left):
        assert max(n for _, n in gone) <= left.documents.min()


def test_prune_leaves_phrases_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phrase_growth, "EVERY", 10)
    text = Vectoriser(min_df=1, max_words=6, prune=True, phrases=True).start()
    for texts in (["North Korea", "rain falls"] * 10, [f"volcano lava{i % 3}" for i in range(40)]):
        before = text.n_docs_
        text.apply(text.grow(texts))
        found = text.renewed(before)
        text = text if found is None else found[0]
    assert "north korea" in text.vocabulary_
    assert "volcano" in text.vocabulary_


def test_a_model_of_a_stream_gets_the_rows_of_phrases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phrase_growth, "EVERY", 50)
    shown = []
    for size in (60, 300):
        model = TopicModel(LDA(2, random_state=0, batch_size=30), text=Vectoriser(phrases=True))
        model.update(NEWS * 2)
        for at in range(0, 300, size):
            model.update((NEWS * 8)[at : at + size])
        assert model.model_.posterior_.n_words == model.text_.n_words_
        assert "north korea" in [word.word for topic in model.topics() for word in topic.words]
        shown.append(model.model_.topics_)
    assert_array_equal(*shown)


def test_without_phrases_nothing_is_counted() -> None:
    text = Vectoriser().fit(NEWS)
    assert text.words_.pairs is None
    assert not any(" " in key for key in text.vocabulary_)
    with pytest.raises(ValueError, match="phrases"):
        Vectoriser(phrases="yes").fit(NEWS)  # type: ignore[arg-type]


def test_an_interrupt_while_phrases_join_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phrase_growth, "EVERY", 10)
    text = Vectoriser(phrases=True).start()
    text.apply(text.grow(NEWS))
    before, found = state(text), text.renewed(0)
    assert found is not None
    expected, lines = state(found[0]), 0
    while interrupted(lambda: text.renewed(0), lines):
        assert state(text) == before, f"stopped at line {lines}"
        lines += 1
    assert lines > 50
    again = text.renewed(0)
    assert again is not None
    assert state(again[0]) == expected


def test_phrases_of_a_stream_look_as_tweets_write_them(data_dir: Path) -> None:
    path = data_dir / "congress_tweets" / "congress_tweets.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf8") as lines:
        texts = [json.loads(line)["text"] for line in islice(lines, 5000)]
    model = TopicModel(LDA(2, random_state=0), text=Vectoriser(phrases=True)).update(texts)
    words, cut = model.text_, [re.findall(r"[\w']+", text.lower()) for text in texts]
    plain = [" ".join(word for word in row if not word.isdigit()) for row in cut]
    names = words.names(np.array([i for key, i in words.vocabulary_.items() if " " in key]))
    assert len(names) > 20
    assert [name for name in names if not any(name in text for text in plain)] == []

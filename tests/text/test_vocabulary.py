"""Words that are forgotten, and words that are exchanged for others in a full vocabulary."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from biterms.errors import SettingError
from biterms.text import Vectoriser
from biterms.text.growing import Growing
from tests.text.streams import PLAIN, corpora, dense, parts, sizes, started, take, words


def test_the_rarest_and_oldest_are_forgotten() -> None:
    text = started(min_df=3, candidates=4)
    text, *_ = take(text, ["aa bb cc", "aa bb"])
    text, *_ = take(text, ["dd ee"])  # five wait: cc and dd go, a quarter of the room becomes free
    text, *_ = take(text, ["aa bb cc dd ee", "ee"])
    assert list(text.vocabulary_) == ["aa", "bb", "ee"]
    text, *_ = take(text, ["cc dd"])
    assert list(text.vocabulary_) == ["aa", "bb", "ee"]
    text, *_ = take(text, ["cc dd"])
    assert list(text.vocabulary_) == ["aa", "bb", "ee", "cc", "dd"]


@given(texts=corpora, sizes=sizes, candidates=st.integers(1, 12))
def test_forgetting_changes_no_id(texts: list[str], sizes: list[int], candidates: int) -> None:
    text = started(min_df=2, candidates=candidates)
    for batch in parts(texts, sizes):
        before = text.vocabulary_.copy()
        text, counts, _ = take(text, batch)
        assert before.items() <= text.vocabulary_.items()
        assert text.transform(batch).toarray().tolist() == counts
        assert len(text.words_.keys) - text.n_words_ <= candidates
        assert text.get_feature_names_out().tolist() == list(text.vocabulary_)
        assert [text.words_.keys[place] for place in text.words_.places.values()] == [
            *text.words_.places
        ]


def test_fitting_never_forgets_words_that_will_join(monkeypatch: pytest.MonkeyPatch) -> None:
    """Documents that were read keep their words while others are forgotten around them."""
    monkeypatch.setattr("biterms.text.chunks._BLOCK", 2)
    monkeypatch.setattr("biterms.text.chunks._TEXTS", 2)
    texts = [f"rare{i} common{i // 2} other{i} common{i // 2}" for i in range(100)]
    text = Vectoriser(min_df=2, candidates=30, **PLAIN)
    counts = text.fit_transform(texts)
    assert list(text.vocabulary_) == [f"common{i}" for i in range(50)]
    assert_array_equal(counts.toarray(), 2 * np.repeat(np.eye(50), 2, axis=0))
    assert len(text.words_.keys) <= 50 + 30


@pytest.mark.parametrize("prune", [False, True])
def test_memory_stays_bounded_in_an_endless_stream_of_new_words(prune: bool) -> None:
    text = started(min_df=2, candidates=300, max_words=50, prune=prune)
    for i in range(60):
        text, *_ = take(text, [f"x{i}q{j % 100} y{i}q{j % 100}" for j in range(300)])
        assert text.n_words_ <= 50
        assert len(text.words_.keys) <= 350
        assert len(text.words_.forms.numbers) <= 350
    seasons = {int(word[1:].split("q")[0]) for word in text.vocabulary_}
    assert min(seasons) >= 50 if prune else seasons == {0}


@given(pieces=st.lists(st.lists(st.integers(-9, 9), max_size=9), max_size=9))
def test_a_growing_array_is_what_was_put_in(pieces: list[list[int]]) -> None:
    array, flat = Growing(np.int32), list[int]()
    for piece in pieces:
        for _ in range(2):  # doing it twice is doing it once
            array.put(len(flat), piece)
        flat += piece
    assert array.values.tolist() == flat
    assert len(array) == len(flat)
    assert_array_equal(array.take(np.arange(-1, len(flat))), [-1, *flat])


# a full vocabulary that exchanges words --------------------------------------------------------


class Statement:
    """Said plainly: the word of each id, after every minibatch."""

    def __init__(self, most: int) -> None:
        self.most, self.n_docs = most, 0
        self.doc_freq: Counter[str] = Counter()
        self.recent: Counter[str] = Counter()
        self.words: list[str] = []

    def take(self, batch: list[str]) -> list[int]:
        """Words join, some documents count less, words are exchanged; the ids of these."""
        before = self.n_docs
        self.n_docs += len(batch)
        for text in batch:
            self.doc_freq.update(dict.fromkeys(text.split(), 1))
            self.recent.update(dict.fromkeys(text.split(), 1))
        met = {word for text in batch for word in text.split()}
        fit = [w for w in self.waiting() if self.doc_freq[w] >= 2 and w in met]
        best = sorted(fit, key=lambda w: -self.recent[w])[: self.most - len(self.words)]
        self.words += [w for w in fit if w in best]
        if self.n_docs // (10 * self.most) > before // (10 * self.most):
            self.recent = Counter({word: times // 2 for word, times in self.recent.items()})
        if len(self.words) == self.most and self.n_docs // self.most > before // self.most:
            return self.exchange()
        return []

    def waiting(self) -> list[str]:
        """In order of appearance."""
        return [word for word in self.doc_freq if word not in self.words]

    def exchange(self) -> list[int]:
        """The most frequent that wait for the rarest that have an id, if twice as frequent."""
        coming = [w for w in self.waiting() if self.recent[w] >= 2]
        coming = sorted(coming, key=lambda w: -self.recent[w])[: self.most // 2]
        going = sorted(self.words, key=lambda w: self.recent[w])
        pairs = zip(coming, going, strict=False)
        pairs = [(new, old) for new, old in pairs if self.recent[new] > 2 * self.recent[old]]
        ids = sorted(self.words.index(old) for _, old in pairs)
        new = [w for w in self.doc_freq if w in {new for new, _ in pairs}]
        for i, word in zip(ids, new, strict=True):
            self.words[i] = word
        return ids


@st.composite
def drifting(draw: st.DrawFn) -> list[str]:
    """One subject after the other, each with a few words."""
    few = st.lists(words, min_size=1, max_size=4, unique=True)
    spans = draw(st.lists(st.tuples(few, st.integers(1, 60)), min_size=2, max_size=5))
    rng = np.random.default_rng(draw(st.integers(0, 99)))
    return [
        " ".join(rng.choice(subject, rng.integers(0, 4)))
        for subject, length in spans
        for _ in range(length)
    ]


@given(texts=drifting(), sizes=sizes, most=st.integers(1, 6))
def test_words_out_of_use_hand_over_their_ids(
    texts: list[str], sizes: list[int], most: int
) -> None:
    text, plain = started(min_df=2, max_words=most, prune=True), Statement(most)
    for batch in parts(texts, sizes):
        before = list(text.vocabulary_)
        text, _, ids = take(text, batch)
        assert ids == plain.take(batch)
        assert text.vocabulary_ == {word: i for i, word in enumerate(plain.words)}
        assert list(text.vocabulary_.values()) == list(range(text.n_words_))
        stay = [i for i in range(len(before)) if i not in ids]
        assert [plain.words[i] for i in stay] == [before[i] for i in stay]
        assert text.get_feature_names_out().tolist() == plain.words
        expected = [[one.split().count(word) for word in plain.words] for one in batch]
        assert text.transform(batch).toarray().tolist() == expected
    assert text.doc_freq_.tolist() == [plain.doc_freq[word] for word in plain.words]


@given(texts=corpora, sizes=sizes, most=st.integers(1, 12))
def test_while_there_is_room_pruning_makes_no_difference(
    texts: list[str], sizes: list[int], most: int
) -> None:
    closed = started(min_df=2, max_words=most)
    pruned = started(min_df=2, max_words=most, prune=True)
    for batch in parts(texts, sizes):
        assert dense(closed.grow(batch)) == dense(pruned.grow(batch))
        closed, *_ = take(closed, batch)
        pruned, _, ids = take(pruned, batch)
        if pruned.n_words_ == most:
            break
        assert closed.vocabulary_ == pruned.vocabulary_
        assert not ids


@pytest.mark.parametrize("size", [10, 100, 300])
def test_a_vocabulary_goes_with_its_stream(size: int) -> None:
    rng = np.random.default_rng(0)
    texts = [
        " ".join(f"s{season}w{w}" for w in rng.integers(0, 20, 5))
        for season in range(4)
        for _ in range(1500)
    ]
    text = started(min_df=2, max_words=20, prune=True)
    for piece in parts(texts, [size]):
        text, *_ = take(text, piece)
    assert {word[:2] for word in text.vocabulary_} == {"s3"}
    assert text.n_words_ == 20


def test_words_as_frequent_as_each_other_do_not_take_turns() -> None:
    """Twice as many words as there is room for, all in use: chance moves hardly any."""
    rng, gone = np.random.default_rng(0), 0
    text = started(min_df=2, max_words=50, prune=True)
    for _ in range(100):
        batch = [" ".join(f"w{w}" for w in rng.integers(0, 100, 5)) for _ in range(100)]
        text, _, ids = take(text, batch)
        gone += len(ids)
    assert gone <= 20


def test_the_vectoriser_before_an_exchange_is_left_as_it_was() -> None:
    text = started(min_df=1, max_words=2, prune=True)
    text.apply(text.grow(["aa cc"]))
    text.apply(text.grow(["bb cc"] * 9))
    found = text.renewed(1)
    assert found is not None
    assert (text.vocabulary_, found[0].vocabulary_) == ({"aa": 0, "cc": 1}, {"bb": 0, "cc": 1})
    assert text.transform(["aa bb bb"]).toarray().tolist() == [[1, 0]]
    assert found[0].transform(["aa bb bb"]).toarray().tolist() == [[2, 0]]


def test_it_takes_max_words_to_prune() -> None:
    with pytest.raises(SettingError, match="prune=True without max_words"):
        Vectoriser(prune=True).start()
    with pytest.raises(SettingError, match="prune='yes': expected True or False"):
        Vectoriser(prune="yes", max_words=3).start()


def test_few_words_wait_for_a_small_vocabulary_that_follows_its_stream() -> None:
    assert Vectoriser().most_waiting == Vectoriser(max_words=50).most_waiting == 1_000_000
    assert Vectoriser(max_words=50, prune=True).most_waiting == 10_000
    assert Vectoriser(max_words=5_000, prune=True).most_waiting == 20_000
    assert Vectoriser(max_words=50, prune=True, candidates=7).most_waiting == 7


def test_a_word_that_is_its_own_stem_is_held_once() -> None:
    text = Vectoriser(min_df=1, language="english", stop_words=None)
    text.fit(["budget vote", "votes for a budget", "budgets"])
    names = {name: name for name in text.words_.forms.names}
    same = [key for key in text.words_.keys if key in names]
    assert "budget" in same
    assert all(key is names[key] for key in same)

"""Growing and forgetting: which words enter, in which order, and what is forgotten."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from biterms.errors import SettingError
from biterms.text import Vectoriser, forms
from biterms.text.growing import Growing
from tests.text.test_vectoriser import assert_same

PLAIN = {"language": None, "stop_words": None}
many = settings(max_examples=100)
words = st.sampled_from([f"w{c}" for c in "abcdefghij"])
corpora = st.lists(st.lists(words, max_size=6).map(" ".join), min_size=1, max_size=30)
sizes = st.lists(st.integers(1, 9), min_size=1)


def parts(texts: list[str], sizes: list[int]) -> list[list[str]]:
    found, at = [], 0
    while at < len(texts):
        size = sizes[len(found) % len(sizes)]
        found.append(texts[at : at + size])
        at += size
    return found


def admitted(batches: list[list[str]], min_df: int) -> list[str]:
    """Said plainly: after each batch, words now in min_df documents, by first appearance."""
    doc_freq: Counter[str] = Counter()
    columns: list[str] = []
    for batch in batches:
        for text in batch:
            doc_freq.update(dict.fromkeys(text.split(), 1))
        columns += [w for w, n in doc_freq.items() if n >= min_df and w not in columns]
    return columns


@many
@given(texts=corpora, sizes=sizes, min_df=st.integers(1, 4))
def test_growing_admits_what_is_seen_often_enough(
    texts: list[str], sizes: list[int], min_df: int
) -> None:
    batches = parts(texts, sizes)
    text = Vectoriser(min_df=min_df, **PLAIN)
    for i, batch in enumerate(batches):
        known = list(text.vocabulary_) if i else []
        counts = text.grow(batch)
        columns = admitted(batches[: i + 1], min_df)
        assert list(text.vocabulary_) == columns
        assert columns[: len(known)] == known
        expected = [[one.split().count(word) for word in columns] for one in batch]
        assert counts.toarray().tolist() == expected
    assert text.n_docs_ == len(texts)
    assert text.doc_freq_.tolist() == [sum(w in t.split() for t in texts) for w in columns]


@many
@given(texts=corpora, sizes=sizes, min_df=st.integers(1, 4))
def test_growing_at_once_is_fitting(texts: list[str], sizes: list[int], min_df: int) -> None:
    settings = {"min_df": min_df, **PLAIN}
    whole, grown = Vectoriser(**settings), Vectoriser(**settings)
    counts = whole.grow(texts)
    for batch in parts(texts, sizes):
        grown.grow(batch)
    assert set(whole.vocabulary_) == set(grown.vocabulary_)
    if whole.n_features_:
        fitted = Vectoriser(**settings)
        assert_same(fitted.fit_transform(texts), counts)
        assert fitted.vocabulary_ == whole.vocabulary_
        order = [grown.vocabulary_[word] for word in whole.vocabulary_]
        assert_array_equal(grown.transform(texts).toarray()[:, order], counts.toarray())


def test_the_rarest_and_oldest_are_forgotten() -> None:
    text = Vectoriser(min_df=3, candidates=4, **PLAIN)
    text.grow(["aa bb cc", "aa bb"])
    text.grow(["dd ee"])  # five wait: cc and dd go, a quarter of the room becomes free
    text.grow(["aa bb cc dd ee", "ee"])
    assert list(text.vocabulary_) == ["aa", "bb", "ee"]
    text.grow(["cc dd"])
    assert list(text.vocabulary_) == ["aa", "bb", "ee"]
    text.grow(["cc dd"])
    assert list(text.vocabulary_) == ["aa", "bb", "ee", "cc", "dd"]


@many
@given(texts=corpora, sizes=sizes, candidates=st.integers(1, 12))
def test_forgetting_keeps_everything_in_its_place(
    texts: list[str], sizes: list[int], candidates: int
) -> None:
    text = Vectoriser(min_df=2, candidates=candidates, **PLAIN)
    for batch in parts(texts, sizes):
        before = text.vocabulary_.copy() if hasattr(text, "_words") else {}
        counts = text.grow(batch)
        assert before.items() <= text.vocabulary_.items()
        assert_same(counts, text.transform(batch))
        assert len(text._words.keys) - text.n_features_ <= candidates
        assert text.get_feature_names_out().tolist() == list(text.vocabulary_)


def test_fitting_never_forgets_words_that_will_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Documents that were read keep their words while others are forgotten around them."""
    monkeypatch.setattr("biterms.text.chunks._BLOCK", 2)
    monkeypatch.setattr("biterms.text.chunks._TEXTS", 2)
    texts = [f"rare{i} common{i // 2} other{i} common{i // 2}" for i in range(100)]
    text = Vectoriser(min_df=2, candidates=30, **PLAIN)
    counts = text.fit_transform(texts)
    assert list(text.vocabulary_) == [f"common{i}" for i in range(50)]
    assert_array_equal(counts.toarray(), 2 * np.repeat(np.eye(50), 2, axis=0))
    assert len(text._words.keys) <= 50 + 30


def test_memory_stays_bounded_in_an_endless_stream() -> None:
    text = Vectoriser(min_df=2, candidates=1000, max_words=50, **PLAIN)
    for i in range(40):
        text.grow([f"x{i}q{j} y{i}q{j}" for j in range(1000)] + [f"x{i}q1"])
        assert len(text._words.keys) <= 1050
        assert len(text._words.forms.numbers) <= 1050
    assert text.n_features_ == 40


def test_surface_forms_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "_ROOM", 0)
    text = Vectoriser(min_df=1, stop_words=None)
    endings = ["", "s", "ed", "ing", "'s", "er's", "ings", "ed's", "ing's", "ings'", "s's"]
    for n in range(1, 30):
        text.grow([f"test{ending}" for ending in endings] * n)
    assert len(text._words.forms.numbers) <= 2 * forms.MOST_FORMS * len(text._words.keys)
    assert all(len(text.forms(column)) <= forms.MOST_FORMS for column in range(text.n_features_))


@many
@given(texts=corpora, max_words=st.integers(1, 5))
def test_max_words_are_the_most_frequent(texts: list[str], max_words: int) -> None:
    free = Vectoriser(min_df=1, **PLAIN)
    free.grow(texts)
    text = Vectoriser(min_df=1, max_words=max_words, **PLAIN)
    text.grow(texts)
    doc_freq = dict(zip(free.vocabulary_, free.doc_freq_.tolist(), strict=True))
    order = sorted(doc_freq, key=lambda word: -doc_freq[word])[:max_words]
    assert list(text.vocabulary_) == [word for word in doc_freq if word in order]
    text.grow([*texts, "new new", "new"])
    assert text.n_features_ == min(max_words, len(doc_freq) + 1)


def test_max_df_is_looked_at_when_a_word_would_enter() -> None:
    text = Vectoriser(min_df=2, max_df=0.5, **PLAIN)
    text.grow(["and aa", "and aa", "and bb", "cc"])
    assert list(text.vocabulary_) == ["aa"]
    text.grow(["bb"] * 4)  # now in 5 of 8: too many
    assert list(text.vocabulary_) == ["aa"]
    text.grow(["and", *["dd"] * 3])
    assert list(text.vocabulary_) == ["aa", "and", "dd"]


@many
@given(pieces=st.lists(st.lists(st.integers(-9, 9), max_size=9), max_size=9))
def test_a_growing_array_is_what_was_put_in(pieces: list[list[int]]) -> None:
    array = Growing(np.int32)
    for piece in pieces:
        array.extend(piece)
    flat = [number for piece in pieces for number in piece]
    assert array.values.tolist() == flat
    assert len(array) == len(flat)
    places = np.arange(-1, len(flat))
    assert_array_equal(array.take(places), [-1, *flat])


# a vocabulary that lets words go ---------------------------------------------------------------


def kept_by(batches: list[list[str]], most: int) -> list[list[str]]:
    """Said plainly, a word for each letter: what the vocabulary is after each batch."""
    seen: Counter[str] = Counter()
    recent: Counter[str] = Counter()
    columns: list[str] = []
    found, n = [], 0
    for batch in batches:
        for text in batch:
            n += 1
            seen.update(dict.fromkeys(text.split(), 1))
            recent.update(dict.fromkeys(text.split(), 1))
            if n % (10 * most) == 0:
                recent = Counter({word: times // 2 for word, times in recent.items()})
            if len(columns) == most and n % most == 0:
                columns = swapped(columns, [w for w in seen if w not in columns], recent)
        met = {word for text in batch for word in text.split()}
        enter = [w for w in seen if seen[w] >= 2 and w not in columns and w in met]
        best = sorted(enter, key=lambda w: -recent[w])[: most - len(columns)]
        columns += [w for w in enter if w in best]
        found.append(columns.copy())
    return found


def swapped(columns: list[str], waiting: list[str], recent: Counter[str]) -> list[str]:
    coming = sorted((w for w in waiting if recent[w] >= 2), key=lambda w: -recent[w])
    going = sorted(columns, key=lambda w: recent[w])[: len(columns) // 2]
    pairs = [(new, old) for new, old in zip(coming, going, strict=False)]
    pairs = [(new, old) for new, old in pairs if recent[new] > 2 * recent[old]]
    gone, come = {old for _, old in pairs}, {new for new, _ in pairs}
    return [w for w in columns if w not in gone] + [w for w in waiting if w in come]


@st.composite
def drifting(draw: st.DrawFn) -> list[str]:
    """Some subjects after another, each with its own few words."""
    few = st.lists(words, min_size=1, max_size=4, unique=True)
    spans = draw(st.lists(st.tuples(few, st.integers(1, 150)), min_size=2, max_size=5))
    rng = np.random.default_rng(draw(st.integers(0, 99)))
    return [
        " ".join(rng.choice(subject, rng.integers(0, 4)))
        for subject, length in spans
        for _ in range(length)
    ]


@many
@given(texts=drifting(), sizes=sizes, most=st.integers(1, 6))
def test_words_out_of_use_make_room(texts: list[str], sizes: list[int], most: int) -> None:
    text = Vectoriser(min_df=2, max_words=most, prune=True, **PLAIN)
    batches, before = parts(texts, sizes), list[str]()
    for batch, columns in zip(batches, kept_by(batches, most), strict=True):
        counts = text.grow(batch)
        assert list(text.vocabulary_) == columns
        assert list(text.vocabulary_.values()) == list(range(len(columns)))
        stayed = before if text.kept_ is None else [before[i] for i in text.kept_]
        assert columns[: len(stayed)] == stayed
        assert text.get_feature_names_out().tolist() == columns
        expected = [[one.split().count(word) for word in columns] for one in batch]
        assert counts.toarray().tolist() == expected
        assert_same(text.transform(batch), counts)
        before = columns
    assert text.doc_freq_.tolist() == [sum(w in t.split() for t in texts) for w in columns]


@many
@given(texts=corpora, sizes=sizes, most=st.integers(1, 12))
def test_while_there_is_room_nothing_is_different(
    texts: list[str], sizes: list[int], most: int
) -> None:
    settings = {"min_df": 2, "max_words": most, **PLAIN}
    closed, open_ = Vectoriser(**settings), Vectoriser(prune=True, **settings)
    for batch in parts(texts, sizes):
        assert_same(closed.grow(batch), open_.grow(batch))
        if open_.n_features_ == most:
            break
        assert closed.vocabulary_ == open_.vocabulary_
        assert open_.kept_ is None


@pytest.mark.parametrize("size", [100, 500, 8192, 4 * 8192])
def test_a_vocabulary_goes_with_its_stream_however_it_is_cut(size: int) -> None:
    rng = np.random.default_rng(0)
    texts = [
        " ".join(f"s{season}w{w}" for w in rng.integers(0, 100, 5))
        for season in range(4)
        for _ in range(8192)
    ]
    text, before = Vectoriser(min_df=2, max_words=100, prune=True, **PLAIN), list[str]()
    for piece in parts(texts, [size]):
        text.grow(piece)
        stayed = before if text.kept_ is None else [before[i] for i in text.kept_]
        before = list(text.vocabulary_)
        assert before[: len(stayed)] == stayed
    assert {word[:2] for word in text.vocabulary_} == {"s3"}
    assert text.n_features_ == 100


def test_words_as_frequent_as_each_other_do_not_take_turns() -> None:
    """Twice as many words as there is room for, all in use: chance moves hardly any."""
    rng, gone = np.random.default_rng(0), 0
    text = Vectoriser(min_df=2, max_words=50, prune=True, **PLAIN)
    for _ in range(200):
        text.grow([" ".join(f"w{w}" for w in rng.integers(0, 100, 5)) for _ in range(100)])
        gone += 0 if text.kept_ is None else 50 - len(text.kept_)
    assert gone <= 20


def test_an_endless_stream_of_new_words_keeps_memory_bounded() -> None:
    text = Vectoriser(min_df=2, candidates=1000, max_words=50, prune=True, **PLAIN)
    for i in range(60):
        text.grow([f"x{i}q{j % 100} y{i}q{j % 100}" for j in range(1000)])
        assert text.n_features_ <= 50
        assert len(text._words.keys) <= 1050
        assert len(text._words.forms.numbers) <= 1050
    assert all(int(word[1:].split("q")[0]) >= 50 for word in text.vocabulary_)


def test_it_takes_max_words_to_prune() -> None:
    with pytest.raises(SettingError, match="prune=True without max_words"):
        Vectoriser(prune=True).grow(["aa"])
    with pytest.raises(SettingError, match="prune='yes': expected True or False"):
        Vectoriser(prune="yes", max_words=3).grow(["aa"])

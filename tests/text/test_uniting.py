"""Vocabularies that are united: words by their keys, counts of documents added up."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from biterms.text.uniting import Counted, united
from biterms.text.vectoriser import Vectoriser
from biterms.text.vocabulary import Vocabulary

LETTERS = ["apple", "berry", "cedar", "daisy", "elder", "fern", "grape", "hazel"]
texts = st.lists(
    st.lists(st.sampled_from(LETTERS), min_size=1, max_size=4).map(" ".join), max_size=8
)


def read(text: Vectoriser, some: list[str]) -> Vectoriser:
    other = deepcopy(text)
    if some:
        other.apply(other.grow(some))
    return other


def frequencies(words: Vocabulary) -> dict[str, int]:
    return dict(zip(words.keys, words.doc_freq.values.tolist(), strict=True))


def of_texts(some: list[str]) -> dict[str, int]:
    return dict(Counter(word for text in some for word in {*text.split()}))


def everything(words: Vocabulary) -> tuple[Any, ...]:
    counts = (words.doc_freq, words.recent, words.id_of, words.place_of, words.forms.seen)
    numbers = [numbers.values.tolist() for numbers in counts]
    return words.n_docs, words.keys, words.ids, words.forms.names, numbers


def joined(base: Vectoriser, *parts: Vectoriser | Vocabulary) -> Vocabulary:
    some = [part if isinstance(part, Vocabulary) else part.words_ for part in parts]
    return united(base.words_, [Counted(part) for part in some], base.min_df).words


@given(texts, texts, texts, texts)
def test_documents_of_all_are_counted_once(
    first: list[str], one: list[str], two: list[str], three: list[str]
) -> None:
    base = read(Vectoriser(min_df=2, language=None, stop_words=None).start(), first)
    a, b, c = (read(base, some) for some in (one, two, three))
    found = joined(base, a, b, c)
    known = {word: n for word, n in frequencies(found).items() if n}
    assert known == of_texts(first + one + two + three)
    assert found.n_docs == len(first + one + two + three)
    assert found.ids.keys() == {*a.vocabulary_, *b.vocabulary_, *c.vocabulary_}
    assert {word: found.ids[word] for word in base.vocabulary_} == base.vocabulary_
    flat = everything(found)
    assert everything(joined(base, c, a, b)) == flat
    assert everything(joined(base, joined(base, b, c), a)) == flat
    back = united(base.words_, [Counted(joined(base, a, b)), Counted(b.words_, -1)], 2).words
    again = joined(base, a)
    assert {w: n for w, n in frequencies(back).items() if n} == {
        w: n for w, n in frequencies(again).items() if n
    }
    assert (back.ids, back.n_docs) == (again.ids, again.n_docs)


def test_a_word_that_waits_in_both_joins_when_it_comes_next() -> None:
    base = read(Vectoriser(min_df=3).start(), ["goal"] * 3)
    a, b = (read(base, ["volcano erupts"] * 2) for _ in range(2))
    found = base.with_words(base.analyser_, joined(base, a, b))
    assert frequencies(found.words_)["volcano"] == 4
    assert "volcano" not in found.vocabulary_
    assert "volcano" in read(found, ["volcano"]).vocabulary_


def test_ids_of_words_that_all_have_exchanged_are_taken_over() -> None:
    base = read(Vectoriser(min_df=2, language=None).start(), ["apple berry cedar"] * 2)
    a, b = (read(base, ["daisy", "daisy"]) for _ in range(2))
    for text, gone, come in ((a, "apple", "fern"), (b, "apple", "grape")):
        text.apply(text.grow([come]))
        words, old, new = text.words_, text.words_.places[gone], text.words_.places[come]
        text._words = words._with_words(np.array([0]), np.array([new]))
        assert text.vocabulary_[come] == 0
        assert old not in text.words_.place_of.values
    found = united(base.words_, [Counted(a.words_), Counted(b.words_)], 2)
    assert found.freed.tolist() == [0]
    assert "apple" not in found.words.ids
    assert sorted(found.words.ids.values()) == [*range(found.words.n_ids)]
    for part, ids in zip((a, b), found.ids, strict=True):
        members = part.words_.place_of.values
        keys = [part.words_.keys[place] for place in members]
        assert [found.words.ids.get(key, -1) for key in keys] == ids.tolist()


def test_pairs_side_by_side_are_counted_in_all() -> None:
    base = read(Vectoriser(min_df=1, phrases=True).start(), ["north korea"])
    a, b = read(base, ["north korea", "south korea"]), read(base, ["bird north korea"])
    found = joined(base, b, a)
    assert found.pairs is not None
    pairs = found.pairs.pairs(least=1)
    keys = {number: key for key, number in found.ids.items()}
    named = zip(pairs.left.tolist(), pairs.right.tolist(), pairs.documents.tolist(), strict=True)
    counts = {(keys[u], keys[v]): n for u, v, n in named}
    assert counts["north", "korea"] == 3
    assert counts["south", "korea"] == 1

"""Words of partitions: put together as bytes they are what they are one after the other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms import Vectoriser
from biterms.cluster.names import Names, Numbered
from biterms.cluster.words import (
    Words,
    ids_of,
    pack_ids,
    pack_together,
    pack_words,
    together,
    unpack_ids,
    unpack_words,
)
from biterms.errors import StoreError
from biterms.store import bytes_of_words
from biterms.text.appending import WordCounts, append
from biterms.text.learn import admit, analyser_of, counted_words
from biterms.text.vocabulary import Vocabulary

WORDS = ["Goal", "goals", "goal", "the", "match", "MATCH", "rates", "rate", "é", "naïve", "of"]
PARTS = st.lists(
    st.lists(st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join), max_size=9), max_size=4
)
SETTINGS = Vectoriser(min_df=2)
SCARCE = Vectoriser(min_df=2, candidates=3)


def counted(texts: list[str]) -> Vocabulary:
    analyser = analyser_of(SETTINGS, ["the match of the year"])
    return counted_words(SETTINGS, analyser.keys, [analyser.tokens(texts)] if texts else [], None)[
        0
    ]


def sent(words: Vocabulary) -> bytes:
    return pack_words(Words.of(WordCounts.of(words)))


def one_by_one(parts: list[Vocabulary], settings: Vectoriser) -> Vocabulary:
    words = Vocabulary()
    for part in parts:
        append(words, WordCounts.of(part))
        words.forget(settings.most_waiting, settings.min_df)
    return words


def facts(words: Vocabulary) -> list[object]:
    arrays = words.doc_freq, words.recent, words.forms.place, words.forms.seen
    lists = [array.values.tolist() for array in arrays]
    return [words.n_docs, words.keys, words.places, words.forms.names, words.forms.numbers, *lists]


@pytest.mark.parametrize("settings", [SETTINGS, SCARCE], ids=["all fit", "some are forgotten"])
@given(texts=PARTS)
def test_put_together_they_are_what_they_are_one_by_one(
    settings: Vectoriser, texts: list[list[str]]
) -> None:
    parts = [*map(counted, texts)]
    packed = [unpack_words(sent(part)) for part in parts]
    assert facts(together(packed, settings)) == facts(one_by_one(parts, settings))


@given(texts=PARTS)
def test_a_tree_gives_the_same(texts: list[list[str]]) -> None:
    packed = [sent(counted(some)) for some in texts]
    tree = [pack_together(packed[:2], SETTINGS), pack_together(packed[2:], SETTINGS)]
    one, other = (together([unpack_words(p) for p in each], SETTINGS) for each in (packed, tree))
    assert facts(one) == facts(other)


def test_words_of_a_partition_have_the_ids_of_all() -> None:
    first, later = ["goal rates", "goal rates"], ["match", "rate match", "the goals"]
    words = together(
        [unpack_words(sent(counted(some))) for some in (first, later)],
        SETTINGS,
    )
    admit(SETTINGS, words)
    known = unpack_ids(pack_ids(words))
    rare = sent(counted(["match goal storm"]))
    keys = ["match", "goal", "storm"]
    assert ids_of(rare, known).tolist() == [words.ids.get(key, -1) for key in keys]


@given(st.lists(st.lists(st.text(max_size=4), unique=True), max_size=4))
def test_names_are_numbered_in_order_of_appearance(parts: list[list[str]]) -> None:
    numbered, expected = Numbered(), dict[str, int]()
    for part in parts:
        found = numbered.add(Names(bytes_of_words(part)))
        assert found.tolist() == [expected.setdefault(name, len(expected)) for name in part]
    assert numbered.names.strings() == [*expected]
    assert numbered.find(Names(bytes_of_words(["12345"]))).tolist() == [-1]


def test_names_without_an_end_are_refused() -> None:
    with pytest.raises(StoreError, match="no end"):
        Names(np.frombuffer(b"goal\xffma", dtype=np.uint8))

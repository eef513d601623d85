"""Words of a partition that are counted by numbers are those that `counted_words` counts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms import Vectoriser, sample_headlines
from biterms.cluster.known_forms import KnownForms
from biterms.cluster.tally import in_order, tallied
from biterms.cluster.words import Words
from biterms.kernels import Tokens
from biterms.store.space import IN_MEMORY
from biterms.text.analyser import Analyser
from biterms.text.appending import WordCounts
from biterms.text.learn import analyser_of, counted_words

WORDS = ["Goal", "goals", "goal", "the", "match", "MATCH", "rates", "rate", "é", "naïve", "of"]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
PIECES = st.lists(st.lists(TEXTS, min_size=1, max_size=9), max_size=4)
ENGLISH = analyser_of(Vectoriser(), ["the match of the year"])
SETTINGS = Vectoriser(min_df=2)
SCARCE = Vectoriser(min_df=2, candidates=3)

Found = tuple[Words, list[Tokens]]


def usual(settings: Vectoriser, analyser: Analyser, pieces: list[list[str]]) -> Found:
    cut = map(analyser.tokens, pieces)
    words, read = counted_words(settings, analyser.keys, cut, IN_MEMORY)
    return Words.of(WordCounts.of(words)), [*read]


def facts(found: Found) -> list[object]:
    words, read = found
    arrays = words.doc_freq, words.form_places, words.form_seen
    texts = [array.tolist() for tokens in read for array in (tokens.ptr, tokens.ids)]
    names = words.keys.strings(), words.forms.strings()
    return [words.n_docs, *names, *(array.tolist() for array in arrays), *texts]


@pytest.mark.parametrize("settings", [SETTINGS, SCARCE], ids=["all fit", "some are forgotten"])
@given(partitions=st.lists(PIECES, max_size=3))
def test_they_are_those_of_counted_words(
    settings: Vectoriser, partitions: list[list[list[str]]]
) -> None:
    forms = KnownForms(ENGLISH)  # what one partition had is known when the next one comes
    for pieces in partitions:
        found = tallied(settings, forms, map(ENGLISH.tokens, pieces))
        assert facts(found) == facts(usual(settings, ENGLISH, pieces))


def test_threads_share_what_they_have_met() -> None:
    texts = [record.text for record in sample_headlines()[:8000]]
    partitions = [
        [texts[at : at + 500], texts[at + 500 : at + 1000]] for at in range(0, 8000, 1000)
    ]
    forms = KnownForms(ENGLISH)

    def count(pieces: list[list[str]]) -> Found:
        return tallied(SETTINGS, forms, map(ENGLISH.tokens, pieces))

    with ThreadPoolExecutor(4) as pool:
        for pieces, found in zip(partitions, pool.map(count, partitions), strict=True):
            assert facts(found) == facts(usual(SETTINGS, ENGLISH, pieces))


def test_too_many_surface_forms_are_forgotten() -> None:
    pieces = [[f"{'x' * (i % 7)}w{i}" for i in range(at, at + 60_000)] for at in (0, 60_000)]
    stops = frozenset(word for piece in pieces for word in piece[100:])
    analyser = ENGLISH._replace(stop_words=stops, language=None)
    found = tallied(SETTINGS, KnownForms(analyser), map(analyser.tokens, pieces))
    assert facts(found) == facts(usual(SETTINGS, analyser, pieces))
    assert len(found[0].forms) < 1000


class _Fails(Exception):
    pass


def test_keys_that_fail_leave_no_form_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    forms = KnownForms(ENGLISH)
    forms.numbers_of(["goal"])

    def fails(*_: object) -> list[str]:
        raise _Fails

    with monkeypatch.context() as broken:
        broken.setattr(Analyser, "keys", fails)
        with pytest.raises(_Fails):
            forms.numbers_of(["goals", "rates"])
    numbers = forms.numbers_of(["rates", "the", "goals"])
    assert forms.keys_of(numbers).tolist() == [1, -1, 0]


def test_a_worker_begins_anew_with_each_run(monkeypatch: pytest.MonkeyPatch) -> None:
    first = KnownForms.of("one", ENGLISH)
    assert KnownForms.of("one", ENGLISH) is first
    assert KnownForms.of("other", ENGLISH) is not first
    latest = KnownForms.of("other", ENGLISH)
    latest.numbers_of(["goal", "match"])
    monkeypatch.setattr("biterms.cluster.known_forms.REMEMBERED", 1)
    assert KnownForms.of("other", ENGLISH) is not latest


@given(st.lists(st.integers(0, 9)))
def test_numbers_are_in_order_of_appearance(numbers: list[int]) -> None:
    expected = [*dict.fromkeys(numbers)]
    assert in_order(np.array(numbers, dtype=np.int32)).tolist() == expected

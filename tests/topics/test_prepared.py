"""Texts that were prepared ahead of time are learnt from as any others."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from types import FrameType

import numpy as np
import pytest

from biterms import LDA, Record, TopicModel, Vectoriser
from biterms.text.cleaning import profile_of
from biterms.text.duplicates import hashes_of
from biterms.topics.prepared import UNPREPARED, Prepared
from tests.topics.bits import model_bits
from tests.topics.newsroom import news, newspaper

TEXTS = [
    "Late goal wins the match &amp; the team celebrates",
    "RT @fan: Ça va? L'équipe scores ⚽ again",
    "two\nlines about a rocket",
    "",
    "bank raises rates https://a.b/c",
    "<b>stocks</b> fall, STOCKS rise",
] * 7


@pytest.mark.parametrize("language", ["english", "french"])
@pytest.mark.parametrize("profile", ["default", "tweets"])
def test_what_is_cut_and_hashed_is_the_same_whoever_prepares_it(
    language: str, profile: str
) -> None:
    text = Vectoriser(language=language, profile=profile, min_df=1).fit(TEXTS)
    prepared = Prepared.of(TEXTS, profile_of(profile), text.analyser_)
    lines = [line for line in prepared.lines if line is not None]
    found, expected = text.analyser_.cut("\n".join(lines), len(lines)), text.analyser_.tokens(TEXTS)
    assert found.words == expected.words
    np.testing.assert_array_equal(found.ids, expected.ids)
    np.testing.assert_array_equal(found.ptr, expected.ptr)
    hashes = hashes_of(TEXTS, profile_of(profile))
    np.testing.assert_array_equal(prepared.hashes.keys, hashes.keys)
    np.testing.assert_array_equal(prepared.hashes.letters, hashes.letters)


def test_parts_that_are_joined_are_the_whole() -> None:
    profile, analyser = profile_of("default"), Vectoriser(min_df=1).fit(TEXTS).analyser_
    every = Prepared.of(TEXTS, profile, analyser)
    parts = [Prepared.of(some, profile, analyser) for some in (TEXTS[:5], [], TEXTS[5:])]
    joined = Prepared.joined(parts)
    assert (joined.texts, joined.lines) == (every.texts, every.lines)
    np.testing.assert_array_equal(joined.hashes.keys, every.hashes.keys)
    first, rest = joined.split(5)
    assert (first.texts, rest.lines) == (parts[0].texts, parts[2].lines)


def test_functions_of_the_user_are_called_when_it_is_their_turn() -> None:
    text = Vectoriser(min_df=1, preprocess=str.upper).fit(TEXTS)
    assert {*Prepared.of(TEXTS, text.analyser_.profile, text.analyser_).lines} == {None}


@pytest.mark.parametrize("duplicates", ["keep", "once"])
@pytest.mark.parametrize("what", ["these", "others", "some"])
def test_a_model_learns_the_same(what: str, duplicates: str) -> None:
    records = [Record(text, str(i), None, None) for i, text in enumerate(TEXTS)]
    ahead = {"these": TEXTS, "others": TEXTS[::-1], "some": TEXTS[:3]}[what]
    one, other = (_new(duplicates) for _ in range(2))
    one.observed_update(records, lambda _: None, 10)
    prepared = other.prepared(list(ahead))
    other.observed_update(records, lambda _: None, 10, prepared)
    assert model_bits(one.model_) == model_bits(other.model_)
    counted = ("n_texts", "n_duplicates", "n_exact")
    assert [one.info()[name] for name in counted] == [other.info()[name] for name in counted]


def _new(duplicates: str) -> TopicModel:
    lda = LDA(3, passes=2, random_state=0, n_threads=1)
    return TopicModel(lda, duplicates=duplicates).fit(news(200)[0])  # type: ignore[arg-type]


def test_a_new_model_has_nothing_to_prepare_with() -> None:
    assert TopicModel().prepared(["late goal"]) == UNPREPARED


@pytest.fixture
def without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


@pytest.mark.usefixtures("without_collector")
def test_texts_are_gone_when_they_have_been_learnt_from() -> None:
    """Else a stream holds all of them until the garbage collector comes by."""
    model = newspaper(200)
    gc.collect()
    model.update(TEXTS)
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    assert [each for each in gc.garbage if ours(each)] == [], "pieces of the stream hold each other"


def ours(thing: object) -> bool:
    """Whether it comes from learning: threads of others leave garbage, too."""
    if isinstance(thing, FrameType):
        return f"{os.sep}biterms{os.sep}" in thing.f_code.co_filename
    if isinstance(thing, list | tuple | set | dict):
        held = thing.values() if isinstance(thing, dict) else thing
        return any(isinstance(each, np.ndarray) or TEXTS[0] is each for each in held)
    return type(thing).__module__.partition(".")[0] in ("biterms", "numpy")


def test_what_is_held_is_noticed(without_collector: None) -> None:
    held: list[object] = [TEXTS[0]]
    held.append(held)
    del held
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    assert any(map(ours, gc.garbage))

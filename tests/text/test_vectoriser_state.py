"""A vectoriser that was stored in a file goes on as if nothing had happened."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from biterms import store
from biterms.errors import StoreError
from biterms.text import Profile, Vectoriser, phrase_growth
from biterms.text.docstrings import docstrings
from tests.text.streams import account, take

TEXTS = [text for _, text in islice(docstrings(), 300)]


def again(text: Vectoriser) -> Vectoriser:
    settings, arrays = text.to_fields()
    return Vectoriser.from_fields(json.loads(json.dumps(settings)), arrays)


def assert_equal_states(one: Vectoriser, other: Vectoriser) -> None:
    (settings, arrays), (others, theirs) = one.to_fields(), other.to_fields()
    assert settings == others
    assert arrays.keys() == theirs.keys()
    for name, array in arrays.items():
        assert_array_equal(array, theirs[name])


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"language": None, "stop_words": None, "min_df": 1, "max_words": 300, "candidates": 50},
        {"stop_words": {"return", "the"}, "tags": True, "urls": True, "numbers": True},
        {"max_words": 20, "prune": True, "candidates": 50},
        {"phrases": True, "candidates": 500},
        {"min_df": np.int64(2), "max_df": np.float64(0.2), "stop_words": ("the",)},
        {"profile": "tickets"},
        {"profile": Profile(html=True, masks=("numbers", "paths"))},
    ],
    ids=["default", "few", "words", "prune", "phrases", "numpy", "tickets", "profile"],
)
def test_it_goes_on_exactly(settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phrase_growth, "EVERY", 100)
    monkeypatch.setattr(phrase_growth, "LEAST_TEXTS", 3)
    straight, stored = Vectoriser(**settings).start(), Vectoriser(**settings).start()
    for at in range(0, 300, 100):
        straight, *expected = take(straight, TEXTS[at : at + 100])
        stored, *found = take(stored, TEXTS[at : at + 100])
        assert found == expected
        stored = again(stored)
        assert_equal_states(stored, straight)
    assert account(stored.words_) == account(straight.words_)
    assert stored.analyser_.phrases.pairs == straight.analyser_.phrases.pairs
    assert bool(stored.analyser_.phrases) == bool(settings.get("phrases"))


def test_files_of_the_time_before_phrases_can_be_read() -> None:
    text = Vectoriser(min_df=1).fit(["aa bb"])
    settings, arrays = text.to_fields()
    del settings["parameters"]["phrases"]
    assert_equal_states(Vectoriser.from_fields(settings, arrays), text)


def test_texts_of_a_file_from_before_are_not_cleaned() -> None:
    settings, arrays = Vectoriser(min_df=1, profile="plain").fit(["R&amp;D"] * 2).to_fields()
    for name in ("profile", "tokenizer", "preprocess"):
        del settings["parameters"][name]
    del settings["learnt"]["profile"]
    old = Vectoriser.from_fields(settings, arrays)
    assert list(old.vocabulary_) == ["amp"]
    assert old.transform(["R&amp;D"]).sum() == 1
    assert old.profile == "plain"


@pytest.mark.parametrize(
    "profile", ["news", 3, {"masks": ["digits"]}, {"masks": [], "more": True}, {"html": 1}]
)
def test_a_profile_that_makes_no_sense_is_refused(profile: Any) -> None:
    settings, arrays = Vectoriser(min_df=1).fit(["some words"] * 2).to_fields()
    settings["learnt"]["profile"] = profile
    with pytest.raises(StoreError):
        Vectoriser.from_fields(settings, arrays)


def test_it_can_be_written_to_a_file(tmp_path: Path) -> None:
    text = Vectoriser().fit(["naïve 👍 ＡＢＣ #tag"] * 3)
    store.write(tmp_path / "model", *text.to_fields())
    read = store.read(tmp_path / "model")
    assert_equal_states(Vectoriser.from_fields(read.settings, read.arrays), text)


def test_the_words_of_a_file_of_stop_words_go_along(tmp_path: Path) -> None:
    path = tmp_path / "stop.txt"
    path.write_text("parrot")
    text = Vectoriser(stop_words=path, min_df=1).fit(["parrot cheese"])
    path.unlink()
    growth = again(text).grow(["parrot shop"])
    assert growth.delta.keys == ["shop"]


def test_without_words_only_the_settings_are_stored() -> None:
    text = again(Vectoriser(min_df=7))
    assert text.min_df == 7
    assert not hasattr(text, "vocabulary_")


def test_what_was_stored_does_not_change_when_growing_goes_on() -> None:
    text = Vectoriser(min_df=1).fit(["aa bb"])
    settings, arrays = text.to_fields()
    text.apply(text.grow(["aa bb cc", "aa"]))
    old = Vectoriser.from_fields(settings, arrays)
    assert old.doc_freq_.tolist() == [1, 1]
    old.apply(old.grow(["aa"]))
    assert arrays["doc_freq"].tolist() == [1, 1]


def test_recent_documents_are_stored_only_where_they_differ() -> None:
    text = Vectoriser(min_df=1, max_words=1, prune=True, language=None).start()
    text, *_ = take(text, ["aa"] * 9)
    assert "recent" not in text.to_fields()[1]
    text, *_ = take(text, ["aa"])
    text, *_ = take(text, ["aa"] * 3)
    assert text.to_fields()[1]["recent"].tolist() == [8]  # 10 count as 5
    assert text.to_fields()[1]["doc_freq"].tolist() == [13]


Change = Callable[[dict[str, Any], dict[str, Any]], Any]
CHANGES: dict[str, Change] = {
    "no parameters": lambda s, a: s.pop("parameters"),
    "a parameter is missing": lambda s, a: s["parameters"].pop("min_df"),
    "a parameter too much": lambda s, a: s["parameters"].update(more=1),
    "no such language": lambda s, a: s["parameters"].update(language="klingon"),
    "negative min_df": lambda s, a: s["parameters"].update(min_df=-1),
    "learnt is a list": lambda s, a: s.update(learnt=[]),
    "language learnt": lambda s, a: s["learnt"].update(language="klingon"),
    "stop words": lambda s, a: s["learnt"].update(stop_words=[1]),
    "stop words parameter": lambda s, a: s["parameters"].update(stop_words=[[]]),
    "documents": lambda s, a: s["learnt"].update(n_docs=-1),
    "too few documents": lambda s, a: s["learnt"].update(n_docs=0),
    "flag": lambda s, a: s["learnt"].update(tags=1),
    "array missing": lambda s, a: a.pop("keys"),
    "array cut": lambda s, a: a.update(doc_freq=a["doc_freq"][:-1]),
    "array type": lambda s, a: a.update(id_of=a["id_of"].astype(np.int64)),
    "keys twice": lambda s, a: a.update(keys=store.bytes_of_words(["aa", "aa", "cc"])),
    "forms twice": lambda s, a: a.update(forms=store.bytes_of_words(["aa", "aa", "cc"])),
    "a form of no word": lambda s, a: a["form_key"].__setitem__(0, 3),
    "a word without form": lambda s, a: a["form_key"].__setitem__(0, 1),
    "column twice": lambda s, a: a["id_of"].__setitem__(0, 1),
    "column too large": lambda s, a: a["id_of"].__setitem__(0, 9),
    "negative frequency": lambda s, a: a["doc_freq"].__setitem__(0, -1),
    "more lately than at all": lambda s, a: a.update(recent=a["doc_freq"] + 1),
    "negative lately": lambda s, a: a.update(recent=a["doc_freq"] - 9),
    "pruning without an end": lambda s, a: s["parameters"].update(prune=True),
    "negative count": lambda s, a: a["form_count"].__setitem__(0, -1),
    "words not ended": lambda s, a: a.update(keys=store.bytes_of_words(["aa", "bb", "cc"])[:-1]),
}


OF_PHRASES: dict[str, Change] = {
    "a side is missing": lambda s, a: a.pop("phrases_right"),
    "sides differ": lambda s, a: a.update(phrases_left=store.bytes_of_words(["aa", "bb"])),
    "an empty side": lambda s, a: a.update(phrases_left=store.bytes_of_words([""])),
    "documents of pairs": lambda s, a: a.update(pair_documents=a["pair_documents"][1:]),
    "negative documents": lambda s, a: a.update(pair_documents=-a["pair_documents"]),
    "pairs twice": lambda s, a: a.update(pairs=a["pairs"] * 0),
    "pairs of no words": lambda s, a: a.update(pairs=a["pairs"] + 9),
    "no pairs": lambda s, a: a.pop("pairs"),
}


@pytest.mark.parametrize("change", OF_PHRASES)
def test_phrases_that_do_not_fit_together_are_refused(change: str) -> None:
    texts = ["aa bb cc", "cc dd aa bb", "cc dd", "cc", "dd"] * 6
    settings, arrays = Vectoriser(language=None, phrases=True).fit(texts).to_fields()
    assert len(arrays["pairs"]) > 1
    assert store.words_of_bytes(arrays["phrases_left"]) == ["aa"]
    OF_PHRASES[change](settings, arrays)
    with pytest.raises(StoreError):
        Vectoriser.from_fields(settings, arrays)


@pytest.mark.parametrize("change", CHANGES)
def test_what_does_not_fit_together_is_refused(change: str) -> None:
    settings, arrays = Vectoriser(min_df=1, language=None).fit(["aa bb cc"]).to_fields()
    CHANGES[change](settings, arrays)
    with pytest.raises(StoreError):
        Vectoriser.from_fields(settings, arrays)

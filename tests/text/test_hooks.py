"""Functions of the user cut texts and prepare them; a file holds their names only."""

from __future__ import annotations

import json
from typing import Any

import pytest

from biterms import InputError, Profile, SettingError, StoreError, Vectoriser
from biterms.text.hooks import Hooks


def by_dash(text: str) -> list[str]:
    return text.split("-")


def without_greeting(text: str) -> str:
    return text.removeprefix("Dear all, ")


def again(text: Vectoriser, *hooks: Any) -> Vectoriser:
    settings, arrays = text.to_fields()
    return Vectoriser.from_fields(json.loads(json.dumps(settings)), arrays, Hooks(*hooks))


def test_a_tokenizer_cuts_cleaned_texts_and_stop_words_and_stems_stay() -> None:
    text = Vectoriser(min_df=1, tokenizer=by_dash, stop_words=["the"])
    text.fit(["New York-the-cats &amp; dogs--cat"])
    assert text.vocabulary_ == {"New York": 0, "cats & dog": 1, "cat": 2}
    assert text.transform(["cats & dogs-cat-cat"]).toarray().tolist() == [[0, 1, 2]]
    assert [tuple(span) for span in text.spans("the-cat")] == [("the", -1, True), ("cat", 2, False)]


def test_masks_go_through_a_tokenizer() -> None:
    text = Vectoriser(min_df=1, tokenizer=str.split, profile=Profile(masks=("numbers",)))
    assert text.fit(["order 17"]).get_feature_names_out().tolist() == ["order", "<number>"]


def test_preprocess_comes_first() -> None:
    text = Vectoriser(min_df=1, preprocess=without_greeting).fit(["Dear all, cats"])
    assert list(text.vocabulary_) == ["cat"]


def test_it_goes_on_with_the_functions_that_are_given_again() -> None:
    text = Vectoriser(min_df=1, tokenizer=by_dash, preprocess=without_greeting)
    text.fit(["Dear all, cats-dogs"])
    back = again(text, by_dash, without_greeting)
    assert back.transform(["Dear all, dogs"]).toarray().tolist() == [[0, 1]]
    assert back.to_fields()[0] == text.to_fields()[0]


def test_without_them_the_error_names_them_and_what_to_do() -> None:
    text = Vectoriser(min_df=1, tokenizer=by_dash).fit(["cats-dogs"])
    with pytest.raises(StoreError, match=r"test_hooks\.by_dash.*load\(path, tokenizer=\.\.\.\)"):
        again(text)
    with pytest.raises(StoreError, match=r"preprocess=.*needs none"):
        again(text, by_dash, without_greeting)


@pytest.mark.parametrize("found", ["a text", 7, None, ["word", 3]])
def test_what_is_no_list_of_words_is_refused(found: Any) -> None:
    text = Vectoriser(min_df=1, tokenizer=lambda _: found)
    with pytest.raises(InputError, match=r"tokenizer returned .* expected a list of strings"):
        text.fit(["some text"])
    assert not text.__sklearn_is_fitted__()


def test_what_is_no_text_and_no_function_is_refused() -> None:
    with pytest.raises(InputError, match="preprocess returned None"):
        Vectoriser(preprocess=lambda _: None).fit(["some text"])  # type: ignore[arg-type,return-value]
    for name in ("tokenizer", "preprocess"):
        with pytest.raises(SettingError, match=f"{name}='split'"):
            Vectoriser(**{name: "split"}).fit(["some text"])  # type: ignore[arg-type]

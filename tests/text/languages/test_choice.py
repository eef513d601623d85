"""What the setting `language` does to a collection, and what is said when it does not fit."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from biterms import LanguageWarning, SettingError, TopicModel, Vectoriser, load
from biterms.errors import MissingExtra, StoreError
from biterms.text.languages import segment
from biterms.text.languages.stored import restored_found, restored_segmenters
from tests.text.languages.samples import sentences

SENTENCES = sentences()


def test_the_language_is_found_and_used() -> None:
    text = Vectoriser(language="auto", min_df=1).fit(SENTENCES["german"])
    same = Vectoriser(language="german", min_df=1).fit(SENTENCES["german"])
    assert text.language_ == "german"
    assert text.languages_ == {"german": 1.0}
    assert text.vocabulary_ == same.vocabulary_
    assert same.languages_ == {}


def test_several_languages_lose_the_stop_words_of_each() -> None:
    texts = SENTENCES["english"] * 5 + SENTENCES["japanese"][:12] + SENTENCES["french"] * 3
    text = Vectoriser(language="auto", min_df=1).fit(texts)
    assert text.language_ == "english"
    assert [*text.languages_] == ["english", "french", "japanese"]
    assert not {"the", "les", "の", "です"} & {*text.vocabulary_}
    assert {"train", "prix", "東京"} <= {*text.vocabulary_}


def test_a_language_without_a_stemmer_has_its_stop_words() -> None:
    text = Vectoriser(language="auto", min_df=1).fit(SENTENCES["vietnamese"])
    assert text.language_ == "vietnamese"
    assert "điện" in text.vocabulary_
    assert "và" not in text.vocabulary_


def test_what_is_not_clear_is_english_and_said() -> None:
    with pytest.warns(LanguageWarning, match="not clear .* english is assumed"):
        text = Vectoriser(language="auto", min_df=1).fit(["rtx4090 ssd", "usb hub"])
    assert text.language_ == "english"


@pytest.mark.parametrize(
    ("language", "settings", "message"),
    [
        ("german", {}, "100% of 6 texts look German, but are read as English .* language='german'"),
        ("german", {"language": "french"}, "read as French"),
        ("german", {"language": None}, "look German"),
        ("chinese", {}, "look Chinese, which is written without spaces.*language='chinese'"),
        ("thai", {"language": None, "stop_words": None}, "look Thai, which .* without spaces"),
        ("japanese", {"language": "chinese"}, "look Japanese, which is written without spaces"),
        ("arabic", {"stop_words": ["x"]}, "look Arabic"),
    ],
)
def test_texts_in_another_language_are_a_warning(
    language: str, settings: dict[str, str | None], message: str
) -> None:
    with pytest.warns(LanguageWarning, match=message):
        Vectoriser(min_df=1, **settings).fit(SENTENCES[language])
    with pytest.warns(LanguageWarning, match=message):
        Vectoriser(min_df=1, **settings).start(SENTENCES[language])


@pytest.mark.parametrize("language", SENTENCES)
def test_the_right_language_is_no_warning(language: str) -> None:
    Vectoriser(language=language, min_df=1).fit(SENTENCES[language])


@pytest.mark.parametrize(
    "texts",
    [
        SENTENCES["english"] * 3 + SENTENCES["german"],
        SENTENCES["english"] * 20 + SENTENCES["chinese"][:5],
        ["goal keeper", "stadium tickets"] * 9,
    ],
)
def test_mostly_english_is_no_warning(texts: list[str]) -> None:
    Vectoriser(min_df=1).fit(texts)
    Vectoriser(min_df=1).start(texts)


def test_no_warning_where_nothing_would_change() -> None:
    Vectoriser(language=None, stop_words=["der"], min_df=1).fit(SENTENCES["german"])


def test_a_missing_extra_is_an_error_for_the_language_and_a_hint_for_a_minority(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(segment._PACKAGES, "chinese", "no-such-package")
    with pytest.raises(MissingExtra, match="cutting Chinese into words needs"):
        Vectoriser(language="auto", min_df=1).fit(SENTENCES["chinese"])
    mixed = SENTENCES["english"] * 5 + SENTENCES["chinese"][:10]
    for language in ("auto", "english"):
        with pytest.warns(LanguageWarning, match=r"after pip install 'biterms\[chinese\]'"):
            text = Vectoriser(language=language, min_df=1).fit(mixed)
        assert text.language_ == "english"


def test_a_stream_finds_its_language_in_the_first_texts(tmp_path: Path) -> None:
    model = TopicModel(text=Vectoriser(language="auto", min_df=1))
    model.update(SENTENCES["italian"]).update(SENTENCES["english"])
    assert model.info()["language"] == "italian, found: italian 100% of 6 texts"
    model.save(tmp_path / "model")
    again = load(tmp_path / "model")
    assert again.text_.languages_ == model.text_.languages_
    assert again.text_.language_ == "italian"
    with pytest.raises(SettingError, match="language='auto' looks at texts"):
        Vectoriser(language="auto").start()


def test_files_written_before_say_nothing_of_languages() -> None:
    assert restored_segmenters({}) == ()
    assert restored_found({}) is None


@pytest.mark.parametrize(
    ("read", "stored"),
    [
        (restored_segmenters, {"segmenters": {"klingon": "x"}}),
        (restored_segmenters, {"segmenters": 3}),
        (restored_found, {"found": {"shares": 1}}),
        (restored_found, {"found": 1}),
    ],
)
def test_languages_in_a_file_that_make_no_sense_are_refused(
    read: Callable[[dict[str, object]], object], stored: dict[str, object]
) -> None:
    with pytest.raises(StoreError):
        read(stored)


def test_the_usual_settings_look_at_few_texts_only() -> None:
    """A glance is enough where texts are plainly in the language that was set."""
    from biterms.text.languages.stop_lists import stop_words_of

    stop_words_of.cache_clear()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Vectoriser(min_df=1).fit(SENTENCES["english"])
    assert stop_words_of.cache_info().currsize == 1

"""Stop words of every language: the usual ones are there, as texts have them."""

from __future__ import annotations

import pytest
import Stemmer

from biterms import Vectoriser
from biterms.kernels import Rules
from biterms.text.english import ENGLISH_STOP_WORDS
from biterms.text.languages.catalogue import CODES, languages
from biterms.text.languages.stop_lists import has_stop_words, stop_words_of
from biterms.text.stop_words import read_stop_words
from biterms.text.tokens import tokens_of

USUAL = {
    "arabic": "في من",
    "catalan": "els amb",
    "dutch_porter": "het een",
    "finnish": "ja on",
    "french": "les est",
    "german": "der und nicht",
    "greek": "και το",
    "hebrew": "של את",
    "hindi": "और में",
    "italian": "il della",
    "japanese": "の ます",
    "korean": "그리고",
    "nepali": "छ को",
    "porter": "the don't",
    "russian": "не",
    "serbian": "je је није",
    "spanish": "los que",
    "tamil": "ஒரு மற்றும்",
    "thai": "และ ที่",
    "turkish": "ve bir",
    "chinese": "的 了",
    "yiddish": "און איז",
}


def test_every_stemmer_has_a_list() -> None:
    assert all(map(has_stop_words, Stemmer.algorithms()))
    assert {*Stemmer.algorithms()} <= {*languages()}
    assert min(len(stop_words_of(name)) for name in CODES) > 15


@pytest.mark.parametrize("language", USUAL)
def test_usual_words_are_on_the_list(language: str) -> None:
    assert {*USUAL[language].split()} <= stop_words_of(language)


@pytest.mark.parametrize("language", sorted(CODES))
def test_a_list_has_words_as_texts_have_them(language: str) -> None:
    """Otherwise a word would be on the list and stay in the text."""
    words = sorted(word for word in stop_words_of(language) if word not in ("a", "i", "ʼn"))
    assert sorted(tokens_of(words, Rules(tags=True, urls=True, numbers=True)).words) == words


def test_english_is_the_list_it_was() -> None:
    contractions = """
        ain't aren't can't couldn't daren't didn't don't doesn't hadn't hasn't haven't isn't mayn't
        mightn't mustn't needn't oughtn't shan't shouldn't wasn't weren't won't wouldn't let's y'all
    """
    assert stop_words_of("english") == ENGLISH_STOP_WORDS | {*contractions.split()}
    assert stop_words_of("english") == read_stop_words("auto") == read_stop_words("english")


def test_the_list_goes_with_the_language_unless_another_is_named() -> None:
    texts = ["der Hund und the dog"]

    def words(**settings: str | None) -> list[str]:
        return Vectoriser(min_df=1, **settings).fit(texts).get_feature_names_out().tolist()

    assert words(language="german") == ["hund", "the", "dog"]
    assert words(language="german", stop_words="english") == ["der", "hund", "und", "dog"]
    assert words(language=None) == ["der", "hund", "und", "dog"]
    assert words(language=None, stop_words="german") == ["hund", "the", "dog"]
    assert words(stop_words=None) == ["der", "hund", "und", "the", "dog"]

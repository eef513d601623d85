"""Unicode: what is done before the kernel, and that it changes nothing for ASCII."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from biterms.kernels import Rules
from biterms.text.tokens import simple, tokens_of
from tests.examples import examples

many = examples(40)
ALL = Rules(tags=True, urls=True, numbers=True)
anything = st.text(st.characters(exclude_categories=[]))
plain = st.text(st.characters(max_codepoint=127))
foreign = st.text(
    st.sampled_from("aAéÉe\u0301ßİﬁＡ½™’…—–\u00a0\u200b\u200d\ufe0f水👍🏽❤🇺🇸🇬٣हि𝗕Σ\u0331H#'_")
)


def words(text: str, rules: Rules = ALL) -> list[str]:
    found = tokens_of([text], rules)
    return [found.words[i] for i in found.ids]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don’t ‘quote’ me, it´s", ["don't", "quote", "me", "it's"]),
        ("Ｆｕｌｌ　ｗｉｄｔｈ ＃ｔａｇ", ["full", "width", "#tag"]),
        ("𝗕𝗼𝗹𝗱 ﬁne Brand™ m²", ["bold", "fine", "brand", "m2"]),
        ("cafe\u0301 CAFÉ", ["café", "café"]),
        ("H\u0331a \u1e96a", ["\u1e96a", "\u1e96a"]),
        ("STRAẞE straße", ["straße", "straße"]),
        ("word—word…end “quoted”", ["word", "word", "end", "quoted"]),
        ("soft\u00adhyphen no\u200bwidth", ["softhyphen", "no", "width"]),
        ("日本語です。中文", ["日本語です", "中文"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("น้ำ น้\u0e4d\u0e32", ["น้ำ", "น้ำ"]),
        ("٢٠١٩ 2019", ["2019", "2019"]),
        ("👍👍🏽👍🏿", ["👍", "👍", "👍"]),
        ("❤️ ❤ ☀️rain", ["❤", "❤", "☀", "rain"]),
        ("👩‍❤️‍👨🇺🇸🇬🇧", ["👩‍❤‍👨", "🇺🇸", "🇬🇧"]),
        ("1️⃣ 🏴\U000e0067\U000e0062\U000e007f", ["1", "🏴"]),
        ("\ud800ab\udfff", ["ab"]),
        ("https://t.co/ab… see", ["https://t.co/ab", "see"]),
        ("one\ntwo\r\nthree\u2028four", ["one", "two", "three", "four"]),
    ],
)
def test_words_of_the_world(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@many
@given(text=(anything | foreign).filter(lambda text: not set(text) & set("™℠ʼ")))
@example("\u0345\u1fb3")
def test_letters_and_digits_stay(text: str) -> None:
    """Those of the compatible form in lower case; a sigma may not know that it ends a word."""
    lowered = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).lower())
    lowered = lowered.replace("ς", "σ").replace("\u0e4d\u0e32", "\u0e33")
    kept = [c for c in lowered if c.isalnum()]
    expected = [str(unicodedata.decimal(c)) if c.isdecimal() else c for c in kept]
    assert [c for c in simple(text).replace("ς", "σ") if c.isalnum()] == expected


@many
@given(text=anything | foreign)
def test_nothing_foreign_stays_but_letters_marks_and_emoji(text: str) -> None:
    """Then the kernel may take whatever is not ASCII for a letter."""
    for word in simple(text).split():
        kinds = {unicodedata.category(c) for c in word if not c.isascii()}
        emoji = {"So", "Sm", "Cn", "Cf"} if kinds & {"So", "Sm", "Cn"} else set()
        letters = {kind for kind in kinds if kind[0] in "LMN"}
        assert kinds <= (emoji or letters)


@many
@given(text=anything | foreign)
def test_words_are_read_as_themselves(text: str) -> None:
    """A surface form that is shown can be searched for."""
    for word in words(text):
        assert words(word) == [word]


@many
@given(texts=st.lists(anything | foreign, max_size=5))
def test_texts_do_not_touch_each_other(texts: list[str]) -> None:
    found = tokens_of(texts, ALL)
    apart = [found.words[i] for i in found.ids]
    assert apart == [word for text in texts for word in words(text)]
    assert len(found.ptr) == len(texts) + 1


@many
@given(text=plain)
def test_both_ways_agree_on_ascii(text: str) -> None:
    """Behind a sign that is not ASCII the text goes the other way."""
    assert simple(text) == text.lower()
    assert words(text + " —") == words(text)
    assert words("— " + text) == words(text)


PIECES = ["é", "水", "👍", "👩‍", "e\u0301", "🇺", "’", "\ufe0f", "a—", "\u0301\u0316"]


@pytest.mark.parametrize("piece", PIECES)
def test_long_foreign_texts_take_time_in_proportion(piece: str) -> None:
    text = piece * (300_000 // len(piece))
    begin = time.process_time()
    tokens_of([text], ALL)
    assert time.process_time() - begin < 2

"""Lines are made simple run by run: the same as each text by itself."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from biterms.text.tokens import _RUNS, simple, simple_lines
from tests.examples import examples

#: accents of their own, a dotted capital I, both small forms of sigma, a Kelvin sign, keycaps,
#: flags, joined emoji, full width, ligatures, Thai, Korean letters, half a character
PIECES = [*"aZ09 '\u0301\u0327\u0344İıΣσςKÅéÉßﬁＡ㌔水ำกํา한한\ud800\ufe0f\u20e3\u200d\u200b\xad™’"]
PIECES += [
    "👩\u200d👩\u200d👧",
    "🇫🇷",
    "#\ufe0f\u20e3",
    "ΟΔΟΣ",
    "e\u0301" * 20,
    "\u0301" * 40,
    "क्षि",
]
texts = st.lists(st.lists(st.sampled_from(PIECES)).map("".join), min_size=1, max_size=6)


@examples(200)
@given(texts=texts)
@example(texts=["ΟΔΟΣ ΣΑΣ", "aΣ", "Σ", "a\u0301", "\u0301a", "plain ASCII, Kept"])
def test_each_line_is_as_it_would_be_alone(texts: list[str]) -> None:
    expected = [text if text.isascii() else simple(text) for text in texts]
    assert simple_lines("\n".join(texts)).split("\n") == expected


def test_every_letter_between_others() -> None:
    every = [chr(code) for code in [*range(0x80, 0x3400), *range(0x3401, 0x20000, 7)]]
    for around in ("a{}B", "é{}"):
        texts = [around.format(each) for each in every]
        expected = simple("\n".join(texts)).split("\n")
        assert simple_lines("\n".join(texts)).split("\n") == expected


def test_what_is_remembered_has_a_bound() -> None:
    for begin in range(0x4E00, 0x4E00 + 0x4000, 0x1000):
        runs = [chr(begin + i) + chr(0x4E00 + j) for i in range(0x1000) for j in range(8)]
        simple_lines("\n".join(runs))
    assert len(_RUNS) <= 2 * (1 << 16)

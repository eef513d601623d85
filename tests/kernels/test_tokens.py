"""`split`, `fingerprints`, `count`: compiled = twin, and both = what can be said without them."""

from __future__ import annotations

import time
from collections import Counter
from types import ModuleType

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from biterms.kernels import Rules, Tokens, compiled_tokens, reference_tokens
from tests.examples import examples

many = examples(100)
rules = st.builds(Rules, st.booleans(), st.booleans(), st.booleans())
#: what the rules look at, in all orders; letters of one to four bytes
PIECES = [*"aZ09'#@_-.:/ \t\0é水🙏", "http://", "HTTPS://", "www.", "it's", "x" * 63, "y" * 520]
ascii_lines = st.text(st.characters(max_codepoint=127, exclude_characters="\n"))
lines = st.one_of(st.lists(st.sampled_from(PIECES)).map("".join), ascii_lines)


def words(text: str, rules: Rules) -> list[str]:
    found = compiled_tokens.split(text, 1, rules)
    return [found.words[i] for i in found.ids]


@many
@given(texts=st.lists(lines, max_size=6), rules=rules)
@example(texts=["#1 #_ #_a @_1b a#b ##c"], rules=Rules(tags=True))
@example(texts=["x" * 64, "x" * 65, "水" * 64, "水" * 65, "#" + "x" * 64], rules=Rules(tags=True))
@example(texts=["www." + "x" * n + ")." for n in (506, 507, 600)], rules=Rules(urls=True))
def test_split_is_its_twin(texts: list[str], rules: Rules) -> None:
    joined = "\n".join(texts)
    ours = compiled_tokens.split(joined, len(texts), rules)
    twin = reference_tokens.split(joined, len(texts), rules)
    assert ours.words == twin.words
    for one, other in zip(ours[:2], twin[:2], strict=True):
        assert_array_equal(one, other)
        assert one.dtype == other.dtype


@many
@given(texts=st.lists(lines, max_size=6), bare=st.booleans())
@example(texts=["awww.x www.y _www.z “www.q” www", "HTTP://a b", ""], bare=True)
@example(texts=["naïve – “it’s” 水。火️ \xa0½", "x" * 7, "x" * 8, "x" * 9], bare=True)
def test_fingerprints_are_their_twins(texts: list[str], bare: bool) -> None:
    joined = "\n".join(texts)
    ours = compiled_tokens.fingerprints(joined, len(texts), bare=bare)
    assert_array_equal(ours, reference_tokens.fingerprints(joined, len(texts), bare=bare))
    assert ours.dtype == np.int64


def test_what_makes_no_difference_has_the_same_fingerprint() -> None:
    same = ["It's late!", "its LATE", "“It’s” late… http://x.org/?q=1", "it-s  la_te www.x"]
    numbers = compiled_tokens.fingerprints("\n".join(same), len(same), bare=True)
    assert len({*numbers.tolist()}) == 1
    assert numbers[0] != 0
    apart = compiled_tokens.fingerprints("\n".join([*same, "", "…!"]), 6, bare=False)
    assert len({*apart.tolist()}) == 6
    assert compiled_tokens.fingerprints("…!\n", 2, bare=True).tolist() == [0, 0]


@pytest.mark.parametrize("kernel", [compiled_tokens, reference_tokens])
def test_a_number_for_each_line_or_none(kernel: ModuleType) -> None:
    for n in (1, 3):
        with pytest.raises(ValueError, match="lines"):
            kernel.fingerprints("a\nb", n, bare=True)


@many
@given(texts=st.lists(ascii_lines, min_size=1, max_size=4))
def test_words_are_numbered_as_they_appear(texts: list[str]) -> None:
    found = compiled_tokens.split("\n".join(texts), len(texts), Rules())
    assert list(dict.fromkeys(found.ids.tolist())) == list(range(len(found.words)))
    assert len(set(found.words)) == len(found.words)
    alone = [words(text, Rules()) for text in texts]
    assert [found.words[i] for i in found.ids] == [word for row in alone for word in row]
    assert np.diff(found.ptr).tolist() == [len(row) for row in alone]


def test_many_distinct_words_keep_their_numbers() -> None:
    """More than the first table holds, met twice in another order."""
    names = [f"word{i:x}" for i in range(50_000)]
    found = compiled_tokens.split(" ".join([*names, *reversed(names)]), 1, Rules())
    assert found.words == names
    assert found.ids.tolist() == [*range(50_000), *reversed(range(50_000))]


@pytest.mark.parametrize(
    ("text", "settings", "expected"),
    [
        ("Don't STOP 'me' o''now", {}, ["don't", "stop", "me", "now"]),
        ("well-known snake_case e-mail", {}, ["well", "known", "snake", "case", "mail"]),
        ("a b c 1 22 3x", {}, ["3x"]),
        ("a 1 22 1,000 '80s 5'4", {"numbers": True}, ["1", "22", "1", "000", "80s", "5'4"]),
        ("see http://A.b/C?d=e. Then (www.f.g)", {}, ["see", "then"]),
        (
            "see http://A.b/C?d=e. Then (www.f.g)",
            {"urls": True},
            ["see", "http://a.b/c?d=e", "then", "www.f.g"],
        ),
        ("http server xhttp://ab", {}, ["http", "server", "xhttp", "ab"]),
        ("#Vote @Me_2 me@home.org #1", {}, ["vote", "me", "me", "home", "org"]),
        ("#Vote @Me_2 me@home.org #1", {"tags": True}, ["#vote", "@me_2", "me", "home", "org"]),
        ("é ñu 水 🙏", {}, ["ñu", "水", "🙏"]),
        ("", {}, []),
    ],
)
@pytest.mark.parametrize("kernel", [compiled_tokens, reference_tokens], ids=["compiled", "twin"])
def test_what_a_word_is(kernel: object, text: str, settings: dict, expected: list[str]) -> None:
    found = kernel.split(text, 1, Rules(**settings))
    assert [found.words[i] for i in found.ids] == expected


@pytest.mark.parametrize("kernel", [compiled_tokens, reference_tokens], ids=["compiled", "twin"])
@pytest.mark.parametrize(("text", "n"), [("a\nb", 1), ("a\n", 1), ("a", 2), ("", 2)])
def test_lines_are_as_many_as_documents(kernel: object, text: str, n: int) -> None:
    with pytest.raises(ValueError, match="lines"):
        kernel.split(text, n, Rules())


@pytest.mark.parametrize("piece", ["a", "1", "'a", "#", "#1", "#_", "www.", "http", "é", "a "])
def test_long_texts_take_time_in_proportion(piece: str) -> None:
    """Ten million bytes without a break; anything quadratic would take hours."""
    text = piece * (10_000_000 // len(piece.encode()))
    begin = time.process_time()
    compiled_tokens.split(text, 1, Rules(tags=True, urls=True, numbers=True))
    assert time.process_time() - begin < 5


@st.composite
def documents(draw: st.DrawFn) -> tuple[Tokens, np.ndarray]:
    columns = np.array(draw(st.lists(st.integers(-1, 5), max_size=8)), dtype=np.int32)
    row = st.lists(st.integers(-2, len(columns) - 1), max_size=40)
    rows = draw(st.lists(row, max_size=5))
    ptr = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    ids = np.array([i for row in rows for i in row], dtype=np.int32)
    return Tokens(ptr, ids, []), columns


@many
@given(case=documents())
def test_count_is_its_twin_and_counts(case: tuple[Tokens, np.ndarray]) -> None:
    found, columns = case
    ours, twin = compiled_tokens.count(*case), reference_tokens.count(*case)
    for one, other in zip(ours, twin, strict=True):
        assert_array_equal(one, other)
        assert one.dtype == other.dtype
    indptr, indices, data = ours
    for d in range(len(found.ptr) - 1):
        ids = found.ids[found.ptr[d] : found.ptr[d + 1]]
        expected = Counter(int(columns[i]) for i in ids if i >= 0 and columns[i] >= 0)
        mine = slice(indptr[d], indptr[d + 1])
        assert list(zip(indices[mine], data[mine], strict=True)) == sorted(expected.items())


@pytest.mark.parametrize(
    ("ptr", "ids", "n_columns", "message"),
    [
        ([0, 1], [3], 3, "ids of the tokens: found 3, expected numbers below 3"),
        ([0, 2], [0], 1, "pointer"),
        ([1, 1], [0], 1, "pointer"),
        ([0, 2, 1], [0], 1, "never fall"),
    ],
)
def test_wrong_numbers_are_refused(ptr: list, ids: list, n_columns: int, message: str) -> None:
    wrong = Tokens(np.array(ptr, dtype=np.int64), np.array(ids, dtype=np.int32), [])
    with pytest.raises(ValueError, match=message):
        compiled_tokens.count(wrong, np.zeros(n_columns, dtype=np.int32))

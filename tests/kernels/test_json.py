"""`json_strings`: compiled = twin = the parser of Python, for what people and machines write."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from biterms.kernels import compiled_json, reference_json
from biterms.kernels.reference_json import MOST_DEPTH, MOST_DIGITS
from tests.examples import examples

many = examples(150)
KEYS = ["a", "é"]
letters = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
halves = st.sampled_from(["\ud83d", "\ude00", "\ud83d\ude00"])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | letters | halves,
    lambda one: st.lists(one, max_size=3) | st.dictionaries(letters, one, max_size=3),
)
objects = st.lists(st.tuples(st.sampled_from([*KEYS, "b", ""]) | letters, values), max_size=4)
#: what a line is made of, to be put together at random
PIECES = [
    *'{}[]:,"\\ \t\r-+.eE019truefalsnNaI',
    '"a"',
    '"\\u00e9"',
    "\\ud83d",
    "\\ude00",
    "null",
    "\x0b",
]


@st.composite
def lines(draw: Any) -> str:
    """An object as different programs would write it; a key may come twice."""
    space = draw(st.sampled_from(["", " ", "\t\r"]))
    dumps = [
        lambda value: json.dumps(value, ensure_ascii=True),
        lambda value: (
            json.dumps(value, ensure_ascii=False, separators=(",", ":"))
            .encode("utf8", "replace")
            .decode()
        ),
    ]
    dump = draw(st.sampled_from(dumps))
    members = (f"{dump(key)}{space}:{space}{dump(value)}" for key, value in draw(objects))
    return f"{space}{{{space}{f'{space},{space}'.join(members)}{space}}}{space}"


broken = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


@many
@given(some=st.lists(lines() | broken, min_size=1, max_size=5))
@example(some=['{"a":"x"}', "", '{"a":"x"', '{"a":"x"},', '{"a":1,"a":"y"}', '{"a":"y","a":1}'])
@example(some=['{"a":"\\ud83d\\ude00\\ud83dx"}', '{"a":"\\ud83d\\u0041"}', '{"b":"\\ud83d"}'])
@example(some=['{"a":"\\u00E9\\n\\/\\"\\\\\\b\\f\\r\\t"}', '{"a":"\\x"}', '{"a":"\\u12g4"}'])
@example(
    some=['{"a":"tab\there","b":01}', '{"b":1.}', '{"b":-}', '{"b":1e+5,"a":""}', '{"a":"é"}x']
)
def test_compiled_is_the_twin(some: list[str]) -> None:
    text = "\n".join(some)
    assert compiled_json.json_strings(text, KEYS) == reference_json.json_strings(text, KEYS)


@many
@given(some=st.lists(lines() | broken, min_size=1, max_size=5))
def test_what_is_read_is_what_python_reads(some: list[str]) -> None:
    found = compiled_json.json_strings("\n".join(some), KEYS)
    for i, line in enumerate(some):
        if i not in found.others:
            parsed = json.loads(line, strict=False)
            assert [column[i] for column in found.columns] == [parsed.get(key) for key in KEYS]


def test_usual_lines_are_read() -> None:
    rows = [{"id": 7, "a": "late\ngoal", "geo": {"at": [1.5, -2e3], "ok": True}}, {"b": "é"}, {}]
    for escaped in (True, False):
        text = "\n".join(json.dumps(row, ensure_ascii=escaped) for row in rows)
        found = compiled_json.json_strings(text, ["a", "b"])
        assert found == ([["late\ngoal", None, None], [None, "é", None]], [])


@pytest.mark.parametrize("json_strings", [compiled_json.json_strings, reference_json.json_strings])
def test_what_is_unusual_is_left_to_others(json_strings: Any) -> None:
    digits, deep = "1" * MOST_DIGITS, "[" * (MOST_DEPTH - 1) + "]" * (MOST_DEPTH - 1)
    usual = [f'{{"b":{digits}}}', f'{{"b":{deep}}}', '{"b":"\\ud83d"}']
    unusual = [f'{{"b":{digits}1}}', f'{{"b":[{deep}]}}', '{"a":"\\ud83d"}', '{"b":NaN}']
    unusual += [
        '{"b":-Infinity}',
        "\u00a0{}",
        '{"a":["x"]}',
        '{"a":1}',
        "[]",
        '"a"',
        "null",
        "[" * 100_000,
    ]
    assert json_strings("\n".join(usual + unusual), ["a"]).others == [*range(3, 3 + len(unusual))]


def test_a_text_that_cannot_be_encoded_is_refused() -> None:
    for json_strings in (compiled_json.json_strings, reference_json.json_strings):
        with pytest.raises(UnicodeEncodeError):
            json_strings('{"a":"\ud83d"}', ["a"])

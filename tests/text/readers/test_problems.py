"""Readers on damaged files: every line is kept or counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from biterms.errors import InputError
from biterms.text.readers import Columns, Location, Trouble, read
from tests.text.readers.files import START, any_folder, outcome

# bytes that mean something to some format, so that random data gets past the first check
MEANING = [
    b'"',
    b",",
    b"\t",
    b"\n",
    b"\r",
    b"\0",
    b"{",
    b"}",
    b'{"text": ',
    b"\xff",
    b"\xef\xbb\xbf",
]


NASTY = st.lists(st.sampled_from(MEANING) | st.binary(max_size=8), max_size=30).map(b"".join)


@pytest.mark.parametrize("kind", START)
@any_folder
@given(NASTY)
@example(b"{" * 100_000)
@example(b'{"text": ' + b"9" * 5000 + b"}")
@example(b'{"text": "\\ud800"}')
@example(b'"\r\n"')
def test_any_bytes_are_read_and_every_line_is_accounted_for(
    tmp_path: Path, kind: str, data: bytes
) -> None:
    path = tmp_path / "any"
    path.write_bytes(START[kind] + data)
    texts, trouble = outcome(path, kind=kind)
    lines = len((START[kind] + data).splitlines()) - (kind in {"csv", "tsv"})
    if b'"' in data and kind in {"csv", "tsv"}:  # a quoted row may have several lines
        assert trouble.total <= lines
    else:
        assert trouble.total == lines
    "".join(texts).encode()  # nothing that cannot be written again


@any_folder
@given(NASTY, NASTY)
def test_a_good_row_survives_what_is_around_it(tmp_path: Path, left: bytes, right: bytes) -> None:
    path = tmp_path / "any"
    for kind, good in (("txt", b"survivor"), ("jsonl", b'{"text": "survivor"}')):
        path.write_bytes(START[kind] + left + b"\n" + good + b"\n" + right)
        assert "survivor" in outcome(path, kind=kind)[0]


def test_each_kind_of_trouble_with_its_places(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lines = [b'{"text": "ok"}', b"{broken", b'{"text": 5}', b'{"text": null}', b"{}", b"", b"[1]"]
    lines += [b'{"text": ["a"]}', b'{"text": "\xff"}', b'{"text": "x"} {}', b'{"text": "\\udc00"}']
    path.write_bytes(b"\n".join(lines))
    texts, trouble = outcome(path)
    assert texts == ["ok", "5", "\N{REPLACEMENT CHARACTER}", "\N{REPLACEMENT CHARACTER}"]
    assert {kind: [p.line for p in places] for kind, places in trouble.locations.items()} == {
        "broken line": [2, 7, 10],
        "number as text": [3],
        "text missing": [4, 5],
        "text empty": [6],
        "not a text": [8],
        "invalid characters": [9, 11],
    }
    assert trouble.total == len(lines)
    assert trouble.lines()[0] == "4 of 11 texts read"
    assert trouble.lines()[1] == f"broken line: 3 left out ({path}:2, {path}:7, {path}:10)"
    assert f"invalid characters: 2 ({path}:9, {path}:11)" in trouble.lines()


def test_only_the_first_places_are_kept() -> None:
    trouble = Trouble()
    for line in range(1, 10):
        trouble.count("broken line", Location("a", line))
    assert trouble.lines() == [
        "0 of 9 texts read",
        "broken line: 9 left out (a:1, a:2, a:3, ...)",
    ]


def test_values_that_are_no_texts_become_texts(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"text": "x", "id": 7, "day": 1.5e9, "kind": True}) + "\n")
    with path.open("a") as file:
        file.write(json.dumps({"text": "y", "id": None, "day": "", "kind": ["a", "b"]}))
    trouble = Trouble()
    columns = Columns(id="id", time="day", label="kind")
    assert [tuple(record) for record in read([path], columns, trouble=trouble)] == [
        ("x", "7", "1500000000.0", "true"),
        ("y", "2", None, '["a", "b"]'),
    ]
    assert trouble.counts == {"list or object as id, time or label": 1}


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_a_file_that_begins_with_nothing_but_empty_lines(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a"
    path.write_bytes((b" " * 999 + b"\n") * 300 + b'"a",text\n{"text": "x"}\n')
    _, trouble = outcome(path, kind=kind)
    assert trouble.total == 302
    assert trouble.counts["text empty"] == 300


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.jsonl", b'{"text": "x"}\n{broken\n', "line 2: broken line"),
        ("a.jsonl", b'{"text": "x"}\n{"text": 5}\n', "line 2: number as text"),
        ("a.txt", b"x\n\xff\n", "line 2: invalid characters"),
        ("a.csv", b'id,text\n1,"x\n', "line 2: stray quote"),
        ("a.csv", b"text,id\nx,1\ny,2,3\n", "line 3: broken line .3 columns, expected 2"),
    ],
)
def test_strict(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert outcome(path)[1].counts
    with pytest.raises(InputError, match=message):
        list(read([path], strict=True))


def test_an_empty_text_is_counted_but_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("x\n\n \t\ny\n")
    trouble = Trouble()
    assert [record.text for record in read([path], strict=True, trouble=trouble)] == ["x", "y"]
    assert trouble.counts == {"text empty": 2}


NO_TEXT = ["NULL", "null", "NaN", "nan", "NaT", "None", "<NA>", "N/A", "n/a", "#N/A", "\\N"]


def test_cells_that_say_they_are_empty_are_missing(tmp_path: Path) -> None:
    """Whole cells only, and in columns only: elsewhere they are words."""
    kept = ["NULL pointer", "none", "NA", "nan and grandpa"]
    rows = [*NO_TEXT, *kept]
    (tmp_path / "a.csv").write_text("text,n\n" + "".join(f"{row},1\n" for row in rows))
    (tmp_path / "a.jsonl").write_text("".join(json.dumps({"text": row}) + "\n" for row in rows))
    (tmp_path / "a.txt").write_text("".join(f"{row}\n" for row in rows))
    for name in ("a.csv", "a.jsonl"):
        texts, trouble = outcome(tmp_path / name)
        assert (texts, trouble.counts) == (kept, {"text missing": len(NO_TEXT)})
    texts, trouble = outcome(tmp_path / "a.txt")
    assert (texts, trouble.counts) == (rows, {})
    with pytest.raises(InputError, match="line 2: text missing"):
        list(read(tmp_path / "a.csv", strict=True))


def test_one_text_is_not_called_several(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"late goal\xff\n")
    trouble = Trouble()
    list(read(tmp_path / "a.txt", encoding="utf-8", trouble=trouble))
    assert trouble.lines()[1] == "1 of 1 text read"

"""Readers on damaged files: every line is kept or counted, and memory does not grow."""

from __future__ import annotations

import gzip
import io
import json
import random
import tracemalloc
import zlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from biterms.errors import InputError
from biterms.text.readers import Columns, Trouble, read
from biterms.text.records import Place

any_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])

START = {"txt": b"x\n", "csv": b"id,text\n", "tsv": b"id\ttext\n", "jsonl": b'{"text": "x"}\n'}
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


def outcome(path: Path, kind: str | None = None) -> tuple[list[str], Trouble]:
    trouble = Trouble()
    texts = [record.text for record in read([path], kind=kind, trouble=trouble)]
    assert trouble.kept == len(texts)
    return texts, trouble


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
    assert {kind: [p.line for p in places] for kind, places in trouble.places.items()} == {
        "broken line": [2, 7, 10],
        "number as text": [3],
        "text missing": [4, 5],
        "text empty": [6],
        "not a text": [8],
        "invalid UTF-8": [9, 11],
    }
    assert trouble.total == len(lines)
    assert trouble.lines()[0] == "4 of 11 texts read"
    assert trouble.lines()[1] == f"broken line: 3 left out ({path}:2, {path}:7, {path}:10)"
    assert f"invalid UTF-8: 2 ({path}:9, {path}:11)" in trouble.lines()


def test_only_the_first_places_are_kept() -> None:
    trouble = Trouble()
    for line in range(1, 10):
        trouble.count("broken line", Place("a", line))
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


STRAY = """id,text,note
1,"never closed,n
2,fine,n
3,"two
lines",n
4,"she said "no" again",n
5,"opened
6,"closed",n
7,a,b,c,d
8,
9
"""


def test_a_stray_quote_costs_no_other_line(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(STRAY)
    trouble = Trouble()
    found = {record.id: record.text for record in read([path], Columns(id="id"), trouble=trouble)}
    assert found == {
        "1": "never closed,n",
        "2": "fine",
        "3": "two\nlines",
        "4": 'she said no" again"',
        "5": "opened",
        "6": "closed",
    }
    assert {kind: [p.line for p in places] for kind, places in trouble.places.items()} == {
        "stray quote": [2, 6, 7],
        "columns missing": [2, 7, 10],
        "broken line": [9],
        "text empty": [10],
        "text missing": [11],
    }
    assert trouble.total == 9


def test_a_quote_never_closed_in_a_large_file_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    rows = [f"{i}\tthe text of row {i}" for i in range(60_000)]
    rows[10] = '10\t"the text of row 10'
    path.write_text("\n".join(["id\ttext", *rows]))
    texts, trouble = outcome(path)
    assert texts == [f"the text of row {i}" for i in range(60_000)]
    assert trouble.counts == {"stray quote": 1}


def test_a_row_may_span_blocks(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    texts = [f"first line {i}\n" + "second line, with a comma " * 40 for i in range(1500)]
    path.write_text("text\n" + "".join(f'"{text}"\n' for text in texts))
    assert outcome(path) == (texts, Trouble(kept=1500))


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_a_file_that_begins_with_nothing_but_empty_lines(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a"
    path.write_bytes((b" " * 999 + b"\n") * 300 + b'"a",text\n{"text": "x"}\n')
    _, trouble = outcome(path, kind=kind)
    assert trouble.total == 302
    assert trouble.counts["text empty"] == 300


def test_text_in_the_last_column_keeps_its_separators(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("id,text\n1,one, two, three\n2,four\n")
    texts, trouble = outcome(path)
    assert texts == ["one, two, three", "four"]
    assert trouble.counts == {"separator in the last column": 1}


@pytest.mark.parametrize("kind", ["txt", "csv", "jsonl"])
def test_a_line_too_long_is_left_out(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a"
    long = b"y" * (1 << 20)
    rows = {"txt": long + b"y", "csv": long + b",z", "jsonl": b'{"text": "' + long + b'"}'}
    last = {"txt": b"last", "csv": b"1,last", "jsonl": b'{"text": "last"}'}
    path.write_bytes(START[kind] + rows[kind] + b"\n" + last[kind] + b"\n" + rows[kind])
    texts, trouble = outcome(path, kind=kind)
    assert texts[-1] == "last"
    assert trouble.counts == {"line too long": 2}
    assert [place.line for place in trouble.places["line too long"]] == [2, 4]


def test_a_line_of_the_greatest_length_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbf" + b"x" * (1 << 20) + b"\r\n" + b"y" * (1 << 20))
    assert outcome(path)[0] == ["x" * (1 << 20), "y" * (1 << 20)]


def noise(lines: int) -> bytes:
    """Text that gzip cannot make much smaller, so that its blocks are many."""
    dice = random.Random(3)
    return b"".join(f"{i} {dice.getrandbits(400):x}\n".encode() for i in range(lines))


def test_gzip_cut_short_gives_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a.txt.gz"
    data = noise(20_000)
    zipped = gzip.compress(data)
    path.write_bytes(zipped[: len(zipped) // 2])
    texts, trouble = outcome(path)
    expected = data.decode().splitlines()
    assert 9_000 < len(texts) < 11_000
    assert texts[:-1] == expected[: len(texts) - 1]
    assert expected[len(texts) - 1].startswith(texts[-1])
    assert trouble.counts == {"file damaged, read up to there": 1}
    with pytest.raises(InputError, match="ends too early"):
        list(read([path], strict=True))


def test_gzip_damaged_inside_gives_all_before_the_damage(tmp_path: Path) -> None:
    path = tmp_path / "a.txt.gz"
    data, engine = noise(20_000), zlib.compressobj(wbits=31)
    whole = engine.compress(data) + engine.flush(zlib.Z_FULL_FLUSH)
    path.write_bytes(whole + b"\xff" * 1000)  # a block of a type that does not exist
    texts, trouble = outcome(path)
    assert texts == data.decode().splitlines()
    assert trouble.counts == {"file damaged, read up to there": 1}
    assert trouble.places["file damaged, read up to there"][0].line == 20_000


def test_gzip_of_several_members_with_padding(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(gzip.compress(b"one\nt") + gzip.compress(b"wo\n") + b"\0" * 512)
    assert outcome(path) == (["one", "two"], Trouble(kept=2))
    path.write_bytes(gzip.compress(b"one\n") + b"something else")
    texts, trouble = outcome(path)
    assert texts == ["one"]
    assert trouble.counts == {"file damaged, read up to there": 1}


@any_folder
@given(st.binary(max_size=60), st.integers(0, 200))
def test_gzip_of_any_bytes(tmp_path: Path, data: bytes, cut: int) -> None:
    path = tmp_path / "a.txt"
    zipped = gzip.compress(b"one\ntwo\n", mtime=0)
    path.write_bytes(zipped[:cut] + data)
    outcome(path, kind="txt")


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.jsonl", b'{"text": "x"}\n{broken\n', "line 2: broken line"),
        ("a.jsonl", b'{"text": "x"}\n{"text": 5}\n', "line 2: number as text"),
        ("a.txt", b"x\n\xff\n", "line 2: invalid UTF-8"),
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


def parquet(rows: int, group: int) -> bytes:
    sink = io.BytesIO()
    dice = random.Random(1)
    texts = [f"{i} {dice.getrandbits(200):x}" for i in range(rows)]
    table = pa.table({"text": texts})
    pq.write_table(table, sink, row_group_size=group, use_dictionary=False, compression="zstd")
    return sink.getvalue()


def test_parquet_damaged_in_one_row_group_gives_the_others(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    data = bytearray(parquet(3000, 1000))
    middle = len(data) // 2
    data[middle - 2000 : middle + 2000] = b"\xff" * 4000
    path.write_bytes(data)
    texts, trouble = outcome(path)
    assert [int(text.split()[0]) for text in texts] == [*range(1000), *range(2000, 3000)]
    assert trouble.counts == {"rows damaged": 1000}
    assert trouble.places["rows damaged"][0].line == 1001
    with pytest.raises(InputError, match="line 1001: rows damaged"):
        list(read([path], strict=True))


PARQUET = parquet(200, 50)


@any_folder
@given(st.lists(st.tuples(st.integers(0, len(PARQUET) - 1), st.integers(0, 255)), max_size=6))
def test_parquet_of_any_bytes(tmp_path: Path, changes: list[tuple[int, int]]) -> None:
    path = tmp_path / "a.parquet"
    data = bytearray(PARQUET)
    for place, byte in changes:
        data[place] = byte
    path.write_bytes(data)
    try:
        _, trouble = outcome(path)
    except InputError:
        return
    metadata = pq.read_metadata(path)
    groups = range(metadata.num_row_groups)
    assert trouble.total == sum(max(metadata.row_group(i).num_rows, 0) for i in groups)


def peak_while_reading(path: Path) -> tuple[int, int]:
    """(texts and lines left out, most bytes in use at one time)"""
    trouble = Trouble()
    tracemalloc.start()
    try:
        for _ in read([path], trouble=trouble):
            pass
        return trouble.total, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def rows(kind: str, number: int) -> Iterator[bytes]:
    text = "a text of some length that says nothing new " * 20
    row = {"txt": text, "csv": f'1,"{text}"', "jsonl": json.dumps({"id": 1, "text": text})}[kind]
    yield START[kind]
    yield from islice(iter(lambda: (row + "\n").encode() * 1000, b""), number // 1000)


@pytest.mark.parametrize("kind", ["txt", "csv", "jsonl"])
def test_memory_does_not_grow_with_the_file(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"a.{kind}.gz"
    number = 40_000  # 36 MB
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.writelines(rows(kind, number))
    total, peak = peak_while_reading(path)
    assert total == number + (kind != "csv")
    assert peak < 8_000_000


@pytest.mark.parametrize("kind", ["txt", "csv", "jsonl"])
def test_memory_does_not_grow_with_the_line(tmp_path: Path, kind: str) -> None:
    """A small gzip file whose one line is 200 MB, and a quote that is never closed."""
    path = tmp_path / f"a.{kind}.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(START[kind] + b'1,"')
        for _ in range(200):
            file.write(b"y" * 1_000_000)
    total, peak = peak_while_reading(path)
    assert total == 1 + (kind != "csv")
    assert peak < 16_000_000

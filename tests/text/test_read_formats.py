"""Readers: every format gives back what was written, and knows its columns."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from biterms.errors import InputError, MissingExtra, SettingError
from biterms.text.readers import Columns, Record, Trouble, columns_of, read

any_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])

ALL = Columns(text="text", id="key", time="day", label="kind")
# CR is left out: line ends inside quotes are read as LF
CHARACTER = st.characters(exclude_categories=["Cs"], exclude_characters="\r")
FIELD = st.text(CHARACTER, min_size=1, max_size=20).filter(lambda text: not text.isspace())
ROW = st.tuples(FIELD, FIELD, FIELD, FIELD)
ROWS = st.lists(ROW, max_size=12).map(lambda rows: [Record(*row) for row in rows])


def as_table(rows: list[Record], separator: str, **dialect: object) -> bytes:
    file = io.StringIO()
    writer = csv.writer(file, delimiter=separator, **dialect)
    writer.writerow(["key", "text", "kind", "day"])
    writer.writerows([row.id, row.text, row.label, row.time] for row in rows)
    return file.getvalue().encode()


def as_csv(rows: list[Record]) -> bytes:
    return as_table(rows, ",")


def as_tsv(rows: list[Record]) -> bytes:
    return as_table(rows, "\t", lineterminator="\n")


def as_objects(rows: list[Record]) -> list[dict[str, str | None]]:
    return [{"text": r.text, "key": r.id, "day": r.time, "kind": r.label} for r in rows]


def as_jsonl(rows: list[Record]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in as_objects(rows)).encode()


def as_parquet(rows: list[Record]) -> bytes:
    columns = {"text": "text", "id": "key", "time": "day", "label": "kind"}
    table = pa.table(
        {
            name: pa.array([getattr(row, field) for row in rows], pa.string())
            for field, name in columns.items()
        }
    )
    sink = io.BytesIO()
    pq.write_table(table, sink, row_group_size=5)
    return sink.getvalue()


WRITERS = {"csv": as_csv, "tsv": as_tsv, "jsonl": as_jsonl, "parquet": as_parquet}


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("zipped", [False, True], ids=["plain", "gzip"])
@any_folder
@given(ROWS)
def test_what_was_written_is_read(
    tmp_path: Path, kind: str, zipped: bool, rows: list[Record]
) -> None:
    path = tmp_path / (f"rows.{kind}" + (".gz" if zipped else ""))
    data = WRITERS[kind](rows)
    path.write_bytes(gzip.compress(data) if zipped else data)
    trouble = Trouble()
    assert list(read([path], ALL, trouble=trouble, strict=True)) == rows
    assert (trouble.kept, trouble.total, trouble.lines()) == (len(rows), len(rows), [])


@any_folder
@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"))),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.booleans(),
)
def test_text_lines_whatever_ends_them(
    tmp_path: Path, lines: list[str], end: str, bom: bool
) -> None:
    path = tmp_path / "lines.txt"
    data = "".join(line + end for line in lines)
    path.write_bytes(data.encode("utf-8-sig" if bom else "utf-8"))
    # a file that itself begins with U+FEFF has a byte order mark
    lines = [
        line.removeprefix("\ufeff") if i == 0 and not bom else line for i, line in enumerate(lines)
    ]
    trouble = Trouble()
    texts = [(record.id, record.text) for record in read(path, kind="txt", trouble=trouble)]
    assert texts == [(str(i), line) for i, line in enumerate(lines, 1) if line.strip()]
    assert trouble.total == len(lines)


def test_ids_are_lines_and_name_the_file_when_there_are_several(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\n\ntwo\n")
    (tmp_path / "b.csv").write_text('text\n"three\nand more"\nfour\n')
    a, b = tmp_path / "a.txt", tmp_path / "b.csv"
    assert [record.id for record in read([a])] == ["1", "3"]
    assert [record.id for record in read([b])] == ["2", "4"]
    assert [record.id for record in read([a, b])] == [f"{a}:1", f"{a}:3", f"{b}:2", f"{b}:4"]


def test_an_id_that_is_missing_is_the_line(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": "x", "n": null}\n{"text": "y", "n": 7}\n{"text": "z", "n": ""}\n')
    assert [record.id for record in read([path], Columns(id="n"))] == ["1", "7", "3"]


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("id,Title,body", "middle"),
        ("text,title,body", "left"),
        ("a,b, Message ", "right"),
    ],
)
def test_the_text_is_found_by_a_usual_name(tmp_path: Path, header: str, expected: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"{header}\nleft,middle,right\n")
    assert [record.text for record in read([path])] == [expected]


def test_columns_by_number_mean_no_header(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("7\tfirst\n8\tsecond\n")
    found = list(read([path], Columns(text=1, id=0)))
    assert found == [Record("first", "7", None, None), Record("second", "8", None, None)]


def test_a_lone_column_of_no_usual_name_has_no_header(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('Storm hits coast\n"Rain, then sun"\nNo quotes, one comma\n')
    texts = [record.text for record in read([path])]
    assert texts == ["Storm hits coast", "Rain, then sun", "No quotes, one comma"]


def test_a_header_may_have_line_ends_inside(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('id,"how\nmany","which\none",text\n1,2,3,x\n')
    assert columns_of(path) == ["id", "how\nmany", "which\none", "text"]
    assert [tuple(record) for record in read([path], strict=True)] == [("x", "4", None, None)]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"], ids=["comma", "semi", "tab", "bar"])
def test_a_csv_may_be_separated_otherwise(tmp_path: Path, separator: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f'id{separator}text\n1{separator}"a{separator} b, c"\n')
    assert [record.text for record in read([path])] == [f"a{separator} b, c"]


@pytest.mark.parametrize(
    ("name", "text", "columns"),
    [
        ("a.csv", "id,text\n1,x\n", ["id", "text"]),
        ("a.jsonl", '{"text": "x"}\nbroken\n{"day": 1, "text": "y"}\n', ["text", "day"]),
        ("a.txt", "x\n", []),
        ("a.csv", "", []),
    ],
)
def test_columns_of(tmp_path: Path, name: str, text: str, columns: list[str]) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert columns_of(path) == columns


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("a", '\ufeff\n{"text": "x"}\n', "jsonl"),
        ("a.dat", "plain {text}\n", "txt"),
        ("a.log", "{not json\n", "txt"),
    ],
)
def test_the_first_line_tells_what_the_suffix_does_not(
    tmp_path: Path, name: str, text: str, kind: str
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert list(read([path])) == list(read([path], kind=kind))
    assert [record.text for record in read([path])] == ["x"] if kind == "jsonl" else [text.strip()]


@pytest.mark.parametrize(
    ("data", "columns"),
    [
        (b'{"text": "x"}\n', Columns()),
        (gzip.compress(b'{"text": "x"}\n'), Columns(text="text")),
        (b"x\n", Columns()),
        (as_parquet([Record("x", "1", "t", "l")]), ALL),
    ],
    ids=["jsonl", "gzip", "txt", "parquet"],
)
def test_standard_input(monkeypatch: pytest.MonkeyPatch, data: bytes, columns: Columns) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert [record.text for record in read(["-"], columns)] == ["x"]


def test_a_pipe_is_opened_once_and_its_texts_come_as_they_arrive(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    go_on = threading.Event()

    def write() -> None:
        with pipe.open("wb", buffering=0) as file:
            file.write(b"text\nfirst\n")
            go_on.wait(10)
            file.write(b"second\n")

    writer = threading.Thread(target=write)
    writer.start()
    found = read([pipe])
    assert next(found).text == "first"
    go_on.set()
    assert [record.text for record in found] == ["second"]
    writer.join()


def test_parquet_types(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    table = pa.table(
        {
            "body": pa.array(["x", None, "y"], pa.string()).dictionary_encode(),
            "big": pa.array(["x", "", "y"], pa.large_string()),
            "raw": pa.array([b"x", b"\xff", b"y"], pa.binary()),
            "n": pa.array([1, None, 3], pa.int64()),
            "when": pa.array([1, 2_000_000_001, None], pa.timestamp("ns")),
            "many": pa.array([["a"], [], None]),
        }
    )
    pq.write_table(table, path)

    def texts(column: str) -> tuple[list[str], dict[str, int]]:
        trouble = Trouble()
        found = read([path], Columns(text=column), trouble=trouble)
        return [record.text for record in found], trouble.counts

    assert texts("body") == (["x", "y"], {"text missing": 1})
    assert texts("big") == (["x", "y"], {"text empty": 1})
    assert texts("raw") == (["x", "�", "y"], {"invalid UTF-8": 1})
    assert texts("n") == (["1", "3"], {"number as text": 2, "text missing": 1})
    assert texts("many") == ([], {"not a text": 2, "text missing": 1})
    times = [record.time for record in read([path], Columns(text="big", time="when"))]
    assert times == ["1970-01-01 00:00:00.000000001", None]


def test_parquet_without_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(as_parquet([]))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"biterms\[parquet\]"):
        read([path])


REFUSED: dict[str, tuple[str, bytes, Columns, str]] = {
    "no such column": ("a.csv", b"id,text\n1,x\n", Columns(text="tekst"), "'id', 'text'"),
    "no such time": ("a.jsonl", b'{"text": "x"}\n', Columns(time="day"), "'day'.*'text'"),
    "no such number": ("a.csv", b"1,x\n", Columns(text=2), "number 2"),
    "number in json": ("a.jsonl", b'{"text": "x"}\n', Columns(text=0), "only names"),
    "columns of lines": ("a.txt", b"x\n", Columns(text="text"), "no columns"),
    "which column": ("a.csv", b"a,b\n1,x\n", Columns(), "choose the column"),
    "array": ("a.json", b'[{"text": "x"}]', Columns(), "one object per line"),
    "excel": ("a.csv", b"PK\x03\x04rest", Columns(), "Excel"),
    "utf-16": ("a.csv", "text\nx\n".encode("utf-16"), Columns(), "UTF-16"),
    "not parquet": ("a.parquet", b"nothing\n", Columns(), "Parquet"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_read_is_refused_before_the_first_record(tmp_path: Path, case: str) -> None:
    name, data, columns, message = REFUSED[case]
    good, bad = tmp_path / "good.jsonl", tmp_path / name
    good.write_text('{"text": "x", "tekst": "", "day": 1}\n')
    bad.write_bytes(data)
    with pytest.raises(InputError, match=message):
        read([bad], columns)
    if isinstance(columns.text, str | None) and case != "columns of lines":
        with pytest.raises(InputError, match=message):
            read([good, bad], columns)


def test_files_are_looked_for_first(tmp_path: Path) -> None:
    good = tmp_path / "a.txt"
    good.write_text("x\n")
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: read([good, tmp_path / "b.txt"]), "no such file"),
        (lambda: read([good, tmp_path]), "folder"),
        (lambda: read([]), "no files"),
        (lambda: read(["-", "-"]), "twice"),
    ]
    for call, message in wrong:
        with pytest.raises(InputError, match=message):
            call()
    with pytest.raises(SettingError, match="xml"):
        read([good], kind="xml")


def test_a_real_corpus_has_all_its_records(data_dir: Path) -> None:
    path = data_dir / "tmn" / "tmn_titles.jsonl.gz"
    trouble = Trouble()
    found = list(read([path], Columns(label="label"), trouble=trouble))
    with gzip.open(path, "rt", encoding="utf-8") as file:
        expected = [json.loads(line) for line in file]
    assert [(r.text, r.label) for r in found] == [(e["text"], e["label"]) for e in expected]
    assert trouble.counts == {}

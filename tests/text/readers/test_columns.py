"""Readers and columns: which one is the text, which the id, and what is refused."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from biterms.errors import InputError
from biterms.text.readers import Columns, Record, columns_of, read


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


def test_a_text_without_a_usual_name_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("Nr;Ort;Kommentar\n1;Ulm;rot\n")
    assert next(read(tmp_path / "a.csv")).text == "rot"
    (tmp_path / "b.csv").write_text("Nr;Ort\n1;Ulm\n")
    with pytest.raises(InputError, match=r"'Nr', 'Ort'; choose .*, text='NAME'"):
        read(tmp_path / "b.csv")


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
    assert [tuple(record) for record in read([path], strict=True)] == [("x", "1", None, None)]


def two_notes() -> dict[str, bytes]:
    """One row whose last two columns have the same name, in every format that has names."""
    names = ["text", "note", "note"]
    table, parquet = pa.Table.from_arrays([pa.array([cell]) for cell in "xyz"], names), BytesIO()
    pq.write_table(table, parquet)
    return {
        "csv": b"text,note,note\nx,y,z\n",
        "tsv": b"text\tnote\tnote\nx\ty\tz\n",
        "jsonl": b'{"text": "x", "note": "y", "note": "z"}\n',
        "parquet": parquet.getvalue(),
    }


@pytest.mark.parametrize("kind", two_notes())
def test_a_name_that_two_columns_share_is_refused_where_it_is_needed(
    tmp_path: Path, kind: str
) -> None:
    path = tmp_path / f"a.{kind}"
    path.write_bytes(two_notes()[kind])
    assert columns_of(path) == ["text", "note", "note"]
    assert [record.text for record in read(path)] == ["x"]
    for columns in (Columns(text="note"), Columns(label="note")):
        with pytest.raises(InputError, match="2 columns are named 'note', expected one; rename"):
            read(path, columns)


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"], ids=["comma", "semi", "tab", "bar"])
def test_a_csv_may_be_separated_otherwise(tmp_path: Path, separator: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f'id{separator}text\n1{separator}"a{separator} b, c"\n')
    assert [record.text for record in read([path])] == [f"a{separator} b, c"]
    path.write_text(f'sep={separator}\nid{separator}text\n1{separator}"a{separator} b, c"\n')
    assert [*read([path])] == [Record(f"a{separator} b, c", "1", None, None)]


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


REFUSED: dict[str, tuple[str, bytes, Columns, str]] = {
    "no such column": ("a.csv", b"id,text\n1,x\n", Columns(text="tekst"), "'id', 'text'"),
    "no such time": ("a.jsonl", b'{"text": "x"}\n', Columns(time="day"), "'day'.*'text'"),
    "no such number": ("a.csv", b"1,x\n", Columns(text=2), "number 2"),
    "number in json": ("a.jsonl", b'{"text": "x"}\n', Columns(text=0), "only names"),
    "columns of lines": ("a.txt", b"x\n", Columns(text="text"), "no columns"),
    "which column": ("a.csv", b"a,b\n1,x\n", Columns(), "choose the column"),
    "array": ("a.json", b'[{"text": "x"}]', Columns(), "one object per line"),
    "excel": ("a.csv", b"PK\x03\x04rest", Columns(), "Excel"),
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


@pytest.mark.parametrize(
    ("lines", "text", "found"),
    [
        ("id,title\n1,late goal\n2,no goal\n", None, ["late goal", "no goal"]),
        ("Nr;Kommentar\n1;spätes Tor\n", None, ["spätes Tor"]),
        ("key\twords\n1\tlate goal\n", "words", ["late goal"]),
        ("key,words\n1,late goal\n", None, ["key,words", "1,late goal"]),
        ("title\nlate goal\n", None, ["title", "late goal"]),
        ("message, body and soul\nlate, goal\n", None, ["message, body and soul", "late, goal"]),
        ("text,me\nlate goal\nno goal\nnew\n", None, ["text,me", "late goal", "no goal", "new"]),
    ],
)
def test_a_table_without_a_telling_name_is_known_by_its_header(
    tmp_path: Path, lines: str, text: str | None, found: list[str]
) -> None:
    path = tmp_path / "export"
    path.write_text(lines, encoding="utf8")
    assert [record.text for record in read(path, Columns(text=text))] == found


def test_columns_of_a_file_of_lines_ask_for_the_format(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("key,words\n1,late goal\n")
    with pytest.raises(InputError, match=r"which has no columns.*such as kind='csv'"):
        read(path, Columns(text="words"))

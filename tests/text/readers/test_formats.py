"""Readers: every format and source gives back what was written."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.errors import InputError, SettingError
from biterms.text.readers import Columns, Record, Trouble, read
from biterms.text.readers.records import NO_VALUE
from tests.text.readers.files import ALL, WRITERS, any_folder, as_parquet

CHARACTER = st.characters(exclude_categories=["Cs"]) | st.sampled_from("\r\n")


FIELD = st.text(CHARACTER, min_size=1, max_size=20).filter(lambda text: not text.isspace())


TEXT = FIELD.filter(lambda text: text not in NO_VALUE)


ROW = st.tuples(TEXT, FIELD, FIELD, FIELD)


ROWS = st.lists(ROW, max_size=12).map(lambda rows: [Record(*row) for row in rows])


@pytest.mark.parametrize("kind", WRITERS)
@any_folder
@given(ROWS, st.booleans())
def test_what_was_written_is_read(
    tmp_path: Path, kind: str, rows: list[Record], zipped: bool
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
    # a line that begins with U+FEFF has the byte order mark of a file that was appended; the first
    # may have that of its own file before it
    marks = [1 if i or bom else 2 for i in range(len(lines))]
    lines = [re.sub(rf"^\ufeff{{,{n}}}", "", line) for n, line in zip(marks, lines, strict=True)]
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
    expected = "x" if kind == "jsonl" else text.strip()
    assert [record.text for record in read([path])] == [expected]


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

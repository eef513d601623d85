"""Readers on tables whose quotes, separators and rows are not as they should be."""

from __future__ import annotations

from pathlib import Path

import pytest

from biterms.text.readers import Columns, Trouble, read
from tests.text.readers.files import outcome

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
    assert {kind: [p.line for p in places] for kind, places in trouble.locations.items()} == {
        "stray quote": [2, 6, 7],
        "columns missing": [2, 7, 10],
        "broken line": [9],
        "text empty": [10],
        "text missing": [11],
    }
    assert trouble.total == 9


def test_a_quote_never_closed_in_a_large_file_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    rows = [f"{i}\tthe text of row {i}" for i in range(30_000)]
    rows[10] = '10\t"the text of row 10'
    path.write_text("\n".join(["id\ttext", *rows]))
    texts, trouble = outcome(path)
    assert texts == [f"the text of row {i}" for i in range(30_000)]
    assert trouble.counts == {"stray quote": 1}


def test_a_row_may_span_blocks(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    texts = [f"first line {i}\n" + "second line, with a comma " * 40 for i in range(1500)]
    path.write_text("text\n" + "".join(f'"{text}"\n' for text in texts))
    assert outcome(path) == (texts, Trouble(kept=1500))


def test_text_in_the_last_column_keeps_its_separators(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("id,text\n1,one, two, three\n2,four\n")
    texts, trouble = outcome(path)
    assert texts == ["one, two, three", "four"]
    assert trouble.counts == {"separator in the last column": 1}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CR LF", "CR"])
def test_line_ends_inside_quotes_stay_what_they_are(tmp_path: Path, end: str) -> None:
    path = tmp_path / "a.csv"
    cells = ["one\ntwo", "one\r\ntwo", "one\rtwo", "one\r\r\n\n\rtwo\r", "one"]
    rows = "".join(f'"{cell}",{i}{end}' for i, cell in enumerate(cells))
    path.write_bytes(f"text,id{end}{rows}".encode())
    found = [record.text for record in read([path], strict=True)]
    assert found == cells

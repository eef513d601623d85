"""What is written for terminals, spreadsheets and programs, whatever the texts hold."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms import load
from biterms.cli.terminal import csv_line, json_text, visible
from tests.cli.conftest import Run

ODD_IDS = [
    "a\rb",
    "c\nd",
    'quote " and, comma',
    "=1+1",
    "+2",
    "-3",
    "@SUM(A1)",
    "\tx",
    "\ry",
    "plain",
]
RED = "\x1b[31mred\x07\x9b2J\u202e"


@given(st.lists(st.text(st.characters(codec="utf-8")), min_size=2, max_size=4))
def test_a_line_of_csv_is_read_back(cells: list[str]) -> None:
    [row] = csv.reader(io.StringIO(csv_line(cells) + "\n", newline=""), strict=True)
    guarded = [f"'{cell}" if cell[:1] in {*"=+-@\t\r"} else cell for cell in cells]
    assert row == guarded


@given(st.text(st.characters(codec="utf-8")))
def test_nothing_in_a_text_reaches_the_terminal_unseen(text: str) -> None:
    shown = visible(text)
    assert not {*shown} & {*map(chr, range(32)), *map(chr, range(127, 160)), *"\u202e\u2066\u200f"}
    assert json.loads(json_text(text)) == text
    assert "\x1b" not in json_text([RED])
    assert "\x9b" not in json_text([RED])


def test_ordinary_texts_are_shown_as_they_are() -> None:
    assert visible("naïve 東京 👩‍🔬 a-b") == "naïve 東京 👩‍🔬 a-b"
    assert visible("a\x1b[2Jb\n\u202e") == "a\\x1b[2Jb\\n\\u202e"


@pytest.mark.parametrize("out", ["-", "topics.csv"])
def test_ids_are_quoted_and_are_no_formulas(
    run: Run, model: Path, tmp_path: Path, out: str
) -> None:
    lines = (json.dumps({"id": i, "text": "late goal wins match"}) for i in ODD_IDS)
    (tmp_path / "odd.jsonl").write_text("".join(f"{line}\n" for line in lines))
    done = run("assign", model, "odd.jsonl", "-o", out, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    text = done.stdout if out == "-" else (tmp_path / out).read_bytes().decode()
    rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    assert [row["id"].removeprefix("'") for row in rows] == ODD_IDS
    assert [row["id"][0] for row in rows[3:9]] == ["'"] * 6
    done = run("assign", model, "odd.jsonl", "--json", cwd=tmp_path)
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == ODD_IDS


def test_labels_cannot_play_with_the_terminal(run: Run, model: Path, tmp_path: Path) -> None:
    known = load(model)
    known.set_labels({0: RED}).save(tmp_path / "red")
    for options in ([], ["--json"]):
        shown = run("topics", "red", *options, cwd=tmp_path).stdout
        assert "red" in shown
        assert not {*shown} & {*RED} - {*"[31mred2J"}
    done = run("fit", f"{RED}.txt", "-o", "x", cwd=tmp_path)
    assert (
        done.stderr == "error: \\x1b[31mred\\x07\\x9b2J\\u202e.txt: no such file; check the name\n"
    )

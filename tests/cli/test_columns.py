"""Which columns are read when little or something odd is said of them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pandas as pd
import pytest

from biterms.cli import app

TEXTS = ["late goal wins match", "rocket reaches orbit", "bank raises rates"]


def assigned(
    model: Path, file: Path, *options: str, capsys: pytest.CaptureFixture[str]
) -> list[str]:
    """The ids that `assign` writes, of texts that have a topic."""
    assert app.run(["assign", str(model), str(file), *options]) == 0
    rows = csv.DictReader(io.StringIO(capsys.readouterr().out))
    return [row["id"] for row in rows if row["topic"]]


def written(folder: Path, kind: str, **columns: list[str]) -> Path:
    path, table = folder / f"texts.{kind}", pd.DataFrame(columns)
    if kind == "csv":
        table.to_csv(path, index=False)
    elif kind == "parquet":
        table.to_parquet(path)
    else:
        path.write_text("".join(f"{json.dumps(row)}\n" for row in table.to_dict("records")))
    return path


KINDS = pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])


@KINDS
@pytest.mark.parametrize("name", ["id", "ID"])
def test_a_column_called_id_is_the_id(
    model: Path, tmp_path: Path, kind: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, kind, **{"text": TEXTS, "key": [*"xyz"], name: [*"abc"]})
    assert assigned(model, file, capsys=capsys) == [*"abc"]
    assert assigned(model, file, "--id", "key", capsys=capsys) == [*"xyz"]


@KINDS
def test_without_such_a_column_it_is_the_line(
    model: Path, tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, kind, text=TEXTS, ids=[*"abc"])
    first = 2 if kind == "csv" else 1  # the header is the first line
    assert assigned(model, file, capsys=capsys) == [str(first + i) for i in range(3)]


def test_data_are_not_taken_for_names(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.csv").write_text("id,late goal wins match\nb,rocket reaches orbit\n")
    assert assigned(model, tmp_path / "a.csv", "--text", "1", capsys=capsys) == ["1", "2"]


@KINDS
@pytest.mark.parametrize("quote", ["'", '"'], ids=["single", "double"])
def test_names_of_digits_are_put_in_quotes(
    model: Path, tmp_path: Path, kind: str, quote: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, kind, **{"1": [*"abc"], "0": TEXTS})
    chosen = ("--text", f"{quote}0{quote}", "--id", f"{quote}1{quote}")
    assert assigned(model, file, *chosen, capsys=capsys) == [*"abc"]


def test_json_lines_have_only_names(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, "jsonl", **{"1": [*"abc"], "0": TEXTS})
    assert assigned(model, file, "--text", "0", "--id", "1", capsys=capsys) == [*"abc"]

"""The command on files of each format, intact and damaged."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from numpy.testing import assert_array_equal

from biterms import load
from biterms.cli import app
from tests.cli.conftest import Run

TITLE = ("--text", "title")
FIT = ("-o", "model", "-k", 3, "-q", "--passes", 2)
CASES = {
    "txt": ["news.txt"],
    "csv": ["news.csv", *TITLE],
    "tsv": ["news.tsv", *TITLE],
    "jsonl": ["news.jsonl", *TITLE],
    "parquet": ["news.parquet", *TITLE],
    "gzip": ["news.csv.gz", *TITLE],
    "several": ["first.txt", "rest.txt"],
    "column": ["news.tsv", "--text", "1"],
}


@pytest.fixture(scope="module")
def expected(run: Run, files: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model of the texts through a pipe."""
    folder = tmp_path_factory.mktemp("pipe")
    text = (files / "news.txt").read_text()
    done = run("fit", "-", *FIT, cwd=folder, input=text)
    assert done.returncode == 0, done.stderr
    return folder / "model"


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_each_format_gives_the_same_model(
    run: Run, files: Path, expected: Path, tmp_path: Path, case: list[str]
) -> None:
    names = [str(files / part) if "." in part else part for part in case]
    done = run("fit", *names, *FIT, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    texts = (files / "news.txt").read_text().splitlines()
    known = load(tmp_path / "model")
    if "1" in case:  # a place, so there is no header
        assert known.model_.n_docs_ == len(texts) + 1
    else:
        assert_array_equal(known.transform(texts), load(expected).transform(texts))


BROKEN = {
    "jsonl": b'{"title": "late goal wins match"}\n{"title": 3\n{"other": 1}\n{"title": ""}\n[]\n',
    "csv": b'title,day\nlate goal wins match,1\n"late goal"x,2\ngoal \xff match,3\n\n',
    "txt": b"late goal\n\xff\xfe\n" + b"x" * (1 << 20) + b"y\n\n",
}


@pytest.mark.parametrize("kind", BROKEN)
def test_damage_is_counted_and_the_rest_is_used(
    run: Run, model: Path, tmp_path: Path, kind: str
) -> None:
    (tmp_path / f"news.{kind}").write_bytes(BROKEN[kind])
    done = run("assign", model, f"news.{kind}", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert found[0]["topic"] is not None
    first = done.stderr.splitlines()[0]
    assert first.startswith(f"{len(found)} of ")
    assert f"news.{kind}:" in done.stderr


def test_strict_stops_at_the_first_damage(run: Run, model: Path, tmp_path: Path) -> None:
    (tmp_path / "news.csv").write_bytes(BROKEN["csv"])
    done = run("assign", model, "news.csv", "--strict", "-o", "out.csv", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("error: news.csv, line ")
    assert not (tmp_path / "out.csv").exists()


def test_a_cut_off_gzip_gives_what_is_there(
    run: Run, model: Path, files: Path, tmp_path: Path
) -> None:
    packed = gzip.compress((files / "news.txt").read_bytes() * 20, mtime=0)
    (tmp_path / "news.txt.gz").write_bytes(packed[: len(packed) // 2])
    done = run("assign", model, "news.txt.gz", cwd=tmp_path)
    assert done.returncode == 0
    assert "file damaged, read up to there" in done.stderr
    assert len(done.stdout.splitlines()) > 10


def test_a_parquet_file_that_is_none(run: Run, model: Path, tmp_path: Path) -> None:
    (tmp_path / "news.parquet").write_bytes(b"PAR1 but not really")
    done = run("assign", model, "news.parquet", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("error: news.parquet")


HEADLESS = {
    "number": ("news.csv", "--text 1", True),
    "numbers": ("news.tsv", "--text 1 --id 0", True),
    "gzip": ("news.csv.gz", "--text 1", True),
    "kind": ("news.tsv", "--text 1 --kind tsv", True),
    "name": ("news.csv", "--text title", False),
    "both": ("news.csv", "--text 1 --id key", False),
    "parquet": ("news.parquet", "--text 1", False),
}


@pytest.mark.parametrize("case", HEADLESS)
def test_a_first_line_that_is_data_is_said_to_be(
    model: Path,
    files: Path,
    rows: list[dict[str, str]],
    case: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name, options, headless = HEADLESS[case]
    typed = ["assign", str(model), str(files / name), *options.split()]
    assert app.run(typed) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == len(rows) + 1 + headless
    assert err.count("the first line of a table is taken as data\n") == headless

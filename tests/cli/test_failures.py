"""Everything that can go wrong is one line on stderr, with a hint and an exit code."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from biterms.cli import app
from biterms.errors import InputError
from tests.cli.conftest import Run

#: what is typed, with {files} and {model} put in; what the line says
WRONG: dict[str, tuple[str, str]] = {
    "no-command": ("fitt", "No such command 'fitt'.*see biterms --help"),
    "no-option": ("fit x --topcs 3", "No such option: --topcs.*see biterms fit --help"),
    "no-out": ("fit {files}/news.txt", "Missing option '--out'.*see biterms fit --help"),
    "no-file-named": ("fit -o x", "Missing argument 'FILE.*see biterms fit --help"),
    "no-number": ("fit x -o y -k many", "'--topics'.*see biterms fit --help"),
    "no-learner": (
        "fit x -o y --learner sgd",
        "'--learner'.*'svi', 'svb', 'adaptive', 'kps', 'batch'",
    ),
    "no-file": ("fit none.txt -o x", "none.txt: no such file; check the name"),
    "a-folder": ("fit {files} -o x", "error: .*folder"),
    "no-column": (
        "fit {files}/news.csv --text body -o x",
        "no column 'body'; there are 'key', 'title', 'day', 'section'; choose one",
    ),
    "no-text-column": (
        "assign {model} {files}/news.csv --id nr",
        "no column 'nr'; there are 'key'",
    ),
    "no-topics": ("fit none.txt -o x -k 0", "'--topics' / '-k': 0, expected a whole number from 1"),
    "no-language": (
        "fit {files}/news.txt -o x --language klingon",
        "error: --language klingon: expected 'auto', none .*german",
    ),
    "no-words": ("fit {files}/news.txt -o x --min-df 4000", "set --min-df lower"),
    "two-priors": ("fit {files}/news.txt -o x --seeds a --prior b", "one prior at a time"),
    "no-seeds": (
        "fit {files}/news.txt -o x --seeds none.txt",
        "none.txt: cannot be read .*check the name",
    ),
    "seeds-are-a-folder": (
        "fit {files}/news.txt -o x --seeds {files}",
        "a directory.*check the name",
    ),
    "batch-stream": (
        "fit {files}/news.txt -o x --learner batch --stream",
        "--learner batch needs all texts at once: leave --stream out",
    ),
    "out-is-a-file": ("fit none.txt -o {files}/news.txt", "is a file, expected a folder"),
    "out-is-a-folder": ("fit none.txt -o {files}", "holds other files and no model"),
    "out-below-a-file": ("fit none.txt -o {files}/news.txt/x", "cannot be written"),
    "out-is-a-dead-link": (
        "fit none.txt -o {files}/dead",
        "a link to nowhere, which does not exist",
    ),
    "update-to-a-file": ("update none.model none.txt -o {files}/news.txt", "is a file, expected"),
    "update-nothing": ("update none.model none.txt", "none.model cannot be written: it does not"),
    "model-is-none": ("topics {files}", "cannot be read: it has no model.json"),
    "model-is-a-file": ("info {files}/news.txt", "it is a file, expected a folder"),
    "model-not-there": ("report none.model", "it does not exist"),
    "two-formats": ("topics none.model --json --csv", "one format at a time"),
    "no-word": ("topics {model} --word zorbia", "'zorbia' is not among the .* words"),
    "report-nowhere": (
        "report none.model -o none/page.html",
        "none/page.html: .* no folder none; make",
    ),
    "assign-nowhere": (
        "assign none.model none.txt -o none/x.csv",
        "none/x.csv: .* no folder none",
    ),
    "demo-nowhere": ("demo -o none/page.html", "none/page.html: .* no folder none; make"),
    "assign-to-a-folder": (
        "assign none.model none.txt -o {files}",
        "is a folder, expected the",
    ),
    "assign-to-a-device": ("assign none.model none.txt -o /dev/null", "not an ordinary file"),
    "assign-to-a-dead-link": ("assign none.model none.txt -o {files}/dead", "a link to nowhere"),
    "report-to-a-folder": ("report none.model -o {files}", "is a folder, expected the name of a"),
    "report-to-a-dead-link": ("report none.model -o {files}/dead", "a link to nowhere, which does"),
    "assign-in-a-file": (
        "assign none.model none.txt -o {files}/news.txt/x",
        "there is no folder",
    ),
    "demo-seed": (
        "demo --seed 4294967296",
        "'--seed': 4294967296, expected .* from 0 to 4294967295",
    ),
    "many-threads": (
        "fit none.txt -o x --threads 1025",
        "1025, expected a whole number from 1 to 1024",
    ),
    "stream-passes": ("fit none.txt -o x --stream --passes 3", "one pass: leave --passes out"),
    "no-prior-begun": (
        "update {model} {files}/news.txt --prior {files}/news.txt",
        "word vectors for a model that did not begin with any.* fit anew, or update without",
    ),
    "prune-what": ("fit {files}/news.txt -o x --prune", "--prune without --max-words.* set --max"),
    "no-name": ("fit {files}/news.csv --text '9' -o x", "no column '9'; there are 'key'"),
}


def check(case: str, code: int, out: str, err: str) -> None:
    _, expected = WRONG[case]
    assert code == 2, err
    assert out == ""
    [line] = err.splitlines()
    assert line.startswith("error: ")
    assert re.search(expected, line), line


def test_the_process_has_the_exit_code(process: Run, tmp_path: Path) -> None:
    check("no-command", *process("fitt", cwd=tmp_path))


@pytest.mark.parametrize("case", WRONG)
def test_one_line_says_what_is_wrong(
    run: Run, files: Path, model: Path, tmp_path: Path, case: str
) -> None:
    before = sorted(path.name for path in files.iterdir())
    check(case, *run(*WRONG[case][0].format(files=files, model=model).split(), cwd=tmp_path))
    assert sorted(path.name for path in files.iterdir()) == before
    assert list(tmp_path.iterdir()) == []


def changed(model: Path, to: Path, **head: Any) -> Path:
    shutil.copytree(model, to)
    known = json.loads((to / "model.json").read_text())
    (to / "model.json").write_text(json.dumps(known | head))
    return to


def test_a_newer_model_asks_for_an_update(run: Run, model: Path, tmp_path: Path) -> None:
    newer = changed(model, tmp_path / "newer", format_version=7, biterms="9.1")
    done = run("topics", newer, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert "written by biterms '9.1' in format 7" in line
    assert line.endswith("update biterms")


def test_a_damaged_model_is_left_alone(run: Run, model: Path, files: Path, tmp_path: Path) -> None:
    damaged = changed(model, tmp_path / "damaged", settings={})
    before = (damaged / "model.json").read_bytes()
    done = run("update", damaged, files / "news.txt", cwd=tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert (damaged / "model.json").read_bytes() == before


def test_debug_raises(run: Run, model: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'zorbia'"):
        run("topics", model, "--word", "zorbia", "--debug", cwd=tmp_path)


@pytest.mark.parametrize("more", [[], ["--stream"]], ids=["fit", "stream"])
def test_an_empty_file_is_no_model(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str]
) -> None:
    (tmp_path / "empty.txt").write_text("")
    typed = ["fit", str(tmp_path / "empty.txt"), "-o", str(tmp_path / "model"), *more]
    assert app.run(typed) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("error: no texts were read")
    assert not (tmp_path / "model").exists()


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """Lines of which none is a text."""
    path = tmp_path / "broken.jsonl"
    path.write_text('{"text": 3\n[]\n{"text": ""}\n')
    return path


ALL_BROKEN = {
    "fit": "fit {broken} -o {new}",
    "stream": "fit {broken} -o {new} --stream",
    "update": "update {model} {broken} -o {new}",
    "evaluate": "evaluate {model} {broken}",
    "reference": "evaluate {model} {files}/news.txt --reference {broken}",
    "report": "report {model} {broken} -o {new}",
}


@pytest.mark.parametrize("case", ALL_BROKEN)
def test_a_failure_comes_with_the_account_of_broken_lines(
    files: Path,
    model: Path,
    broken: Path,
    tmp_path: Path,
    case: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    new = tmp_path / "new"
    typed = ALL_BROKEN[case].format(files=files, model=model, broken=broken, new=new)
    assert app.run(typed.split()) == 2
    account, *kinds, error = capsys.readouterr().err.splitlines()
    assert account == "0 of 3 texts read"
    assert f"text empty: 1 left out ({broken}:3)" in kinds
    assert error.startswith("error: ")
    assert "no texts were read" in error
    assert not new.exists()


def test_an_update_without_texts_leaves_the_model(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copied = shutil.copytree(model, tmp_path / "copy")
    (tmp_path / "empty.txt").write_text("")
    before = {path.name: path.stat().st_mtime_ns for path in copied.iterdir()}
    assert app.run(["update", str(copied), str(tmp_path / "empty.txt")]) == 2
    assert "error: 0 new texts, 400 in all: no texts" in capsys.readouterr().err
    assert {path.name: path.stat().st_mtime_ns for path in copied.iterdir()} == before


def test_no_texts_have_no_topics(
    model: Path, broken: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert app.run(["assign", str(model), str(broken)]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1  # the names of the columns
    assert "0 of 3 texts read" in err

"""Files of other encodings through the commands: the words, what was decided, and refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from biterms import load
from tests.cli.conftest import Run

GERMAN = "Herr Müller kauft größere Tore\nTore für Frau Müller\nMüller liefert größere Türen\n"
FIT = ("-o", "m", "-k", 1, "--min-df", 1, "--language", "none", "--passes", 1, "-q")


@pytest.mark.parametrize("encoding", ["windows-1252", "utf-16", "utf-8-sig"])
def test_umlauts_are_words(run: Run, tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.txt").write_bytes(GERMAN.encode(encoding))
    done = run("fit", "a.txt", *FIT, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert {"müller", "größere", "türen"} <= {*load(tmp_path / "m").words()}
    assert ("a.txt: read as " in done.stderr) == (encoding != "utf-8-sig")
    done = run("assign", "m", "a.txt", "--json", cwd=tmp_path)
    assert len([json.loads(line) for line in done.stdout.splitlines()]) == 3


def test_every_command_that_reads_takes_the_encoding(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(GERMAN.encode("cp850"))
    given = ("--encoding", "cp850")
    assert run("fit", "a.txt", *FIT, *given, cwd=tmp_path).returncode == 0
    assert "müller" in load(tmp_path / "m").words()
    for command in (("update",), ("assign",), ("evaluate",), ("report",)):
        done = run(*command, "m", "a.txt", *given, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert "a.txt: read as cp850, as asked\n" in done.stderr
        done = run(*command, "m", "a.txt", "--encoding", "klingon", cwd=tmp_path)
        assert (done.returncode, "--encoding klingon: no such encoding" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (Path("/bin/ls").read_bytes() if Path("/bin/ls").exists() else bytes(99), "expected"),
        (b"<!doctype html>\n<html>\n<body>Late goal</body></html>\n", "HTML or XML page"),
        (b"PK\x03\x04" + bytes(99), "save the sheet as CSV"),
    ],
    ids=["program", "page", "excel"],
)
def test_what_is_no_text_is_refused(run: Run, tmp_path: Path, data: bytes, message: str) -> None:
    (tmp_path / "a").write_bytes(data)
    done = run("fit", "a", *FIT, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("error: a: ")
    assert message in line
    assert not (tmp_path / "m").exists()

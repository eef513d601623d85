"""The help of `biterms` is there at once, and is what the parser of the commands writes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from biterms.cli import app, first_help
from tests.cli.conftest import Run

IMPORTED = """
import sys
from biterms.cli.__main__ import main
sys.argv[1:] = %r
try:
    main()
except SystemExit:
    print(*{"typer", "biterms.cli.app", "shutil", "inspect"} & {*sys.modules}, file=sys.stderr)
"""


def test_it_is_what_the_parser_writes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert app.run(["--help"]) == 0
    assert first_help.stored() == capsys.readouterr().out, "python tools/write_help.py"


@pytest.mark.parametrize("typed", [[], ["--help"], ["-h"]])
def test_nothing_is_imported_for_it(environment: dict[str, str], typed: list[str]) -> None:
    line = [sys.executable, "-c", IMPORTED % typed]
    done = subprocess.run(line, env=environment, capture_output=True, text=True)
    assert (done.stdout, done.stderr.split()) == (first_help.stored(), [])


@pytest.mark.parametrize(("columns", "widest"), [("200", 80), ("80", 80), ("60", 60)])
def test_lines_fit_into_the_terminal(
    process: Run, tmp_path: Path, columns: str, widest: int
) -> None:
    done = process("--help", cwd=tmp_path, COLUMNS=columns)
    assert max(map(len, done.stdout.splitlines())) <= widest
    assert (done.stdout == first_help.stored()) == (widest == 80)


@pytest.mark.parametrize("typed", [["--version"], ["fit", "--help"], ["--help", "--debug"]])
def test_what_else_is_typed_is_parsed(typed: list[str]) -> None:
    assert not first_help.is_asked_for(typed)


def test_nobody_reads_it(command: list[str], environment: dict[str, str]) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(
            [*command, "--help"], env=environment, stdout=write, stderr=subprocess.PIPE, text=True
        )
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (1, "")

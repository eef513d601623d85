"""Help, completion, pipes, encodings: the command among other commands."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

import biterms
from biterms.cli import app
from tests.cli.conftest import Run

COMMANDS = ["demo", "fit", "update", "topics", "assign", "evaluate", "report", "info"]


def test_help_names_all_commands_and_exit_codes(process: Run, run: Run, tmp_path: Path) -> None:
    done = process("--help", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(f" {command} " in done.stdout for command in COMMANDS)
    assert "130" in done.stdout
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert run(cwd=tmp_path) == run("--help", cwd=tmp_path)  # nothing typed asks for help
    assert run("--version", cwd=tmp_path).stdout == f"{biterms.__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_each_command_has_examples(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert app.run([command, "--help"]) == 0
    text = capsys.readouterr().out
    _, examples = text.split("Examples")
    assert f"biterms {command}" in examples
    assert "[bold]" not in text


def test_each_option_is_explained() -> None:
    for command in get_command(app.app).commands.values():  # type: ignore[attr-defined]
        for option in command.params:
            assert option.help, (command.name, option.name)


def test_the_shell_completes(
    process: Run, command: list[str], environment: dict[str, str], tmp_path: Path
) -> None:
    bash = shutil.which("bash")
    assert bash is not None
    line = f"{shlex.join(command)} --show-completion; true"
    done = subprocess.run([bash, "-c", line], env=environment, capture_output=True, text=True)
    assert "_BITERMS_COMPLETE=complete_bash" in done.stdout, done.stderr
    asked = {"COMP_WORDS": "biterms fit --lear", "COMP_CWORD": "2"}
    done = process(cwd=tmp_path, _BITERMS_COMPLETE="complete_bash", **asked)
    assert "--learner" in done.stdout.split()


def test_a_reader_may_stop_reading(
    command: list[str], environment: dict[str, str], model: Path, tmp_path: Path
) -> None:
    lines = "late goal wins match\n" * 20_000  # more than a pipe holds
    (tmp_path / "many.txt").write_text(lines)
    running = subprocess.Popen(
        [*command, "assign", model, "many.txt"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdout is not None
    assert running.stdout.readline().startswith(b"id,topic")
    running.stdout.close()
    assert running.stderr is not None
    assert running.stderr.read() == b""
    running.stderr.close()
    assert running.wait(60) == 1


def test_letters_that_the_terminal_cannot_show(run: Run, tmp_path: Path) -> None:
    texts = ["naïve café ☃ snow", "naïve café crème", "snow ☃ naïve"] * 5
    (tmp_path / "words.txt").write_text("".join(f"{text}\n" for text in texts), encoding="utf8")
    done = run("fit", "words.txt", "-o", "model", "-k", 2, cwd=tmp_path, encoding="ascii")
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert "na\\xefve" in done.stdout
    done = run("topics", "model", "--json", cwd=tmp_path, encoding="ascii")
    words = {word["word"] for topic in json.loads(done.stdout) for word in topic["words"]}
    assert {"naïve", "café", "☃"} <= words  # programs get UTF-8


def test_half_a_letter_is_no_crash(run: Run, model: Path, tmp_path: Path) -> None:
    (tmp_path / "odd.jsonl").write_text('{"text": "late goal wins \\ud800", "id": "\\ud83d"}\n')
    done = run("assign", model, "odd.jsonl", "--id", "id", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["topic"] is not None


def test_progress_is_not_for_stdout(run: Run, files: Path, tmp_path: Path) -> None:
    done = run("fit", files / "news.txt", "-o", "m", "-k", 2, cwd=tmp_path, COLUMNS="60")
    assert "docs/s" in done.stderr
    assert "docs/s" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 64
    quiet = run("fit", files / "news.txt", "-o", "m", "-k", 2, "--quiet", cwd=tmp_path)
    assert "docs/s" not in quiet.stderr
    assert "saved to m" in quiet.stderr


def test_only_reports_need_the_packages_of_reports(
    run: Run, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in ("altair", "vl_convert"):
        monkeypatch.setitem(sys.modules, package, None)
    assert run("topics", model, cwd=tmp_path).returncode == 0


IMPORTED = """
import sys
from biterms.cli.app import run

run(["fit", "--help"])
print(*{"numpy", "scipy", "sklearn", "pandas", "pyarrow"} & {*sys.modules}, file=sys.stderr)
import biterms.store
print(*{"scipy", "sklearn", "pandas", "pyarrow"} & {*sys.modules}, file=sys.stderr)
"""


def test_help_and_store_import_no_heavy_library(environment: dict[str, str]) -> None:
    """Help is what a person sees first, and what each completion of the shell costs."""
    line = [sys.executable, "-c", IMPORTED]
    done = subprocess.run(line, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr.split()) == (0, []), done.stderr


def test_a_word_where_a_number_belongs_and_the_short_form_of_help(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert app.run(["fit", "texts.txt", "-k", "many", "-o", "m"]) == 2
    assert "many, expected a whole number from 1 to 1000000" in capsys.readouterr().err
    assert app.run(["topics", "-h"]) == 0
    assert "Usage: biterms topics" in capsys.readouterr().out
